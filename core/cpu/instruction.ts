/** The type of an instruction. */
import type { Bus } from './bus.js';
import type { Cpu } from './registers.js';

/** Executes one instruction; its opcode is already fetched. */
export type Instruction = (cpu: Cpu, bus: Bus) => void;
