/** One executed instruction of a CPU trace: the machine as it was before the instruction. */
import { type Mode, OPCODES } from '../../../../core/cpu/opcodes.js';

// An instruction's operand: the opcode by name and form, for dialects that print no opcode byte,
// and its value by the bytes after the opcode.

/** Other spellings that emulators print. */
const SPELLINGS: Readonly<Record<string, string>> = { TAS: 'TCS', TSA: 'TSC', TAD: 'TCD', TDA: 'TDC', SWA: 'XBA' };

const BY_FORM = new Map<string, number>();
OPCODES.forEach(({ name, mode }, opcode) => {
  BY_FORM.set(`${name} ${mode}`, opcode);
});

/** Possible modes of an operand of this form, in the order of trial. */
type OperandForm =
  | 'none'
  | 'accumulator'
  | 'immediate'
  | 'byte'
  | 'word'
  | 'long'
  | 'byteX'
  | 'byteY'
  | 'wordX'
  | 'wordY'
  | 'longX'
  | 'byteS'
  | '(byte)'
  | '(byteX)'
  | '(byte)Y'
  | '(byteS)Y'
  | '(word)'
  | '(wordX)'
  | '[byte]'
  | '[byte]Y'
  | '[word]'
  | 'two bytes';

const CANDIDATES: Readonly<Record<OperandForm, readonly Mode[]>> = {
  none: ['implied', 'accumulator'],
  accumulator: ['accumulator'],
  immediate: ['immediate8', 'immediateM', 'immediateX', 'immediate16'],
  byte: ['direct', 'relative', 'directIndirect', 'immediate8'],
  word: ['absolute', 'relative', 'relativeLong', 'immediate16'],
  long: ['absoluteLong', 'relative', 'relativeLong'],
  byteX: ['directX'],
  byteY: ['directY'],
  wordX: ['absoluteX'],
  wordY: ['absoluteY'],
  longX: ['absoluteLongX'],
  byteS: ['stackRelative'],
  '(byte)': ['directIndirect'],
  '(byteX)': ['directXIndirect'],
  '(byte)Y': ['directIndirectY'],
  '(byteS)Y': ['stackRelativeIndirectY'],
  '(word)': ['absoluteIndirect'],
  '(wordX)': ['absoluteXIndirect'],
  '[byte]': ['directIndirectLong'],
  '[byte]Y': ['directIndirectLongY'],
  '[word]': ['absoluteIndirectLong'],
  'two bytes': ['blockMove'],
};

/** Opcode byte of a name and the form of its operand, or -1. */
function opcodeOf(name: string, form: OperandForm): number {
  const upper = name.toUpperCase();
  const plain = SPELLINGS[upper] ?? upper;
  for (const mode of CANDIDATES[form]) {
    const found = BY_FORM.get(`${plain} ${mode}`);
    if (found !== undefined) return found;
  }
  // JMP and JML, JSR and JSL are printed for one another
  if (form === 'long' && plain === 'JMP') return 0x5c;
  if (form === 'long' && plain === 'JSR') return 0x22;
  if (form === '[word]' && plain === 'JMP') return 0xdc;
  return -1;
}

function signed(value: number, bits: 8 | 16): number {
  return bits === 8 ? (value << 24) >> 24 : (value << 16) >> 16;
}

/**
 * Operand of an instruction from the bytes after its opcode; of a branch the address that is
 * reached.
 * @param pc 24-bit address of the instruction
 */
export function operandOf(
  opcode: number,
  pc: number,
  first: number,
  second: number,
  third: number,
  length: number,
): number {
  const mode = OPCODES[opcode]?.mode;
  if (mode === 'relative') return (pc + 2 + signed(first, 8)) & 0xffff;
  if (mode === 'relativeLong') return (pc + 3 + signed(first | (second << 8), 16)) & 0xffff;
  if (mode === 'blockMove') return (first << 8) | second;
  if (length === 2) return first;
  if (length === 3) return first | (second << 8);
  return length === 4 ? first | (second << 8) | (third << 16) : 0;
}

// Reads the operand that a disassembler printed: its form and its number.

/** An instruction read from text. */
interface ReadInstruction {
  readonly opcode: number;
  readonly operand: number;
}

const DIGITS: Readonly<Record<number, 'byte' | 'word' | 'long'>> = { 2: 'byte', 4: 'word', 6: 'long' };

/** In a block move, which of the two printed bytes is the destination bank. */
export type MoveOrder = 'source first' | 'destination first';

const PLAIN = /^\$([0-9a-f]+)(,[xys])?$/;
const ROUND = /^\(\$([0-9a-f]+)(,[xs])?\)(,y)?$/;
const SQUARE = /^\[\$([0-9a-f]+)\](,y)?$/;
const TWO = /^\$?([0-9a-f]{2})(?:,|=|,\s*| )\$?([0-9a-f]{2})$/;

