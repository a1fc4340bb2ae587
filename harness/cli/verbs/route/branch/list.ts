/** `lockstep route branch list`: the branches of a file and their edits. */
import type { Command } from 'commander';
import { exportBranch, listBranches } from '../../../../library/index.js';
import { answered, show } from '../../../base/answered.js';
import { type CliContext, example } from '../../../base/context.js';
import { BOOK, besideBranch, type CommonOptions } from './shared.js';

// `lockstep route branch export`: a branch as a plan, for verification, search and recorders.

interface Options extends CommonOptions {
  readonly output: string;
}

export function registerExport(branch: Command, context: CliContext): void {
  branch
    .command('export')
    .description('write a branch as a plan for route verify, route search and run')
    .argument('<branch>', 'a branch as FILE#NAME')
    .requiredOption('-o, --output <plan>', 'the plan to write (.toml)')
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o export.toml',
        'route branch export export.toml#early -o early.toml',
      ),
    )
    .action(async (branch: string, options: Options) => {
      const call = exportBranch({ branch, output: options.output, ...besideBranch(context, options) });
      show(context, 'route branch export', await answered(call), options);
    });
}

export function registerList(branch: Command, context: CliContext): void {
  branch
    .command('list')
    .description('list the branches of a file and their edits')
    .argument('<file>', BOOK)
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o list.toml',
        'route branch list list.toml',
      ),
    )
    .action(async (file: string, options: CommonOptions) => {
      const call = listBranches({ file, ...besideBranch(context, options) });
      show(context, 'route branch list', await answered(call), options);
    });
}
