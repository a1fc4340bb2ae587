/** `lockstep route branch remove`. */
import type { Command } from 'commander';
import type { Edit } from '../../../../play/branches/index.js';
import { type CliContext, example } from '../../../base/context.js';
import { BOOK, type CommonOptions, openBranch, printEdit } from './shared.js';

export function registerRemove(branch: Command, context: CliContext): void {
  branch
    .command('remove')
    .description('remove a branch that has no branches of its own')
    .argument('<branch>', `${BOOK}, with #NAME where it holds several branches`)
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o remove.toml',
        'route branch remove remove.toml#early',
      ),
    )
    .action(async (given: string, options: CommonOptions) => {
      const { book, branch: name } = await openBranch(context, given, options);
      const edit: Edit = { edit: 'remove', branch: name };
      book.apply(edit);
      printEdit(context, 'remove', book, edit, options.json);
    });
}
