/** `lockstep rom disassemble`: a routine of the image's own code as text, to the terminal only. */
import { type Command, Option } from 'commander';
import { formatBus } from '../../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../../base/index.js';
import { imageJson, parseBus } from '../../../files/index.js';
import { type ImageOptions, romOptions } from '../../../library/index.js';
import {
  byteAt,
  type ChosenImage,
  chooseImage,
  choosePlace,
  chosenLines,
  disassemble,
  listingJson,
  listingText,
  stateAtEntry,
  stateText,
} from '../../../original/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addImageOptions } from '../../base/given.js';

// Options of the verbs that list or run an image's own code.

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

interface Options extends CodeOptions {
  readonly end?: string;
  readonly instructions: string;
  readonly json?: boolean;
}

const MAX_INSTRUCTIONS = 20_000;
const NO_END = 0xff_ffff;

function endOf(options: Options, start: number): number {
  if (options.end === undefined) return NO_END;
  const end = parseBus(options.end);
  if (end >= start && end >>> 16 === start >>> 16) return end;
  throw new LockstepError('E_OPTION', '--end does not lie behind the start in its bank', {
    found: formatBus(end),
    expected: `${formatBus(start)} to ${formatBus(start | 0xffff)}`,
    remedy: 'Name the last address that is to be listed',
  });
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('disassemble')
    .description("list a routine of the image's own code, with widths and names; to the terminal only")
    .argument('<rom>', 'a cartridge image, with or without a copier header')
    .argument('<place>', 'a bus address (C1:1C02), or a routine by its name');
  addCodeOptions(command)
    .option('--end <address>', 'no instruction begins past this address')
    .option('--instructions <n>', 'at most so many', '400')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'rom disassemble traces/homebrew/drill.sfc enemy-move-cost',
        'rom disassemble traces/homebrew/drill.sfc 00:8000 --instructions 20',
      ),
    )
    .action((file: string, text: string, options: Options) => {
      const image = codeImage(file, options);
      const place = choosePlace(text, image);
      checkInRom(image, place.address);
      const state = stateAtEntry(image, place, givenWidths(options));
      const listing = disassemble({ image: image.rom.image, mapping: image.mapping }, place.address, image.names, {
        state,
        instructions: positiveNumber(options.instructions, 'instructions', MAX_INSTRUCTIONS),
        end: endOf(options, place.address),
      });
      if (options.json === true) {
        printJson(context, {
          verb: 'rom disassemble',
          exit: 0,
          image: { ...imageJson(image.rom), what: image.what },
          entry: stateText(state),
          ...listingJson(listing),
        });
        return;
      }
      const head = [...chosenLines(image), `entry: ${stateText(state)}`];
      context.out(`${head.join('\n')}\n${listingText(listing, image.names)}`);
    });
}
