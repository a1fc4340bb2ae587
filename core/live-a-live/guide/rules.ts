/**
 * The guide page's formulas (L5-L24), as it tells them; evidence: guide. They differ from the
 * cartridge in several places (rom-map/BUGS.md and the page's own contradictions); nothing here is
 * used by the mirrored routines.
 */
import type { GuideSettings } from './switches.js';

/** L5: what a skill or item adds. */
export const SKILL_GAIN = 510;
/** L14: what a frame adds while nobody can act. */
export const FRAME_GAIN = 10;
/** L13: units of time of a skill, of a move, pass or step, of a turn, of a frame. */
export const TICK_SKILL = 16;
export const TICK_MOVE = 4;
export const TICK_TURN = 2;
export const TICK_FRAME = 1;
/** Largest N of a damage. */
const DAMAGE_CAP = 15;

/** L6, the page's calculator. @param actionPoints 0..65535 */
export function afterEnemySkill(actionPoints: number): number {
  return (actionPoints & 111) | 16;
}

/** L7: the division is truncated first. @returns 1..64 */
export function guideMoveCost(speed: number): number {
  return 64 - (speed >> 2);
}

/** L8, A3, A4: half of the truncated move cost. @returns 0..32, or from 1 with the switch */
export function guideTurnCost(speed: number, settings: GuideSettings): number {
  return Math.max(guideMoveCost(speed) >> 1, settings.minTurnCost);
}

/** L17. @returns 0..255 */
export function guideStartOrder(intellect: number): number {
  return (0 - intellect) & 0xff;
}

/** L19, A11. */
export function orderAfterMove(order: number, settings: GuideSettings): number {
  return settings.roundTogether ? (3 * order) >> 2 : (order >> 1) + (order >> 2);
}

/**
 * L22, A12: assigned, not added. @param total 0..65535 @param maxHp 0..65535 @param constant 0..255
 */
export function orderFromDamage(total: number, maxHp: number, constant: number): number {
  const sixteenth = Math.max(maxHp >> 4, 1);
  return Math.min(Math.floor(total / sixteenth) + 1, DAMAGE_CAP) * constant;
}

/** A9: order points stay a byte, by saturating or by wrapping. */
export function heldOrder(order: number, settings: GuideSettings): number {
  if (settings.wrapOrder) return order & 0xff;
  return Math.max(0, Math.min(order, 0xff));
}

/** A2: action points from which one skill wraps to less than the threshold. */
export function overflowWindow(settings: GuideSettings): { readonly first: number; readonly last: number } {
  return { first: 0x1_0000 - SKILL_GAIN, last: 0x1_0000 - SKILL_GAIN + settings.enemyTurnAt - 1 };
}
