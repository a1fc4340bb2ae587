/**
 * What a result stands on beside the printed routines: unpublished stretches, and what an owner's
 * image says or does about them.
 */
import type { Battle, System } from '../../core/system/system.js';
import { possibleChanges } from '../../rom-map/index.js';
import { wrap } from './number-text.js';

// What an image's code does not stand in for, of the stretches that a run depends on.

/** By the name of the stretch: why the image's code did not run there. */
export type NotFilled = Readonly<Record<string, string>>;

/** @param names of unpublished stretches @param hasImage without one there are no reasons */
export function notFilledOf(system: System, names: readonly string[], hasImage: boolean): NotFilled {
  const reasons = system.capabilities.evidence?.notFillable;
  if (!hasImage || reasons === undefined) return {};
  return Object.fromEntries(names.flatMap((name) => (reasons[name] === undefined ? [] : [[name, reasons[name]]])));
}

/** A line for each. */
export function notFilledLines(notFilled: NotFilled): string[] {
  return Object.entries(notFilled).map(([name, reason]) => `not by the image's code: ${name}: ${reason}`);
}

// Unpublished stretches as results name them: what each could change, and those that an owner's
// image has settled.

/** Unpublished stretches that an owner's image has settled, as results name them. */
export interface SettledStretches {
  /** Who says so, in words. */
  readonly by: string;
  /** Names of rows of the table of unpublished stretches. */
  readonly names: readonly string[];
}

interface Dependence {
  /** Stretches that a run depends on, and no image has settled. */
  readonly unpublished: readonly string[];
  /** The others; left out where no profile was given. */
  readonly settled?: readonly string[];
}

/** @param passed names of the stretches that a run went through */
export function dependenceOf(passed: readonly string[], settled: SettledStretches | undefined): Dependence {
  if (settled === undefined) return { unpublished: passed };
  return {
    unpublished: passed.filter((name) => !settled.names.includes(name)),
    settled: passed.filter((name) => settled.names.includes(name)),
  };
}

/**
 * Lines that name the stretches by what they could change, most important first; none for none.
 * @param textOf what stands for a name, such as the name with its value
 */
export function dependenceLines(unpublished: readonly string[], textOf = (name: string): string => name): string[] {
  if (unpublished.length === 0) return [];
  return [
    'depends on unpublished code (`lockstep rom routines`), which could change:',
    ...possibleChanges(unpublished).map(({ change, names }) => `  ${change}: ${names.map(textOf).join(', ')}`),
  ];
}

/** The same lines, each within a width. */
export function wrappedDependence(unpublished: readonly string[], columns: number): string[] {
  return dependenceLines(unpublished).flatMap((line) => {
    const depth = line.length - line.trimStart().length;
    return wrap(line.trimStart(), columns - depth, '    ').map((part) => ' '.repeat(depth) + part);
  });
}

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
