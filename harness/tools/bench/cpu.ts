/**
 * Instructions per second of the processor on a program of ours, and the final registers and work
 * RAM.
 */
import {
  type Bus,
  type Cpu,
  createCpu,
  instructions,
  masterCycles,
  PAGE_BITS,
  PAGES,
  reset,
  runUntil,
} from '../../../core/cpu/index.js';
import { write32 } from '../../../core/int/index.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { cpuProgram, IMAGE_BYTES } from './cpu-program.js';
import { checksum } from './measure/checksum.js';
import { ownTime, ratesOf, type Spread } from './measure/measure.js';

export interface CpuResult {
  /** Instructions of a repeat. */
  readonly instructions: number;
  readonly repeats: number;
  readonly perSecond: Spread;
  /** Master cycles of a repeat; a console runs 21,477,272 per second. */
  readonly masterCycles: number;
  /** Bytes allocated by the instructions, garbage included: the minimum of several measurements. */
  readonly heapGrowth: number;
  /** Of the registers and of work RAM after a repeat. */
  readonly checksum: string;
}

const FAST = 6;
const SLOW = 8;
/** Pages of a bank. */
const BANK_PAGES = 8;
const WORK_RAM_PAGE = 0x7e * BANK_PAGES;

/** Work RAM at 7E and 7F and at 00:0000-1FFF, the image at 00:8000-FFFF; nothing else. */
function createBus(): Bus {
  const memory = new Uint8Array(WORK_RAM_BYTES + IMAGE_BYTES);
  memory.set(cpuProgram(), WORK_RAM_BYTES);
  const readOffset = new Int32Array(PAGES).fill(-1);
  const writeOffset = new Int32Array(PAGES).fill(-1);
  readOffset[0] = 0;
  writeOffset[0] = 0;
  for (let page = 0; page < WORK_RAM_BYTES >> PAGE_BITS; page++) {
    readOffset[WORK_RAM_PAGE + page] = page << PAGE_BITS;
    writeOffset[WORK_RAM_PAGE + page] = page << PAGE_BITS;
  }
  for (let page = 0; page < IMAGE_BYTES >> PAGE_BITS; page++) {
    readOffset[BANK_PAGES / 2 + page] = WORK_RAM_BYTES + (page << PAGE_BITS);
  }
  return {
    memory,
    readOffset,
    writeOffset,
    accessCycles: new Uint8Array(PAGES).fill(SLOW),
    readRegister: () => 0,
    writeRegister: () => {},
    registerCycles: () => FAST,
  };
}

/** Sets up the same start for every repeat. */
function start(cpu: Cpu, bus: Bus): void {
  cpu.set(createCpu());
  bus.memory.fill(0, 0, WORK_RAM_BYTES);
  reset(cpu, bus);
}

/**
 * Few enough that no garbage is collected meanwhile, and enough that one number for each
 * instruction would show.
 */
const WATCHED_INSTRUCTIONS = 200_000;
const WATCHES = 5;

function heapGrowth(run: (count: number) => void): number {
  const growths = Array.from({ length: WATCHES }, () => {
    const before = process.memoryUsage().heapUsed;
    run(WATCHED_INSTRUCTIONS);
    return process.memoryUsage().heapUsed - before;
  });
  return Math.min(...growths.filter((growth) => growth >= 0));
}

/** Registers, little-endian, and work RAM. */
function endOf(cpu: Cpu, bus: Bus): Uint8Array {
  const bytes = new Uint8Array(4 * cpu.length + WORK_RAM_BYTES);
  cpu.forEach((value, cell) => {
    write32(bytes, 4 * cell, value);
  });
  bytes.set(bus.memory.subarray(0, WORK_RAM_BYTES), 4 * cpu.length);
  return bytes;
}

/** @param count instructions of a repeat */
export function benchCpu(count: number, repeats: number): CpuResult {
  const cpu = createCpu();
  const bus = createBus();
  const go = (more: number): void => {
    runUntil(cpu, bus, Number.POSITIVE_INFINITY, -1, more);
  };
  const run = (): void => {
    start(cpu, bus);
    go(count);
  };
  run();
  const growth = heapGrowth(go);
  const times = Array.from({ length: repeats }, () => ownTime(run));
  return {
    instructions: instructions(cpu),
    repeats,
    perSecond: ratesOf(times, count),
    masterCycles: masterCycles(cpu),
    heapGrowth: growth,
    checksum: checksum(endOf(cpu, bus)),
  };
}
