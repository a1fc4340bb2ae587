/** `lockstep compare A B`: two traces, the first difference, then the rest. */
import type { Command } from 'commander';
import { compare as compareBoth } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addNamesOption, type NamesOptions } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';
import { slowProgress } from '../base/progress.js';

interface Options extends NamesOptions {
  readonly force?: boolean;
  readonly tell?: boolean;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('compare')
    .description('compare two traces: first difference, then how much of the rest differs')
    .argument('<a>', 'a trace, a plan, or a branch as FILE#NAME')
    .argument('<b>', 'a second one of the same system')
    .option('--force', 'compare although the traces were made under different rules')
    .option('--tell', 'play two traces as well, and print what happens in each from the first difference on')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'run traces/srpg-movement/guide.toml -o guide.jsonl',
        'compare guide.jsonl guide.jsonl',
        'compare traces/live-a-live/overflow.toml traces/live-a-live/overflow.toml',
      ),
    );
  addNamesOption(command).action((a: string, b: string, options: Options) => compare(context, a, b, options));
}

async function compare(context: CliContext, a: string, b: string, options: Options): Promise<void> {
  const { force, tell, names } = options;
  const call = compareBoth({
    ...{ one: a, other: b, force, tell, names },
    signal: context.signal(),
    onProgress: slowProgress(context, 'entries compared'),
    onPlanFailures: (sentences) => sayFailures(context, sentences),
    systems: context.systems,
  });
  show(context, 'compare', await answered(call), options);
}
