/** Lets the processor run. */
import type { Bus } from './bus.js';
import type { Instruction } from './instruction.js';
import { INSTRUCTIONS_BY_OPCODE } from './instructions.js';
import { attend, needsAttention } from './interrupts.js';
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

/** Both are the most of a stretch that `runUntil` counts in small integers. */
const LONGEST_STRETCH = 0x2000_0000;
const WAIT_CYCLES = 6;

/**
 * What stands before the next instruction, or else that instruction. @returns 1 when it was an
 * instruction, else 0
 */
function step(cpu: Cpu, bus: Bus): number {
  if (needsAttention(cpu) && attend(cpu, bus)) return 0;
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
 * Runs until RUN_LIMIT, the address, a number of instructions, or STP or WAI. @returns instructions
 * that are left
 */
function runStretch(cpu: Cpu, bus: Bus, stopAddress: number, most: number): number {
  let left = most;
  while (cpu[MASTER_CYCLES] < cpu[RUN_LIMIT]) {
    left -= step(cpu, bus);
    if (((cpu[PB] << 16) | cpu[PC]) === stopAddress || left === 0) break;
    if ((cpu[WAITING] | cpu[STOPPED]) !== 0) break;
  }
  return left;
}

/**
 * Lets a waiting processor's time pass up to RUN_LIMIT at once: nothing but the caller can end it.
 */
function passWaitingTime(cpu: Cpu): void {
  const missing = cpu[RUN_LIMIT] - cpu[MASTER_CYCLES];
  if (missing > 0) cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + Math.ceil(missing / WAIT_CYCLES) * WAIT_CYCLES;
}

function isWaiting(cpu: Cpu): boolean {
  return cpu[WAITING] !== 0 && (cpu[NMI_PENDING] | cpu[IRQ_LINE]) === 0;
}

/**
 * Runs whole instructions and returns why it ended, one of the constants above. The stop address is
 * looked at after each instruction, so that a run can begin there.
 *
 * @param masterCycleLimit in the counting of `masterCycles`; the last instruction may go past it;
 *   Infinity = none
 * @param stopAddress 0..FFFFFF of the program counter with its bank, or -1
 * @param instructionLimit most instructions to run; Infinity = no limit
 */
export function runUntil(
  cpu: Cpu,
  bus: Bus,
  masterCycleLimit: number,
  stopAddress = -1,
  instructionLimit = Number.POSITIVE_INFINITY,
): number {
  let instructionsLeft = instructionLimit;
  for (;;) {
    carryClocks(cpu);
    const missing = masterCycleLimit - masterCycles(cpu);
    if (missing <= 0) return LIMIT_REACHED;
    if (instructionsLeft <= 0) return INSTRUCTIONS_DONE;
    if (cpu[STOPPED] !== 0) return STOPPED_BY_STP;
    if (isWaiting(cpu) && missing === Number.POSITIVE_INFINITY) return WAITS_FOR_INTERRUPT;
    cpu[RUN_LIMIT] = cpu[MASTER_CYCLES] + Math.min(missing, LONGEST_STRETCH);
    if (isWaiting(cpu)) {
      passWaitingTime(cpu);
      continue;
    }
    const stretch = Math.min(instructionsLeft, LONGEST_STRETCH);
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
