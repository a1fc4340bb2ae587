/** Runs one case and compares exit, result registers, written cells and draws. */
import * as int from '../../../core/int/index.js';
import { read16 } from '../../../core/int/uint.js';
import { byteOf, exitOf, type RoutineResult, wordOf } from '../../../core/live-a-live/memory/machine.js';
import { RuleError } from '../../../core/system/system.js';
import { placeByName } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import type { Adapter, Argument, ResultPlace } from './adapters/adapter.js';
import {
  type CaseMachine,
  compareMemory,
  describeAddress,
  drawsOf,
  fillMemory,
  putMemory,
  putTables,
} from './case-machine.js';
import type { Registers, VectorCase, VectorHeader } from './format.js';

// Single instructions of the 65816 (the `65816-*` files): the function of the integer core that
// computes each instruction, and the flags of P that it sets.

const FLAG_M = 0x20;
const FLAG_X = 0x10;
const FLAG_D = 0x08;
const { FLAG_N, FLAG_V, FLAG_Z, FLAG_C } = int;
const NZ = FLAG_N | FLAG_Z;
const NZC = NZ | FLAG_C;
const NVZC = NZC | FLAG_V;

type Operation = (value: number, operand: number, carry: number) => int.Packed;

interface Instruction {
  readonly byte: Operation;
  readonly word: Operation;
  /** Flags of P that it sets. */
  readonly flags: number;
  /** Flag of P for the width. */
  readonly width: number;
  /** Its register, for a mode without memory. */
  readonly register: 'A' | 'X' | 'Y';
  /** The instruction only sets flags. */
  readonly testOnly?: true;
}

function accumulator(byte: Operation, word: Operation, flags: number): Instruction {
  return { byte, word, flags, width: FLAG_M, register: 'A' };
}

const ADD = accumulator(int.addWithCarry8, int.addWithCarry16, NVZC);
const SUBTRACT = accumulator(int.subtractWithBorrow8, int.subtractWithBorrow16, NVZC);
const DECIMAL: Readonly<Record<string, Instruction>> = {
  ADC: accumulator(int.addWithCarryDecimal8, int.addWithCarryDecimal16, NVZC),
  SBC: accumulator(int.subtractWithBorrowDecimal8, int.subtractWithBorrowDecimal16, NVZC),
};
const INCREMENT = accumulator(int.increment8, int.increment16, NZ);
const DECREMENT = accumulator(int.decrement8, int.decrement16, NZ);
const BIT_IMMEDIATE: Instruction = { ...accumulator(int.bitImmediate, int.bitImmediate, FLAG_Z), testOnly: true };
const BIT_MEMORY: Instruction = { ...accumulator(int.bit8, int.bit16, FLAG_N | FLAG_V | FLAG_Z), testOnly: true };

const INSTRUCTIONS: Readonly<Record<string, Instruction>> = {
  ADC: ADD,
  SBC: SUBTRACT,
  CMP: { ...accumulator(int.compare8, int.compare16, NZC), testOnly: true },
  AND: accumulator(int.and8, int.and16, NZ),
  ORA: accumulator(int.or8, int.or16, NZ),
  EOR: accumulator(int.xor8, int.xor16, NZ),
  ASL: accumulator(int.shiftLeft8, int.shiftLeft16, NZC),
  LSR: accumulator(int.shiftRight8, int.shiftRight16, NZC),
  ROL: accumulator(int.rotateLeft8, int.rotateLeft16, NZC),
  ROR: accumulator(int.rotateRight8, int.rotateRight16, NZC),
  INC: INCREMENT,
  DEC: DECREMENT,
  INX: { ...INCREMENT, width: FLAG_X, register: 'X' },
  INY: { ...INCREMENT, width: FLAG_X, register: 'Y' },
  DEX: { ...DECREMENT, width: FLAG_X, register: 'X' },
  DEY: { ...DECREMENT, width: FLAG_X, register: 'Y' },
};

/** Operations that take the carry as the bit shifted in, not as part of a sum with an operand. */
const ROTATES = new Set(['ROL', 'ROR']);
const MEMORY_OPERAND = 0x7e0010;

/** Registers and memory after one instruction. */
interface InstructionResult {
  readonly registers: Readonly<Record<'A' | 'X' | 'Y' | 'P', number>>;
  readonly memory: ReadonlyMap<number, number>;
}

function find(op: string, mode: string | undefined, p: number): Instruction | undefined {
  if (op === 'BIT') return mode === 'mem' ? BIT_MEMORY : BIT_IMMEDIATE;
  return ((p & FLAG_D) !== 0 ? DECIMAL[op] : undefined) ?? INSTRUCTIONS[op];
}

