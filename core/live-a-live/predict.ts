/**
 * What comes next, from the state alone: free moves left, whose turn, who acts. Rules: C1:8E51, 92C3, 2808; the guide's questions with
 * the cartridge's arithmetic.
 */
import { read16 } from '../int/uint.js';
import { moveCost, turnCost } from './action-points.js';
import {
  ACTION_POINTS,
  ALLY_SPEED,
  ALLY_STRIDE,
  ENEMY_ORDER_POINTS,
  ENEMY_STATE,
  ENEMY_STRIDE,
  FIRST_ALLY,
  FIRST_ENEMY,
  LAST_ALLY,
  PRESENT,
  TURN_FLAG,
} from './cells.js';
import { isAllyPresent } from './presence.js';
import { isListEnd } from './time-passes.js';

/** Action points from which an ally action hands the turn to the enemies. */
export const ENEMY_TURN_AT = 256;
/** What a skill adds. */
export const SKILL_GAIN = 510;

/** Largest number of actions of this cost that leave the action points below 256. */
export function freeActions(actionPoints: number, cost: number): number {
  return actionPoints >= ENEMY_TURN_AT ? 0 : Math.floor((ENEMY_TURN_AT - 1 - actionPoints) / cost);
}

/** Ally actions of this cost until the enemies get a turn, counting the one that hands it over. */
export function actionsUntilEnemyTurn(actionPoints: number, cost: number): number {
  return freeActions(actionPoints, cost) + 1;
}

/** Action points from which one skill wraps to 0..255: still the allies' turn. */
export const OVERFLOW_WINDOW = {
  first: 0x1_0000 - SKILL_GAIN,
  last: 0x1_0000 - SKILL_GAIN + ENEMY_TURN_AT - 1,
} as const;

/** Presses of L or R in area selection until a skill wraps, or -1 when these steps jump over the window. */
export function pressesToOverflow(actionPoints: number, cost: number): number {
  const presses = Math.max(0, Math.ceil((OVERFLOW_WINDOW.first - actionPoints) / cost));
  return actionPoints + presses * cost <= OVERFLOW_WINDOW.last ? presses : -1;
}

/** Named lines for people. */
export function predictTurn(ram: Uint8Array): readonly (readonly [string, string])[] {
  const points = read16(ram, ACTION_POINTS);
  const lines: (readonly [string, string])[] = [['action points', String(points)]];
  const enemyTurn = points >= ENEMY_TURN_AT && ram[TURN_FLAG] !== 0;
  lines.push(['turn', enemyTurn ? 'enemies' : 'allies']);
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    const speed = ram[ally + ALLY_SPEED] as number;
    const name = `ally ${(ally - FIRST_ALLY) / ALLY_STRIDE}`;
    lines.push([`${name} free moves`, String(freeActions(points, moveCost(speed)))]);
    lines.push([`${name} presses to the overflow`, String(pressesToOverflow(points, turnCost(speed)))]);
  }
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (((ram[enemy + ENEMY_STATE] as number) & PRESENT) === 0) continue;
    lines.push([
      `enemy ${(enemy - FIRST_ENEMY) / ENEMY_STRIDE} order points`,
      String(read16(ram, enemy + ENEMY_ORDER_POINTS)),
    ]);
  }
  return lines;
}
