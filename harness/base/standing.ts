/**
 * What a result stands on beside the printed routines: unpublished stretches, and what an owner's
 * image says or does about them.
 */
import type { Battle, System } from '../../core/system/system.js';
import { type NotFilled, notFilledLines, notFilledOf } from './not-filled.js';
import { type Dependence, dependenceLines, dependenceOf, type SettledStretches } from './settled-stretches.js';

export interface Standing extends Dependence {
  /** Stretches that the code of the given image ran; left out where none was filled. */
  readonly filled?: readonly string[];
  readonly notFilled: NotFilled;
}

/** @param passed names of the stretches that the battle went through */
export function standingOf(
  system: System,
  battle: Battle,
  passed: readonly string[],
  settled: SettledStretches | undefined,
  hasImage: boolean,
): Standing {
  const filled = system.capabilities.evidence?.filled?.(battle) ?? [];
  const dependence = dependenceOf(passed, settled);
  return {
    ...dependence,
    ...(filled.length === 0 ? {} : { filled }),
    notFilled: notFilledOf(system, dependence.unpublished, hasImage),
  };
}

/** A line for each part. @param by who settled, in words @param image SHA-256 of the given image */
export function standingLines(standing: Standing, by: string | undefined, image: string | undefined): string[] {
  const { unpublished, settled = [], filled, notFilled } = standing;
  const lines: string[] = [];
  lines.push(...dependenceLines(unpublished));
  if (filled !== undefined) {
    lines.push(`filled by the image's own code (SHA-256 ${image ?? 'not given'}): ${filled.join(', ')}`);
  }
  lines.push(...notFilledLines(notFilled));
  if (by !== undefined && settled.length > 0) lines.push(`${by}: ${settled.join(', ')}`);
  return lines;
}
