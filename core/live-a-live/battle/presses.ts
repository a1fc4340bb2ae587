/**
 * Presses of L or R while the area of a skill is chosen: each costs a turn and does nothing else
 * (L11). They draw nothing from the generator; what they change is whose turn is next, and with it
 * which draw falls to whom.
 */
import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { turnCost } from '../turn/action-points.js';
import { pressesToOverflow } from '../turn/predict.js';
import { actor } from './choices.js';

export const MAX_PRESSES = 0xffff;
/**
 * Value of `presses`: as many as lead to where one skill without a charge wraps the action points.
 */
export const TO_OVERFLOW = 0x7fff_ffff;
/** Its name in plans. */
export const OVERFLOW = 'overflow';

/** Whether a command may have this value. */
export function isPresses(value: number): boolean {
  return (value >= 0 && value <= MAX_PRESSES) || value === TO_OVERFLOW;
}

/**
 * How often that is now, for the ally whose turn it is; below 0: no number leads to the overflow.
 * @param presses 0 to 65535, or `TO_OVERFLOW`
 */
export function pressesNow(ram: Uint8Array, presses: number): number {
  if (presses !== TO_OVERFLOW) return presses;
  return pressesToOverflow(read16(ram, Cell.ACTION_POINTS), turnCost(read8(ram, actor(ram) + Ally.SPEED)));
}
