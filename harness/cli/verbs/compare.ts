/** `lockstep compare A B`: two traces, the first difference, then the rest. */
import type { Command } from 'commander';
import { compare as compareLogs } from '../../library/index.js';
import { compareLines, type LineComparison, lineReference, openLine, RECORDING, toldLines } from '../../play/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addNamesOption, givenNames, type NamesOptions } from '../base/options.js';
import { slowProgress } from '../base/progress.js';

import { compareBranches } from './route/branch/compare.js';
import { type CommonOptions, optionsOf } from './route/branch/shared.js';

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
  const json = options.json === true;
  const lineOptions = { json, forceRuleset: options.force === true, names: givenNames(options) };
  if ([a, b].some(isLine)) {
    await compareBranches(context, a, b, lineOptions);
    return;
  }
  const call = compareLogs({
    one: a,
    other: b,
    force: options.force,
    signal: context.signal(),
    onProgress: slowProgress(context, 'entries compared'),
    systems: context.systems,
  });
  const answer = await answered(call);
  const isTold = options.tell === true && answer.verdict === 'differs';
  const told = isTold ? await toldOfTraces(context, a, b, lineOptions) : undefined;
  show(context, 'compare', answer, { ...options, more: { first: answer.first ?? null, told: told?.told } });
  if (json || told === undefined) return;
  const lines = toldLines(told, [a, b]).map((line) => `${line}\n`);
  context.out(lines.join(''));
}

/** Both traces played by the model, which has the events that sentences are made of. */
async function toldOfTraces(
  context: CliContext,
  a: string,
  b: string,
  options: CommonOptions,
): Promise<LineComparison> {
  const [one, other] = [await openLine(a, optionsOf(context, options)), await openLine(b, optionsOf(context, options))];
  return compareLines({ timeline: one.timeline, line: RECORDING }, { timeline: other.timeline, line: RECORDING });
}

/** A plan, a branch file or a branch: it has to be played. */
function isLine(given: string): boolean {
  const { file, name } = lineReference(given);
  return name !== undefined || file.toLowerCase().endsWith('.toml');
}
