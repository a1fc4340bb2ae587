/**
 * Order points as a turn order: the 16-bit values of LIVE A LIVE's enemies on a unit record.
 * Evidence: executed routines C1:EBCE (start), C1:8F77 (move), C1:1C77 (attack), C1:1CAC (damage),
 * C1:1C02 (idle), C1:8E64 (a turn without an act). Their use outside that game is an extension.
 */
import { asInt8 } from '../int/uint.js';

/** C1:EBCE: (256 - intellect) mod 256. */
export function startOrderPoints(intellect: number): number {
  return (0 - intellect) & 0xff;
}

/** C1:8F77, once for each square: two halvings, each rounded down. */
export function orderPointsAfterStep(points: number): number {
  return (points >> 1) + (points >> 2);
}

/** C1:1C77. */
export function orderPointsAfterAttack(points: number, decrease: number): number {
  return Math.max(points - decrease, 0);
}

/**
 * C1:1CAC: adds `constant` for each sixteenth of the maximum HP, at most 15 times, up to 65535.
 * Only the low byte of the quotient counts, plus one modulo 256.
 */
export function orderPointsAfterDamage(points: number, damage: number, maxHp: number, constant: number): number {
  const divisor = Math.max(maxHp >> 4, 1) & 0xff;
  const quotient = divisor === 0 ? 0xffff : (damage / divisor) | 0;
  const sixteenths = Math.min(((quotient & 0xff) + 1) & 0xff, 15);
  return Math.min(points + sixteenths * constant, 0xffff);
}

/** C1:8E64. */
export function orderPointsHalved(points: number): number {
  return points >> 1;
}

/**
 * C1:1C02 without its draw. A carry or borrow copies the new HIGH byte to the low one, which is the
 * original's own slip. A low byte of 0 in the result means that the routine draws the low byte.
 * @param increase signed byte
 */
export function orderPointsAfterIdle(points: number, increase: number): number {
  const low = points & 0xff;
  const high = points >> 8;
  const sum = low + asInt8(increase);
  if (sum >= 0 && sum <= 0xff) return (high << 8) | sum;
  if (sum > 0xff) return high === 0xff ? 0xffff : ((high + 1) << 8) | (high + 1);
  return high === 0 ? 0 : ((high - 1) << 8) | (high - 1);
}
