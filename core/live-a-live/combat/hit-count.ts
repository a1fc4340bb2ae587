/**
 * Hits of an ally's skill (C1:D6B9), hits that landed (C1:D7BB, D81A, D839). Evidence: executed; a
 * single hit somewhere in the area is C1:D6AE, unpublished.
 */

import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { drawBattle } from '../memory/generators.js';
import { byteOf, type Machine, packResult, type RoutineResult, wordOf } from '../memory/machine.js';
import { ENEMY_LIST_DONE, ENEMY_PRESENT, nextEnemy, WALK_BLOCKS, walkWithoutEnd } from '../memory/presence.js';
import {
  HITS_BY_LEVEL,
  HITS_KIND,
  HITS_ONE,
  HITS_ONE_SOMEWHERE,
  HITS_RANDOM,
  SKILL_HITS,
} from '../memory/skill-record.js';
import { TAKEN_OVER } from '../memory/state-bits.js';
import * as Work from '../memory/work-cells.js';
import { activeByte } from './skill-copy.js';

/** Exits of `countHits`. */
export const HITS_COUNTED = 0;
export const ONE_HIT_IN_AREA = 1;

/** Highest level that still adds hits. */
const LEVEL_CAP = 15;

/** Hits by level, 1 and more. */
export function hitsByLevel(largest: number, level: number): number {
  return multiplyHigh8(16 * largest, Math.min(level, LEVEL_CAP)) + 1;
}

/** Hits by a draw, 1 and more. */
export function hitsByDraw(largest: number, draw: number): number {
  return multiplyHigh8(draw, largest) + 1;
}

/** Byte result of `countHits` when a number was set. */
export const NUMBER_SET = 0xff;

/**
 * C1:D6B9, to 0310. A fixed number may be 0.
 * @returns byte = `NUMBER_SET`, or what of record byte 19 means a single hit
 */
export function countHits(machine: Machine): RoutineResult {
  const ram = machine.ram;
  const level = read8(ram, read16(ram, Cell.SKILL_USER) + Ally.LEVEL);
  const hits = activeByte(ram, SKILL_HITS);
  const largest = hits & 0x0f;
  const kind = hits & HITS_KIND;
  ram[Work.HITS] = largest;
  ram[Work.HITS + 1] = level;
  if ((hits & HITS_ONE) !== 0) return packResult(ONE_HIT_IN_AREA, 0, hits);
  if (kind === HITS_ONE_SOMEWHERE) return packResult(ONE_HIT_IN_AREA, 0, kind);
  if (kind === HITS_BY_LEVEL) ram[Work.HITS] = hitsByLevel(largest, level);
  if (kind === HITS_RANDOM) ram[Work.HITS] = hitsByDraw(largest, drawBattle(machine, 0xc1d6b9));
  return packResult(HITS_COUNTED, 0, NUMBER_SET);
}

/** C1:D7BB, whether any ally was hit, as the hits of all joined bit by bit. */
export function hitsOnAllies(machine: Machine): number {
  let hits = 0;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    hits |= read8(machine.ram, ally + Ally.HITS_LANDED);
  }
  return hits;
}

/** C1:D81A, an enemy body under the player's control passes its hits on to its ally block. */
export function passHitsOn(machine: Machine, hits: number, enemy: number): void {
  const ram = machine.ram;
  if (read8(ram, enemy + Enemy.STATE) !== TAKEN_OVER) return;
  ram[read16(ram, enemy + Enemy.FOUGHT_ALLY) + Ally.HITS_LANDED] = hits;
}

/**
 * C1:D839, counts the enemies that were hit into 0310.
 * @param before one block before the first
 * @returns the count joined with the flag at 0383; 0 = the skill missed everybody
 * @throws RuleError `E_NO_END` where the original never returns
 */
export function countEnemiesHit(machine: Machine, before: number): number {
  const ram = machine.ram;
  let enemy = before;
  for (let blocks = 0; blocks < WALK_BLOCKS; blocks++) {
    const next = nextEnemy(machine, enemy);
    enemy = wordOf(next);
    if (byteOf(next) === ENEMY_LIST_DONE) return read8(ram, Work.HITS) | read8(ram, Cell.OTHER_HIT);
    if (byteOf(next) === ENEMY_PRESENT && read8(ram, enemy + Enemy.HITS_LANDED) !== 0) {
      ram[Work.HITS] = read8(ram, Work.HITS) + 1;
    }
  }
  throw walkWithoutEnd(before);
}