function exchange(registers: VectorCase['registers']): InstructionResult {
  const packed = int.exchangeBytes(registers.A);
  const p = (registers.P & ~NZ) | int.flagsOf(packed);
  return { registers: { ...registers, A: int.resultOf(packed), P: p }, memory: new Map() };
}

/** Runs the instruction of a case, or returns undefined when there is no such instruction here. */
function runInstruction(vector: VectorCase): InstructionResult | undefined {
  const { registers, op, mode } = vector;
  if (op === undefined) return undefined;
  if (op === 'XBA') return exchange(registers);
  const instruction = find(op, mode, registers.P);
  if (instruction === undefined) return undefined;
  const isByte = (registers.P & instruction.width) !== 0;
  const mask = isByte ? 0xff : 0xffff;
  const inMemory = mode === 'mem';
  const low = vector.memory.get(MEMORY_OPERAND) ?? 0;
  const cell = (low | ((vector.memory.get(MEMORY_OPERAND + 1) ?? 0) << 8)) & mask;
  const register = registers[instruction.register];
  const carry = registers.P & FLAG_C;
  const worksOnCell = inMemory && op !== 'BIT';
  const value = worksOnCell ? cell : register & mask;
  const second = ROTATES.has(op) ? carry : inMemory ? cell : (vector.operand ?? 0) & mask;
  const packed = (isByte ? instruction.byte : instruction.word)(value, second, carry);
  const p = (registers.P & ~instruction.flags) | (int.flagsOf(packed) & instruction.flags);
  const result = int.resultOf(packed);
  const memory = new Map<number, number>();
  const after = { ...registers, P: p };
  if (instruction.testOnly !== true) {
    if (worksOnCell) {
      memory.set(MEMORY_OPERAND, result & 0xff);
      if (!isByte) memory.set(MEMORY_OPERAND + 1, result >>> 8);
    } else {
      after[instruction.register] = (register & ~mask) | result;
    }
  }
  return { registers: after, memory };
}

/**
 * Runs a case of the multiplier and divider files: registers are written in ascending order,
 * results are read after the unit has finished.
 */
function runHardware(vector: VectorCase): ReadonlyMap<number, number> | undefined {
  const at = (address: number): number => vector.memory.get(address) ?? 0;
  let quotient: number;
  let product: number;
  if (vector.memory.has(0x004203)) {
    product = int.multiply8x8(at(0x004202), at(0x004203));
    quotient = at(0x004203);
  } else if (vector.memory.has(0x004206)) {
    const dividend = at(0x004204) | (at(0x004205) << 8);
    quotient = int.divideQuotient(dividend, at(0x004206));
    product = int.divideRemainder(dividend, at(0x004206));
  } else return undefined;
  return new Map([
    [0x004214, quotient & 0xff],
    [0x004215, quotient >>> 8],
    [0x004216, product & 0xff],
    [0x004217, product >>> 8],
  ]);
}

const FLAG_BIT: Readonly<Record<'N' | 'V' | 'Z' | 'C', number>> = { N: 7, V: 6, Z: 1, C: 0 };

/** Value of an argument at entry. */
export function argumentValue(registers: Registers, argument: Argument): number {
  switch (argument) {
    case 'A':
      return registers.A;
    case 'A8':
      return registers.A & 0xff;
    case 'X':
      return registers.X;
    case 'Y':
      return registers.Y;
    default:
      return (registers.P >>> FLAG_BIT[argument]) & 1;
  }
}

/** The result of a call in the terms of the adapter. */
export interface CallResult {
  readonly exit: string;
  readonly returned: number;
}

/** A call that the original never returns from, so that no recording of it can hold a result. */
export function isWithoutEnd(error: unknown): error is RuleError {
  return error instanceof RuleError && error.code === 'E_NO_END';
}

/** The error to tell for one of a call. @param what the call @param place file and line of it */
export function callError(error: unknown, what: string, place: { file: string; line: number }): unknown {
  if (!isWithoutEnd(error)) return error;
  return new LockstepError('E_NO_END', `${what} never returns: ${error.message}`, {
    ...place,
    expected: 'a list that ends with 80h as a state',
    remedy: 'Begin the walk in front of the first enemy, X = 1AF0h (6896), or take the call out',
  });
}

/** Calls our function as the adapter says. @throws RuleError `E_NO_END` */
export function callAdapter(target: CaseMachine, adapter: Adapter, registers: Registers): CallResult {
  const values = adapter.arguments.map((argument) => argumentValue(registers, argument));
  const returned = Number(adapter.run(target.machine, ...values) ?? 0);
  const exit = adapter.returns === 'exit' ? returned : adapter.returns === 'outcome' ? exitOf(returned) : 0;
  return { exit: adapter.exits[exit] ?? `exit ${exit}`, returned };
}

