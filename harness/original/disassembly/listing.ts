/**
 * A listing of an image's own code: instructions in the order of their addresses, with widths,
 * names and notes.
 */
import type { Mode } from '../../../core/cpu/index.js';
import { countText } from '../../../core/system/names.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { WORK_RAM } from '../../../rom-map/index.js';
import { createCallEffects } from './branches-ahead.js';
import { type Flow, type FlowEnd, followFlow, type Step } from './flow.js';
import {
  bitOf,
  type FlowState,
  flagsOfByte,
  type ImageCode,
  type Instruction,
  isKnown,
  type Known,
  targetOf,
} from './flow-state.js';
import type { Names } from './names.js';

// An instruction's operand as assemblers write it, and the address that it names.

function hex(value: number, digits: number): string {
  return `$${value.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** What stands before and behind the number, and the number's digits. */
const FORMS: Readonly<Record<Mode, readonly [before: string, digits: number, behind: string]>> = {
  implied: ['', 0, ''],
  accumulator: ['A', 0, ''],
  immediateM: ['#', 0, ''],
  immediateX: ['#', 0, ''],
  immediate8: ['#', 2, ''],
  immediate16: ['#', 4, ''],
  direct: ['', 2, ''],
  directX: ['', 2, ',X'],
  directY: ['', 2, ',Y'],
  directIndirect: ['(', 2, ')'],
  directXIndirect: ['(', 2, ',X)'],
  directIndirectY: ['(', 2, '),Y'],
  directIndirectLong: ['[', 2, ']'],
  directIndirectLongY: ['[', 2, '],Y'],
  absolute: ['', 4, ''],
  absoluteX: ['', 4, ',X'],
  absoluteY: ['', 4, ',Y'],
  absoluteLong: ['', 6, ''],
  absoluteLongX: ['', 6, ',X'],
  absoluteIndirect: ['(', 4, ')'],
  absoluteXIndirect: ['(', 4, ',X)'],
  absoluteIndirectLong: ['[', 4, ']'],
  stackRelative: ['', 2, ',S'],
  stackRelativeIndirectY: ['(', 2, ',S),Y'],
  relative: ['', 4, ''],
  relativeLong: ['', 4, ''],
  blockMove: ['', 0, ''],
};

/** `LDA`, `JMP ($1234,X)`: the operand alone; '' without one. */
export function operandText(instruction: Instruction): string {
  const { mode, operand, bytes, address } = instruction;
  const [before, digits, behind] = FORMS[mode];
  if (mode === 'implied' || mode === 'accumulator') return before;
  // the processor has the target first; assemblers write the source first
  if (mode === 'blockMove') return `${hex(operand >>> 8, 2)},${hex(operand & 0xff, 2)}`;
  if (mode === 'immediateM' || mode === 'immediateX') return `#${hex(operand, 2 * (bytes.length - 1))}`;
  if (mode === 'relative' || mode === 'relativeLong') {
    const shown = targetOf(instruction) ?? (address + 3 + ((operand << 16) >> 16)) & 0xffff;
    return hex(shown & 0xffff, 4);
  }
  return `${before}${hex(operand, digits)}${behind}`;
}

/** A place in memory that an operand names. */
interface NamedAddress {
  /** 24 bits. */
  readonly address: number;
  /** An index is added to it. */
  readonly isIndexed: boolean;
  /** DB or D is not known: taken as bank 7E and direct page 0. */
  readonly isGuessed: boolean;
}

const DIRECT = new Set<Mode>([
  'direct',
  'directX',
  'directY',
  'directIndirect',
  'directXIndirect',
  'directIndirectY',
  'directIndirectLong',
  'directIndirectLongY',
]);
const ABSOLUTE = new Set<Mode>(['absolute', 'absoluteX', 'absoluteY']);
const LONG = new Set<Mode>(['absoluteLong', 'absoluteLongX']);
const INDEXED = new Set<Mode>(['directX', 'directY', 'directXIndirect', 'absoluteX', 'absoluteY', 'absoluteLongX']);
/** Their operand is a place in code. */
const CODE = new Set(['JSR', 'JSL', 'JMP', 'JML', 'PER']);
const ABSOLUTE_WITHIN_MIRROR = 0x2000;

function directAddress(direct: Known, operand: number, isIndexed: boolean): NamedAddress | undefined {
  if (direct < 0) return undefined;
  return { address: (direct + operand) & 0xffff, isIndexed, isGuessed: false };
}

/**
 * The memory that an operand names, as far as D and DB are known; undefined for numbers, stack and
 * code.
 */
