/**
 * One instruction with an examination of each cycle: the processor sees a bus without direct pages,
 * so that every access passes here. Used where single cycles matter, for a few instructions in each
 * frame: while the multiplier or divider works, and near the interrupt's edge.
 */
import { type Bus, type Cpu, MASTER_CYCLES, stepInstruction } from '../../../core/cpu/index.js';
import { passCycles } from './arithmetic-unit.js';
import { type Machine, passTime } from './machine.js';
import { cyclesOf, PAGE_COUNT } from './memory-map.js';
import { readAnywhere, writeAnywhere } from './registers.js';

/** Processor cycles without an access, and the end of a read after its byte is taken. */
const INNER_CYCLES = 6;
const READ_BEFORE_END = 4;

export interface WatchedStepper {
  /**
   * Executes one instruction or serves an interrupt. @returns cycle of the frame at which its last
   * cycle began
   */
  step(): number;
  /** Processor cycles in that step. */
  cycles(): number;
}

/** The step under way. */
interface Watch {
  readonly machine: Machine;
  /** End of the cycles that are accounted for, beginning of the last of them, their count. */
  position: number;
  lastBegan: number;
  cycleCount: number;
}

/** @param cycle end of a part of an access */
function pass(watch: Watch, cycle: number): void {
  const { cpu } = watch.machine;
  const before = cpu[MASTER_CYCLES];
  passTime(watch.machine, cycle);
  const moved = cpu[MASTER_CYCLES] - before;
  watch.position += moved;
  watch.lastBegan += moved;
}

/** Inner cycles up to where the next access begins. */
function passInner(watch: Watch, until: number): void {
  let left = until - watch.position;
  while (left > 0) {
    left -= INNER_CYCLES;
    watch.cycleCount++;
    watch.lastBegan = watch.position;
    watch.position += INNER_CYCLES;
    pass(watch, watch.position);
    passCycles(watch.machine.unit, 1);
  }
}

function readWatched(watch: Watch, address: number, running: Cpu): number {
  const { machine } = watch;
  const cycles = cyclesOf(address, machine.romCycles);
  passInner(watch, running[MASTER_CYCLES] - cycles);
  watch.lastBegan = watch.position;
  watch.position += cycles;
  watch.cycleCount++;
  pass(watch, watch.position - READ_BEFORE_END);
  watch.position -= running[MASTER_CYCLES];
  const value = readAnywhere(machine, address);
  watch.position += running[MASTER_CYCLES];
  pass(watch, watch.position);
  passCycles(machine.unit, 1);
  return value;
}

function writeWatched(watch: Watch, address: number, value: number, running: Cpu): void {
  const { machine } = watch;
  const cycles = cyclesOf(address, machine.romCycles);
  passInner(watch, running[MASTER_CYCLES] - cycles);
  passCycles(machine.unit, 1);
  watch.lastBegan = watch.position;
  watch.position += cycles;
  watch.cycleCount++;
  pass(watch, watch.position);
  const before = running[MASTER_CYCLES];
  writeAnywhere(machine, address, value);
  watch.position += running[MASTER_CYCLES] - before;
}

export function createWatchedStepper(machine: Machine): WatchedStepper {
  const { cpu, map } = machine;
  const watch: Watch = { machine, position: 0, lastBegan: 0, cycleCount: 0 };
  const bus: Bus = {
    memory: map.memory,
    readOffset: new Int32Array(PAGE_COUNT).fill(-1),
    writeOffset: new Int32Array(PAGE_COUNT).fill(-1),
    accessCycles: map.accessCycles,
    registerCycles: (address) => cyclesOf(address, machine.romCycles),
    readRegister: (address, running) => readWatched(watch, address, running),
    writeRegister: (address, value, running) => writeWatched(watch, address, value, running),
  };
  return {
    step: () => {
      watch.position = cpu[MASTER_CYCLES];
      watch.lastBegan = watch.position;
      watch.cycleCount = 0;
      stepInstruction(cpu, bus);
      passInner(watch, cpu[MASTER_CYCLES]);
      return watch.lastBegan;
    },
    cycles: () => watch.cycleCount,
  };
}
