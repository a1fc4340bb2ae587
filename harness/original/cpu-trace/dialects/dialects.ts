/** Detects the dialect of a trace by its content. */

import { lengthOf } from '../../../../core/cpu/opcodes.js';
import { countText } from '../../../../core/system/names.js';
import {
  type CpuRow,
  createRow,
  createTextInstruction,
  isByteA,
  isByteIndex,
  type MoveOrder,
  operandOf,
} from '../instruction/instruction.js';
import {
  createFieldResult,
  type FieldStyle,
  findRegisters,
  hexAt,
  hexDigit,
  isComplete,
  missingColumns,
  readFields,
  skipSpaces,
  splitAddress,
} from './fields.js';

// A dialect: the form in which one emulator writes one instruction on one line.

/** Kinds of lines: a row of the processor. */
export const LINE_ROW = 0;
/** A header, a message of the emulator, or a row of another processor: ignored. */
export const LINE_OTHER = 1;
/** The emulator announces an NMI. */
export const LINE_NMI = 2;
/** The emulator announces an IRQ. */
export const LINE_IRQ = 3;
/** A line outside this dialect. */
export const LINE_BAD = 4;
export type LineKind = typeof LINE_ROW | typeof LINE_OTHER | typeof LINE_NMI | typeof LINE_IRQ | typeof LINE_BAD;

export interface Dialect {
  /** Stable id. */
  readonly id: string;
  readonly name: string;
  /** Source of the layout. */
  readonly evidence: string;
  /** Columns besides the registers, for the report. */
  readonly shows: string;
  /** Reads bytes start..end (without the line feed) into the row. */
  read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind;
  /** The fault of the last line of kind `LINE_BAD`. */
  complaint(): string;
}

// Rows that begin with six hex digits and show the instruction as text, then the registers: BizHawk
// and bsnes-plus.

const SPACE = 0x20;

interface TextRowStyle {
  readonly fields: FieldStyle;
  /** Operands of MVN and MVP. */
  readonly moves: MoveOrder;
  /** Spaces between the address and the instruction. */
  readonly spaces: 1 | 2;
  /** A colon behind the address. */
  readonly colon?: boolean;
  /** The name of the processor and spaces before the address. */
  readonly prefix?: Uint8Array;
  /** Whether a line is not of the main processor. */
  readonly isOther: (bytes: Uint8Array, start: number) => boolean;
}

function createTextRowReader(style: TextRowStyle): Pick<Dialect, 'read' | 'complaint'> {
  const instruction = createTextInstruction(style.moves);
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  /** Byte of the address behind the name of the processor, or -1. */
  function addressAt(bytes: Uint8Array, start: number, end: number): number {
    const { prefix } = style;
    if (prefix === undefined) return start;
    for (let index = 0; index < prefix.length; index++) if (bytes[start + index] !== prefix[index]) return -1;
    return skipSpaces(bytes, start + prefix.length, end);
  }

  function read(bytes: Uint8Array, lineStart: number, end: number, row: CpuRow): LineKind {
    if (style.isOther(bytes, lineStart)) return LINE_OTHER;
    const named = addressAt(bytes, lineStart, end);
    if (named < 0) return bad('no name of the processor');
    row.pc = hexAt(bytes, named, 6, end);
    const start = style.colon === true ? named + 1 : named;
    if (style.colon === true && bytes[named + 6] !== 0x3a) return bad('no colon behind the address');
    const second = bytes[start + 7] === SPACE;
    if (row.pc < 0 || bytes[start + 6] !== SPACE || second !== (style.spaces === 2)) {
      return bad('no address of six hex digits');
    }
    const text = start + 6 + style.spaces;
    const registers = findRegisters(bytes, text, end);
    if (registers < 0) return bad('no column A:');
    splitAddress(bytes, text, registers, address);
    if (!instruction.read(bytes, text, address.at, row)) return bad('no instruction of the 65816');
    row.shownAddress = address.value;
    row.shownValue = -1;
    if (!readFields(bytes, registers, end, row, style.fields, result)) return bad('a column that cannot be read');
    if (result.hasStatusColumn) return bad('a column P: that this dialect does not have');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    return LINE_ROW;
  }

  return { read, complaint: () => trouble };
}