function namedAddress(instruction: Instruction, state: FlowState): NamedAddress | undefined {
  const { mode, operand, name, address } = instruction;
  const isIndexed = INDEXED.has(mode);
  if (mode === 'absoluteXIndirect')
    return { address: (address & 0xff_0000) | operand, isIndexed: true, isGuessed: false };
  if (mode === 'absoluteIndirect' || mode === 'absoluteIndirectLong') {
    return { address: operand, isIndexed: false, isGuessed: false };
  }
  if (CODE.has(name)) return undefined;
  if (DIRECT.has(mode)) return directAddress(state.direct, operand, isIndexed);
  if (LONG.has(mode)) return { address: operand, isIndexed, isGuessed: false };
  if (!ABSOLUTE.has(mode)) return undefined;
  if (state.dataBank >= 0) return { address: (state.dataBank << 16) | operand, isIndexed, isGuessed: false };
  // every system bank and bank 7E show the same there
  const isGuessed = operand >= ABSOLUTE_WITHIN_MIRROR;
  return { address: WORK_RAM | operand, isIndexed, isGuessed };
}

export interface ListingLine {
  /** 24 bits. */
  readonly address: number;
  readonly bytes: readonly number[];
  /** Bits of the accumulator and of the index registers, 8 or 16; known or assumed. */
  readonly m: 8 | 16;
  readonly x: 8 | 16;
  readonly isKnownM: boolean;
  readonly isKnownX: boolean;
  readonly name: string;
  readonly operand: string;
  /** Routine that begins here, or ''. */
  readonly label: string;
  /** What the operand names, or ''. */
  readonly names: string;
  /** Addresses of branches and jumps that lead here. */
  readonly from: readonly number[];
  readonly notes: readonly string[];
  /** Bytes of the bank between the line before and this one; negative: they overlap. */
  readonly gap: number;
}

export interface Listing {
  readonly start: number;
  readonly lines: readonly ListingLine[];
  /** Ways that go on outside of the listing. */
  readonly open: readonly { readonly at: number; readonly next: number; readonly why: string }[];
}

export interface ListingOptions {
  readonly state: FlowState;
  readonly instructions: number;
  /** Last address at which an instruction may begin; FFFFFF = no limit. */
  readonly end: number;
}

function widthNotes(step: Step): string[] {
  const { instruction, state } = step;
  const notes: string[] = [];
  if (instruction.mode === 'immediateM' && !isKnown(state.m)) {
    notes.push(`the width of A is not known: ${countText(bitOf(state.m) === 1 ? 8 : 16, 'bit')} assumed`);
  }
  if (instruction.mode === 'immediateX' && !isKnown(state.x)) {
    notes.push(`the width of X and Y is not known: ${countText(bitOf(state.x) === 1 ? 8 : 16, 'bit')} assumed`);
  }
  if (step.otherWidthsFrom >= 0) notes.push(`other widths come from ${formatBus(step.otherWidthsFrom)}`);
  if (instruction.name === 'PLP' && state.e !== 1 && flagsOfByte(state.stack.at(-1) ?? -1) === undefined) {
    notes.push('pulls a status that was not seen being pushed: the widths behind it are not known');
  }
  return notes;
}

const END_NOTES: Readonly<Partial<Record<FlowEnd['kind'], string>>> = {
  pointer: 'goes on where the pointer says',
  interrupt: 'an interrupt ends or begins here',
  'outside ROM': 'no ROM answers behind this',
};

function notesOf(step: Step, flow: Flow): readonly string[] {
  const { address, name } = step.instruction;
  const notes = widthNotes(step);
  const doubt = flow.doubts.get(address);
  if (doubt !== undefined) notes.push(doubt);
  for (const { kind, at } of flow.ends) {
    const note = END_NOTES[kind];
    if (at === address && note !== undefined && name !== 'RTI') notes.push(note);
  }
  return notes;
}

/** Names of what the operand means: a routine, a place in memory, or ''. */
function namesOf(step: Step, names: Names): string {
  const { instruction, state } = step;
  const target = targetOf(instruction);
  if (target !== undefined) return names.code(target) ?? '';
  const named = namedAddress(instruction, state);
  if (named === undefined) return '';
  const name = names.data(named.address, named.isIndexed);
  if (name === undefined) return instruction.mode === 'absoluteXIndirect' ? 'jump table' : '';
  return named.isGuessed ? `${name}?` : name;
}

