/**
 * Lets the event loop run during long loops, so that interruptions and progress lines come through.
 */

import { LockstepError } from './errors.js';

const EVERY_MILLISECONDS = 50;

/** Runs something once everything that waits has run; a browser has timers alone. */
const afterOthers: (action: () => void) => void = typeof setImmediate === 'function' ? setImmediate : setTimeout;

/**
 * Returns a function that gives a promise to await every 50 milliseconds, and undefined in between.
 */
export function createYielder(): () => Promise<void> | undefined {
  let last = Date.now();
  return () => {
    if (Date.now() - last < EVERY_MILLISECONDS) return undefined;
    return new Promise((resolve) =>
      afterOthers(() => {
        last = Date.now();
        resolve();
      }),
    );
  };
}

/** The error of a command that Ctrl-C ends before it has a result; the exit code is 130. */
export function interruption(what: string): LockstepError {
  return new LockstepError('E_INTERRUPTED', `interrupted: ${what}`);
}

/**
 * Returns a function for a long loop: it gives a promise to await every 50 milliseconds, which
 * fails when the user interrupts.
 * @param what the state of affairs then, such as `no page is written`
 * @throws LockstepError `E_INTERRUPTED`, from the promise
 */
export function createPause(signal: AbortSignal | undefined, what: string): () => Promise<void> | undefined {
  const yieldNow = createYielder();
  return () =>
    yieldNow()?.then(() => {
      if (signal?.aborted === true) throw interruption(what);
    });
}

/** Long work in steps. Told to end, it gives what it has. */
export type Steps<Result> = Generator<void, Result, boolean>;

/** Does all steps at once. */
export function drained<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next(false);
    if (step.done === true) return step.value;
  }
}

/** Does all steps with pauses for the event loop, and ends them once the signal is aborted. */
export async function paced<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const yieldNow = createYielder();
  for (;;) {
    const step = steps.next(signal?.aborted === true);
    if (step.done === true) return step.value;
    await yieldNow();
  }
}
