/**
 * Walks through a trace instruction by instruction, with memory, interrupts, frames and missing
 * rows.
 */
import { lengthOf, OPCODES } from '../../../core/cpu/opcodes.js';
import { hexText } from '../../base/index.js';
import { type AccessCounts, createAccesses } from './access.js';
import { LINE_IRQ, LINE_NMI, LINE_ROW, type LineKind } from './dialects/dialects.js';
import { type CpuRow, createRow, FLAG_D, FLAG_I, isByteA, isByteIndex } from './instruction/instruction.js';
import { createKnownMemory, type KnownMemory, knowRom, type Mapping } from './memory.js';

// The relation of two rows: the next instruction, an interrupt between them, or missing rows.

const FLOW_NEXT = 0;
const FLOW_INTERRUPT = 1;
const FLOW_GAP = 2;
/** The same row again: Snes9x prints the last row of a frame twice and executes it once. */
const FLOW_AGAIN = 3;
type Flow = typeof FLOW_NEXT | typeof FLOW_INTERRUPT | typeof FLOW_GAP | typeof FLOW_AGAIN;

/** Change of S by name; `A` and `X` mean the width of that register. */
const STACK: Readonly<Record<string, number | 'A' | 'X' | '-A' | '-X'>> = {
  PHA: '-A',
  PLA: 'A',
  PHX: '-X',
  PHY: '-X',
  PLX: 'X',
  PLY: 'X',
  PHP: -1,
  PLP: 1,
  PHB: -1,
  PLB: 1,
  PHK: -1,
  PHD: -2,
  PLD: 2,
  PEA: -2,
  PEI: -2,
  PER: -2,
  JSR: -2,
  JSL: -3,
  RTS: 2,
  RTL: 3,
  RTI: 4,
  BRK: -4,
  COP: -4,
};

const PLAIN = 0;
const BY_A = 100;
const BY_X = 101;
const BY_MINUS_A = 102;
const BY_MINUS_X = 103;
const FROM_X = 104;
const FROM_A = 105;
const ANY_STACK = 106;

const STACK_CODES = Int8Array.from(OPCODES, ({ name }) => {
  if (name === 'TXS') return FROM_X;
  if (name === 'TCS') return FROM_A;
  if (name === 'XCE') return ANY_STACK;
  const change = STACK[name];
  if (change === 'A') return BY_A;
  if (change === 'X') return BY_X;
  if (change === '-A') return BY_MINUS_A;
  if (change === '-X') return BY_MINUS_X;
  return change ?? PLAIN;
});

/** S after the instruction, or -1 if it is unknown. */
function stackAfter(row: CpuRow): number {
  const code = STACK_CODES[row.opcode] as number;
  if (code === PLAIN) return row.s;
  if (row.e === 1 || code === ANY_STACK) return -1;
  if (code === BY_A) return (row.s + (isByteA(row) ? 1 : 2)) & 0xffff;
  if (code === BY_X) return (row.s + (isByteIndex(row) ? 1 : 2)) & 0xffff;
  if (code === BY_MINUS_A) return (row.s - (isByteA(row) ? 1 : 2)) & 0xffff;
  if (code === BY_MINUS_X) return (row.s - (isByteIndex(row) ? 1 : 2)) & 0xffff;
  if (code === FROM_X) return row.x;
  if (code === FROM_A) return row.a;
  return (row.s + code) & 0xffff;
}

const GO_NEXT = 0;
const GO_BRANCH = 1;
const GO_TARGET = 2;
const GO_LONG = 3;
const GO_BANK = 4;
const GO_ANYWHERE = 5;
const GO_VECTOR = 6;
const GO_AGAIN = 7;

/** Instructions whose operand is where they go. */
const JUMPS = new Set(['JMP', 'JML', 'JSR', 'JSL']);

const GO_CODES = Uint8Array.from(OPCODES, ({ name, mode }) => {
  if (name === 'BRA' || name === 'BRL') return GO_TARGET;
  if (mode === 'relative') return GO_BRANCH;
  if (mode === 'absolute' && JUMPS.has(name)) return GO_TARGET;
  if (mode === 'absoluteLong' && JUMPS.has(name)) return GO_LONG;
  if (mode === 'absoluteIndirect' || mode === 'absoluteXIndirect' || name === 'RTS') return GO_BANK;
  if (mode === 'absoluteIndirectLong' || name === 'RTL' || name === 'RTI') return GO_ANYWHERE;
  if (name === 'BRK' || name === 'COP') return GO_VECTOR;
  if (mode === 'blockMove' || name === 'WAI' || name === 'STP') return GO_AGAIN;
  return GO_NEXT;
});

