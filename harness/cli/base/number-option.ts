/** Reads whole numbers given as options. */
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be 0, 1, 2 ...');
  return value;
}

export function fromOne(text: string): number {
  if (/^[1-9][0-9]{0,9}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999999999.');
}

/** Threads of a search: more take memory and time, and no machine of a user has as many cores. */
export const MOST_THREADS = 64;

/** The threads that a verb starts unless it is told. */
export function usualThreads(cores: number): number {
  return Math.min(cores, MOST_THREADS);
}

export function threadCount(text: string): number {
  if (/^[1-9][0-9]?$/u.test(text) && Number(text) <= MOST_THREADS) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_THREADS}.`);
}
