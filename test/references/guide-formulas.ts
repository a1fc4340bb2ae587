/**
 * Slow reference of the arithmetic of the ruleset `guide` (rules L5 to L10, L17, L19 to L24; decisions A2 to A4, A11, A12).
 *
 * Written from the rules alone. A quotient is found by counting subtractions, so that no shift or rounding function of a
 * fast implementation is repeated. Evidence of every rule here: guide.
 */
import { requireInteger } from './reference-error.js';

/** How often `divisor` can be taken from `dividend`: division of non-negative integers, truncated. */
export function quotient(dividend: number, divisor: number): number {
  let times = 0;
  for (let rest = dividend; rest >= divisor; rest -= divisor) times += 1;
  return times;
}

/** A 16-bit word keeps what is left after taking or giving 65536 often enough (L10, A2). */
export function wrapWord(value: number): number {
  let word = value;
  while (word > 65535) word -= 65536;
  while (word < 0) word += 65536;
  return word;
}

/** L7: the quarter of the speed is truncated first, then subtracted. */
export function moveCost(speed: number): number {
  return 64 - quotient(speed, 4);
}

/** L8, A4: half of the already truncated move cost; A3: the formula's 0 may be raised by a switch. */
export function turnCost(speed: number, minTurnCost: 0 | 1 = 0): number {
  return Math.max(quotient(moveCost(speed), 2), minTurnCost);
}

/** L9: the calculator accepts 0..65535 and nothing else. */
export function requireActionPoints(value: unknown): number {
  return requireInteger(value, 0, 65535, 'action points');
}

/** L5. */
export function afterAllySkill(actionPoints: unknown): number {
  return wrapWord(requireActionPoints(actionPoints) + 510);
}

/** L6: bits 0, 1, 2, 3, 5 and 6 survive, bit 4 is set, every other is lost. */
export function afterEnemySkill(actionPoints: unknown): number {
  const value = requireActionPoints(actionPoints);
  const survives = [1, 2, 4, 8, 32, 64].filter((weight) => quotient(value, weight) % 2 === 1);
  return survives.reduce((sum, weight) => sum + weight, 16);
}

/** L17: 256 - iq stored in eight bits, so iq 0 gives 0. */
export function startOrder(iq: number): number {
  return iq === 0 ? 0 : 256 - iq;
}

/** L19, A11: half and quarter truncated separately, or three quarters truncated once. */
export function orderAfterMove(order: number, rounding: 'separate' | 'together' = 'separate'): number {
  return rounding === 'separate' ? quotient(order, 2) + quotient(order, 4) : quotient(3 * order, 4);
}

/** L20. */
export function orderAfterIdle(order: number): number {
  return quotient(order, 2);
}

/** L22, A12: the multiple of the damage constant, before the width of the order points is applied. */
export function orderFromDamage(total: number, maxHp: number, damageConstant: number): number {
  const sixteenth = Math.max(quotient(maxHp, 16), 1);
  return Math.min(quotient(total, sixteenth) + 1, 15) * damageConstant;
}

/** L10, A2: how many L/R presses of `cost` bring one skill's 510 past the wrap to a sum below the threshold. */
export function pressesToOverflow(
  actionPoints: number,
  cost: number,
  enemyTurnAt: 255 | 256 = 255,
): number | undefined {
  let points = requireActionPoints(actionPoints);
  for (let presses = 0; presses <= 65536; presses += 1) {
    if (afterAllySkill(points) < enemyTurnAt) return presses;
    points = wrapWord(points + cost);
  }
  return undefined;
}