function mayReach(row: CpuRow, pc: number): boolean {
  const bank = row.pc & 0xff0000;
  const code = GO_CODES[row.opcode] as number;
  const after = bank | ((row.pc + lengthOf(row.opcode, isByteA(row), isByteIndex(row))) & 0xffff);
  switch (code) {
    case GO_NEXT:
      return pc === after;
    case GO_BRANCH:
      return pc === after || pc === (bank | (row.operand & 0xffff));
    case GO_TARGET:
      return pc === (bank | (row.operand & 0xffff));
    case GO_LONG:
      return pc === row.operand;
    case GO_BANK:
      return (pc & 0xff0000) === bank;
    case GO_VECTOR:
      return pc >>> 16 === 0;
    case GO_AGAIN:
      return pc === after || pc === row.pc;
    default:
      return true;
  }
}

const CHANGES_A = 1;
const CHANGES_X = 2;
const CHANGES_Y = 4;
const CHANGES_D = 8;
const CHANGES_BANK = 16;

/** Instructions that may change a register. Setting the index width clears high bytes. */
const CHANGERS: readonly (readonly [number, string])[] = [
  [CHANGES_A, 'LDA ADC SBC AND ORA EOR PLA TXA TYA TDC TSC XBA MVN MVP'],
  [CHANGES_X, 'LDX INX DEX PLX TAX TSX TYX MVN MVP SEP PLP RTI XCE'],
  [CHANGES_Y, 'LDY INY DEY PLY TAY TXY MVN MVP SEP PLP RTI XCE'],
  [CHANGES_D, 'PLD TCD'],
  [CHANGES_BANK, 'PLB MVN MVP'],
];
const MAY_CHANGE = Uint8Array.from(OPCODES, ({ name, mode }) => {
  const own = mode === 'accumulator' ? CHANGES_A : 0;
  return CHANGERS.reduce((mask, [bit, names]) => (names.split(' ').includes(name) ? mask | bit : mask), own);
});

/** Whether all registers that the instruction cannot change are unchanged. */
function keepsRegisters(row: CpuRow, after: CpuRow): boolean {
  const may = MAY_CHANGE[row.opcode] as number;
  return (
    ((may & CHANGES_A) !== 0 || row.a === after.a) &&
    ((may & CHANGES_X) !== 0 || row.x === after.x) &&
    ((may & CHANGES_Y) !== 0 || row.y === after.y) &&
    ((may & CHANGES_D) !== 0 || row.d === after.d) &&
    ((may & CHANGES_BANK) !== 0 || row.db === after.db)
  );
}

function isSameState(row: CpuRow, after: CpuRow): boolean {
  return (
    row.pc === after.pc &&
    row.opcode === after.opcode &&
    row.a === after.a &&
    row.x === after.x &&
    row.y === after.y &&
    row.s === after.s &&
    row.d === after.d &&
    row.db === after.db &&
    row.p === after.p
  );
}

/**
 * The relation of a row to the next one: one of the `FLOW_` constants.
 * @param after the next row of the trace
 */
function flowOf(row: CpuRow, after: CpuRow): Flow {
  // an instruction that changes nothing at all can only come again by a branch to itself
  if (isSameState(row, after) && GO_CODES[row.opcode] !== GO_TARGET && GO_CODES[row.opcode] !== GO_BRANCH) {
    return FLOW_AGAIN;
  }
  if (isSameState(row, after) && !mayReach(row, after.pc)) return FLOW_AGAIN;
  if (!keepsRegisters(row, after)) return FLOW_GAP;
  const stack = stackAfter(row);
  if (mayReach(row, after.pc) && (stack < 0 || after.s === stack)) return FLOW_NEXT;
  if (after.pc >>> 16 !== 0 || (after.p & FLAG_I) === 0 || (after.p & FLAG_D) !== 0) return FLOW_GAP;
  const pushed = row.e === 1 ? 3 : 4;
  return stack < 0 || after.s === ((stack - pushed) & 0xffff) ? FLOW_INTERRUPT : FLOW_GAP;
}

// Counts frames in a trace: by the printed number if there is one, else by entries of the frame
// interrupt; before the first entry, and without any, by the scan line's return to the top.

/**
 * An NMI is taken at the start of the vertical blank, which is line 225 or, with overscan, line
 * 240.
 */
const NMI_LINES: readonly (readonly [number, number])[] = [
  [225, 232],
  [240, 247],
];

interface FrameClock {
  /** Frame of the last row; from 0, or as printed. */
  frame(): number;
  row(row: CpuRow): void;
  /** Takes an interrupt. @param isNmi undefined: the trace does not say */
  interrupt(row: CpuRow, isNmi: boolean | undefined): void;
  /** Number of frames begun. */
  count(): number;
  /** Sentence on how frames were counted. */
  how(): string;
}

function formatPc(pc: number): string {
  const text = hexText(pc, 6);
  return `${text.slice(0, 2)}:${text.slice(2)}`;
}

