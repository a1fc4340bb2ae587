/** `lockstep route branch compare`: two branches, logs or plans. */
import type { Command } from 'commander';
import { LockstepError, withReplayLimits } from '../../../../base/index.js';

import {
  type BranchBook,
  compareLines,
  comparisonText,
  type LoadOptions,
  lineName,
  lineReference,
  RECORDING,
  type Timeline,
} from '../../../../play/index.js';

import { type CliContext, example, printJson } from '../../../base/context.js';
import { addNamesOption } from '../../../base/options.js';

import { openChecked } from '../../../base/plan-check.js';
import { type CommonOptions, optionsOf } from './shared.js';

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
  addNamesOption(command).action((a: string, b: string | undefined, options: CommonOptions) =>
    withReplayLimits(() => compareBranches(context, a, b, options)),
  );
}

/**
 * Compares two lines and prints the result.
 * @param b undefined: the parent of the branch
 */
export async function compareBranches(
  context: CliContext,
  a: string,
  b: string | undefined,
  options: CommonOptions,
): Promise<void> {
  const first = await openChecked(context, a, loadOptions(context, options));
  const line = first.named ?? onlyBranch(first.book) ?? RECORDING;
  const second = b === undefined ? undefined : await otherLine(context, first, b, options);
  const parent = first.timeline.lines().find((info) => info.line === line)?.parent ?? -1;
  if (second === undefined && parent < 0) {
    throw new LockstepError('E_OPTION', 'a log or a plan needs a second line to be compared with', {
      file: a,
      remedy: 'Name a second log or plan, or a branch as FILE#NAME',
    });
  }
  const one = { timeline: first.timeline, line };
  const other = second ?? { timeline: first.timeline, line: parent };
  const nameOf = (timeline: Timeline, number: number): string =>
    timeline.lines().find((info) => info.line === number)?.name ?? '';
  const names = [nameOf(one.timeline, one.line), nameOf(other.timeline, other.line)] as const;
  const isSame = names[0] === names[1];
  const files = [a, b ?? ''] as const;
  const shown = isSame ? files : ([lineName(one.timeline, one.line), lineName(other.timeline, other.line)] as const);
  const comparison = compareLines(one, other);
  const exit = comparison.same ? 0 : 1;
  context.exit(exit);
  if (options.json === true)
    printJson(context, { verb: 'route branch compare', exit, names: isSame ? files : names, ...comparison });
  else context.out(`${comparisonText(comparison, shown).join('\n')}\n`);
}

/** Lines are compared from their first entry on: nothing is looked for backwards. */
function loadOptions(context: CliContext, options: CommonOptions): LoadOptions {
  return { ...optionsOf(context, options), isSearched: false };
}

function onlyBranch(book: BranchBook): number | undefined {
  const [, first, ...rest] = book.timeline.lines();
  return rest.length === 0 ? first?.line : undefined;
}

/** A line of the same file is taken from the same timeline. */
async function otherLine(
  context: CliContext,
  { book, timeline }: { readonly book: BranchBook; readonly timeline: Timeline },
  given: string,
  options: CommonOptions,
): Promise<{ readonly timeline: Timeline; readonly line: number }> {
  const { file, name } = lineReference(given);
  if (file === book.file) {
    return { timeline, line: name === undefined ? RECORDING : book.lineOf(name) };
  }
  const opened = await openChecked(context, given, loadOptions(context, options));
  return { timeline: opened.timeline, line: opened.named ?? onlyBranch(opened.book) ?? RECORDING };
}
