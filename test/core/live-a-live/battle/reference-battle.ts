/** A battle's memory with everybody in it at random, and what a routine and its slow reference make of two copies. */
import { expect } from 'vitest';
import { createMachine, type Machine } from '../../../../core/live-a-live/memory/machine.js';
import { publishedTables } from '../../../../core/live-a-live/memory/published-tables.js';
import { settingsOf } from '../../../../core/live-a-live/memory/switches.js';
import { addressOf, formatAddress, HOST_WINDOW, IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { FIELD, Memory } from '../../../references/live-a-live/played-memory.js';

/** Cells that carry nothing from one routine to the next: work cells, the row in hand, multiplier and divider; what was assumed. */
const WORK: readonly (readonly [number, number])[] = [
  [0x7e0030, 0x7e0037],
  [0x7e0306, 0x7e0337],
  [0x7e0360, 0x7e0361],
  [HOST_WINDOW + 0x1c, HOST_WINDOW + 0x1f],
  [0x002130, 0x00421f],
];
const WORK_OFFSETS = new Set(
  Array.from({ length: IMAGE_BYTES }, (_, offset) => offset).filter((offset) => {
    const address = addressOf(offset);
    return WORK.some(([from, to]) => address >= from && address <= to);
  }),
);

const TABLES = publishedTables();

/** @param switches as in a plan */
export function benchMachine(switches: Readonly<Record<string, string | number>> = {}): Machine {
  return createMachine(IMAGE_BYTES, TABLES, settingsOf(switches));
}

/** Numbers at random, the same for a seed. */
export function numbers(seed: number): (below: number) => number {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ 0x2545_f491) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/** Bytes at random everywhere but in the fields that say who is there: some of four allies and of fifteen enemies, each on the grid. */
export function people(machine: Machine, seed: number): void {
  const memory = new Memory(machine.ram);
  const below = numbers(seed);
  for (let at = 0; at < IMAGE_BYTES; at++) machine.ram[at] = below(256);
  memory.set(0x70, 0);
  memory.set(0x0385, 0);
  // neither a Zaki fight nor the last battle
  memory.set(0x0a00, 5);
  memory.set(0x0354, below(8) === 0 ? 0x23 : below(0x20));
  memory.set(0x0377, [0, 0x40, 0x10, 0xf0][below(4)] ?? 0);
  for (let cell = 0; cell < 56; cell++)
    memory.set(FIELD + cell, (cell & 7) === 7 ? 0 : 0x20 * (4 + below(4)) * (below(3) === 0 ? 0 : 1));
  const free = Array.from({ length: 49 }, (_, index) => 8 * Math.floor(index / 7) + (index % 7));
  const takeCell = (): number => free.splice(below(free.length), 1)[0] ?? 0;
  for (let ally = 0; ally < 4; ally++) {
    const block = memory.allyBlock(ally);
    memory.set(block, below(6) === 0 ? 0xff : ally);
    memory.set(block + 1, [0xff, 0x40, 0xff, 0][below(4)] ?? 0);
    memory.setWord(block + 2, 0x0d00 + 0x40 * (3 - ally));
    memory.set(block + 0x39, below(4) === 0 ? 0xff : below(256));
    const record = memory.recordOf(ally);
    memory.setWord(record + 0x0a, 1 + below(999));
    memory.setWord(record + 8, below(3) === 0 ? below(40) : below(memory.word(record + 0x0a) + 1));
    if (memory.get(block + 0x39) === 0xff) memory.setWord(record + 8, 0);
    memory.set(0x0ab0 + ally, ally);
    const cell = takeCell();
    memory.set(block + 0x18, cell & 7);
    memory.set(block + 0x19, cell >> 3);
    memory.set(block + 0x1d, below(4));
    if (memory.allyPresent(ally)) memory.set(FIELD + cell, memory.get(FIELD + cell) | (ally + 1));
  }
  for (let species = 0; species < 4; species++) {
    const block = 0x1a00 + 0x40 * species;
    memory.setWord(block + 0x10, [1, 15, 16, 96, 512, 832, 2032, 300][below(8)] ?? 1);
    memory.set(block + 1, below(5) === 0 ? 0 : 0x40);
    memory.set(block + 0x2f, [0, 0, 1, 2, 4, 8][below(6)] ?? 0);
    memory.set(block + 4, 1);
    memory.set(block + 5, 1);
  }
  const count = 1 + below(15);
  for (let enemy = 0; enemy < 16; enemy++) {
    const block = memory.enemyBlock(enemy);
    memory.set(block, [0xd0, 0xd1, 0x5a, 1][below(4)] ?? 0);
    memory.set(block + 1, enemy < count ? ([0xff, 0x40, 0x20, 0, 0xc0][below(5)] ?? 0) : 0x80);
    memory.setWord(block + 2, 0x1a00 + 0x40 * below(4));
    const maxHp = memory.word(memory.speciesOf(enemy) + 0x10);
    memory.setWord(0xaa00 + 0x10 * enemy, below(3) === 0 ? Math.min(below(40), maxHp) : below(maxHp + 1));
    memory.set(0xaa02 + 0x10 * enemy, below(16));
    if (enemy >= count || (memory.get(block + 1) & 0x40) === 0) continue;
    // two cells, so that a field is met twice
    for (const cell of [takeCell(), takeCell()]) memory.set(FIELD + cell, memory.get(FIELD + cell) | (0x11 + enemy));
  }
}

/** Addresses of the bytes in which two images differ, but for work cells. */
export function differences(mine: Uint8Array, theirs: Uint8Array): string[] {
  const out: string[] = [];
  for (let offset = 0; offset < mine.length; offset++) {
    if (mine[offset] === theirs[offset] || WORK_OFFSETS.has(offset)) continue;
    out.push(`${formatAddress(addressOf(offset))}: core ${mine[offset]}, reference ${theirs[offset]}`);
  }
  return out;
}

/** Runs the core's routine and the reference on copies of the same memory: every byte and so every draw must be the same. */
export function expectSame(
  machine: Machine,
  what: string,
  core: () => void,
  reference: (memory: Memory) => void,
): void {
  const memory = new Memory(machine.ram.slice());
  core();
  reference(memory);
  if (Buffer.compare(machine.ram, memory.image) !== 0) expect(differences(machine.ram, memory.image), what).toEqual([]);
}
