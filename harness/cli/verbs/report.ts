/** `lockstep report FILE... -o page.html`: one page that opens anywhere. */
import type { Command } from 'commander';
import { type GivenOptions, report } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addGivenOptions, givenIn, romOption } from '../base/given.js';
import { sayFailures } from '../base/plan-check.js';
import { slowProgress } from '../base/progress.js';

interface Options extends GivenOptions {
  readonly output: string;
  readonly title?: string;
  readonly against?: string;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('report')
    .description(
      'write one self-contained page of logs, plans and branches: timeline, board, ledger, differences, odds',
    )
    .argument('<file...>', 'logs, plans, branch files, branches as FILE#NAME; several stand side by side')
    .requiredOption('-o, --output <page>', 'the page to write (.html)')
    .option('--title <text>', 'title of the page')
    .option('--against <log>', 'compare plans with a recording: the first difference is marked')
    .option('--force-ruleset', 'open logs that were made under other rules')
    .option('--json', 'print the result as JSON')
    .addOption(romOption())
    .addHelpText(
      'after',
      example(
        'report traces/logs/overflow.jsonl.gz -o overflow.html',
        'report traces/logs/overflow.jsonl.gz traces/live-a-live/overflow.toml -o both.html',
      ),
    );
  addGivenOptions(command).action(async (files: readonly string[], options: Options) => {
    const { output, title, against, forceRuleset } = options;
    const lines = new Map(files.map((file) => [file, slowProgress(context, `entries of ${file}`)]));
    const answer = await report({
      files,
      output,
      title,
      against,
      forceRuleset,
      ...givenIn(options),
      systems: context.systems,
      signal: context.signal(),
      onProgress: (entries, file) => lines.get(file)?.(entries),
      onPlanFailures: (sentences) => sayFailures(context, sentences),
    });
    show(context, 'report', answer, options);
  });
}
