/**
 * One instruction with a look at each of its cycles: the processor sees a bus without direct pages,
 * so that every access comes by here. Used where single cycles count, a few instructions a frame:
 * while the multiplier or divider works, and around the interrupt's edge.
 */
import { type Bus, type Cpu, MASTER_CYCLES, stepInstruction } from '../../core/cpu/index.js';
import { passCycles } from './arithmetic-unit.js';
import { type Machine, passTime } from './machine.js';
import { cyclesOf, PAGE_COUNT } from './memory-map.js';
import { readAnywhere, writeAnywhere } from './registers.js';

/**
 * Cycles of the processor without an access, and the last part of a read: its byte is taken before.
 */
const INNER_CYCLES = 6;
const READ_BEFORE_END = 4;

export interface WatchedStepper {
  /**
   * Executes one instruction or serves an interrupt. @returns cycle of the frame at which its last
   * cycle began
   */
  step(): number;
  /** Cycles of the processor in that step. */
  cycles(): number;
}

export function createWatchedStepper(machine: Machine): WatchedStepper {
  const { cpu, map, unit } = machine;
  /** End of the cycles that are accounted for, beginning of the last of them, their count. */
  let position = 0;
  let lastBegan = 0;
  let cycleCount = 0;
  /** @param cycle end of a part of an access */
  const pass = (cycle: number): void => {
    const before = cpu[MASTER_CYCLES];
    passTime(machine, cycle);
    const moved = cpu[MASTER_CYCLES] - before;
    position += moved;
    lastBegan += moved;
  };
  /** Inner cycles up to where the next access begins. */
  const passInner = (until: number): void => {
    let left = until - position;
    while (left > 0) {
      left -= INNER_CYCLES;
      cycleCount++;
      lastBegan = position;
      position += INNER_CYCLES;
      pass(position);
      passCycles(unit, 1);
    }
  };
  const bus: Bus = {
    memory: map.memory,
    readOffset: new Int32Array(PAGE_COUNT).fill(-1),
    writeOffset: new Int32Array(PAGE_COUNT).fill(-1),
    accessCycles: map.accessCycles,
    registerCycles: (address) => cyclesOf(address, machine.romCycles),
    readRegister: (address: number, running: Cpu): number => {
      const cycles = cyclesOf(address, machine.romCycles);
      passInner(running[MASTER_CYCLES] - cycles);
      lastBegan = position;
      position += cycles;
      cycleCount++;
      pass(position - READ_BEFORE_END);
      position -= running[MASTER_CYCLES];
      const value = readAnywhere(machine, address);
      position += running[MASTER_CYCLES];
      pass(position);
      passCycles(unit, 1);
      return value;
    },
    writeRegister: (address: number, value: number, running: Cpu): void => {
      const cycles = cyclesOf(address, machine.romCycles);
      passInner(running[MASTER_CYCLES] - cycles);
      passCycles(unit, 1);
      lastBegan = position;
      position += cycles;
      cycleCount++;
      pass(position);
      const before = running[MASTER_CYCLES];
      writeAnywhere(machine, address, value);
      position += running[MASTER_CYCLES] - before;
    },
  };
  return {
    step: () => {
      position = cpu[MASTER_CYCLES];
      lastBegan = position;
      cycleCount = 0;
      stepInstruction(cpu, bus);
      passInner(cpu[MASTER_CYCLES]);
      return lastBegan;
    },
    cycles: () => cycleCount,
  };
}
