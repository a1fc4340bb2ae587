/** Trials without a guard, for pages: they run in a worker, which the page ends when it is silent for long. */

/** @returns true, always: whoever started the worker ends it */
export function guarded(action: () => void): boolean {
  action();
  return true;
}
