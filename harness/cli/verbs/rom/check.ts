/** `lockstep rom check`: the tables of an image against the published figures. */
import type { Command } from 'commander';
import { compareTables } from '../../../../rom-map/tables/compare-tables.js';
import { banksOf } from '../../../files/rom/banks.js';
import { checkJson, checkText, differenceCount } from '../../../files/rom/check-text.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addImageOptions, type ImageOptions, imageOf } from '../../base/rom-options.js';

export function register(rom: Command, context: CliContext): void {
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
