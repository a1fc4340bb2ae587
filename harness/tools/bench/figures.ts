/** The figures of a benchmark with a goal: one row each, as text and as a table of a page. */
import { LockstepError } from '../../base/index.js';
import type { BenchReport, Part } from './index.js';
import { GOALS, type GoalName, goalText, isMet, numberText } from './measure/goals.js';
import type { Spread } from './measure/measure.js';

interface Figure {
  readonly part: Part;
  readonly figure: string;
  /** Median with the slowest and the fastest repeat, or one value. */
  readonly measured: string;
  /** Times the yardstick of the same run; empty where it is not a wait. */
  readonly beside: string;
  readonly goal: string;
  readonly met: boolean;
}

interface Measured {
  readonly part: Part;
  readonly figure: string;
  readonly goal: GoalName;
  readonly value: Spread | number | undefined;
  /** The time relative to the yardstick of the same run. */
  readonly ratio?: Spread;
}

function figureOf({ part, figure, goal, value, ratio }: Measured): Figure | undefined {
  if (value === undefined) return undefined;
  const spread = typeof value === 'number' ? undefined : value;
  const median = spread?.median ?? (value as number);
  const range = spread === undefined ? '' : ` (${numberText(spread.min)} to ${numberText(spread.max)})`;
  const measured = `${numberText(median)}${GOALS[goal].unit}${range}`;
  const beside = ratio === undefined ? '' : numberText(ratio.median);
  return { part, figure, measured, beside, goal: goalText(goal), met: isMet(goal, median) };
}

/** A result, or undefined for one that was skipped. */
function done<Result extends object>(
  result: Result | undefined,
): Exclude<Result, { readonly skipped: string }> | undefined {
  return result === undefined || 'skipped' in result
    ? undefined
    : (result as Exclude<Result, { readonly skipped: string }>);
}

function battleFigures({ battle = [], played }: BenchReport): readonly Measured[] {
  return [
    ...battle.map(({ scenario, ratio }): Measured => {
      const figure = `turn engine, ${scenario}: time relative to C`;
      return { part: 'battle', figure, goal: 'ratio', value: ratio };
    }),
    {
      part: 'battle',
      figure: 'played battles a second and core',
      goal: 'playedBattles',
      value: played?.spread,
    },
  ];
}

function consoleFigures({ cpu, console: games, prove }: BenchReport): readonly Measured[] {
  const peer = done(games?.peer);
  const [cpuRate, caseRates] = [cpu?.perSecond, done(prove)];
  return [
    {
      part: 'cpu',
      figure: 'instructions a second',
      goal: 'cpuInstructions',
      value: cpuRate,
    },
    ...(games?.games ?? []).map(({ image, framesPerSecond }): Measured => {
      const figure = `frames a second of our console, ${image}`;
      return { part: 'console', figure, goal: 'consoleFrames', value: framesPerSecond };
    }),
    {
      part: 'console',
      figure: "an emulator core's time for a recording, relative to ours",
      goal: 'peerRatio',
      value: peer?.ratio,
    },
    ...(caseRates ?? []).map(({ name, perSecond }): Measured => {
      const figure = `cases of original code a second, ${name}`;
      return { part: 'prove', figure, goal: 'proveCases', value: perSecond };
    }),
  ];
}

function logFigures({ verify, explain, discover, jump, party, commands }: BenchReport): readonly Measured[] {
  const [log, whole] = [done(verify), done(commands)];
  const waitsOf = { party: done(party)?.waits, commands: whole?.waits } as const;
  const rate = { part: 'verify' } as const;
  const goalOf = { report: 'reportRatio', 'branch compare': 'branchRatio' } as const;
  return [
    { ...rate, figure: 'frames a second, decoded rows', goal: 'decodedFrames', value: log?.decoded },
    { ...rate, figure: 'frames a second and core, from gzip', goal: 'fileFrames', value: log?.endToEnd },
    {
      part: 'explain',
      figure: '100,000 frames explained',
      goal: 'explainSeconds',
      value: done(explain)?.secondsPer100000,
    },
    {
      part: 'discover',
      figure: 'cells found in 10,000 frames of work RAM',
      goal: 'discoverSeconds',
      value: done(discover)?.seconds,
    },
    {
      part: 'jump',
      figure: 'slowest jump in a log of a million frames, processor time',
      goal: 'jumpMilliseconds',
      value: jump?.slowest,
    },
    ...(['party', 'commands'] as const).flatMap((part) =>
      (waitsOf[part] ?? []).map(({ wait, goal, seconds, ratio }): Measured => {
        return { part, figure: wait, goal, value: seconds, ratio };
      }),
    ),
    ...(whole?.views ?? []).map(({ view, ratio }): Measured => {
      const figure = `\`${view}\` of a log, relative to its verification`;
      return { part: 'commands', figure, goal: goalOf[view], value: ratio };
    }),
  ];
}

