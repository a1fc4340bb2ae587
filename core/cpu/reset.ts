/** What the reset line does. */
import type { Bus } from './bus.js';
import type { Cpu } from './registers.js';

/** Resets: emulation mode, interrupts masked, bank 0, program counter from 00:FFFC; A and the clocks stay. */
export declare function reset(cpu: Cpu, bus: Bus): void;
