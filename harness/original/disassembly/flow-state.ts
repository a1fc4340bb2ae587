/**
 * What is known of the processor before an instruction, without its having run: widths, mode,
 * carry, D, DB, constants on the stack.
 */
import { lengthOf, type Mode, OPCODES } from '../../../core/cpu/index.js';
import { fileOffsetOf, type Mapping } from '../../../rom-map/cartridge/index.js';

/** A flag: its value in bit 0; bit 1 set: not known, the value is only assumed. */
export type FlowBit = 0 | 1 | 2 | 3;

/** A number, or -1: not known. */
export type Known = number;

export interface FlowState {
  /** 1 = the accumulator has 8 bits. */
  readonly m: FlowBit;
  /** 1 = the index registers have 8 bits. */
  readonly x: FlowBit;
  /** 1 = emulation mode. */
  readonly e: FlowBit;
  readonly carry: FlowBit;
  readonly direct: Known;
  readonly dataBank: Known;
  /** Low and high byte of the accumulator. */
  readonly low: Known;
  readonly high: Known;
  /** Bytes pushed since the start, the last one on top; `statusByte` for those of PHP. */
  readonly stack: readonly number[];
}

const STATUS = 0x1_0000;

/** P as PHP pushes it: M, X and C with what is known of them. */
export function statusByte(state: FlowState): number {
  return STATUS | state.m | (state.x << 2) | (state.carry << 4);
}

/** The flags that a pulled byte sets, or undefined when nothing is known of it. */
export function flagsOfByte(byte: number): Pick<FlowState, 'm' | 'x' | 'carry'> | undefined {
  if (byte < 0) return undefined;
  if (byte >= STATUS) {
    return { m: (byte & 3) as FlowBit, x: ((byte >> 2) & 3) as FlowBit, carry: ((byte >> 4) & 3) as FlowBit };
  }
  return { m: ((byte >> 5) & 1) as FlowBit, x: ((byte >> 4) & 1) as FlowBit, carry: (byte & 1) as FlowBit };
}

export function isKnown(bit: FlowBit): boolean {
  return bit < 2;
}

/** The value, known or assumed. */
export function bitOf(bit: FlowBit): 0 | 1 {
  return (bit & 1) as 0 | 1;
}

/** The same value, no longer known. */
export function doubted(bit: FlowBit): FlowBit {
  return (bit | 2) as FlowBit;
}

/**
 * Entry state.
 *
 * @param m undefined: not known, 8 bits assumed
 * @param x undefined: not known, 16 bits assumed
 */
export function entryState(given: {
  readonly m: FlowBit | undefined;
  readonly x: FlowBit | undefined;
  readonly e?: FlowBit;
  readonly direct: Known;
  readonly dataBank: Known;
}): FlowState {
  const { m = 3, x = 2, e = 0, direct, dataBank } = given;
  return { m, x, e, carry: 2, direct, dataBank, low: -1, high: -1, stack: [] };
}

function joinBits(first: FlowBit, second: FlowBit): FlowBit {
  return first === second ? first : doubted(first);
}

function joinKnown(first: Known, second: Known): Known {
  return first === second ? first : -1;
}

/** What lies on both stacks, from the top. */
function joinStacks(first: readonly number[], second: readonly number[]): readonly number[] {
  const depth = Math.min(first.length, second.length);
  const mine = first.slice(first.length - depth);
  const theirs = second.slice(second.length - depth);
  return mine.map((byte, index) => joinKnown(byte, theirs[index] as number));
}

/**
 * What holds on both ways to an instruction; where they differ the first one's widths stay, no
 * longer known.
 */
export function joinStates(first: FlowState, second: FlowState): FlowState {
  return {
    m: joinBits(first.m, second.m),
    x: joinBits(first.x, second.x),
    e: joinBits(first.e, second.e),
    carry: joinBits(first.carry, second.carry),
    direct: joinKnown(first.direct, second.direct),
    dataBank: joinKnown(first.dataBank, second.dataBank),
    low: joinKnown(first.low, second.low),
    high: joinKnown(first.high, second.high),
    stack: joinStacks(first.stack, second.stack),
  };
}

export function sameStates(first: FlowState, second: FlowState): boolean {
  return (
    first.m === second.m &&
    first.x === second.x &&
    first.e === second.e &&
    first.carry === second.carry &&
    first.direct === second.direct &&
    first.dataBank === second.dataBank &&
    first.low === second.low &&
    first.high === second.high &&
    first.stack.length === second.stack.length &&
    first.stack.every((byte, index) => byte === second.stack[index])
  );
}

// The bytes of an image by bus address, and instructions cut out of them.

export interface ImageCode {
  readonly image: Uint8Array;
  readonly mapping: Mapping;
}

export interface Instruction {
  /** 24 bits. */
  readonly address: number;
  readonly opcode: number;
  readonly name: string;
  readonly mode: Mode;
  readonly bytes: readonly number[];
  /** Little-endian, 0 without one. */
  readonly operand: number;
}

/** A byte of the image, or -1 where no ROM answers. @param address 24 bits */
export function byteAt(code: ImageCode, address: number): number {
  const offset = fileOffsetOf(code.mapping, address, code.image.length);
  return offset < 0 ? -1 : (code.image[offset] as number);
}

/** The next address in the same bank: the program counter wraps there. */
export function addressAfter(address: number, bytes: number): number {
  return (address & 0xff_0000) | ((address + bytes) & 0xffff);
}

/**
 * The instruction at an address, with the widths of the state; undefined where a byte of it is not
 * in ROM.
 */
export function instructionAt(code: ImageCode, address: number, state: FlowState): Instruction | undefined {
  const opcode = byteAt(code, address);
  const entry = OPCODES[opcode];
  if (entry === undefined) return undefined;
  const length = lengthOf(opcode, bitOf(state.m) === 1, bitOf(state.x) === 1);
  const bytes = Array.from({ length }, (_, index) => byteAt(code, addressAfter(address, index)));
  if (bytes.includes(-1)) return undefined;
  const operand = bytes.slice(1).reduce((sum, byte, index) => sum | (byte << (8 * index)), 0);
  return { address, opcode, name: entry.name, mode: entry.mode, bytes, operand };
}

/**
 * Where a branch, or a jump or call without a pointer, leads; undefined for every other
 * instruction.
 */
export function targetOf(instruction: Instruction): number | undefined {
  const { address, mode, operand, name } = instruction;
  if (mode === 'relative') return addressAfter(address, 2 + ((operand << 24) >> 24));
  if (mode === 'relativeLong' && name === 'BRL') return addressAfter(address, 3 + ((operand << 16) >> 16));
  if (mode === 'absolute' && (name === 'JMP' || name === 'JSR')) return (address & 0xff_0000) | operand;
  if (mode === 'absoluteLong' && (name === 'JML' || name === 'JSL')) return operand;
  return undefined;
}
