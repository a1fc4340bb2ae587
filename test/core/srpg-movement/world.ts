/**
 * Small helpers of these tests: the seed's map, readers, and the seed's own recursion as an
 * independent reference.
 */

import type { SrpgBattle } from '../../../core/srpg-movement/index.js';
import { createBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, type PlainCommand, readCell } from '../../../core/system/battle.js';

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

export const HOLES = [
  [0, 0, 1, 0, 0],
  [0, 0, 0, 0, 1],
  [0, 0, 0, 0, 0],
];

export const run = (battle: SrpgBattle, ...commands: PlainCommand[]): void => {
  for (const command of commands) apply(srpgMovement, battle, command);
};

export const codeOf = (battle: SrpgBattle, command: PlainCommand): string => {
  try {
    run(battle, command);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

export const refusal = (setup: object, switches = {}): string => {
  try {
    createBattle(setup, switches);
    return 'ok';
  } catch (error) {
    return (error as Error).message;
  }
};

/** Entries of the list, `name ranges`. */
export function entries(words: Int32Array): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; ) {
    const shape = srpgMovement.commands.find(({ code }) => code === words[at]);
    const size = 1 + 2 * (shape?.parameters.length ?? 0) + (shape?.name === 'idle' ? 2 : 0);
    out.push([shape?.name ?? '', ...words.subarray(at + 1, at + size)].join(' '));
    at += size;
  }
  return out;
}

export function listed(battle: SrpgBattle, ...names: string[]): string[] {
  const words = new Int32Array(20000);
  const all = entries(words.subarray(0, battle.legalCommands(words)));
  return all.filter((entry) => names.length === 0 || names.includes(entry.split(' ')[0] ?? ''));
}
