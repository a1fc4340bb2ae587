/** `lockstep rom disassemble`: a routine of the image's own code as text, to the terminal only. */
import type { Command } from 'commander';
import { formatBus } from '../../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../../base/errors.js';
import { parseBus } from '../../../files/rom/addresses.js';
import { imageJson } from '../../../files/rom/notes.js';
import { choosePlace, chosenLines } from '../../../original/disassembly/chosen-image.js';
import { disassemble } from '../../../original/disassembly/listing.js';
import { listingJson, listingText, stateText } from '../../../original/disassembly/listing-text.js';
import { stateAtEntry } from '../../../original/disassembly/state-at-entry.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import {
  addCodeOptions,
  type CodeOptions,
  checkInRom,
  codeImage,
  givenWidths,
  positiveNumber,
} from './code-options.js';

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
