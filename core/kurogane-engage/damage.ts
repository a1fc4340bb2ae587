/**
 * From dice to damage and risk. Source: seed 003, K11 to K14, decisions KA3, KA4, KA12, KA14, KA17.
 */
import { floorDivide, saturatingAdd8 } from '../int/uint.js';

/** Lowest face that succeeds unless a special action says otherwise. */
export const SUCCESS_MIN = 4;
/** The critical face (KA12: always 6). */
export const CRITICAL_FACE = 6;
/** K12: armour never counts less. */
export const MINIMUM_DEFENCE = 3;

/** K12. Below 0 only a special action can bring it. */
export function attackValue(pow: number, successes: number): number {
  return Math.max(pow + successes, 0);
}

/**
 * K12, KA3: the minimum holds after criticals and pen.
 * @param armDelta what special actions add to the armour
 * @param minimumArm KA4: false keeps armour printed below 3 at what is printed, but at least 1
 */
export function defenceValue(
  arm: number,
  armDelta: number,
  criticals: number,
  pen: number,
  minimumArm: boolean,
): number {
  const least = minimumArm ? MINIMUM_DEFENCE : Math.max(1, Math.min(MINIMUM_DEFENCE, arm));
  return Math.max(least, arm + armDelta - criticals - pen);
}

/** K12. */
export function damageOf(attack: number, defence: number): number {
  return floorDivide(attack, defence);
}

/** KA14: the total stays at 255. */
export function damageTotal(before: number, damage: number): number {
  return saturatingAdd8(before, damage);
}

/** K13, K14: damage takes all risk away, no damage adds the successes. May exceed 255 (KA17). */
export function riskAfter(before: number, damage: number, successes: number): number {
  return damage > 0 ? 0 : before + successes;
}
