/** Lets the processor run. */
import type { Bus } from './bus.js';
import type { Cpu } from './registers.js';

/** `runUntil` has reached its cycle limit. */
export const LIMIT_REACHED = 0;
/** `runUntil` stands at its stop address. */
export const STOP_ADDRESS_REACHED = 1;
/** STP has stopped the processor. */
export const STOPPED_BY_STP = 2;
/** `runUntil` has run its number of instructions. */
export const INSTRUCTIONS_DONE = 3;
/** WAI waits, and there is no cycle limit to wait for. */
export const WAITS_FOR_INTERRUPT = 4;
/** A register function called `requestReturn`. */
export const RETURN_REQUESTED = 5;

/** Serves a pending interrupt, or executes one instruction; waiting and stopped processors let six master cycles pass. */
export declare function stepInstruction(cpu: Cpu, bus: Bus): void;

/**
 * Runs whole instructions and returns why it ended, one of the constants above. The stop address is looked at after each instruction.
 *
 * @param masterCycleLimit in the counting of `masterCycles`; the last instruction may go past it; Infinity = none
 * @param stopAddress 0..FFFFFF of the program counter with its bank, or -1
 * @param instructionLimit most instructions to run; Infinity = no limit
 */
export declare function runUntil(
  cpu: Cpu,
  bus: Bus,
  masterCycleLimit: number,
  stopAddress?: number,
  instructionLimit?: number,
): number;
