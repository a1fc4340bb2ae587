/**
 * The bytes that an instruction read and wrote, with their values, from its own row and the next
 * one.
 */

import { OPCODES } from '../../../core/cpu/opcodes.js';
import { IS_INDEX, KINDS } from './access-kind.js';
import { type AccessCounts, type AccessOptions, type AccessState, createAccessState } from './access-state.js';
import { modified, operandFromResult } from './arithmetic.js';
import { addressOf, secondByte } from './effective-address.js';
import { type CpuRow, isByteA, isByteIndex } from './instruction/row.js';
import { canonical, isRegister } from './memory.js';
import { writeRegister } from './register-writes.js';

export interface Accesses {
  /**
   * Passes on the accesses of a row.
   * @param next the following row; undefined: rows are missing there
   */
  apply(row: CpuRow, next: CpuRow | undefined): void;
  readonly counts: AccessCounts;
}

/** An operand in memory: canonical addresses of its one or two bytes. */
interface Operand {
  first: number;
  second: number;
  width: number;
}

/** The value before the instruction, as far as other evidence than the result shows it; or -1. */
function knownValue({ memory, counts }: AccessState, row: CpuRow, operand: Operand): number {
  const low = memory.get(operand.first);
  const high = operand.width === 1 ? 0 : memory.get(operand.second);
  if (low >= 0 && high >= 0) return low | (high << 8);
  if (row.shownValue >= 0 && row.shownWidth >= operand.width && counts.shownWrong === 0) {
    return operand.width === 1 ? row.shownValue & 0xff : row.shownValue;
  }
  return -1;
}

function readOperand({ sink, memory }: AccessState, operand: Operand, value: number, derived: boolean): void {
  const { first, second, width } = operand;
  sink.read(first, value < 0 ? memory.get(first) : value & 0xff, derived);
  if (value >= 0) memory.set(first, value & 0xff);
  if (width === 1) return;
  sink.read(second, value < 0 ? memory.get(second) : value >>> 8, derived);
  if (value >= 0) memory.set(second, value >>> 8);
}

function writeByte(state: AccessState, address: number, value: number): void {
  if (isRegister(address)) {
    writeRegister(state, address, value);
    return;
  }
  state.sink.write(address, value);
  state.memory.set(address, value);
}

function writeOperand(state: AccessState, { first, second, width }: Operand, value: number): void {
  writeByte(state, first, value < 0 ? -1 : value & 0xff);
  if (width === 2) writeByte(state, second, value < 0 ? -1 : (value >>> 8) & 0xff);
}

/**
 * Counts contradictions between a value shown by an instruction and memory or the printed value.
 */
function countContradictions(state: AccessState, row: CpuRow, operand: Operand, value: number): void {
  const { memory, counts } = state;
  const { first, second, width } = operand;
  if (value < 0 || isRegister(first)) return;
  const low = memory.get(first);
  const high = width === 1 ? -1 : memory.get(second);
  if ((low >= 0 && low !== (value & 0xff)) || (high >= 0 && high !== value >>> 8)) counts.changedUnseen++;
  if (row.shownValue >= 0 && row.shownWidth === width && row.shownValue !== value) counts.shownWrong++;
}

function moveBlock(state: AccessState, row: CpuRow, next: CpuRow | undefined): void {
  const { mapping, memory, sink } = state;
  const step = row.opcode === 0x54 ? 1 : -1;
  const count = next === undefined ? 1 : (row.a - next.a) & 0xffff || 0x1_0000;
  const mask = isByteIndex(row) ? 0xff : 0xffff;
  for (let index = 0; index < count; index++) {
    const source = canonical(((row.operand & 0xff) << 16) | ((row.x + step * index) & mask), mapping);
    const target = canonical(((row.operand >>> 8) << 16) | ((row.y + step * index) & mask), mapping);
    const value = memory.get(source);
    sink.read(source, value);
    writeByte(state, target, value);
  }
}

/** Forgets the bytes that the instruction, or an interrupt behind it, pushed. */
function forgetPushed({ memory, mapping }: AccessState, row: CpuRow, next: CpuRow | undefined): void {
  if (next === undefined) return;
  const change = ((next.s - row.s) << 16) >> 16;
  for (let index = 0; index < -change && index < 8; index++) {
    memory.set(canonical((row.s - index) & 0xffff, mapping), -1);
  }
}

/** Handles an operand behind a pointer that the trace does not show. */
function applyUnknown({ sink, memory }: AccessState, writes: boolean): void {
  sink.read(-1, -1);
  if (!writes) return;
  memory.forget();
  sink.write(-1, -1);
}

function applyStore(state: AccessState, row: CpuRow, operand: Operand, name: string): void {
  const mask = operand.width === 1 ? 0xff : 0xffff;
  const value = name === 'STZ' ? 0 : name === 'STA' ? row.a : name === 'STX' ? row.x : row.y;
  writeOperand(state, operand, value & mask);
}

function applyLoad(state: AccessState, row: CpuRow, next: CpuRow | undefined, operand: Operand, name: string): void {
  const register = next === undefined ? -1 : name === 'LDA' ? next.a : name === 'LDX' ? next.x : next.y;
  const mask = operand.width === 1 ? 0xff : 0xffff;
  const value = register < 0 ? knownValue(state, row, operand) : register & mask;
  countContradictions(state, row, operand, value);
  readOperand(state, operand, value, false);
}

function applyCombine(state: AccessState, row: CpuRow, next: CpuRow | undefined, operand: Operand, name: string): void {
  // What was stored there counts more than what a sum gives back: a wrong sum must not pass for
  // another operand.
  const mask = operand.width === 1 ? 0xff : 0xffff;
  const derived = next === undefined ? -1 : operandFromResult(name, row, next, mask);
  countContradictions(state, row, operand, derived);
  const value = knownValue(state, row, operand);
  if (value < 0) readOperand(state, operand, derived, derived >= 0);
  else readOperand(state, operand, value, false);
}

function applyModify(state: AccessState, row: CpuRow, operand: Operand, name: string): void {
  const old = knownValue(state, row, operand);
  readOperand(state, operand, old, false);
  writeOperand(state, operand, modified(name, row, old, operand.width));
}

/** Applies a row. @param operand filled by this function */
function applyRow(state: AccessState, row: CpuRow, next: CpuRow | undefined, operand: Operand): void {
  const kind = KINDS[row.opcode];
  if (kind === 'none') {
    forgetPushed(state, row, next);
    return;
  }
  if (kind === 'move') {
    moveBlock(state, row, next);
    return;
  }
  const { name, mode } = OPCODES[row.opcode] as (typeof OPCODES)[number];
  const address = addressOf(row, mode, state);
  if (address < 0) {
    applyUnknown(state, kind === 'store' || kind === 'modify');
    return;
  }
  operand.width = (IS_INDEX[row.opcode] === true ? isByteIndex(row) : isByteA(row)) ? 1 : 2;
  operand.first = canonical(address, state.mapping);
  operand.second = secondByte(address, mode, state.mapping);
  if (kind === 'store') applyStore(state, row, operand, name);
  else if (kind === 'load') applyLoad(state, row, next, operand, name);
  else if (kind === 'combine') applyCombine(state, row, next, operand, name);
  else applyModify(state, row, operand, name);
  if (next !== undefined && next.s !== row.s) forgetPushed(state, row, next);
}

export function createAccesses(options: AccessOptions): Accesses {
  const state = createAccessState(options);
  const operand: Operand = { first: 0, second: 0, width: 1 };
  return { apply: (row, next) => applyRow(state, row, next, operand), counts: state.counts };
}
