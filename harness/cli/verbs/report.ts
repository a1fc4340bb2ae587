/** `lockstep report FILE... -o page.html`: one page that opens anywhere. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import type { OddsTable } from '../../../core/system/system.js';
import { LockstepError, writeFile } from '../../base/index.js';
import { type Given, type GivenOptions, givenOf, loadGiven } from '../../library/index.js';
import { askOdds, type LineOf, lineReference, loadPlan, type Timeline } from '../../play/index.js';
import { collectLine, frameOf, markDivergences, pageOf, type ReportLine, valueAt } from '../../views/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addGivenOptions, romOption } from '../base/given.js';
import { openChecked } from '../base/plan-check.js';
import { slowProgress } from '../base/progress.js';

interface Options extends GivenOptions {
  readonly output: string;
  readonly title?: string;
  readonly against?: string;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

const isPlan = (file: string): boolean => file.toLowerCase().endsWith('.toml');

/** A plan with a question of odds has the answer in its page. */
function oddsOf(timeline: Timeline, file: string): OddsTable | undefined {
  const { odds } = timeline.system.capabilities;
  if (odds === undefined || !isPlan(file)) return undefined;
  const plan = loadPlan(file);
  return plan.query === undefined ? undefined : askOdds(timeline.system, odds, plan);
}

/** Lines that fit beside each other. */
const MAX_LINES = 8;

interface NamedLine extends LineOf {
  readonly name: string;
  /** The plan's own, else the name. */
  readonly title: string;
  readonly odds: OddsTable | undefined;
}

/** The lines of one argument: one line, or the recording and all branches of a branch file. */
async function linesOf(context: CliContext, given: string, options: Options, beside: Given): Promise<NamedLine[]> {
  const { file } = lineReference(given);
  const { timeline, book, named } = await openChecked(context, given, {
    ...loadGiven(beside),
    forceRuleset: options.forceRuleset === true,
    isSearched: false,
    signal: context.signal(),
    progress: slowProgress(context, `entries of ${given}`),
    ...(options.against === undefined || !isPlan(file) ? {} : { against: options.against }),
  });
  const name = basename(file);
  if (book.file === undefined) {
    const title = isPlan(file) ? loadPlan(file).title : '';
    return [{ timeline, line: 0, name, title: title === '' ? name : title, odds: oddsOf(timeline, file) }];
  }
  const wanted = timeline.lines().filter(({ line }) => named === undefined || line === named);
  const title = named === undefined ? name : `${name}: ${named}`;
  return wanted.map((info) => ({
    ...{ timeline, line: info.line, name: `${name}: ${info.name}`, title },
    odds: undefined,
  }));
}

/** What happened, by the number of the frame, command or step that was recorded or commanded. */
function toldOf(line: ReportLine): readonly Readonly<Record<string, unknown>>[] {
  const { rows, texts, entryUnit, entryAt } = line;
  const found = new Map<number, string[]>();
  for (const [index, at] of rows.places.entries()) {
    const told = texts[rows.told[index] ?? 0] ?? '';
    const number = entryAt === undefined ? frameOf(line, at) : valueAt(entryAt, at);
    if (told !== '') found.set(number, [...(found.get(number) ?? []), ...told.split('\n')]);
  }
  return [...found].map(([number, told]) => ({ [entryUnit]: number, told }));
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
    const given = givenOf(context, options);
    const wanted: NamedLine[] = [];
    for (const file of files) wanted.push(...(await linesOf(context, file, options, given)));
    if (wanted.length > MAX_LINES) {
      throw new LockstepError('E_OPTION', 'the page has too many lines of play', {
        found: String(wanted.length),
        expected: `at most ${MAX_LINES}`,
        remedy: 'Name single branches as FILE#NAME',
      });
    }
    const collected: ReportLine[] = [];
    for (const { timeline, name, line, odds } of wanted) {
      collected.push(await collectLine(timeline, name, line, odds, context.signal()));
    }
    const lines = markDivergences(wanted, collected);
    const title = options.title ?? [...new Set(wanted.map((one) => one.title))].join(', ');
    writeFile(options.output, pageOf({ title, lines }), 'page');
    const contents = lines.map((line) => ({
      ...{ name: line.name, system: line.system, unit: line.unit, length: line.length },
      notRun: line.notRun,
      ...(line.endsEarly === '' ? {} : { endsEarly: line.endsEarly }),
    }));
    if (options.json === true) {
      const told = contents.map((content, index) => ({ ...content, told: toldOf(lines[index] as ReportLine) }));
      printJson(context, { page: options.output, contents: told });
    } else {
      const named = contents.map(({ name, length, unit }) => `${name}, ${countText(length, unit)}`);
      context.out(`${options.output}: ${named.join('; ')}\n`);
      for (const { name, notRun, endsEarly } of contents) {
        if (endsEarly !== undefined) context.out(`  ${name} ends early: ${endsEarly}\n`);
        for (const reason of notRun) context.out(`  ${name}: ${reason}\n`);
      }
    }
  });
}
