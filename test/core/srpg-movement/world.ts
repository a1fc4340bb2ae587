/** Small helpers of these tests: the seed's map, readers, and the seed's own recursion as an independent reference. */

import type { SrpgBattle } from '../../../core/srpg-movement/index.js';
import { readCell } from '../../../core/system/battle.js';

export const GROUNDS = { 0: 1, 1: -1, 2: 2 };

export const SEED_MAP = [
  [1, 1, 1, 1, 1, 1, 1],
  [1, 0, 0, 0, 0, 0, 1],
  [1, 0, 2, 0, 0, 0, 1],
  [1, 0, 0, 0, 2, 0, 1],
  [1, 0, 0, 0, 0, 0, 1],
  [1, 1, 1, 1, 1, 1, 1],
];

export function plainMap(width: number, height: number, type = 0): number[][] {
  return Array.from({ length: height }, () => new Array<number>(width).fill(type));
}

export function moveMapRows(battle: SrpgBattle): number[][] {
  const { width, height } = battle.world.layout;
  const cells = battle.cells.filter((cell) => cell.name.startsWith('moveMap['));
  const values = cells.map((cell) => readCell(battle.image, cell)).map((value) => (value === 255 ? -1 : value));
  return Array.from({ length: height }, (_, y) => values.slice(y * width, (y + 1) * width));
}

export function destinations(battle: SrpgBattle): number {
  return moveMapRows(battle)
    .flat()
    .filter((value) => value >= 0).length;
}

/** The search as the seed describes it: call yourself for all four neighbours, keep the maximum. */
export function seedSearch(
  costs: readonly (readonly number[])[],
  occupied: readonly (readonly boolean[])[],
  startX: number,
  startY: number,
  startMove: number,
): number[][] {
  const best = costs.map((row) => row.map(() => -1));
  const visit = (x: number, y: number, move: number): void => {
    const row = best[y] as number[];
    if (move > (row[x] as number)) row[x] = move;
    if (move === 0) return;
    for (const [dx, dy] of [
      [0, 1],
      [0, -1],
      [-1, 0],
      [1, 0],
    ] as const) {
      const nextX = Math.max(0, x + dx);
      const nextY = Math.max(0, y + dy);
      const cost = costs[nextY]?.[nextX];
      if (cost === undefined || cost < 0 || move < cost || occupied[nextY]?.[nextX] === true) continue;
      visit(nextX, nextY, move - cost);
    }
  };
  visit(startX, startY, startMove);
  return best;
}
