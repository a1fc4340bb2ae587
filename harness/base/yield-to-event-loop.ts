/** Long loops let the event loop run from time to time, so that an interruption and a progress line come through. */

const EVERY_MILLISECONDS = 50;

/** @returns undefined while it is too early, else a promise to wait for */
export function createYielder(): () => Promise<void> | undefined {
  let last = Date.now();
  return () => {
    if (Date.now() - last < EVERY_MILLISECONDS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        last = Date.now();
        resolve();
      }),
    );
  };
}