// BizHawk's trace logger with its bsnes core:
// `c08123 lda $7e0b10,x [7e0b34] A:0012 ... B:7e nvMXdIzC V:070 H:0cb`, with a header line that
// starts `65816:` at every opening of the file.

const HEADER = Buffer.from('65816:');

function isHeader(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0x36 && Buffer.compare(bytes.subarray(start, start + HEADER.length), HEADER) === 0;
}

/**
 * Up to version 2.4 or so: a colon behind the address, `DB:`, decimal V and H padded with spaces.
 */
function createOldBizhawk(): Dialect {
  return {
    id: 'bizhawk-old',
    name: 'BizHawk trace logger, earlier bsnes core',
    evidence: 'layout from published traces',
    shows: 'effective addresses, scan lines',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix: 10, frameIsAbsolute: false },
      moves: 'destination first',
      spaces: 2,
      colon: true,
      isOther: isHeader,
    }),
  };
}

const CPU = Buffer.from('CPU ');

/** Lines of ares that are not of the main processor: other tracers name theirs. */
function isOtherTracer(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] as number;
  const isName = first >= 0x41 && first <= 0x5a && bytes[start + 1] !== undefined;
  return isName && CPU.some((code, index) => bytes[start + index] !== code) && bytes.indexOf(0x20, start) - start <= 8;
}

/** ares names the processor first: `CPU  808100  lda #$12 A:0000 ... B:7e nvMxdIzc V:01a H:001`. */
function createAres(lineRadix: 10 | 16): Dialect {
  return {
    id: 'ares',
    name: `ares trace (V and H ${lineRadix === 16 ? 'hexadecimal' : 'decimal'})`,
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: 'effective addresses, scan lines',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix, frameIsAbsolute: false },
      moves: 'destination first',
      spaces: 2,
      prefix: CPU,
      isOther: isOtherTracer,
    }),
  };
}

/** @param lineRadix radix of the V column: 16 in the current core */
function createBizhawk(lineRadix: 10 | 16): Dialect {
  return {
    id: 'bizhawk',
    name: `BizHawk trace logger, bsnes core (V and H ${lineRadix === 16 ? 'hexadecimal' : 'decimal'})`,
    evidence: "layout from the emulator's documentation and source; never seen on a real file",
    shows: 'effective addresses, scan lines',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix, frameIsAbsolute: false },
      moves: 'destination first',
      spaces: 2,
      isOther: isHeader,
    }),
  };
}

// bsnes-plus: `c08123 lda $7e0b10,x [7e0b34] A:0012 ... DB:7e nvMXdIzC V: 12 H:203 F:17`.

/** Rows of the sound processor, which begin with dots when it is traced into the same file. */
function isOtherProcessor(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0x2e && bytes[start + 1] === 0x2e;
}

function createBsnesPlus(): Dialect {
  return {
    id: 'bsnes-plus',
    name: 'bsnes-plus trace log',
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: 'effective addresses, scan lines; its frame column wraps every second and is not used',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix: 10, frameIsAbsolute: false },
      moves: 'source first',
      spaces: 1,
      isOther: isOtherProcessor,
    }),
  };
}

// Mesen 2's trace logger. Default format: `C08123  LDA $7E0B10,X [$7E0B34] = $12   A:0012 ...
// P:nvMXdIzC V:112 H:203`; recommended format: no text, but `B:` with the bytes of the instruction
// and `F:` with the frame.

const STYLE: FieldStyle = { b: 'bytes', lineRadix: 10, frameIsAbsolute: true };

/** `= $12` or `= $1234` between the instruction and the registers. */
function readValue(bytes: Uint8Array, start: number, end: number, row: CpuRow): number {
  row.shownValue = -1;
  row.shownWidth = 0;
  for (let at = end - 3; at > start; at--) {
    if (bytes[at] !== 0x3d || bytes[at - 1] !== 0x20) continue;
    const first = skipSpaces(bytes, at + 1, end);
    const digits = bytes[first] === 0x24 ? first + 1 : first;
    let count = 0;
    while (count < 5 && digits + count < end && hexDigit(bytes[digits + count] as number) >= 0) count++;
    if (count !== 2 && count !== 4) return end;
    row.shownValue = hexAt(bytes, digits, count, end);
    row.shownWidth = count / 2;
    return at;
  }
  return end;
}

