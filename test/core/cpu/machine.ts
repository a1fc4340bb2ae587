/** Processors for tests: registers by name, and buses whose every address answers. */
import {
  A,
  type Bus,
  type Cpu,
  createCpu,
  D,
  DB,
  E,
  P,
  PAGE_BITS,
  PAGES,
  PB,
  PC,
  S,
  X,
  Y,
} from '../../../core/cpu/index.js';
import type { Registers } from '../../references/cpu.js';

/** Cells of the registers by their letters. */
const CELLS = { a: A, x: X, y: Y, s: S, d: D, db: DB, pb: PB, pc: PC, p: P, e: E } as const;

export function loadRegisters(cpu: Cpu, registers: Partial<Registers>): void {
  for (const [name, value] of Object.entries(registers)) cpu[CELLS[name as keyof Registers]] = value;
}

export function registersOf(cpu: Cpu): Registers {
  const entries = Object.entries(CELLS).map(([name, cell]) => [name, cpu[cell]]);
  return Object.fromEntries(entries) as unknown as Registers;
}

/** A processor in native mode with 16-bit registers, at 00:8000. */
export function nativeCpu(registers: Partial<Registers> = {}): Cpu {
  const cpu = createCpu();
  loadRegisters(cpu, { e: 0, p: 0, s: 0x1ff, pc: 0x8000, ...registers });
  return cpu;
}

export interface Access {
  readonly kind: 'read' | 'write';
  readonly address: number;
  readonly value: number;
}

/** A bus without direct pages: every access is seen. */
export interface SeenBus extends Bus {
  readonly accesses: Access[];
  readonly bytes: Map<number, number>;
}

/** @param background what an address holds that nobody wrote @param cycles master cycles of an access */
export function seenBus(background: (address: number) => number, cycles: (address: number) => number): SeenBus {
  const accesses: Access[] = [];
  const bytes = new Map<number, number>();
  return {
    accesses,
    bytes,
    memory: new Uint8Array(0),
    readOffset: new Int32Array(PAGES).fill(-1),
    writeOffset: new Int32Array(PAGES).fill(-1),
    accessCycles: new Uint8Array(PAGES),
    readRegister(address) {
      const value = bytes.get(address) ?? background(address);
      accesses.push({ kind: 'read', address, value });
      return value;
    },
    writeRegister(address, value) {
      accesses.push({ kind: 'write', address, value });
      bytes.set(address, value);
    },
    registerCycles: cycles,
  };
}

/** Code and data at addresses, 0 elsewhere, six master cycles an access. @param places bytes by hexadecimal address */
export function codeBus(places: Readonly<Record<string, string>>): SeenBus {
  const bus = seenBus(
    () => 0,
    () => 6,
  );
  for (const [place, text] of Object.entries(places)) {
    const start = Number.parseInt(place, 16);
    text.split(' ').forEach((byte, index) => {
      bus.bytes.set(start + index, Number.parseInt(byte, 16));
    });
  }
  return bus;
}

/** Sixteen megabytes, every page direct. @param memory all of it @param cycles of a page's accesses */
export function directBus(memory: Uint8Array, cycles: (address: number) => number): Bus {
  const pages = Int32Array.from({ length: PAGES }, (_, page) => page << PAGE_BITS);
  return {
    memory,
    readOffset: pages,
    writeOffset: pages,
    accessCycles: Uint8Array.from(pages, (first) => cycles(first)),
    readRegister: () => {
      throw new Error('no page asks');
    },
    writeRegister: () => {
      throw new Error('no page tells');
    },
    registerCycles: () => 0,
  };
}
