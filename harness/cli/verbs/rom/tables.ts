/** `lockstep rom tables`: the tables of an image, or the published figures, record by record. */

import type { Command } from 'commander';
import { type ImageOptions, imageTables, TABLE_NAMES } from '../../../library/index.js';
import { show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { addImageOptions } from '../../base/given.js';
import { wordOption } from '../../base/options.js';

interface Options extends ImageOptions {
  readonly table?: string;
  readonly record?: string;
  readonly json?: boolean;
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('tables')
    .description('print the tables of a cartridge image, or the published figures when none is given')
    .argument('[rom]', 'a cartridge image, with or without a copier header');
  addImageOptions(command)
    .addOption(wordOption('--table <name>', `one table: ${TABLE_NAMES.join(', ')}`, TABLE_NAMES))
    .option('--record <id>', 'one record of it, by id, Japanese name or 0x number')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('rom tables --table species --record namcat', 'rom tables --table items'))
    .action(async (rom: string | undefined, { json, ...options }: Options) => {
      show(context, 'rom tables', await imageTables({ rom, ...options }), { json });
    });
}
