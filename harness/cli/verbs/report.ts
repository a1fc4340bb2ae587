/** `lockstep report FILE... -o page.html`: one page that opens anywhere. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { OddsTable } from '../../../core/system.js';
import { LockstepError } from '../../errors.js';
import { loadPlan } from '../../plan/load.js';
import { askOdds } from '../../plan/odds.js';
import { collectLine, pageOf, type ReportLine } from '../../report/index.js';
import { openTimeline, type Timeline } from '../../timeline/index.js';
import { writeText } from '../../write-text.js';
import { type CliContext, example, printJson } from '../context.js';

interface Options {
  readonly output: string;
  readonly title?: string;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

/** A plan with a question of odds has the answer in its page. */
function oddsOf(timeline: Timeline, file: string): OddsTable | undefined {
  const { odds } = timeline.system.capabilities;
  if (odds === undefined || !file.toLowerCase().endsWith('.toml')) return undefined;
  const plan = loadPlan(file);
  return plan.query === undefined ? undefined : askOdds(odds, plan);
}

export function register(program: Command, context: CliContext): void {
  program
    .command('report')
    .description('one self-contained page of logs and plans: timeline, board, ledger, differences, odds')
    .argument('<file...>', 'logs (.jsonl, .jsonl.gz) or plans (.toml); several stand side by side')
    .requiredOption('-o, --output <page>', 'the page to write (.html)')
    .option('--title <text>', 'title of the page')
    .option('--force-ruleset', 'open logs that were made under other rules')
    .option('--json', 'say what was written as JSON')
    .addHelpText('after', example('report traces/logs/overflow.jsonl.gz -o overflow.html'))
    .action(async (files: readonly string[], options: Options) => {
      if (files.some((file) => resolve(file) === resolve(options.output))) {
        throw new LockstepError('E_OUTPUT_IS_INPUT', 'the page would overwrite a file that it is made of', {
          file: options.output,
          remedy: 'Give another name',
        });
      }
      const lines: ReportLine[] = [];
      for (const file of files) {
        const timeline = await openTimeline(file, {
          systems: context.systems,
          forceRuleset: options.forceRuleset === true,
          signal: context.signal(),
        });
        lines.push(collectLine(timeline, basename(file), undefined, oddsOf(timeline, file)));
      }
      const title = options.title ?? files.map((file) => basename(file)).join(', ');
      writeText(options.output, pageOf({ title, lines }), 'page');
      const contents = lines.map(({ name, system, unit, length }) => ({ name, system, unit, length }));
      if (options.json === true) printJson(context, { page: options.output, contents });
      else
        context.out(
          `${options.output}: ${contents.map(({ name, length, unit }) => `${name}, ${length} ${unit}s`).join('; ')}\n`,
        );
    });
}
