/**
 * Address of an instruction's operand, computed from registers and from pointers in known memory.
 */

import type { Mode } from '../../../core/cpu/opcodes.js';
import type { CpuRow } from './instruction/row.js';
import { canonical, type KnownMemory, type Mapping } from './memory.js';

export interface KnownBytes {
  readonly memory: KnownMemory;
  readonly mapping: Mapping;
}

/** Modes whose second byte stays in bank 0. */
const BANK_0 = new Set<Mode>(['direct', 'directX', 'directY', 'stackRelative']);

/** Little-endian value in bank 0, or -1 with an unknown byte. */
function pointer(at: number, bytes: number, { memory, mapping }: KnownBytes): number {
  let value = 0;
  for (let index = 0; index < bytes; index++) {
    const byte = memory.get(canonical((at + index) & 0xffff, mapping));
    if (byte < 0) return -1;
    value += byte * 2 ** (8 * index);
  }
  return value;
}

/** 24-bit address of the operand, or -1 if it depends on an unknown pointer. */
export function addressOf(row: CpuRow, mode: Mode, known: KnownBytes): number {
  const { operand } = row;
  const bank = row.db << 16;
  switch (mode) {
    case 'direct':
      return (row.d + operand) & 0xffff;
    case 'directX':
      return (row.d + operand + row.x) & 0xffff;
    case 'directY':
      return (row.d + operand + row.y) & 0xffff;
    case 'absolute':
      return bank | operand;
    case 'absoluteX':
      return (bank + operand + row.x) & 0xffffff;
    case 'absoluteY':
      return (bank + operand + row.y) & 0xffffff;
    case 'absoluteLong':
      return operand;
    case 'absoluteLongX':
      return (operand + row.x) & 0xffffff;
    case 'stackRelative':
      return (row.s + operand) & 0xffff;
    default:
      return pointed(row, mode, bank, known);
  }
}

function pointed(row: CpuRow, mode: Mode, bank: number, known: KnownBytes): number {
  const { operand } = row;
  const at = (row.d + operand) & 0xffff;
  const isLong = mode === 'directIndirectLong' || mode === 'directIndirectLongY';
  const from =
    mode === 'directXIndirect'
      ? (at + row.x) & 0xffff
      : mode === 'stackRelativeIndirectY'
        ? (row.s + operand) & 0xffff
        : at;
  const base = pointer(from, isLong ? 3 : 2, known);
  if (base < 0) return row.shownAddress;
  const index =
    mode === 'directIndirectY' || mode === 'directIndirectLongY' || mode === 'stackRelativeIndirectY' ? row.y : 0;
  return ((isLong ? 0 : bank) + base + index) & 0xffffff;
}

/** Address of the second byte of a word. */
export function secondByte(address: number, mode: Mode, mapping: Mapping): number {
  return canonical(BANK_0.has(mode) ? (address + 1) & 0xffff : (address + 1) & 0xffffff, mapping);
}
