/** `lockstep compare A B`: two traces, the first difference, then the rest. */
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import {
  type CompareResult,
  compareLines,
  compareTraces,
  type LineComparison,
  lineReference,
  openLine,
  RECORDING,
  toldLines,
} from '../../play/index.js';

import { type CliContext, type ExitCode, example, printJson } from '../base/context.js';
import { addNamesOption, givenNames, type NamesOptions } from '../base/options.js';
import { slowProgress } from '../base/progress.js';

import { compareBranches } from './route/branch/compare.js';
import { type CommonOptions, optionsOf } from './route/branch/shared.js';

const SHOWN = 12;

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
  const result = await compareTraces(a, b, {
    systems: context.systems,
    force: options.force === true,
    signal: context.signal(),
    progress: slowProgress(context, 'entries compared'),
  });
  if (result.equal + result.different === 0 && !result.interrupted) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the traces hold no row', {
      file: a,
      remedy: 'Record them again',
    });
  }
  const exit: ExitCode = result.interrupted ? 130 : result.different > 0 ? 1 : 0;
  context.exit(exit);
  const told = options.tell === true && exit === 1 ? await toldOfTraces(context, a, b, lineOptions) : undefined;
  if (json) {
    const { first = null, ...rest } = result;
    printJson(context, { verb: 'compare', exit, ...rest, first, told: told?.told });
  } else {
    context.out(compareText(result));
    if (told !== undefined)
      context.out(
        toldLines(told, [a, b])
          .map((line) => `${line}\n`)
          .join(''),
      );
  }
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

function compareText(result: CompareResult): string {
  const lines: string[] = [];
  const { first, unit } = result;
  if (first !== undefined) {
    lines.push(
      `first difference: ${unit} ${first.frame} (lines ${first.lines[0] || '-'} and ${first.lines[1] || '-'})`,
    );
    const [one, other] = first.inputs;
    if (one !== other) lines.push(`  input: ${one || `no such ${unit}`} | ${other || `no such ${unit}`}`);
    for (const cell of first.cells.slice(0, SHOWN)) {
      lines.push(`  ${cell.cell} at ${cell.address}: ${cell.first} | ${cell.second}`);
    }
    if (first.cells.length > SHOWN) lines.push(`  and ${first.cells.length - SHOWN} more cells`);
  }
  lines.push(
    `${countText(result.equal, unit)} equal, ${result.different} different, ${countText(result.cells, 'cell')} compared`,
  );
  if (result.perCell.length > 0) {
    const shown = result.perCell.slice(0, SHOWN).map(([cell, frames]) => `${cell} ${frames}`);
    lines.push(`${unit}s by cell: ${shown.join(', ')}${result.perCell.length > SHOWN ? ' ...' : ''}`);
  }
  if (result.onlyOne.length > 0) lines.push(`not compared, only in one of them: ${result.onlyOne.join(', ')}`);
  if (result.rulesetForced) lines.push('the rulesets differ (--force)');
  if (result.interrupted) lines.push('interrupted: the counts hold up to here');
  return `${lines.join('\n')}\n`;
}
