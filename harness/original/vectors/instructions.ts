/**
 * Single instructions of the 65816 (the `65816-*` files): the function of the integer core that
 * computes each instruction, and the flags of P that it sets.
 */
import * as int from '../../../core/int/index.js';
import type { VectorCase } from './format.js';

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
export interface InstructionResult {
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
export function runInstruction(vector: VectorCase): InstructionResult | undefined {
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
export function runHardware(vector: VectorCase): ReadonlyMap<number, number> | undefined {
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
