/**
 * `lockstep rom info`: size, hashes, header, checksum, addresses; writes the patched image when
 * asked.
 */
import type { Command } from 'commander';
import { compareTables } from '../../../../rom-map/tables/compare-tables.js';
import { formatError } from '../../../base/index.js';
import {
  type AddressAnswer,
  acceptedImage,
  answerBus,
  answerOffset,
  banksOf,
  checkJson,
  checkText,
  differenceCount,
  infoJson,
  infoText,
  readRomImage,
  refusedImage,
  writeImage,
} from '../../../files/index.js';
import { type ImageOptions, imageOf, romOptions } from '../../../library/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addImageOptions } from '../../base/given.js';
import { addWord } from '../../base/options.js';

// `lockstep rom check`: the tables of an image against the published figures.

export function registerCheck(rom: Command, context: CliContext): void {
  const command = rom
    .command('check')
    .description('compare the tables of a cartridge image with the published figures, field by field')
    .argument('<rom>', 'a cartridge image, with or without a copier header');
  addImageOptions(command)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('rom check game.sfc', 'rom check translated.sfc --as live-a-live --json'))
    .action((file: string, options: ImageOptions & { readonly json?: boolean }) => {
      const image = imageOf(file, options);
      const tables = compareTables(banksOf(image));
      const exit = differenceCount(tables) === 0 ? 0 : 1;
      if (options.json === true) printJson(context, { verb: 'rom check', exit, ...checkJson(image, tables) });
      else context.out(checkText(image, tables));
      context.exit(exit);
    });
}

interface Options extends ImageOptions {
  readonly address: readonly string[];
  readonly offset: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('info')
    .description('identify a cartridge image: size, hashes, internal header, checksum')
    .argument('<rom>', 'a cartridge image, with or without a copier header');
  addImageOptions(command)
    .option('--address <bus>', 'print the file offset of a bus address (D5:04CB); may be repeated', addWord, [])
    .option('--offset <number>', 'print the bus address of a file offset; may be repeated', addWord, [])
    .option('-o, --output <file>', 'write the image without a copier header, patched')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example('rom info game.sfc --address D5:04CB', 'rom info game.sfc --patch translation.ips -o translated.sfc'),
    )
    .action((file: string, options: Options) => {
      const read = readRomImage(file, options.patch);
      const accepted = acceptedImage(read, romOptions(options));
      const image = accepted ?? { ...read, forced: false };
      const mapping = image.identity.header?.mapping ?? 'hirom';
      const size = image.identity.size;
      const answers: readonly AddressAnswer[] = [
        ...options.address.map((text) => answerBus(text, mapping, size)),
        ...options.offset.map((text) => answerOffset(text, mapping, size)),
      ];
      const refused = accepted === undefined;
      if (options.output !== undefined && !refused) writeImage(image, options.output);
      if (options.json === true)
        printJson(context, { verb: 'rom info', exit: refused ? 2 : 0, ...infoJson(image, answers) });
      else context.out(infoText(image, answers));
      if (!refused) return;
      context.err(`${formatError(refusedImage(read))}\n`);
      context.exit(2);
    });
}
