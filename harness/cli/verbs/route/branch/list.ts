/** `lockstep route branch list`: the branches of a file and their edits. */
import type { Command } from 'commander';
import { LockstepError } from '../../../../base/index.js';
import { branchLines, editText, RECORDING, writeBranchPlan } from '../../../../play/index.js';

import { type CliContext, example, printJson } from '../../../base/context.js';
import { openChecked } from '../../../base/plan-check.js';
import { BOOK, type CommonOptions, openBookOf } from './shared.js';

// `lockstep route branch export`: a branch as a plan, for verification, search and recorders.

interface Options {
  readonly output: string;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

export function exportBranch(branch: Command, context: CliContext): void {
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
    .action(async (given: string, options: Options) => {
      const { book, timeline, named } = await openChecked(context, given, {
        systems: context.systems,
        forceRuleset: options.forceRuleset === true,
        signal: context.signal(),
      });
      if (named === undefined) {
        throw new LockstepError('E_BRANCH', 'the branch is not named', {
          file: given,
          remedy: 'Name it: FILE#NAME',
        });
      }
      const written = writeBranchPlan(timeline, named, options.output, book.file ?? '');
      if (options.json === true) {
        printJson(context, { verb: 'route branch export', exit: 0, plan: options.output, ...written });
      } else context.out(`${options.output}: ${written.entries} ${timeline.system.unit}s behind ${written.start}\n`);
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
      const book = await openBookOf(context, file, options);
      const { timeline } = book;
      if (options.json === true) {
        const [done, undone] = [book.done(), book.undone()];
        printJson(context, {
          verb: 'route branch list',
          exit: 0,
          file,
          parent: timeline.file,
          lines: timeline.lines(),
          done,
          undone,
        });
        return;
      }
      const edits = [
        ...book.done().map((edit) => `  ${editText(edit, timeline)}`),
        ...book.undone().map((edit) => `  (undone) ${editText(edit, timeline)}`),
      ];
      context.out(`${timeline.file}\n${[...branchLines(timeline, RECORDING), 'edits:', ...edits].join('\n')}\n`);
    });
}