/**
 * Creates the dialect. @param hasCodes the bytes of the instruction stand before its text, as in
 * Mesen-S: `808100 $A9 $12 LDA #$12`; @param hasText the format shows the disassembly; otherwise it
 * must show the
 * instruction's bytes
 */
function createMesen(hasText: boolean, hasCodes = false): Dialect {
  const instruction = createTextInstruction('source first');
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  function readText(bytes: Uint8Array, start: number, end: number, row: CpuRow): boolean {
    const valueAt = readValue(bytes, start, end, row);
    splitAddress(bytes, start, valueAt, address);
    row.shownAddress = address.value;
    return instruction.read(bytes, skipSpaces(bytes, start, address.at), address.at, row);
  }

  const code = new Uint8Array(4);
  let codeCount = 0;

  /** Reads `$A9 $12`. @returns the byte behind them */
  function readCodes(bytes: Uint8Array, at: number, end: number): number {
    let place = at;
    codeCount = 0;
    while (codeCount < 4 && bytes[place] === 0x24) {
      const value = hexAt(bytes, place + 1, 2, end);
      if (value < 0 || (place + 3 < end && bytes[place + 3] !== 0x20)) break;
      code[codeCount++] = value;
      place += bytes[place + 4] === 0x24 ? 4 : 3;
    }
    return place;
  }

  function codesFit(row: CpuRow): boolean {
    const [opcode = 0, first = 0, second = 0, third = 0] = code;
    const length = lengthOf(opcode, isByteA(row), isByteIndex(row));
    if (codeCount !== length) return false;
    row.opcode = opcode;
    row.operand = operandOf(opcode, row.pc, first, second, third, length);
    return true;
  }

  function readInstructionBytes(row: CpuRow): boolean {
    const [opcode = 0, first = 0, second = 0, third = 0] = result.bytes;
    const length = lengthOf(opcode, isByteA(row), isByteIndex(row));
    if (result.byteCount !== length) return false;
    row.opcode = opcode;
    row.operand = operandOf(opcode, row.pc, first, second, third, length);
    return true;
  }

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    row.pc = hexAt(bytes, start, 6, end);
    if (row.pc < 0 || bytes[start + 6] !== 0x20 || (!hasCodes && bytes[start + 7] !== 0x20))
      return bad('no address of six hex digits');
    const codesAt = skipSpaces(bytes, start + 6, end);
    if ((bytes[codesAt] === 0x24) !== hasCodes)
      return bad(hasCodes ? 'no bytes of the instruction' : 'bytes of the instruction before its text');
    const codes = hasCodes ? readCodes(bytes, codesAt, end) : start + 8;
    const registers = findRegisters(bytes, codes, end);
    if (registers < 0) return bad('no column A:');
    row.shownAddress = -1;
    row.shownValue = -1;
    if (!readFields(bytes, registers, end, row, STYLE, result)) return bad('a column that cannot be read');
    if (!result.hasStatusColumn) return bad('no column P:');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    if (hasCodes) {
      if (!codesFit(row)) return bad('the bytes are not those of one instruction');
      splitAddress(bytes, codes, readValue(bytes, codes, registers, row), address);
      row.shownAddress = address.value;
      return LINE_ROW;
    }
    const isEmpty = skipSpaces(bytes, start + 8, registers) === registers;
    if (isEmpty === hasText) return bad(hasText ? 'no instruction' : 'an instruction where there was none before');
    const isText = hasText ? readText(bytes, start + 8, registers, row) : true;
    if (result.byteCount > 0) {
      return readInstructionBytes(row) ? LINE_ROW : bad('column B: does not hold the bytes of one instruction');
    }
    if (!hasText) return bad('no column B:');
    return isText ? LINE_ROW : bad('no instruction of the 65816: labels must be turned off in the trace logger');
  }

  return {
    id: hasCodes ? 'mesen-s' : hasText ? 'mesen' : 'mesen-recommended',
    name: hasCodes
      ? 'Mesen-S trace logger, with byte codes'
      : hasText
        ? 'Mesen 2 trace logger, default format'
        : 'Mesen 2 trace logger, recommended format',
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: hasText ? 'effective addresses, memory values, scan lines' : 'bytes of the instruction, scan lines, frames',
    read,
    complaint: () => trouble,
  };
}

