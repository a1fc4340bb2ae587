/** Options of the verbs that list or run an image's own code. */
import { type Command, Option } from 'commander';
import { formatBus } from '../../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../../base/errors.js';
import { type ChosenImage, chooseImage } from '../../../original/disassembly/chosen-image.js';
import { byteAt } from '../../../original/disassembly/image-code.js';
import { addImageOptions, type ImageOptions, romOptions } from '../../base/rom-options.js';

interface WidthOptions {
  readonly m8?: boolean;
  readonly m16?: boolean;
  readonly x8?: boolean;
  readonly x16?: boolean;
}

function addWidthOptions(command: Command): Command {
  return command
    .addOption(new Option('--m8', 'the accumulator has 8 bits at the start').conflicts('m16'))
    .addOption(new Option('--m16', 'it has 16 bits'))
    .addOption(new Option('--x8', 'the index registers have 8 bits at the start').conflicts('x16'))
    .addOption(new Option('--x16', 'they have 16 bits'));
}

/** Options of every verb that looks into an image's own code. */
export interface CodeOptions extends ImageOptions, WidthOptions {}

export function addCodeOptions(command: Command): Command {
  return addWidthOptions(addImageOptions(command));
}

/** The image that the options choose. @throws LockstepError as `chooseImage` */
export function codeImage(file: string, options: CodeOptions): ChosenImage {
  return chooseImage(file, romOptions(options));
}

/** @throws LockstepError `E_ROM_ADDRESS` where no ROM answers */
export function checkInRom({ rom, mapping }: ChosenImage, address: number): void {
  if (byteAt({ image: rom.image, mapping }, address) >= 0) return;
  throw new LockstepError('E_ROM_ADDRESS', 'no ROM answers at this address', {
    file: rom.file,
    found: formatBus(address),
    expected: mapping === 'hirom' ? 'C0:0000 to FF:FFFF, or 8000 to FFFF of a bank' : '8000 to FFFF of a bank',
    remedy: '`lockstep rom info IMAGE --address A` tells where addresses lie in the image',
  });
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
