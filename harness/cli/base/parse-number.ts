/** Numbers on the command line. */
import { LockstepError } from '../../base/errors.js';

/** A decimal or 0x number within its width. @throws LockstepError `E_OPTION` naming the option */
export function parseNumber(text: string, name: string, largest: number): number {
  const value = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || value > largest) {
    throw new LockstepError('E_OPTION', `--${name} is not a number in its range`, {
      found: text,
      expected: `an integer from 0 to ${largest}`,
      remedy: 'Give a decimal or 0x number',
    });
  }
  return value;
}
