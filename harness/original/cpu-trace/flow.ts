/** The relation of two rows: the next instruction, an interrupt between them, or missing rows. */
import { lengthOf, OPCODES } from '../../../core/cpu/opcodes.js';
import { type CpuRow, FLAG_D, FLAG_I, isByteA, isByteIndex } from './instruction/row.js';

export const FLOW_NEXT = 0;
export const FLOW_INTERRUPT = 1;
export const FLOW_GAP = 2;
/** The same row again: Snes9x prints the last row of a frame twice and executes it once. */
export const FLOW_AGAIN = 3;
export type Flow = typeof FLOW_NEXT | typeof FLOW_INTERRUPT | typeof FLOW_GAP | typeof FLOW_AGAIN;

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
export function stackAfter(row: CpuRow): number {
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
export function flowOf(row: CpuRow, after: CpuRow): Flow {
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
