/**
 * `lockstep rom info`: size, hashes, header, checksum, addresses; writes the patched image when
 * asked.
 */
import type { Command } from 'commander';
import { formatError } from '../../../base/errors.js';
import { answerBus, answerOffset } from '../../../files/rom/addresses.js';
import { acceptedImage, readRomImage, refusedImage } from '../../../files/rom/image.js';
import { type AddressAnswer, infoJson, infoText } from '../../../files/rom/info-text.js';
import { writeImage } from '../../../files/rom/write-image.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addImageOptions, type ImageOptions, romOptions } from '../../base/rom-options.js';

interface Options extends ImageOptions {
  readonly address: readonly string[];
  readonly offset: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('info')
    .description('identify a cartridge image: size, hashes, internal header, checksum')
    .argument('<rom>', 'a cartridge image, with or without a copier header');
  addImageOptions(command)
    .option('--address <bus>', 'print the file offset of a bus address (D5:04CB); may be repeated', collect, [])
    .option('--offset <number>', 'print the bus address of a file offset; may be repeated', collect, [])
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
