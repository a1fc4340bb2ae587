/** `lockstep route branch export`: a branch as a plan, for verification, search and recorders. */
import type { Command } from 'commander';
import { LockstepError } from '../../../../base/errors.js';
import { writeBranchPlan } from '../../../../play/branches/write-plan.js';
import { type CliContext, example, printJson } from '../../../base/context.js';
import { openChecked } from '../../../base/plan-check.js';

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
