/** What an image's code does not stand in for, of the stretches that a run depends on. */
import type { System } from '../../core/system/system.js';

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