function createFrameClock(): FrameClock {
  let frame = 0;
  let begun = 0;
  let printed = false;
  let lastLine = -1;
  let handler = -1;
  let handlerLine = 0;

  function begin(): void {
    frame++;
    begun++;
  }

  function row(current: CpuRow): void {
    if (current.frame >= 0) {
      if (begun === 0 || current.frame !== frame) begun++;
      printed = true;
      frame = current.frame;
      return;
    }
    if (current.v < 0) return;
    if (handler < 0 && lastLine - current.v > 100) begin();
    lastLine = current.v;
  }

  function looksLikeNmi(current: CpuRow): boolean {
    return NMI_LINES.some(([from, to]) => current.v >= from && current.v <= to);
  }

  function interrupt(current: CpuRow, isNmi: boolean | undefined): void {
    if (handler < 0 && (isNmi ?? looksLikeNmi(current))) {
      handler = current.pc;
      handlerLine = current.line;
    }
    if (!printed && current.pc === handler) begin();
  }

  function how(): string {
    if (printed) return 'as the trace numbers them';
    if (handler >= 0) {
      return `counted at the frame interrupt's entry ${formatPc(handler)}, first taken in line ${handlerLine}; before it by the scan line`;
    }
    return lastLine < 0
      ? 'not found: the trace shows neither scan lines nor an interrupt'
      : 'counted where the scan line goes back to the top; no frame interrupt was seen';
  }

  return { frame: () => frame, row, interrupt, count: () => begun, how };
}

const RTI = 0x40;
/** Maximum depth of nested interrupts; more mean missing rows. */
const MAX_DEPTH = 32;

export interface WalkListener {
  /** A row before it executes. */
  row(row: CpuRow): void;
  read(address: number, value: number, derived?: boolean): void;
  write(address: number, value: number): void;
  /** Rows are missing before this row. */
  gap(row: CpuRow): void;
  /** Memory changed by DMA. */
  dma(): void;
}

export interface Walk {
  readonly memory: KnownMemory;
  readonly frames: FrameClock;
  readonly counts: AccessCounts;
  /** Interrupts that are being served. */
  depth(): number;
  gaps(): number;
  /** Line of the first row that does not follow from the one before it, or 0. */
  firstGap(): number;
  interrupts(): number;
  take(row: CpuRow, kind: LineKind): void;
  /** Applies what the last row shows without a successor. */
  finish(): void;
}

function copyRow(to: CpuRow, from: CpuRow): void {
  to.line = from.line;
  to.pc = from.pc;
  to.opcode = from.opcode;
  to.operand = from.operand;
  to.a = from.a;
  to.x = from.x;
  to.y = from.y;
  to.s = from.s;
  to.d = from.d;
  to.db = from.db;
  to.p = from.p;
  to.e = from.e;
  to.shownAddress = from.shownAddress;
  to.shownValue = from.shownValue;
  to.shownWidth = from.shownWidth;
  to.v = from.v;
  to.frame = from.frame;
}

/**
 * Creates a walk through a trace.
 * @param rom the image that ran, without copier header; its bytes are known
 */
export function createWalk(mapping: Mapping, listener: WalkListener, rom?: Uint8Array): Walk {
  const memory = createKnownMemory();
  if (rom !== undefined) knowRom(memory, rom, mapping);
  const frames = createFrameClock();
  const accesses = createAccesses({ memory, mapping, sink: listener, onDma: listener.dma });
  const previous = createRow();
  let hasPrevious = false;
  let gaps = 0;
  let firstGap = 0;
  let interrupts = 0;
  let message: LineKind = LINE_ROW;
  /** S before each open interrupt. */
  const served: number[] = [];

  /** Follows a row. False: it is the previous row, printed again. */
  function follow(row: CpuRow): boolean {
    const flow = flowOf(previous, row);
    if (flow === FLOW_AGAIN) return false;
    if (flow === FLOW_GAP) {
      accesses.apply(previous, undefined);
      memory.forget();
      served.length = 0;
      if (gaps === 0) firstGap = row.line;
      gaps++;
      listener.gap(row);
      return true;
    }
    accesses.apply(previous, row);
    if (flow === FLOW_INTERRUPT) {
      interrupts++;
      const before = stackAfter(previous);
      if (served.length === MAX_DEPTH) served.length = 0;
      served.push(before < 0 ? (row.s + 4) & 0xffff : before);
      frames.interrupt(row, message === LINE_NMI ? true : message === LINE_IRQ ? false : undefined);
    } else if (previous.opcode === RTI && served.length > 0 && row.s >= (served[served.length - 1] as number)) {
      served.pop();
    }
    return true;
  }

  function take(row: CpuRow, kind: LineKind): void {
    if (kind !== LINE_ROW) {
      message = kind;
      return;
    }
    if (hasPrevious && !follow(row)) return;
    message = LINE_ROW;
    frames.row(row);
    listener.row(row);
    copyRow(previous, row);
    hasPrevious = true;
  }

  return {
    memory,
    frames,
    counts: accesses.counts,
    depth: () => served.length,
    gaps: () => gaps,
    firstGap: () => firstGap,
    interrupts: () => interrupts,
    take,
    finish() {
      if (hasPrevious) accesses.apply(previous, undefined);
      hasPrevious = false;
    },
  };
}
