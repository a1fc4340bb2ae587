/**
 * `lockstep rom info`: size, hashes, header, checksum, addresses; writes the patched image when
 * asked.
 */
import type { Command } from 'commander';
import { asideOf, checkTables, type ImageOptions, imageInfo } from '../../../library/index.js';
import { show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
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
    .action(async (rom: string, { json, ...options }: ImageOptions & { readonly json?: boolean }) => {
      show(context, 'rom check', await checkTables({ rom, ...options }), { json });
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
    .action(async (rom: string, { address: addresses, offset: offsets, json, ...options }: Options) => {
      const answer = await imageInfo({ rom, addresses, offsets, ...options });
      const isRefused = answer.verdict === 'refused';
      show(context, 'rom info', answer, { json, ...(isRefused ? { exit: 2 } : {}) });
      context.err(asideOf(answer));
    });
}
