/** What the tests of the library's calls ask of each: its error, how it ends when aborted, that its answer is plain. */
import { expect } from 'vitest';
import { LockstepError } from '../../../harness/base/errors.js';
import { AbortError, type Answer, type ProgressOptions } from '../../../harness/library/index.js';

/** The error of a call, of its type. */
export async function refusal(call: Promise<unknown>): Promise<LockstepError> {
  const error = await call.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  if (error instanceof LockstepError) return error;
  throw new Error(`no LockstepError: ${String(error)}`);
}

export async function aborted(call: Promise<unknown>): Promise<AbortError> {
  const error = await call.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  if (error instanceof AbortError) return error;
  throw new Error(`no AbortError: ${String(error)}`);
}

export function checkPlain(answer: Answer): void {
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  const deep = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(deep));
  expect(deep(answer)).toBe(true);
}

/** Aborted before the call begins. */
export const now = (): AbortSignal => AbortSignal.abort();
/** Aborted when the call has come so far. */
export function after(done: number): Pick<ProgressOptions, 'signal' | 'onProgress'> {
  const stop = new AbortController();
  const onProgress = (progress: { readonly done: number }): void => {
    if (progress.done >= done) stop.abort();
  };
  return { signal: stop.signal, onProgress };
}
