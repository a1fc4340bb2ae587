/** Where the operand of the instruction at hand lies, by the processor's registers and work RAM. */
import { type Cpu, D, DB, type Mode, S, X, Y } from '../../../core/cpu/index.js';

/** What of an instruction tells where its operand lies. */
interface Addressing {
  readonly mode: Mode;
  /** Little-endian, 0 without one. */
  readonly operand: number;
}

const LOW_WORK_RAM = 0x2000;

/** Bytes of a pointer in bank 0, or -1 outside of work RAM. */
function pointerAt(ram: Uint8Array, address: number, bytes: number): number {
  let value = 0;
  for (let index = bytes - 1; index >= 0; index--) {
    const at = (address + index) & 0xffff;
    if (at >= LOW_WORK_RAM) return -1;
    value = value * 256 + (ram[at] as number);
  }
  return value;
}

function inBank(cpu: Cpu, pointer: number, index: number): number {
  return pointer < 0 ? -1 : ((cpu[DB] << 16) + pointer + index) & 0xff_ffff;
}

/** 24 bits, or -1: no memory operand, or a pointer that lies elsewhere than in work RAM. */
export function effectiveAddress({ mode, operand }: Addressing, cpu: Cpu, ram: Uint8Array): number {
  const direct = (cpu[D] + operand) & 0xffff;
  switch (mode) {
    case 'direct':
      return direct;
    case 'directX':
      return (direct + cpu[X]) & 0xffff;
    case 'directY':
      return (direct + cpu[Y]) & 0xffff;
    case 'absolute':
      return inBank(cpu, operand, 0);
    case 'absoluteX':
      return inBank(cpu, operand, cpu[X]);
    case 'absoluteY':
      return inBank(cpu, operand, cpu[Y]);
    case 'absoluteLong':
      return operand;
    case 'absoluteLongX':
      return (operand + cpu[X]) & 0xff_ffff;
    case 'directIndirect':
      return inBank(cpu, pointerAt(ram, direct, 2), 0);
    case 'directXIndirect':
      return inBank(cpu, pointerAt(ram, direct + cpu[X], 2), 0);
    case 'directIndirectY':
      return inBank(cpu, pointerAt(ram, direct, 2), cpu[Y]);
    case 'directIndirectLong':
      return pointerAt(ram, direct, 3);
    case 'directIndirectLongY': {
      const pointer = pointerAt(ram, direct, 3);
      return pointer < 0 ? -1 : (pointer + cpu[Y]) & 0xff_ffff;
    }
    case 'stackRelative':
      return (cpu[S] + operand) & 0xffff;
    case 'stackRelativeIndirectY':
      return inBank(cpu, pointerAt(ram, cpu[S] + operand, 2), cpu[Y]);
    default:
      return -1;
  }
}