/** Value of a result after the call. */
export function resultValue(target: CaseMachine, place: ResultPlace, returned: RoutineResult, entry: number): number {
  if (place === 'value') return returned;
  if (place === 'word') return wordOf(returned);
  if (place === 'byte') return byteOf(returned);
  if (place === 'entry') return entry;
  if ('whereByteIs' in place) return byteOf(returned) === place.whereByteIs ? 1 : 0;
  const cell = placeByName(place.cell);
  return cell === undefined ? -1 : read16(target.machine.ram, cell.offset);
}

/** The same part of a recorded register. */
function recorded(registers: Readonly<Partial<Registers>>, name: string): number | undefined {
  switch (name) {
    case 'A8':
      return registers.A === undefined ? undefined : registers.A & 0xff;
    case 'Z':
      return registers.P === undefined ? undefined : (registers.P >>> 1) & 1;
    default:
      return registers[name as 'A' | 'X' | 'Y'];
  }
}

/** Registers of a case, or of a header, that the adapter compares; P by its zero flag. */
export function comparesRegister({ results }: Adapter, name: string): boolean {
  if (name === 'P') return results.Z !== undefined;
  return results[name as 'A' | 'X' | 'Y'] !== undefined || (name === 'A' && results.A8 !== undefined);
}

function compareResults(
  target: CaseMachine,
  adapter: Adapter,
  vector: VectorCase,
  returned: number,
): string | undefined {
  for (const [name, place] of Object.entries(adapter.results)) {
    const theirs = recorded(vector.outRegisters, name);
    if (theirs === undefined || place === undefined) continue;
    const entry = argumentValue(vector.registers, name as Argument);
    const mine = resultValue(target, place, returned, entry);
    if (mine !== theirs) return `register ${name}: mine ${mine}, theirs ${theirs}`;
  }
  return undefined;
}

function compareDraws(mine: readonly number[], theirs: readonly number[]): string | undefined {
  const differs = mine.length !== theirs.length || mine.some((value, index) => value !== theirs[index]);
  return differs ? `draws: mine [${mine.join(', ')}], theirs [${theirs.join(', ')}]` : undefined;
}

/** The battle generator's first byte: a case that draws from the real generator names it. */
const GENERATOR = 0x7e0338;

/**
 * Prepares the memory of a case and runs it.
 * @returns text about the first difference, or undefined when all agrees
 * @throws RuleError `E_NO_END`
 */
export function runCase(
  target: CaseMachine,
  adapter: Adapter,
  header: VectorHeader,
  vector: VectorCase,
): string | undefined {
  const { machine, before } = target;
  fillMemory(target, vector.line);
  const outside = putMemory(target, vector.memory) ?? putTables(target, vector.tables);
  if (outside !== undefined) return outside;
  before.set(machine.ram);
  machine.events.length = 0;
  const scripted = vector.draws.length > 0 && !vector.outMemory.has(GENERATOR);
  machine.script = scripted ? { values: Uint8Array.from(vector.draws), next: 0 } : undefined;
  const { exit, returned } = callAdapter(target, adapter, vector.registers);
  if (exit !== vector.exit) return `exit: mine ${exit}, theirs ${vector.exit}`;
  const script = machine.script;
  const used = script === undefined ? drawsOf(machine.events) : vector.draws.slice(0, script.next);
  if (script !== undefined && script.next > vector.draws.length)
    return `draws: ${script.next} instead of ${vector.draws.length}`;
  return (
    compareResults(target, adapter, vector, returned) ??
    compareMemory(target, vector.outMemory, header.scratch) ??
    compareDraws(used, vector.draws)
  );
}

/** Runs a case of the `65816-*` files. */
export function runInstructionCase(vector: VectorCase): string | undefined {
  if (vector.op === undefined) return compareMaps(runHardware(vector), vector.outMemory);
  const result = runInstruction(vector);
  if (result === undefined) return `no such instruction: ${vector.op}`;
  for (const name of ['A', 'X', 'Y', 'P'] as const) {
    const theirs = vector.outRegisters[name];
    if (theirs !== undefined && result.registers[name] !== theirs) {
      return `register ${name}: mine ${result.registers[name]}, theirs ${theirs}`;
    }
  }
  return compareMaps(result.memory, vector.outMemory);
}

function compareMaps(
  mine: ReadonlyMap<number, number> | undefined,
  theirs: ReadonlyMap<number, number>,
): string | undefined {
  if (mine === undefined) return 'the registers written belong to no unit';
  for (const [address, value] of theirs) {
    if (mine.get(address) !== value) {
      return `${describeAddress(address)}: mine ${mine.get(address) ?? 'not written'}, theirs ${value}`;
    }
  }
  for (const address of mine.keys())
    if (!theirs.has(address)) return `${describeAddress(address)}: written by mine only`;
  return undefined;
}