function engineFigures({ snapshot, heap, planner, package: installed }: BenchReport): readonly Measured[] {
  const growth = heap === undefined ? undefined : Math.max(heap.growth, heap.growthWithEvents);
  const rows = done(installed)?.rows ?? [];
  const timeOf = (wanted: string): number | undefined => rows.find(({ task }) => task === wanted)?.installed.median;
  const [created, played] = [timeOf('createBattle'), timeOf('auto')];
  const milliseconds = { part: 'planner', goal: 'choiceMilliseconds' } as const;
  return [
    { part: 'snapshot', figure: 'a snapshot', goal: 'snapshotNanoseconds', value: snapshot?.lent },
    { part: 'heap', figure: 'heap growth over a million steps', goal: 'heapBytes', value: growth },
    { ...milliseconds, figure: 'list of all commands, longest', value: planner?.previews.choices.max },
    { ...milliseconds, figure: 'preview of a command, longest', value: planner?.previews.previews.max },
    {
      ...milliseconds,
      figure: 'first odds of a kick',
      goal: 'oddsMilliseconds',
      value: planner?.firstOdds,
    },
    ...rows.map(({ task, ratio }): Measured => {
      const figure = `installed package, \`${task}\`: time relative to the command`;
      return { part: 'package', figure, goal: 'packageRatio', value: ratio };
    }),
    {
      part: 'package',
      figure: 'installed package, a new battle',
      goal: 'createMilliseconds',
      value: created === undefined ? undefined : created / 1e6,
    },
    {
      part: 'package',
      figure: 'installed package, whole battles by `auto` a second',
      goal: 'autoBattles',
      value: played === undefined ? undefined : 1e9 / played,
    },
  ];
}

function searchFigures({ search }: BenchReport): readonly Measured[] {
  const rate = { part: 'search' } as const;
  return [
    ...(search?.battles ?? []).map(({ scenario, whole, movesPerSecond }): Measured => {
      const goal = whole ? 'wholeSearchMoves' : 'searchMoves';
      return { ...rate, figure: `nodes a second, ${scenario}`, goal, value: movesPerSecond };
    }),
    ...(search?.workers ?? []).map(
      ({ name, speedUp }): Measured => ({
        ...rate,
        figure: `one thread relative to two, a long search, ${name}`,
        goal: 'threads',
        value: speedUp,
      }),
    ),
  ];
}

/** Every figure of a report that has a goal, in the order of the parts. */
export function figuresOf(report: BenchReport): readonly Figure[] {
  const groups = [battleFigures, consoleFigures, logFigures, engineFigures, searchFigures];
  return groups.flatMap((group) => group(report)).flatMap((measured) => figureOf(measured) ?? []);
}

/** How many goals are met, and those that are not. */
export function goalLines(report: BenchReport): readonly string[] {
  const figures = figuresOf(report);
  if (figures.length === 0) return [];
  const missed = figures.filter(({ met }) => !met);
  return [
    `goals: ${figures.length - missed.length} of ${figures.length} met`,
    ...missed.map(({ figure, measured, goal }) => `  NOT met: ${figure}: ${measured}; goal ${goal}`),
  ];
}

function tableOf(report: BenchReport): string {
  const figures = figuresOf(report);
  const isBeside = figures.some(({ beside }) => beside !== '');
  const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const withBeside = (cell: string): readonly string[] => (isBeside ? [cell] : []);
  return [
    `Node ${report.node}, ${report.platform}: median (slowest to fastest repeat).`,
    '',
    row('part', 'figure', 'measured', ...withBeside('yardsticks'), 'goal', 'met'),
    row('---', '---', '---', ...withBeside('---'), '---', '---'),
    ...figures.map(({ part, figure, measured, beside, goal, met }) =>
      row(`\`${part}\``, figure, measured, ...withBeside(beside), goal, met ? 'yes' : 'no'),
    ),
  ].join('\n');
}

/**
 * Puts the table of a report into a page, in the place of the table of that machine.
 * @param page Markdown with the lines `<!-- figures: MACHINE -->` and `<!-- end of figures -->`
 * @param machine words that name the table, `idle` or `busy` for one
 * @throws LockstepError `E_BENCH_PAGE` for a page without that place
 */
export function withFigures(page: string, machine: string, report: BenchReport, file: string): string {
  const begin = `<!-- figures: ${machine} -->`;
  const end = '<!-- end of figures -->';
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) {
    throw new LockstepError('E_BENCH_PAGE', 'the page has no place for these figures', {
      file,
      expected: `a line "${begin}" and behind it a line "${end}"`,
      remedy: 'Add both lines where the table shall stand',
    });
  }
  return `${page.slice(0, from)}${begin}\n\n${tableOf(report)}\n\n${page.slice(to)}`;
}
