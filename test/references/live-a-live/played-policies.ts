/**
 * Slow reference of the policies that play for the ally whose turn it is. What they choose by chance is a decision, and a replay has to choose
 * the same: which numbers are drawn for what is told by the docstrings of `core/live-a-live/battle/policies.ts`.
 */

import { ALLY, CELL } from './addresses.js';
import { BATTLE_FRAMES } from './own-cells.js';
import { entryState, isFree, reach, recordOfAllySkill, USABLE, WAYS } from './played-choices.js';
import { FIELD, type Memory } from './played-memory.js';

type Tables = Uint8Array;
const SLOTS = Array.from({ length: 16 }, (_, slot) => slot);
const WORD = 0xffff_ffffn;
/** Any ally; until the enemies' turn is over. */
const END = '-1 -1';

function chance(memory: Memory, seed: number, salt: number): number {
  const long = (address: number): bigint => BigInt(memory.word(address)) | (BigInt(memory.word(address + 2)) << 16n);
  let value = (BigInt(seed) ^ ((long(BATTLE_FRAMES) + 1n) * 0x9e37_79b1n) ^ long(CELL.battleGeneratorA0)) & WORD;
  value = ((value ^ (BigInt(salt + 1) * 0x85eb_ca6bn) ^ (value >> 16n)) * 0x7feb_352dn) & WORD;
  value = ((value ^ (value >> 15n)) * 0x846c_a68bn) & WORD;
  return Number(value ^ (value >> 16n));
}

const usable = (memory: Memory, ally: number): number[] =>
  SLOTS.filter((slot) => entryState(memory, ally, slot) === USABLE).map((slot) =>
    memory.get(memory.allyBlock(ally) + ALLY.listSkill + slot),
  );
const isMobile = (memory: Memory, ally: number): boolean =>
  (memory.get(memory.allyBlock(ally) + ALLY.statuses) & 2) === 0;
const byRow = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);

/** Cell of an ally and the one beside it. */
function beside(memory: Memory, ally: number, way: number): [number, number] {
  const block = memory.allyBlock(ally);
  const [dx, dy] = WAYS[way] ?? [0, 0];
  return [memory.get(block + ALLY.cellX) + dx, memory.get(block + ALLY.cellY) + dy];
}

export function randomChoice(memory: Memory, tables: Tables, ally: number, seed: number): string {
  const skills = usable(memory, ally);
  for (let salt = 0; ; salt += 3) {
    const kind = chance(memory, seed, salt) % (7 + skills.length);
    if (kind === 6) return `step ${END}`;
    if (kind < 6 && !isMobile(memory, ally)) continue;
    if (kind === 4 || kind === 5) return `turn ${kind - 4} ${END}`;
    if (kind < 4) {
      const [x, y] = beside(memory, ally, kind);
      if (isFree(memory, x, y)) return `move ${x} ${y} ${END}`;
      continue;
    }
    const skill = skills[kind - 7] ?? 0;
    const facing = chance(memory, seed, salt + 1) % 4;
    const cells = byRow(reach(memory, tables, ally, skill, facing));
    if (cells.length === 0) continue;
    const cell = cells[chance(memory, seed, salt + 2) % cells.length] ?? 0;
    return `skill ${skill} ${cell & 7} ${cell >> 3} ${facing} 0 ${END}`;
  }
}

/** Cells with an enemy. */
const enemyCells = (memory: Memory): number[] =>
  Array.from({ length: 56 }, (_, cell) => cell).filter((cell) => {
    const held = memory.get(FIELD + cell);
    return (held & 0x10) !== 0 && (held & 15) !== 0;
  });

export function attackChoice(memory: Memory, tables: Tables, ally: number, seed: number): string {
  const skills = usable(memory, ally);
  const enemies = enemyCells(memory);
  const present = memory.get(memory.allyBlock(ally) + ALLY.facing);
  const first = skills.length === 0 ? 0 : chance(memory, seed, 0) % skills.length;
  for (const offset of skills.keys()) {
    const skill = skills[(first + offset) % skills.length] ?? 0;
    if (((tables[recordOfAllySkill(skill) + 13] ?? 0) & 0x80) !== 0) continue;
    for (const turned of [0, 1, 2, 3]) {
      const facing = (present + turned) % 4;
      const reached = reach(memory, tables, ally, skill, facing);
      const struck = enemies.filter((cell) => reached.has(cell));
      const cell = struck[chance(memory, seed, offset + 1) % struck.length];
      if (cell !== undefined) return `skill ${skill} ${cell & 7} ${cell >> 3} ${facing} 0 ${END}`;
    }
  }
  const far = (x: number, y: number): number =>
    Math.min(...enemies.map((cell) => Math.abs((cell & 7) - x) + Math.abs((cell >> 3) - y)));
  const block = memory.allyBlock(ally);
  const here = far(memory.get(block + ALLY.cellX), memory.get(block + ALLY.cellY));
  const from = chance(memory, seed, 7) % 4;
  for (const turned of isMobile(memory, ally) ? [0, 1, 2, 3] : []) {
    const [x, y] = beside(memory, ally, (from + turned) % 4);
    if (isFree(memory, x, y) && far(x, y) < here) return `move ${x} ${y} ${END}`;
  }
  return `step ${END}`;
}
