/**
 * The files that a command reads, so that it never writes over one of them. A file is known by its
 * device and number, not by its name: links and other spellings of a path are the same file.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type BigIntStats, statSync } from 'node:fs';
import { unreadable } from './unreadable.js';

const inputs = new AsyncLocalStorage<Set<string>>();
const leftOut = new AsyncLocalStorage<Map<string, number>>();

/**
 * What Node says of a path where no file can be or none can be reached: too long, with a zero byte,
 * below a file, a circle of links, in a folder that is closed to us.
 */
const NOTHING_THERE = ['ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'];

/** Device and number of a file. */
function keyOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Device and number of what a path leads to; undefined where there is nothing. */
function keyAt(path: string): string | undefined {
  try {
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    return status === undefined ? undefined : keyOf(status);
  } catch (error) {
    // nothing can be there: its reader says why
    if (NOTHING_THERE.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw unreadable(path, error);
  }
}

/** Runs a command that reads no file yet. */
export function withInputs<Result>(command: () => Result): Result {
  return inputs.run(new Set(), () => leftOut.run(new Map(), command));
}

/** Tells that bytes behind the packed data of a file are left out. */
export function noteLeftOut(path: string, bytes: number): void {
  if (bytes > 0) leftOut.getStore()?.set(path, bytes);
}

/** Files of the running command with bytes that were left out, and how many. */
export function leftOutOfInputs(): ReadonlyMap<string, number> {
  return leftOut.getStore() ?? new Map();
}

/** Tells that the running command reads a file. A path that leads nowhere is none. */
export function noteInput(path: string): void {
  const known = inputs.getStore();
  const key = known === undefined ? undefined : keyAt(path);
  if (key !== undefined) known?.add(key);
}

/** Whether the running command has read a file. */
export function isInput(status: BigIntStats): boolean {
  return inputs.getStore()?.has(keyOf(status)) === true;
}

/** Whether one of some paths leads to a file. */
export function leadsTo(paths: readonly string[], status: BigIntStats): boolean {
  const key = keyOf(status);
  return paths.some((path) => keyAt(path) === key);
}
