/**
 * Faults that may be planted at an instruction: the kinds of mistake that a port or a patch makes,
 * each as other bytes of the same length.
 */
import { addressAfter, type Instruction, targetOf } from '../../disassembly/flow-state.js';
import type { Random } from '../vary.js';

export const FAULT_KINDS = [
  'page',
  'address',
  'mask',
  'constant',
  'branch',
  'carry',
  'order',
  'edge',
  'lost write',
  'lost draw',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What each kind does, for a reader. */
export const FAULT_WORDS: Readonly<Record<FaultKind, string>> = {
  page: 'an operand in the page beside',
  address: 'an operand some bytes off',
  mask: 'a bit of a mask turned',
  constant: 'a number one off',
  branch: 'a branch the other way',
  carry: 'a carry set, cleared or lost',
  order: 'two instructions exchanged',
  edge: 'a comparison one off',
  'lost write': 'a write left out',
  'lost draw': 'a draw left out',
};

/** Bytes in place of others, from the first of them on. */
export interface FaultBytes {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** An instruction that ran, with the one behind it where that ran as well. */
export interface Place {
  readonly instruction: Instruction;
  readonly next: Instruction | undefined;
}

const NOP = 0xea;
/** Both ways of a conditional branch differ in this bit; CLC and SEC, rotation and shift too. */
const OTHER_WAY = 0x20;
const CONDITIONAL = new Set(['BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ']);
const MASKS = new Set(['AND', 'ORA', 'EOR', 'BIT']);
const NUMBERS = new Set(['LDA', 'LDX', 'LDY', 'ADC', 'SBC']);
const COMPARISONS = new Set(['CMP', 'CPX', 'CPY']);
const STORES = new Set(['STA', 'STX', 'STY', 'STZ']);
/** They change memory, or the accumulator where they have no operand. */
const CHANGES = new Set(['INC', 'DEC', 'ASL', 'LSR', 'ROL', 'ROR', 'TSB', 'TRB']);
const CALLS = new Set(['JSR', 'JSL']);
const CARRIES = new Set(['CLC', 'SEC', 'ROL', 'ROR']);
/** Bits that an address may be off by. */
const ADDRESS_BITS = [1, 2, 4, 8, 16];

/** Whether the operand names data in memory: not code, no number. */
function namesData({ name, mode }: Instruction): boolean {
  if (CALLS.has(name) || name === 'JMP' || name === 'JML' || name.startsWith('PE')) return false;
  return mode.startsWith('absolute') || mode.startsWith('direct');
}

function isImmediate({ mode }: Instruction): boolean {
  return mode === 'immediateM' || mode === 'immediateX';
}

/** What an instruction does with registers and memory, as far as an exchange has to know. */
interface Use {
  readonly reads: string;
  readonly writes: string;
}

const TRANSFERS: Readonly<Record<string, Use>> = {
  TAX: { reads: 'A', writes: 'X' },
  TAY: { reads: 'A', writes: 'Y' },
  TXA: { reads: 'X', writes: 'A' },
  TYA: { reads: 'Y', writes: 'A' },
  TXY: { reads: 'X', writes: 'Y' },
  TYX: { reads: 'Y', writes: 'X' },
  INX: { reads: 'X', writes: 'X' },
  DEX: { reads: 'X', writes: 'X' },
  INY: { reads: 'Y', writes: 'Y' },
  DEY: { reads: 'Y', writes: 'Y' },
  XBA: { reads: 'A', writes: 'A' },
  CLC: { reads: '', writes: 'C' },
  SEC: { reads: '', writes: 'C' },
  LDA: { reads: '', writes: 'A' },
  LDX: { reads: '', writes: 'X' },
  LDY: { reads: '', writes: 'Y' },
  STA: { reads: 'A', writes: 'M' },
  STX: { reads: 'X', writes: 'M' },
  STY: { reads: 'Y', writes: 'M' },
  STZ: { reads: '', writes: 'M' },
  AND: { reads: 'A', writes: 'A' },
  ORA: { reads: 'A', writes: 'A' },
  EOR: { reads: 'A', writes: 'A' },
  ADC: { reads: 'AC', writes: 'AC' },
  SBC: { reads: 'AC', writes: 'AC' },
  INC: { reads: '', writes: '' },
  DEC: { reads: '', writes: '' },
  ASL: { reads: '', writes: 'C' },
  LSR: { reads: '', writes: 'C' },
  ROL: { reads: 'C', writes: 'C' },
  ROR: { reads: 'C', writes: 'C' },
};

/** Undefined: control flow, stack, flags; nothing that may be exchanged. */
function useOf(instruction: Instruction): Use | undefined {
  const { mode, name } = instruction;
  const plain = TRANSFERS[name];
  if (plain === undefined) return undefined;
  const index = mode.endsWith('X') || mode.includes('X') ? 'X' : mode.endsWith('Y') ? 'Y' : '';
  const onA = mode === 'accumulator' ? 'A' : '';
  const isMemory = namesData(instruction);
  const changed = isMemory && CHANGES.has(name) ? 'M' : '';
  const read = isMemory && !STORES.has(name) ? 'M' : '';
  return {
    reads: plain.reads + (isImmediate(instruction) ? '' : index) + onA + read,
    writes: plain.writes + onA + changed,
  };
}

function meets(one: string, other: string): boolean {
  return [...one].some((letter) => other.includes(letter));
}

/**
 * Whether the exchange of two instructions changes anything for certain enough: one takes a
 * register that the other gives, or both give it. Memory counts where both name the same operand.
 */
function dependOnEachOther(first: Instruction, second: Instruction): boolean {
  const [a, b] = [useOf(first), useOf(second)];
  if (a === undefined || b === undefined) return false;
  const sameCell = first.mode === second.mode && first.operand === second.operand;
  const seen = (letters: string): string => (sameCell ? letters : letters.replaceAll('M', ''));
  const [reads, writes, laterReads, laterWrites] = [a.reads, a.writes, b.reads, b.writes].map(seen);
  return (
    meets(writes ?? '', laterReads ?? '') ||
    meets(reads ?? '', laterWrites ?? '') ||
    meets(writes ?? '', laterWrites ?? '')
  );
}

function withByte(bytes: readonly number[], index: number, value: number): FaultBytes {
  const to = [...bytes];
  to[index] = value & 0xff;
  return { from: bytes, to };
}

/** The operand of an immediate, one more or one less; it stays within its width. */
function oneOff(bytes: readonly number[], random: Random): FaultBytes {
  const width = bytes.length - 1;
  const value = bytes.slice(1).reduce((sum, byte, at) => sum | (byte << (8 * at)), 0);
  const next = value + (random.below(2) === 0 ? 1 : -1);
  const to = Array.from({ length: width }, (_, at) => (next >> (8 * at)) & 0xff);
  return { from: bytes, to: [bytes[0] as number, ...to] };
}

function leftOut(bytes: readonly number[]): FaultBytes {
  return { from: bytes, to: bytes.map(() => NOP) };
}

/** Whether a fault of this kind can stand here. @param draws whether a call there draws */
export function canPlant(kind: FaultKind, { instruction, next }: Place, draws: (target: number) => boolean): boolean {
  const { name, mode } = instruction;
  switch (kind) {
    case 'page':
      return namesData(instruction) && mode.startsWith('absolute');
    case 'address':
      return namesData(instruction);
    case 'mask':
      return MASKS.has(name) && isImmediate(instruction);
    case 'constant':
      return NUMBERS.has(name) && isImmediate(instruction);
    case 'branch':
      return CONDITIONAL.has(name);
    case 'carry':
      return CARRIES.has(name);
    case 'order':
      return next !== undefined && dependOnEachOther(instruction, next) && !sameBytes(instruction, next);
    case 'edge':
      return COMPARISONS.has(name) && isImmediate(instruction);
    case 'lost write':
      return namesData(instruction) && (STORES.has(name) || CHANGES.has(name));
    case 'lost draw':
      return CALLS.has(name) && draws(targetOf(instruction) ?? -1);
  }
}

function sameBytes(first: Instruction, second: Instruction): boolean {
  return first.bytes.join() === second.bytes.join();
}

/** The bytes of a fault that `canPlant` allows. */
export function faultBytes(kind: FaultKind, { instruction, next }: Place, random: Random): FaultBytes {
  const { bytes } = instruction;
  const [opcode = 0, low = 0, high = 0] = bytes;
  switch (kind) {
    case 'page':
      return withByte(bytes, 2, high + (random.below(2) === 0 ? 1 : -1));
    case 'address':
      return withByte(bytes, 1, low ^ (ADDRESS_BITS[random.below(ADDRESS_BITS.length)] as number));
    case 'mask': {
      const bit = random.below(8 * (bytes.length - 1));
      return withByte(bytes, 1 + (bit >> 3), (bytes[1 + (bit >> 3)] as number) ^ (1 << (bit & 7)));
    }
    case 'constant':
    case 'edge':
      return oneOff(bytes, random);
    case 'branch':
    case 'carry':
      return withByte(bytes, 0, opcode ^ OTHER_WAY);
    case 'order': {
      const later = next?.bytes ?? [];
      return { from: [...bytes, ...later], to: [...later, ...bytes] };
    }
    case 'lost write':
    case 'lost draw':
      return leftOut(bytes);
  }
}

/** Whether the second instruction stands right behind the first. */
export function follows(first: Instruction, second: Instruction): boolean {
  return addressAfter(first.address, first.bytes.length) === second.address;
}
