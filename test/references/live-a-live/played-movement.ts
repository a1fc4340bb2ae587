/**
 * Slow reference of an enemy's move: nearest ally (C1:913A), pattern (90C5), action (8F8D), step (E327 and its sisters, 41F2), what a blocked
 * step becomes (9014, 9059), turns (E44A), order points (8F77). Action code 12h, a turn to the ally, is not here.
 */

import { ALLY, CELL, ENEMY, MOVE_PATTERNS, SPECIES } from './addresses.js';
import { ASSUMED_FRAMES, ENEMY_STEP_COUNT, ENEMY_STEP_FRAMES } from './own-cells.js';
import { ALLIES, FIELD, type Memory } from './played-memory.js';

type Tables = Uint8Array;

/** 0..8, 4 = level with the box. */
function relative(ally: number, first: number, size: number): number {
  if (ally < first) return Math.max(4 + ally - first, 0);
  return Math.min(4 + Math.max(ally - (first + size - 1), 0), 8);
}

function relativeTo(memory: Memory, enemy: number, ally: number): [number, number] {
  const block = memory.enemyBlock(enemy);
  const species = memory.speciesOf(enemy);
  const target = memory.allyBlock(ally);
  return [
    relative(memory.get(target + ALLY.cellX), memory.get(block + ENEMY.cellX), memory.get(species + SPECIES.width)),
    relative(memory.get(target + ALLY.cellY), memory.get(block + ENEMY.cellY), memory.get(species + SPECIES.height)),
  ];
}

/** C1:913A: the number is kept, 1 to 4, 0 = nobody. */
export function nearestAlly(memory: Memory, enemy: number): number | undefined {
  let best: number | undefined;
  let least = 99;
  for (const ally of ALLIES) {
    if (!memory.allyPresent(ally) || memory.get(memory.allyBlock(ally) + ALLY.statuses) === 0xff) continue;
    const [x, y] = relativeTo(memory, enemy, ally);
    const distance = Math.abs(x - 4) + Math.abs(y - 4);
    if (distance >= least) continue;
    best = ally;
    least = distance;
  }
  memory.set(memory.enemyBlock(enemy) + ENEMY.nearestAlly, best === undefined ? 0 : best + 1);
  return best;
}

/** C1:90C5. @returns the action code */
export function actionCode(memory: Memory, tables: Tables, enemy: number, ally: number): number {
  const facing = memory.get(memory.enemyBlock(enemy) + ENEMY.facing);
  let [x, y] = relativeTo(memory, enemy, ally);
  if ((facing & 0x40) !== 0) x = 8 - x;
  if ((facing & 0x80) !== 0) y = 8 - y;
  const abnormality = memory.get(memory.enemyBlock(enemy) + ENEMY.abnormality);
  const own = (memory.get(CELL.abnormalityRowDisabled) & 4) !== 0 || abnormality === 0;
  const pattern = own ? memory.get(memory.speciesOf(enemy) + SPECIES.movePattern) : abnormality - 1;
  return tables[MOVE_PATTERNS + 81 * pattern + ((9 * y + x) & 0xff)] ?? 0;
}

const UP = 0;
const DOWN = 1;
const LEFT = 2;
const RIGHT = 3;
type Way = 0 | 1 | 2 | 3;

/** C1:41F2. */
function takeCells(memory: Memory, enemy: number, wantedX: number, wantedY: number): boolean {
  const block = memory.enemyBlock(enemy);
  const species = memory.speciesOf(enemy);
  const [width, height] = [memory.get(species + SPECIES.width), memory.get(species + SPECIES.height)];
  const code = 0x11 + enemy;
  if (wantedX + width >= 8 || wantedY + height >= 8) return false;
  const box = (x: number, y: number): number[] =>
    Array.from({ length: width * height }, (_, at) => FIELD + 8 * (y + Math.floor(at / width)) + x + (at % width));
  const taken = (cell: number): boolean => (memory.get(cell) & 15) !== 0 && (memory.get(cell) & 31) !== code;
  if (box(wantedX, wantedY).some(taken)) return false;
  for (const cell of box(memory.get(block + ENEMY.cellX), memory.get(block + ENEMY.cellY)))
    memory.set(cell, memory.get(cell) & 0xe0);
  for (const cell of box(wantedX, wantedY)) memory.set(cell, (memory.get(cell) & 0xe0) | code);
  return true;
}

/** C1:E327, E348, E372, E393: half of the facing first, kept when the way is blocked. */
function step(memory: Memory, enemy: number, way: Way): boolean {
  const block = memory.enemyBlock(enemy);
  const facing = memory.get(block + ENEMY.facing);
  memory.set(block + ENEMY.facing, [facing | 0x80, facing & 0x7f, facing | 0x40, facing & 0xbf][way] ?? 0);
  const [x, y] = [memory.get(block + ENEMY.cellX), memory.get(block + ENEMY.cellY)];
  if ([y === 0, y === 6, x === 0, x === 6][way] === true) return false;
  const [wantedX, wantedY] = [x + ([0, 0, -1, 1][way] ?? 0), y + ([-1, 1, 0, 0][way] ?? 0)];
  memory.set(block + ENEMY.wantedX, wantedX);
  memory.set(block + ENEMY.wantedY, wantedY);
  if (!takeCells(memory, enemy, wantedX, wantedY)) return false;
  memory.set(CELL.enemyActionFlags, 8);
  memory.set(block + ENEMY.skillState, 0x80);
  return true;
}

