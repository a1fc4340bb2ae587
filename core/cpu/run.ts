/** Runs the processor. */
import type { Bus } from './bus.js';
import type { Instruction } from './instruction.js';
import { INSTRUCTIONS_BY_OPCODE } from './instructions.js';
import { hasPendingEvent, servePendingEvent } from './interrupts.js';
import { fetch8 } from './memory.js';
import {
  type Cpu,
  carryClocks,
  INSTRUCTIONS,
  IRQ_LINE,
  MASTER_CYCLES,
  masterCycles,
  NMI_PENDING,
  PB,
  PC,
  RUN_LIMIT,
  STOPPED,
  WAITING,
} from './registers.js';

/** `runUntil` has reached its cycle limit. */
export const LIMIT_REACHED = 0;
/** `runUntil` has reached its stop address. */
export const STOP_ADDRESS_REACHED = 1;
/** STP has stopped the processor. */
export const STOPPED_BY_STP = 2;
/** `runUntil` has run its number of instructions. */
export const INSTRUCTIONS_DONE = 3;
/** WAI waits and no cycle limit ends the wait. */
export const WAITS_FOR_INTERRUPT = 4;
/** A register function called `requestReturn`. */
export const RETURN_REQUESTED = 5;

/**
 * Maximum of cycles or instructions in one stretch of `runUntil`: both are counted in small
 * integers.
 */
const MAX_STRETCH = 0x2000_0000;
const WAIT_CYCLES = 6;

/**
 * Serves a pending event or else executes one instruction. @returns 1 for an instruction, 0 for an
 * event
 */
function step(cpu: Cpu, bus: Bus): number {
  if (hasPendingEvent(cpu) && servePendingEvent(cpu, bus)) return 0;
  cpu[INSTRUCTIONS] = cpu[INSTRUCTIONS] + 1;
  (INSTRUCTIONS_BY_OPCODE[fetch8(cpu, bus)] as Instruction)(cpu, bus);
  return 1;
}

/**
 * Serves a pending interrupt, or executes one instruction; a waiting or stopped processor lets six
 * master cycles pass.
 */
export function stepInstruction(cpu: Cpu, bus: Bus): void {
  step(cpu, bus);
  carryClocks(cpu);
}

/**
 * Runs until RUN_LIMIT, the stop address, the maximum of instructions, STP or WAI. @returns the
 * instructions left
 */
function runStretch(cpu: Cpu, bus: Bus, stopAddress: number, maxInstructions: number): number {
  let left = maxInstructions;
  while (cpu[MASTER_CYCLES] < cpu[RUN_LIMIT]) {
    left -= step(cpu, bus);
    if (((cpu[PB] << 16) | cpu[PC]) === stopAddress || left === 0) break;
    if ((cpu[WAITING] | cpu[STOPPED]) !== 0) break;
  }
  return left;
}

/** Passes a waiting processor's time up to RUN_LIMIT at once: only the caller can end the wait. */
function passWaitingTime(cpu: Cpu): void {
  const missing = cpu[RUN_LIMIT] - cpu[MASTER_CYCLES];
  if (missing > 0) cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + Math.ceil(missing / WAIT_CYCLES) * WAIT_CYCLES;
}

function isWaiting(cpu: Cpu): boolean {
  return cpu[WAITING] !== 0 && (cpu[NMI_PENDING] | cpu[IRQ_LINE]) === 0;
}

/** A fraction would never be reached: both limits are counted in whole numbers. */
function checkLimit(limit: number, name: string): void {
  if (Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY) return;
  throw new RangeError(`the ${name} limit ${limit} is no whole number; give one, or Infinity for none`);
}

/**
 * Runs whole instructions and returns the reason for the end, one of the constants above. The stop
 * address is tested after each instruction, so that a run can begin there.
 *
 * @param masterCycleLimit in units of `masterCycles`; the last instruction may exceed it; Infinity
 *   = none
 * @param stopAddress program counter with its bank, 0..FFFFFF, or -1 for none
 * @param instructionLimit maximum of instructions; Infinity = none
 * @throws RangeError for a limit that is neither a whole number nor Infinity
 */
export function runUntil(
  cpu: Cpu,
  bus: Bus,
  masterCycleLimit: number,
  stopAddress = -1,
  instructionLimit = Number.POSITIVE_INFINITY,
): number {
  checkLimit(masterCycleLimit, 'cycle');
  checkLimit(instructionLimit, 'instruction');
  let instructionsLeft = instructionLimit;
  for (;;) {
    carryClocks(cpu);
    const missing = masterCycleLimit - masterCycles(cpu);
    if (missing <= 0) return LIMIT_REACHED;
    if (instructionsLeft <= 0) return INSTRUCTIONS_DONE;
    if (cpu[STOPPED] !== 0) return STOPPED_BY_STP;
    if (isWaiting(cpu) && missing === Number.POSITIVE_INFINITY) return WAITS_FOR_INTERRUPT;
    cpu[RUN_LIMIT] = cpu[MASTER_CYCLES] + Math.min(missing, MAX_STRETCH);
    if (isWaiting(cpu)) {
      passWaitingTime(cpu);
      continue;
    }
    const stretch = Math.min(instructionsLeft, MAX_STRETCH);
    instructionsLeft -= stretch - runStretch(cpu, bus, stopAddress, stretch);
    if (((cpu[PB] << 16) | cpu[PC]) === stopAddress) {
      carryClocks(cpu);
      return STOP_ADDRESS_REACHED;
    }
    if (cpu[RUN_LIMIT] < 0) {
      carryClocks(cpu);
      return RETURN_REQUESTED;
    }
  }
}
