/** `lockstep route branch compare`: two branches, logs or plans. */
import type { Command } from 'commander';
import { compare } from '../../../../library/index.js';
import { answered, show } from '../../../base/answered.js';
import { type CliContext, example } from '../../../base/context.js';
import { addNamesOption } from '../../../base/options.js';
import { besideBranch, type CommonOptions } from './shared.js';

export function registerCompare(branch: Command, context: CliContext): void {
  const command = branch
    .command('compare')
    .description('compare two branches: first different input and state, costs after it, how they end')
    .argument('<a>', 'a branch as FILE#NAME, a branch file, a log or a plan')
    .argument('[b]', 'another one (default: the parent of the branch)')
    .option('--force-ruleset', 'open logs that were made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o compare.toml',
        'route branch compare compare.toml#early',
      ),
    );
  addNamesOption(command).action(async (one: string, other: string | undefined, options: CommonOptions) => {
    const { forceRuleset: force, ...beside } = besideBranch(context, options);
    const call = compare({ one, other, force, play: true, ...beside });
    show(context, 'route branch compare', await answered(call), options);
  });
}