const randomWay = (memory: Memory): Way => (memory.draw() >> 6) as Way;

/** C1:2800. */
const moveCost = (memory: Memory, enemy: number): number =>
  64 - (Math.min(memory.get(memory.enemyBlock(enemy) + ENEMY.speed), 226) >> 2);

/** C1:2841: a borrow leaves 16. */
function payActionPoints(memory: Memory, cost: number): void {
  const left = memory.word(CELL.actionPoints) - cost;
  memory.setWord(CELL.actionPoints, left < 0 ? 16 : left);
}

/** C1:E429, E476. */
function turn(memory: Memory, enemy: number, clockwise: boolean): void {
  const block = memory.enemyBlock(enemy);
  const ring = clockwise ? [0x00, 0x40, 0xc0, 0x80] : [0x00, 0x80, 0xc0, 0x40];
  memory.set(block + ENEMY.facing, ring[(ring.indexOf(memory.get(block + ENEMY.facing) & 0xc0) + 1) % 4] ?? 0);
  if ((memory.get(CELL.allyActionFlags) & 0x80) !== 0) return;
  payActionPoints(memory, moveCost(memory, enemy) >> 1);
  memory.set(CELL.turnFlag, 0);
}

/** C1:9014, 9059: a step, else one at random, else a turn at random. */
function stepOrElse(memory: Memory, enemy: number, way: Way): void {
  // an OBJECT stays where it is
  if ((memory.get(memory.speciesOf(enemy) + SPECIES.type) & 4) !== 0 || step(memory, enemy, way)) return;
  if (memory.get(memory.enemyBlock(enemy) + ENEMY.skillState) >= 0x80) return;
  const tries = memory.enemyBlock(enemy) + ENEMY.aiStep;
  if (memory.get(tries) !== 0) {
    memory.set(tries, 0);
    turn(memory, enemy, (memory.draw() & 1) === 0);
    return;
  }
  memory.set(tries, 1);
  stepOrElse(memory, enemy, randomWay(memory));
}

/** Code of a turn to the ally. */
export const TURN_TO_ALLY = 0x12;

/** C1:8F8D. */
export function perform(memory: Memory, enemy: number, ally: number, code: number): void {
  const block = memory.enemyBlock(enemy);
  const [x, y] = [memory.get(block + ENEMY.cellX), memory.get(block + ENEMY.cellY)];
  const [allyX, allyY] = [
    memory.get(memory.allyBlock(ally) + ALLY.cellX),
    memory.get(memory.allyBlock(ally) + ALLY.cellY),
  ];
  const facing = memory.get(block + ENEMY.facing);
  const ahead: Way = (facing & 0x40) !== 0 ? LEFT : RIGHT;
  const below: Way = (facing & 0x80) !== 0 ? UP : DOWN;
  const ways: readonly (Way | undefined)[] = [
    x >= allyX ? LEFT : RIGHT,
    y >= allyY ? UP : DOWN,
    x < allyX ? LEFT : RIGHT,
    // the byte is the next block's, not the ally's row
    y < memory.get(block + ALLY.cellY) ? UP : DOWN,
    ...([RIGHT, DOWN, LEFT, UP] as const),
    ...([ahead, below] as const),
    ...([ahead === LEFT ? RIGHT : LEFT, below === UP ? DOWN : UP] as const),
  ];
  const way = code === 0x0c ? randomWay(memory) : ways[code];
  if (way !== undefined) stepOrElse(memory, enemy, way);
  else if (code === 0x10 || code === 0x11) turn(memory, enemy, code === 0x11);
  else if (code === 0x13) turn(memory, enemy, (memory.draw() & 1) === 0);
}

/** C1:8F5A, and a step's cost. @returns the action code, for what is not here */
export function move(memory: Memory, tables: Tables, enemy: number): number {
  memory.set(memory.enemyBlock(enemy) + ENEMY.aiStep, 0);
  let code = 0x0f;
  if ((memory.get(memory.enemyBlock(enemy) + ENEMY.statuses) & 2) === 0) {
    const ally = nearestAlly(memory, enemy);
    // three bytes at C1:90D2 are not published: nothing happens
    if (ally === undefined) return code;
    code = actionCode(memory, tables, enemy, ally);
    if (code < 0x14) perform(memory, enemy, ally, code);
  }
  const points = memory.word(memory.enemyBlock(enemy) + ENEMY.orderPoints) >> 1;
  memory.setWord(memory.enemyBlock(enemy) + ENEMY.orderPoints, points + (points >> 1));
  if (memory.get(memory.enemyBlock(enemy) + ENEMY.skillState) === 0x80) {
    payActionPoints(memory, moveCost(memory, enemy));
    memory.set(CELL.turnFlag, 0);
    memory.set(memory.enemyBlock(enemy) + ENEMY.charge, 0);
    memory.set(memory.enemyBlock(enemy) + ENEMY.cell07, memory.get(ENEMY_STEP_FRAMES));
    // the step's frames are an input: how often it was needed, and their sum
    memory.setWord(ENEMY_STEP_COUNT, memory.word(ENEMY_STEP_COUNT) + 1);
    memory.setWord(ASSUMED_FRAMES, memory.word(ASSUMED_FRAMES) + memory.get(ENEMY_STEP_FRAMES));
  }
  return code;
}
