/**
 * Slow reference of what the player may choose: entries of the battle list (C1:E94B) that no status disables and that are more than counters,
 * cells of their ranges for each facing (C1:3B32, 3C3D; without a distance the own cell), free neighbours, shortest ways. Facings 0 lower right, 1 lower left, 2 upper right,
 * 3 upper left.
 */
import { ALLY, SKILL_TABLE } from './addresses.js';
import { CELLS, FIELD, type Memory } from './played-memory.js';
import { halfSizes } from './played-range.js';

type Tables = Uint8Array;
export const NOT_THERE = 0;
export const USABLE = 1;
export const DISABLED = 2;

/** @param part one of the parts of the battle list */
const entry = (memory: Memory, ally: number, part: number, slot: number): number =>
  memory.get(memory.allyBlock(ally) + part + slot);

/** @returns `NOT_THERE`, `USABLE` or `DISABLED` */
export function entryState(memory: Memory, ally: number, slot: number): number {
  if (entry(memory, ally, ALLY.listSkill, slot) === 0) return NOT_THERE;
  if ((entry(memory, ally, ALLY.listFlags, slot) & 1) !== 0) return NOT_THERE;
  const statuses = memory.get(memory.allyBlock(ally) + ALLY.statuses);
  return (entry(memory, ally, ALLY.listDisabling, slot) & statuses) === 0 ? USABLE : DISABLED;
}

export const recordOfAllySkill = (skill: number): number => SKILL_TABLE + 25 * skill;

const ACROSS = [1, 0, -1, -1, -1, 0, 1, 1];
const DOWN = [1, 1, 1, 0, -1, -1, -1, 0];
const inField = (x: number, y: number): boolean => x >= 0 && x < 7 && y >= 0 && y < 7;

/** Cells of a skill's range, 8 y + x. */
export function reach(memory: Memory, tables: Tables, ally: number, skill: number, facing: number): Set<number> {
  const block = memory.allyBlock(ally);
  const [x, y] = [memory.get(block + ALLY.cellX), memory.get(block + ALLY.cellY)];
  const record = recordOfAllySkill(skill);
  const type = tables[record + 13] ?? 0;
  if ((type & 0x20) !== 0) {
    const [across, down] = halfSizes(tables, record);
    const near = (cell: number): boolean => Math.abs((cell & 7) - x) <= across && Math.abs((cell >> 3) - y) <= down;
    return new Set(CELLS.filter(near));
  }
  const distances = (tables[record + 7] ?? 0) & 15;
  const out = new Set<number>(distances === 0 || (type & 0x80) !== 0 ? [8 * y + x] : []);
  for (let bit = 0; bit < 8; bit++) {
    if ((((tables[record + 6] ?? 0) >> bit) & 1) === 0) continue;
    const stepX = (ACROSS[bit] ?? 0) * (facing % 2 === 0 ? 1 : -1);
    const stepY = (DOWN[bit] ?? 0) * (facing < 2 ? 1 : -1);
    for (let far = 1; inField(x + far * stepX, y + far * stepY); far++) {
      if ((distances & (1 << Math.min(far - 1, 3))) !== 0) out.add(8 * (y + far * stepY) + x + far * stepX);
    }
  }
  return out;
}

/** The present facing if it reaches the cell, else the first; -1 = none. */
export function facingThatReaches(
  memory: Memory,
  tables: Tables,
  ally: number,
  skill: number,
  cell: number,
  present: number,
  wanted: number,
): number {
  const facings = wanted >= 0 ? [wanted] : [present, 0, 1, 2, 3];
  return facings.find((facing) => reach(memory, tables, ally, skill, facing).has(cell)) ?? -1;
}

export function isFree(memory: Memory, x: number, y: number): boolean {
  return inField(x, y) && (memory.get(FIELD + 8 * y + x) & 15) === 0;
}

/** Up, down, left, right. */
export const WAYS = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;

/** First step of a shortest way, found from the goal backwards: each time the first of the four steps that leads there; -1 = no way. */
export function firstStep(memory: Memory, ally: number, goalX: number, goalY: number): number {
  const block = memory.allyBlock(ally);
  const start = 8 * memory.get(block + ALLY.cellY) + memory.get(block + ALLY.cellX);
  const far = new Map([[start, 0]]);
  for (const cell of far.keys()) {
    for (const [dx, dy] of WAYS) {
      const [x, y] = [(cell & 7) + dx, (cell >> 3) + dy];
      if (isFree(memory, x, y) && !far.has(8 * y + x)) far.set(8 * y + x, (far.get(cell) ?? 0) + 1);
    }
  }
  let cell = 8 * goalY + goalX;
  if (!inField(goalX, goalY) || cell === start || !far.has(cell)) return -1;
  for (;;) {
    const at = cell;
    const before = ([dx, dy]: readonly [number, number]): number =>
      inField((at & 7) - dx, (at >> 3) - dy) ? at - 8 * dy - dx : -1;
    const way = WAYS.findIndex((one) => far.get(before(one)) === (far.get(at) ?? 0) - 1);
    cell = before(WAYS[way] ?? [0, 0]);
    if (cell === start) return way;
  }
}