// Snes9x built with its debugger: `$80:8123 BF 10 0B 7E LDA $7E0B10,x[$7E:0B34] A:0012 X:0024
// Y:0000 D:0000 DB:7E S:1FE3 P:enVMxdIzC HC:0812 VC:112 FC:17 ...`, between messages that start
// with `***` or `---`.

const SNES9X_STYLE: FieldStyle = { b: 'bytes', lineRadix: 10, frameIsAbsolute: false };
const NMI = Buffer.from('*** NMI');
const IRQ = Buffer.from('*** IRQ');
/** Messages of the emulator without a mark in front. */
const MESSAGES = ['Write to 0x4200', 'NMI Triggered', 'NMI Scheduled', 'Comparing ', 'Timer triggered'].map((text) =>
  Buffer.from(text),
);

function startsWith(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  return end - start >= text.length && Buffer.compare(bytes.subarray(start, start + text.length), text) === 0;
}

function createSnes9x(): Dialect {
  const result = createFieldResult();
  const address = { at: 0, value: -1 };
  let trouble = '';

  function bad(text: string): LineKind {
    trouble = text;
    return LINE_BAD;
  }

  function message(bytes: Uint8Array, start: number, end: number): LineKind {
    const mark = bytes[start];
    if (startsWith(bytes, start, end, NMI)) return LINE_NMI;
    if (startsWith(bytes, start, end, IRQ)) return LINE_IRQ;
    if ((mark === 0x2a || mark === 0x2d) && bytes[start + 1] === mark && bytes[start + 2] === mark) return LINE_OTHER;
    if (end === start || MESSAGES.some((text) => startsWith(bytes, start, end, text))) return LINE_OTHER;
    return bad('no address of the form $80:8000');
  }

  function read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind {
    // Geiger's debugger writes a slash
    const parting = bytes[start + 3];
    if (bytes[start] !== 0x24 || (parting !== 0x3a && parting !== 0x2f)) return message(bytes, start, end);
    const bank = hexAt(bytes, start + 1, 2, end);
    const low = hexAt(bytes, start + 4, 4, end);
    const opcode = hexAt(bytes, start + 9, 2, end);
    if (bank < 0 || low < 0 || opcode < 0) return bad('no address of the form $80:8000 with an opcode byte behind it');
    row.pc = bank * 0x1_0000 + low;
    row.opcode = opcode;
    const registers = findRegisters(bytes, start + 12, end);
    if (registers < 0) return bad('no column A:');
    if (!readFields(bytes, registers, end, row, SNES9X_STYLE, result)) return bad('a column that cannot be read');
    // its data bank is DB:, so B: cannot stand for it
    if (!result.hasStatusColumn) return bad('no column P:');
    if (!isComplete(result.found)) return bad(`no column ${missingColumns(result.found).join(', ')}`);
    const length = lengthOf(opcode, isByteA(row), isByteIndex(row));
    const first = length > 1 ? hexAt(bytes, start + 12, 2, end) : 0;
    const second = length > 2 ? hexAt(bytes, start + 15, 2, end) : 0;
    const third = length > 3 ? hexAt(bytes, start + 18, 2, end) : 0;
    if (first < 0 || second < 0 || third < 0) return bad(`fewer than ${countText(length, 'byte')} of the instruction`);
    row.operand = operandOf(opcode, row.pc, first, second, third, length);
    splitAddress(bytes, start + 12, registers, address);
    row.shownAddress = address.value;
    row.shownValue = -1;
    return LINE_ROW;
  }

  return {
    id: 'snes9x',
    name: 'Snes9x debugger trace (also Geiger’s, long form)',
    evidence: "layout from the emulator's source and from real files of Snes9x 1.63 built with its debugger",
    shows:
      'bytes of the instruction, effective addresses, scan lines, interrupts; its frame column wraps and is not used',
    read,
    complaint: () => trouble,
  };
}

