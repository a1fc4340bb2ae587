/** The reset line. */
import type { Bus } from './bus.js';
import { idle, read8 } from './memory.js';
import {
  type Cpu,
  D,
  DB,
  FLAG_D,
  FLAG_I,
  MASK_CHANGED_AT,
  NMI_PENDING,
  PB,
  PC,
  S,
  STOPPED,
  setEmulation,
  setFlags,
  WAITING,
} from './registers.js';

const VECTOR_RESET = 0xfffc;
/** Internal cycles before the vector is read. */
const CYCLES_BEFORE_VECTOR = 5;

/**
 * Resets: emulation mode, interrupts masked, banks and direct page 0, program counter from 00:FFFC.
 * A and the clocks keep their values.
 */
export function reset(cpu: Cpu, bus: Bus): void {
  cpu[WAITING] = 0;
  cpu[STOPPED] = 0;
  cpu[NMI_PENDING] = 0;
  cpu[MASK_CHANGED_AT] = -1;
  cpu[D] = 0;
  cpu[DB] = 0;
  cpu[PB] = 0;
  cpu[S] = 0x1ff;
  setFlags(cpu, FLAG_D | FLAG_I, FLAG_I);
  setEmulation(cpu, 1);
  for (let count = CYCLES_BEFORE_VECTOR; count > 0; count--) idle(cpu);
  const low = read8(cpu, bus, VECTOR_RESET);
  cpu[PC] = low | (read8(cpu, bus, VECTOR_RESET + 1) << 8);
}
