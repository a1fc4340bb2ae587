/**
 * Two builds of the command beside each other: the same parts in turn, as whole processes, and the
 * ratio of every figure pair by pair. Both see the same minutes of the machine.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { countText } from '../../../core/system/names.js';
import { LockstepError, threadFile } from '../../base/index.js';

import { type Quarters, quartersOf } from './measure/measure.js';

interface ComparedFigure {
  /** Path in the report of `bench --json`, `cpu.perSecond` for one. */
  readonly figure: string;
  /** Time of this build relative to the other one, pair by pair: above 1 it is slower. */
  readonly ratio: Quarters;
  readonly verdict: 'slower' | 'faster' | 'alike';
}

interface Comparison {
  readonly other: string;
  readonly pairs: number;
  readonly figures: readonly ComparedFigure[];
}

/** Figures that count work for each second; the others are times. */
const IS_RATE = /([pP]erSecond|typescript|\bc|decoded|endToEnd|\brate|spread|\bours|\btheirs)$/u;
/** A quarter of the pairs, on either side, is within this of 1 where two builds are alike. */
const MARGIN = 0.05;
const MOST_OUTPUT = 64 * 1024 * 1024;

const run = promisify(execFile);

function isSpread(value: object): value is { readonly median: number } {
  return 'median' in value && typeof value.median === 'number';
}

/** Times by their paths: of a rate, the time of one unit. */
export function timesOf(report: unknown, path = '', times = new Map<string, number>()): ReadonlyMap<string, number> {
  if (typeof report !== 'object' || report === null) return times;
  if (isSpread(report)) {
    if (report.median > 0) times.set(path, IS_RATE.test(path) ? 1 / report.median : report.median);
    return times;
  }
  for (const [key, value] of Object.entries(report)) {
    // a ratio within one build is no time
    if (key === 'ratio' || key === 'speedUp' || key === 'speedUpAfter') continue;
    timesOf(value, path === '' ? key : `${path}.${key}`, times);
  }
  return times;
}

/** @param ratios at least one */
export function comparedFigure(figure: string, ratios: readonly number[]): ComparedFigure {
  const ratio = quartersOf(ratios);
  const verdict = ratio.lower > 1 + MARGIN ? 'slower' : ratio.upper < 1 - MARGIN ? 'faster' : 'alike';
  return { figure, ratio, verdict };
}

function refusal(file: string, found: string): LockstepError {
  return new LockstepError('E_BENCH_COMPARE', 'another build of the command does not run this benchmark', {
    file,
    found,
    expected: 'the file dist/harness/cli/lockstep.js of another clone, built',
  });
}

async function measure(file: string, words: readonly string[]): Promise<ReadonlyMap<string, number>> {
  try {
    const { stdout } = await run(process.execPath, [file, 'bench', ...words, '--json'], { maxBuffer: MOST_OUTPUT });
    return timesOf(JSON.parse(stdout));
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw refusal(file, (stderr.trim() || message).split('\n')[0] ?? '');
  }
}

/**
 * @param other the command of another build, `dist/harness/cli/lockstep.js` of its clone
 * @param words parts and options of the benchmark
 * @param pairs 1 or more
 * @throws LockstepError `E_BENCH_COMPARE` where the other command does not run it
 */
export async function compareBuilds(other: string, words: readonly string[], pairs: number): Promise<Comparison> {
  if (!existsSync(other)) throw refusal(other, 'no such file');
  const own = threadFile();
  const ratios = new Map<string, number[]>();
  for (let pair = 0; pair < pairs; pair++) {
    // the build that runs first alternates
    const first = pair % 2 === 0 ? other : own;
    const before = await measure(first, words);
    const after = await measure(first === other ? own : other, words);
    const [mine, theirs] = first === other ? [after, before] : [before, after];
    for (const [figure, time] of mine) {
      const counterpart = theirs.get(figure);
      if (counterpart === undefined) continue;
      ratios.set(figure, [...(ratios.get(figure) ?? []), time / counterpart]);
    }
  }
  return { other, pairs, figures: [...ratios].map(([figure, list]) => comparedFigure(figure, list)) };
}

/** Slower figures first. */
export function comparisonText({ other, pairs, figures }: Comparison): string {
  const order = ['slower', 'faster', 'alike'];
  const rows = [...figures].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const slower = figures.filter(({ verdict }) => verdict === 'slower').length;
  const width = Math.max(...rows.map(({ figure }) => figure.length));
  const number = (value: number): string => value.toFixed(2);
  return `${[
    `this build beside ${other}, ${countText(pairs, 'pair')} of runs; time of this one relative to the other`,
    ...rows.map(
      ({ figure, ratio, verdict }) =>
        `${verdict.padEnd(7)} ${figure.padEnd(width)} ${number(ratio.median)} (half of the pairs ${number(ratio.lower)} to ${number(ratio.upper)})`,
    ),
    slower === 0 ? 'nothing became slower' : `${slower} of ${figures.length} became slower`,
  ].join('\n')}\n`;
}
