/**
 * Unpublished stretches as results name them: what each could change, and those that an owner's
 * image has settled.
 */
import { possibleChanges } from '../../rom-map/index.js';
import { wrap } from './text-columns.js';

/** Unpublished stretches that an owner's image has settled, as results name them. */
export interface SettledStretches {
  /** Who says so, in words. */
  readonly by: string;
  /** Names of rows of the table of unpublished stretches. */
  readonly names: readonly string[];
}

export interface Dependence {
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
