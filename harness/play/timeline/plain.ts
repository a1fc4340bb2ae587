/** Trials without a guard, for a page's worker, which the page ends when it is silent. */

/** @returns true, always: whoever started the worker ends it */
export function guarded(action: () => void): boolean {
  action();
  return true;
}
