/** Reads a whole number given as an option. */
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be 0, 1, 2 ...');
  return value;
}
