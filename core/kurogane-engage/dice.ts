/**
 * The arithmetic of an attack: how many dice, with every part of the sum, and from dice to damage
 * and risk. Source: seed 003, K3 to K9 and K11 to K14, decisions KA1 (a pool is never below 0), KA2
 * (close combat out of place is 0 after everything), KA3 to KA10, KA12, KA14, KA17.
 */
import { floorDivide, saturatingAdd8 } from '../int/uint.js';
import { CLOSE_COMBAT } from './setup.js';

export interface PoolInput {
  readonly hit: number;
  /** 1 to 255, or CLOSE_COMBAT. */
  readonly rng: number;
  readonly distance: number;
  /** Level of the target minus level of the attacker. */
  readonly levelDifference: number;
  /** The attacker sees the target itself; otherwise the shot is indirect. */
  readonly visible: boolean;
  /**
   * The line between the centres is free and at least half of each silhouette is visible, both
   * ways.
   */
  readonly mutualClear: boolean;
  /** Risk of the target. */
  readonly risk: number;
  /** Dice of the declared special actions. */
  readonly specials: number;
  readonly clearShotInMelee: boolean;
}

/**
 * K4: one die for each multiple of Rng that the distance exceeds; none in close combat or at
 * distance 0 (KA10).
 */
export function distancePenalty(distance: number, rng: number): number {
  if (rng === CLOSE_COMBAT || distance === 0) return 0;
  return ((distance - 1) / rng) | 0;
}

/** K6: penalty of an indirect shot. */
export function indirectPenalty(input: PoolInput): number {
  return input.visible ? 0 : 1;
}

/**
 * K8: same level or lower, free line, half of each silhouette. An unseen line is not free (KA8).
 */
export function clearShotBonus(input: PoolInput): number {
  if (!input.visible || !input.mutualClear || input.levelDifference > 0) return 0;
  return input.rng === CLOSE_COMBAT && !input.clearShotInMelee ? 0 : 1;
}

/** K9: at least one level lower, and seen directly. */
export function highGroundBonus(input: PoolInput): number {
  return input.visible && input.levelDifference < 0 ? 1 : 0;
}

/** K5: distance 1, and the same level or exactly one higher. */
export function isInCloseCombat(distance: number, levelDifference: number): boolean {
  return distance === 1 && (levelDifference === 0 || levelDifference === 1);
}

/** The sum before KA1 and KA2; it may be negative. */
export function poolSum(input: PoolInput): number {
  return (
    input.hit -
    distancePenalty(input.distance, input.rng) -
    indirectPenalty(input) +
    input.risk +
    clearShotBonus(input) +
    highGroundBonus(input) +
    input.specials
  );
}

/** Number of dice to roll. */
export function poolSize(input: PoolInput): number {
  if (input.rng === CLOSE_COMBAT && !isInCloseCombat(input.distance, input.levelDifference)) return 0;
  return Math.max(poolSum(input), 0);
}

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
