/**
 * The number of dice, with every part of the sum. Source: seed 003, K3 to K9, decisions KA1 (never
 * below 0), KA2 (close combat out of place is 0 after everything), KA5 to KA10.
 */

/** Rng of a close-combat weapon, printed C. */
export const CLOSE_COMBAT = 0;

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
