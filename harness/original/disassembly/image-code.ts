/** The bytes of an image by bus address, and instructions cut out of them. */
import { lengthOf, type Mode, OPCODES } from '../../../core/cpu/index.js';
import { fileOffsetOf, type Mapping } from '../../../rom-map/cartridge/index.js';
import { bitOf, type FlowState } from './flow-state.js';

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
