/**
 * What comes next, from the state alone: free moves left, whose turn, who acts. Rules: C1:8E51,
 * 92C3, 2808; the guide's questions with the cartridge's arithmetic.
 */
import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { isAllyPresent } from '../memory/presence.js';
import { PRESENT } from '../memory/state-bits.js';
import { moveCost, turnCost } from './action-points.js';
import { isListEnd } from './time-passes.js';

/** Action points from which an ally action hands the turn to the enemies. */
export const ENEMY_TURN_AT = 256;
/** What a skill adds. */
export const SKILL_GAIN = 510;

/**
 * Largest number of actions of this cost that leave the action points below the threshold; a cost
 * of 0 never reaches it.
 */
export function freeActions(actionPoints: number, cost: number, threshold = ENEMY_TURN_AT): number {
  if (actionPoints >= threshold) return 0;
  return cost === 0 ? -1 : Math.floor((threshold - 1 - actionPoints) / cost);
}

/**
 * Ally actions of this cost until the enemies get a turn, counting the one that hands it over; 0
 * for a cost of 0: never.
 */
export function actionsUntilEnemyTurn(actionPoints: number, cost: number, threshold = ENEMY_TURN_AT): number {
  return freeActions(actionPoints, cost, threshold) + 1;
}

/** A range of action points, both ends included. */
export interface PointRange {
  readonly first: number;
  readonly last: number;
}

/** Action points from which one skill wraps to 0..255: still the allies' turn. */
export const OVERFLOW_WINDOW: PointRange = {
  first: 0x1_0000 - SKILL_GAIN,
  last: 0x1_0000 - SKILL_GAIN + ENEMY_TURN_AT - 1,
};

/**
 * Presses of L or R in area selection until a skill wraps, or -1 when these steps jump over the
 * window.
 */
export function pressesToOverflow(actionPoints: number, cost: number, window: PointRange = OVERFLOW_WINDOW): number {
  const missing = Math.max(0, window.first - actionPoints);
  if (missing > 0 && cost === 0) return -1;
  const presses = missing === 0 ? 0 : Math.ceil(missing / cost);
  return actionPoints + presses * cost <= window.last ? presses : -1;
}

/** Named lines for people. */
export function predictTurn(ram: Uint8Array): readonly (readonly [string, string])[] {
  const points = read16(ram, Cell.ACTION_POINTS);
  const lines: (readonly [string, string])[] = [['action points', String(points)]];
  const enemyTurn = points >= ENEMY_TURN_AT && ram[Cell.TURN_FLAG] !== 0;
  lines.push(['turn', enemyTurn ? 'enemies' : 'allies']);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    const speed = ram[ally + Ally.SPEED] as number;
    const name = `ally ${(ally - Ally.FIRST) / Ally.STRIDE}`;
    lines.push([`${name} free moves`, String(freeActions(points, moveCost(speed)))]);
    lines.push([`${name} presses to the overflow`, String(pressesToOverflow(points, turnCost(speed)))]);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (((ram[enemy + Enemy.STATE] as number) & PRESENT) === 0) continue;
    lines.push([
      `enemy ${(enemy - Enemy.FIRST) / Enemy.STRIDE} order points`,
      String(read16(ram, enemy + Enemy.ORDER_POINTS)),
    ]);
  }
  return lines;
}