/** Lines before the first row that may be anything: a heading by somebody or the emulator. */
export const MAX_HEADING_LINES = 20;
/** Number of lines in the sample. */
export const SAMPLE_LINES = 400;
/** Last scan line of a PAL frame: the maximum of V. */
const LAST_LINE = 312;

/** Every dialect, in the order in which they are listed. */
function allDialects(): Dialect[] {
  return [
    createBizhawk(16),
    createBizhawk(10),
    createOldBizhawk(),
    createAres(16),
    createAres(10),
    createBsnesPlus(),
    createMesen(false),
    createMesen(true),
    createMesen(true, true),
    createSnes9x(),
  ];
}

interface Score {
  readonly dialect: Dialect;
  readonly rows: number;
  readonly bad: number;
  readonly largestLine: number;
  /** True when no more than a heading stands before the first row. */
  readonly begins: boolean;
}

function score(dialect: Dialect, lines: readonly Uint8Array[], row: CpuRow): Score {
  let rows = 0;
  let bad = 0;
  let largestLine = -1;
  let headings = 0;
  for (const line of lines) {
    const kind = dialect.read(line, 0, line.length, row);
    if (kind === LINE_ROW) {
      if (rows === 0) headings = bad;
      rows++;
      largestLine = Math.max(largestLine, row.v);
    } else if (kind === LINE_BAD) bad++;
  }
  const begins = rows >= headings && headings <= MAX_HEADING_LINES;
  return { dialect, rows, bad, largestLine, begins };
}

/**
 * The dialect that understands most of the sample, or undefined. BizHawk's V is hexadecimal in the
 * current core; it is taken as decimal only where hexadecimal would give a scan line that no
 * console has. A file that begins with a row is a trace even when other content follows: its reader
 * names the line at which it ends.
 * @param lines whole lines without their ends
 */
export function detectDialect(lines: readonly Uint8Array[]): Dialect | undefined {
  const row = createRow();
  const sample = lines.filter((line) => line.length > 0).slice(0, SAMPLE_LINES);
  let best: Score | undefined;
  for (const dialect of allDialects()) {
    const found = score(dialect, sample, row);
    if (found.rows === 0 || found.largestLine >= LAST_LINE) continue;
    if (found.rows <= found.bad && !found.begins) continue;
    if (best === undefined || found.rows > best.rows) best = found;
  }
  return best?.dialect;
}

/** The dialect to which lines come nearest, and where the first of them leaves it. */
export interface Nearest {
  readonly name: string;
  readonly id: string;
  /** 1-based line. */
  readonly line: number;
  readonly complaint: string;
  /** Columns that are needed and not there, where nothing else is wrong. */
  readonly missing: readonly string[];
}

/** Complaints by how far a line was followed. */
const STAGES: readonly RegExp[] = [
  /^no column (?:A|X|Y|S|D|data bank|flags)/u,
  /^no column P|^a column/u,
  /^no instruction|^fewer than|^column B/u,
  /^no column A:/u,
];

function stageOf(complaint: string): number {
  const at = complaint === 'no column A:' ? 3 : STAGES.findIndex((stage) => stage.test(complaint));
  return at < 0 ? 0 : STAGES.length - at;
}

/** @returns undefined where no line begins as a row of any dialect does */
export function nearestDialect(lines: readonly Uint8Array[]): Nearest | undefined {
  const row = createRow();
  let best: Nearest | undefined;
  let bestFit = 0;
  for (const dialect of allDialects()) {
    const index = lines.findIndex((line) => line.length > 0 && dialect.read(line, 0, line.length, row) === LINE_BAD);
    const complaint = index < 0 ? '' : dialect.complaint();
    const stage = stageOf(complaint);
    // flags behind `P:` are those of Mesen and Snes9x
    const hasStatus = index >= 0 && Buffer.from(lines[index] ?? []).includes(' P:');
    const fit = stage + (stage > 0 && hasStatus === /^(?:mesen|snes9x)/u.test(dialect.id) ? 0.5 : 0);
    if (fit <= bestFit) continue;
    bestFit = fit;
    const missing = stage === STAGES.length ? complaint.replace(/^no column /u, '').split(', ') : [];
    best = { name: dialect.name, id: dialect.id, line: index + 1, complaint, missing };
  }
  return best;
}
