/** The arithmetic of instructions, forwards and backwards: it lets a trace show memory. */
import { type CpuRow, FLAG_C, FLAG_D } from './instruction/row.js';

/**
 * Operand of ADC, SBC, EOR and others, as far as the result determines it; or -1.
 * @param mask FFh or FFFFh
 */
export function operandFromResult(name: string, row: CpuRow, next: CpuRow, mask: number): number {
  const before = row.a & mask;
  const after = next.a & mask;
  const carry = row.p & FLAG_C;
  if (name === 'EOR') return before ^ after;
  if (name === 'AND') return before === mask ? after : -1;
  if (name === 'ORA') return before === 0 ? after : -1;
  if ((row.p & FLAG_D) !== 0) return -1;
  if (name === 'ADC') return (after - before - carry) & mask;
  return name === 'SBC' ? (before - after - (1 - carry)) & mask : -1;
}

/** The value in memory after a modifying instruction, or -1. @param width bytes, 1 or 2 */
export function modified(name: string, row: CpuRow, old: number, width: number): number {
  if (old < 0) return -1;
  const mask = width === 1 ? 0xff : 0xffff;
  const top = width === 1 ? 0x80 : 0x8000;
  const carry = row.p & FLAG_C;
  switch (name) {
    case 'INC':
      return (old + 1) & mask;
    case 'DEC':
      return (old - 1) & mask;
    case 'ASL':
      return (old << 1) & mask;
    case 'LSR':
      return old >>> 1;
    case 'ROL':
      return ((old << 1) | carry) & mask;
    case 'ROR':
      return (old >>> 1) | (carry === 0 ? 0 : top);
    case 'TSB':
      return old | (row.a & mask);
    default:
      return old & ~row.a & mask;
  }
}
