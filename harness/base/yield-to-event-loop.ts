/**
 * Lets the event loop run during long loops, so that interruptions and progress lines come through.
 */

const EVERY_MILLISECONDS = 50;

/**
 * Returns a function that gives a promise to await every 50 milliseconds, and undefined in between.
 */
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
