/** Options of the verbs that list or run an image's own code. */
import { type Command, Option } from 'commander';
import { LockstepError } from '../../../base/errors.js';

export interface WidthOptions {
  readonly m8?: boolean;
  readonly m16?: boolean;
  readonly x8?: boolean;
  readonly x16?: boolean;
}

export function addWidthOptions(command: Command): Command {
  return command
    .addOption(new Option('--m8', 'the accumulator has 8 bits at the start').conflicts('m16'))
    .addOption(new Option('--m16', 'it has 16 bits'))
    .addOption(new Option('--x8', 'the index registers have 8 bits at the start').conflicts('x16'))
    .addOption(new Option('--x16', 'they have 16 bits'));
}

/** 1 = 8 bits, 0 = 16 bits, undefined = not given. */
export function givenWidths(options: WidthOptions): { readonly m: 0 | 1 | undefined; readonly x: 0 | 1 | undefined } {
  const bit = (is8: boolean | undefined, is16: boolean | undefined): 0 | 1 | undefined =>
    is8 === true ? 1 : is16 === true ? 0 : undefined;
  return { m: bit(options.m8, options.m16), x: bit(options.x8, options.x16) };
}

/** A count of at least 1. @throws LockstepError `E_OPTION` */
export function positiveNumber(text: string, name: string, largest: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= largest) return value;
  throw new LockstepError('E_OPTION', `--${name} is not a count`, {
    found: text,
    expected: `a number from 1 to ${largest}`,
    remedy: 'Give a decimal number',
  });
}
