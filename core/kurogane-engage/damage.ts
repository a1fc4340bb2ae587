/** Dice to damage and risk. Source: seed 003, K11 to K14, decisions KA3, KA4, KA12, KA14, KA17. */
import { floorDivide, saturatingAdd8 } from '../int/uint.js';

/** Lowest face that succeeds, unless a special action sets another. */
export const SUCCESS_MIN = 4;
/** The face of a critical (KA12: always 6). */
export const CRITICAL_FACE = 6;
/** K12: minimum of the defence. */
export const MINIMUM_DEFENCE = 3;

/** K12: the attack value. Only a special action can make it negative. */
export function attackValue(pow: number, successes: number): number {
  return Math.max(pow + successes, 0);
}

/**
 * K12, KA3: the defence value; its minimum holds after criticals and pen.
 * @param armDelta change of the armour by special actions
 * @param minimumArm KA4: false keeps printed armour below 3 as printed, but at least 1
 */
export function defenceValue(
  arm: number,
  armDelta: number,
  criticals: number,
  pen: number,
  minimumArm: boolean,
): number {
  const minimum = minimumArm ? MINIMUM_DEFENCE : Math.max(1, Math.min(MINIMUM_DEFENCE, arm));
  return Math.max(minimum, arm + armDelta - criticals - pen);
}

/** K12: the damage. */
export function damageOf(attack: number, defence: number): number {
  return floorDivide(attack, defence);
}

/** KA14: the total damage, at most 255. */
export function damageTotal(before: number, damage: number): number {
  return saturatingAdd8(before, damage);
}

/**
 * K13, K14: damage clears the risk; without damage the successes are added. The result may exceed
 * 255 (KA17).
 */
export function riskAfter(before: number, damage: number, successes: number): number {
  return damage > 0 ? 0 : before + successes;
}
