/** `lockstep rom disassemble`: a routine of the image's own code as text, to the terminal only. */
import { type Command, Option } from 'commander';
import { type ImageOptions, openImage } from '../../../library/index.js';
import { show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { addImageOptions } from '../../base/given.js';
import { wholeNumber } from '../../base/options.js';

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

/** Bits at the entry of a routine; left out where nothing is given. */
export function widthsIn({ m8, m16, x8, x16 }: CodeOptions) {
  const bits = (is8: boolean | undefined, is16: boolean | undefined): 8 | 16 | undefined =>
    is8 === true ? 8 : is16 === true ? 16 : undefined;
  return { accumulator: bits(m8, m16), index: bits(x8, x16) };
}

interface Options extends CodeOptions {
  readonly end?: string;
  readonly instructions: number;
  readonly json?: boolean;
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('disassemble')
    .description("list a routine of the image's own code, with widths and names; to the terminal only")
    .argument('<rom>', 'a cartridge image, with or without a copier header')
    .argument('<place>', 'a bus address (C1:1C02), or a routine by its name');
  addCodeOptions(command)
    .option('--end <address>', 'no instruction begins past this address')
    .option('--instructions <n>', 'at most so many', wholeNumber, 400)
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'rom disassemble traces/homebrew/drill.sfc enemy-move-cost',
        'rom disassemble traces/homebrew/drill.sfc 00:8000 --instructions 20',
      ),
    )
    .action(async (file: string, place: string, options: Options) => {
      const { patch, as, forceRom, end, instructions } = options;
      const image = openImage(file, { patch, as, forceRom });
      const answer = await image.disassemble({ place, end, instructions, ...widthsIn(options) });
      show(context, 'rom disassemble', answer, options);
    });
}