function lineOf(step: Step, flow: Flow, names: Names, behind: number): ListingLine {
  const { instruction, state } = step;
  return {
    address: instruction.address,
    bytes: instruction.bytes,
    m: bitOf(state.m) === 1 ? 8 : 16,
    x: bitOf(state.x) === 1 ? 8 : 16,
    isKnownM: isKnown(state.m),
    isKnownX: isKnown(state.x),
    name: instruction.name,
    operand: operandText(instruction),
    label: names.code(instruction.address) ?? '',
    names: namesOf(step, names),
    from: [...step.from].sort((a, b) => a - b),
    notes: notesOf(step, flow),
    gap: behind < 0 ? 0 : instruction.address - behind,
  };
}

const OPEN_REASONS: Readonly<Partial<Record<FlowEnd['kind'], string>>> = {
  jump: 'a jump away',
  end: 'past the end that was asked for',
  limit: 'past the number of instructions',
  'outside ROM': 'no ROM answers there',
};

/** @param start 24-bit address */
export function disassemble(code: ImageCode, start: number, names: Names, options: ListingOptions): Listing {
  const limits = { instructions: options.instructions, end: options.end, allJumps: false };
  const flow = followFlow(code, start, options.state, limits, createCallEffects(code));
  const steps = [...flow.steps.values()].sort((a, b) => a.instruction.address - b.instruction.address);
  let behind = -1;
  const lines = steps.map((step) => {
    const line = lineOf(step, flow, names, behind);
    behind = Math.max(behind, line.address + line.bytes.length);
    return line;
  });
  const open = flow.ends.flatMap(({ kind, at, next }) => {
    const why = OPEN_REASONS[kind];
    return why === undefined ? [] : [{ at, next, why }];
  });
  return { start, lines, open: open.sort((a, b) => a.at - b.at) };
}

// A listing for the terminal, and as plain data.

function hexBytes(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

function width(letter: string, bits: number, isKnown: boolean): string {
  return `${letter}${bits}${isKnown ? '' : '?'}`.padEnd(4);
}

function gapLine(gap: number): string {
  const count = Math.abs(gap);
  const bytes = count === 1 ? 'byte' : 'bytes';
  return gap > 0 ? `  ... ${count} ${bytes} not reached` : `  ... overlaps the line above by ${count} ${bytes}`;
}

/** The lines of one instruction: a gap, the routine's name, the instruction, notes. */
function linesOf(line: ListingLine): readonly string[] {
  const lines: string[] = [];
  if (line.gap !== 0) lines.push(gapLine(line.gap));
  if (line.label !== '') lines.push(`${line.label}:`);
  const mark = line.from.length > 0 ? '>' : ' ';
  const head = `${mark} ${formatBus(line.address)}  ${hexBytes(line.bytes).padEnd(12)} `;
  const widths = `${width('m', line.m, line.isKnownM)} ${width('x', line.x, line.isKnownX)}`;
  const text = `${line.name} ${line.operand}`.trimEnd();
  const named = line.names === '' ? text : `${text.padEnd(16)}  ; ${line.names}`;
  lines.push(`${head}${widths} ${named}`);
  for (const note of line.notes) lines.push(`      note: ${note}`);
  return lines;
}

export function listingText(listing: Listing, names: Names): string {
  const lines = listing.lines.flatMap(linesOf);
  for (const { at, next, why } of listing.open) {
    const name = names.code(next);
    lines.push(`goes on at ${formatBus(next)}${name === undefined ? '' : ` ${name}`} from ${formatBus(at)}: ${why}`);
  }
  return `${lines.join('\n')}\n`;
}

export function listingJson(listing: Listing) {
  return {
    start: formatBus(listing.start),
    instructions: listing.lines.map((line) => ({
      ...line,
      address: formatBus(line.address),
      bytes: hexBytes(line.bytes),
      from: line.from.map(formatBus),
    })),
    open: listing.open.map(({ at, next, why }) => ({ at: formatBus(at), next: formatBus(next), why })),
  };
}

function widthText(name: string, bit: FlowState['m']): string {
  return `${name} ${countText(bitOf(bit) === 1 ? 8 : 16, 'bit')}${isKnown(bit) ? '' : ' (assumed)'}`;
}

function knownText(name: string, value: number, digits: number): string {
  const shown = value < 0 ? 'not known' : value.toString(16).toUpperCase().padStart(digits, '0');
  return `${name} ${shown}`;
}

/** What is known where a listing begins. */
export function stateText(state: FlowState): string {
  const parts = [widthText('A', state.m), widthText('X and Y', state.x)];
  if (bitOf(state.e) === 1) parts.push('emulation mode');
  parts.push(knownText('D', state.direct, 4), knownText('DB', state.dataBank, 2));
  return parts.join(', ');
}
