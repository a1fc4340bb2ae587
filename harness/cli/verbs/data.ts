/** `lockstep data KIND [NAME]`: enemies, skills, items, characters and formations, decoded. */
import type { Command } from 'commander';
import { DATA_KINDS, gameData } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { wordArgument } from '../base/options.js';

interface Options {
  readonly of?: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('data')
    .description('enemies, skills, items, characters and formations of LIVE A LIVE, decoded')
    .addArgument(wordArgument('<kind>', DATA_KINDS.join(', '), DATA_KINDS))
    .argument('[name]', 'id, number, Japanese name, or that name in Latin letters; left out: a list')
    .option('--of <character>', 'of skills: those that a character learns')
    .option('--json', 'print the records as JSON')
    .addHelpText('after', example('data skills ローキック', 'data formations namcat'))
    .action(async (kind: string, name: string | undefined, options: Options) => {
      const answer = await gameData({ kind, name, of: options.of, systems: context.systems });
      show(context, 'data', answer, options);
    });
}
