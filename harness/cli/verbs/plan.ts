/**
 * `lockstep plan PLAN -o page.html`: one page on which the plan is made, of a log as well.
 * `lockstep plan --from STATE -o plan.toml`: a plan that begins with a state of the game.
 */
import type { Command } from 'commander';
import { type FromOptions, workbench } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addFromOptions } from '../base/given.js';
import { addNamesOption, type NamesOptions } from '../base/options.js';

interface Options extends NamesOptions, FromOptions {
  readonly output: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('plan')
    .description(
      'write one self-contained page on which the plan is made: board, choices, forecast, what happened; or a plan from a state',
    )
    .argument('[plan]', 'a plan (TOML) of any system, a branch file of one, or a log; left out with --from')
    .requiredOption('-o, --output <file>', 'the page to write (.html), with --from the plan (.toml)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'plan traces/live-a-live/takahara-namcat.toml -o takahara.html',
        'plan traces/srpg-movement/guide.toml -o srpg.html',
        'plan traces/logs/overflow.jsonl.gz --at 61 -o overflow.html',
      ),
    );
  addNamesOption(addFromOptions(command, true)).action(async (plan: string | undefined, options: Options) => {
    const { output, from, at, names } = options;
    show(
      context,
      'plan',
      await answered(workbench({ plan, output, from, at, names, signal: context.signal(), systems: context.systems })),
      options,
    );
  });
}