function formOf(text: string): readonly [OperandForm, number] | undefined {
  if (text === '') return ['none', 0];
  if (text === 'a') return ['accumulator', 0];
  if (text.startsWith('#$'))
    return /^#\$[0-9a-f]+$/.test(text) ? ['immediate', Number.parseInt(text.slice(2), 16)] : undefined;
  let match = PLAIN.exec(text);
  if (match !== null) {
    const width = DIGITS[match[1]?.length ?? 0];
    if (width === undefined) return undefined;
    return [`${width}${(match[2] ?? '').slice(1).toUpperCase()}` as OperandForm, Number.parseInt(match[1] ?? '', 16)];
  }
  match = ROUND.exec(text);
  if (match !== null) {
    const width = DIGITS[match[1]?.length ?? 0];
    const inner = `(${width}${(match[2] ?? '').slice(1).toUpperCase()})`;
    return [`${inner}${match[3] === undefined ? '' : 'Y'}` as OperandForm, Number.parseInt(match[1] ?? '', 16)];
  }
  match = SQUARE.exec(text);
  if (match !== null) {
    const width = DIGITS[match[1]?.length ?? 0];
    return [`[${width}]${match[2] === undefined ? '' : 'Y'}` as OperandForm, Number.parseInt(match[1] ?? '', 16)];
  }
  return undefined;
}

/**
 * Reads an instruction from its text.
 * @param text such as `lda $0b10,x`, in lower case, without effective address
 * @returns undefined for anything else, for instance an operand that is a label
 */
export function readInstruction(text: string, order: MoveOrder): ReadInstruction | undefined {
  const trimmed = text.trim();
  const space = trimmed.indexOf(' ');
  const name = space < 0 ? trimmed : trimmed.slice(0, space);
  const operandText = space < 0 ? '' : trimmed.slice(space + 1).trim();
  if (name === 'mvn' || name === 'mvp') {
    const match = TWO.exec(operandText);
    if (match === null) return undefined;
    const first = Number.parseInt(match[1] ?? '', 16);
    const second = Number.parseInt(match[2] ?? '', 16);
    const operand = order === 'source first' ? (second << 8) | first : (first << 8) | second;
    return { opcode: name === 'mvn' ? 0x54 : 0x44, operand };
  }
  const form = formOf(operandText);
  if (form === undefined) return undefined;
  const opcode = opcodeOf(name, form[0]);
  return opcode < 0 ? undefined : { opcode, operand: form[1] };
}

export const FLAG_M = 0x20;
export const FLAG_X = 0x10;
export const FLAG_D = 0x08;
export const FLAG_I = 0x04;

export const FLAG_C = 0x01;

/** One row, overwritten by the reader for every row; -1: not shown by the dialect. */
export interface CpuRow {
  /** 1-based line in the (unpacked) file. */
  line: number;
  /** 24-bit address of the instruction. */
  pc: number;
  /** Opcode byte. */
  opcode: number;
  /**
   * Operand: immediate, 8-, 16- or 24-bit address, branch target (16 bit), or `destination << 8 |
   * source` of a block move.
   */
  operand: number;
  a: number;
  x: number;
  y: number;
  s: number;
  d: number;
  db: number;
  p: number;
  /** Emulation mode: 1, 0; -1 not shown. */
  e: number;
  /** 24-bit effective address as printed, or -1. */
  shownAddress: number;
  /** Byte or word at the effective address before the instruction as printed, or -1. */
  shownValue: number;
  /** Bytes of `shownValue`: 1 or 2. */
  shownWidth: number;
  /** Scan line, or -1. */
  v: number;
  /** Frame number as printed when it never wraps, or -1. */
  frame: number;
}

export function createRow(): CpuRow {
  return {
    line: 0,
    pc: 0,
    opcode: 0,
    operand: 0,
    a: 0,
    x: 0,
    y: 0,
    s: 0,
    d: 0,
    db: 0,
    p: 0,
    e: -1,
    shownAddress: -1,
    shownValue: -1,
    shownWidth: 0,
    v: -1,
    frame: -1,
  };
}

/** The accumulator is 8 bits wide. */
export function isByteA(row: CpuRow): boolean {
  return (row.p & FLAG_M) !== 0 || row.e === 1;
}

/** The index registers are 8 bits wide. */
export function isByteIndex(row: CpuRow): boolean {
  return (row.p & FLAG_X) !== 0 || row.e === 1;
}

// The instruction of a dialect that prints text and no bytes. Reading text is slow, so that the
// text at each address is kept and compared byte for byte.

interface Kept {
  readonly text: Uint8Array;
  readonly opcode: number;
  readonly operand: number;
}

/** Maximum number of kept texts; programs have far fewer instructions. */
const MAX_KEPT = 200_000;
/** Maximum length of an instruction's text. */
const MAX_LENGTH = 40;

interface TextInstruction {
  /** Reads the instruction in bytes at..end; false when they hold none. */
  read(bytes: Uint8Array, at: number, end: number, row: CpuRow): boolean;
}

function isSame(kept: Uint8Array, bytes: Uint8Array, at: number, length: number): boolean {
  if (kept.length !== length) return false;
  for (let index = 0; index < length; index++) if (kept[index] !== bytes[at + index]) return false;
  return true;
}

export function createTextInstruction(order: MoveOrder): TextInstruction {
  const known = new Map<number, Kept>();

  function read(bytes: Uint8Array, at: number, end: number, row: CpuRow): boolean {
    let last = end;
    while (last > at && bytes[last - 1] === 0x20) last--;
    const length = last - at;
    if (length <= 0 || length > MAX_LENGTH) return false;
    let kept = known.get(row.pc);
    if (kept === undefined || !isSame(kept.text, bytes, at, length)) {
      const text = bytes.slice(at, last);
      const found = readInstruction(Buffer.from(text).toString('latin1').toLowerCase(), order);
      if (found === undefined) return false;
      kept = { text, ...found };
      if (known.size < MAX_KEPT) known.set(row.pc, kept);
    }
    row.opcode = kept.opcode;
    row.operand = kept.operand;
    return true;
  }

  return { read };
}
