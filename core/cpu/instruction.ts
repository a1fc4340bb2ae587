/** What an instruction is to the loop that runs it. */
import type { Bus } from './bus.js';
import type { Cpu } from './registers.js';

/** Executes one instruction whose opcode has been fetched. */
export type Instruction = (cpu: Cpu, bus: Bus) => void;
