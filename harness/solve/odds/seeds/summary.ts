/** What became of all starts: results, breaks, frames, HP, and the starts that were wanted. */
import { ruleErrorOf } from '../../../../core/system/battle.js';
import { cutsIn, type Unsettled, unsettledOf } from '../position/unsettled.js';
import {
  BROKEN_ERROR,
  BROKEN_STEP,
  DREW,
  FRAMES,
  HP,
  healthCells,
  LOST,
  PLAYED,
  RESULT,
  WANTED,
} from './play-starts.js';
import type { SeedsNotes, SeedsRun } from './run-seeds.js';
import { partsOfWant } from './want.js';

/** Least, quarter, half, three quarters, most. */
export type Spread = readonly [number, number, number, number, number];

export interface Break {
  /** Index of the `[[do]]` table. */
  readonly step: number;
  readonly command: string;
  readonly label: string;
  readonly code: string;
  readonly meaning: string;
  readonly count: number;
  /** The first start that breaks there. */
  readonly first: string;
}

/** The starts that give what is wanted. */
export interface Wanted {
  readonly count: number;
  /** The first of them. */
  readonly starts: readonly string[];
  /** What has to hold, part by part, and how many starts that were played to the end give each. */
  readonly parts: readonly { readonly part: string; readonly count: number }[];
}

export interface SeedsSummary {
  readonly what: string;
  readonly count: number;
  readonly played: number;
  readonly won: number;
  readonly lost: number;
  readonly escaped: number;
  /** Every command was played, and the battle is not over. */
  readonly open: number;
  readonly broken: number;
  readonly breaks: readonly Break[];
  /** Over the starts that win, or over all where none does. */
  readonly frames: Spread;
  readonly hp: readonly (readonly [unit: string, spread: Spread])[];
  readonly spreadOver: 'won' | 'all';
  /** Starts from which anything was drawn. */
  readonly drawn: number;
  /** Undefined: nothing was wanted. */
  readonly wanted: Wanted | undefined;
  readonly unsettled: readonly Unsettled[];
}

const WON = 1;

const ESCAPED = 3;
/** Wanted starts that are named. */
const SHOWN = 20;

function spreadOf(values: Int32Array): Spread {
  const sorted = values.sort();
  const at = (quarter: number): number => sorted[Math.floor(((sorted.length - 1) * quarter) / 4)] ?? 0;
  return [at(0), at(1), at(2), at(3), at(4)];
}

interface Rows {
  readonly count: number;
  value(start: number, place: number): number;
}

function breaksOf({ problem }: SeedsRun, rows: Rows, name: (start: number) => string): Break[] {
  const { plan, system } = problem;
  const found = new Map<string, Break>();
  for (let start = 0; start < rows.count; start++) {
    const step = rows.value(start, BROKEN_STEP);
    if (rows.value(start, PLAYED) === 0 || step < 0) continue;
    const number = rows.value(start, BROKEN_ERROR);
    const key = `${step} ${number}`;
    const before = found.get(key);
    if (before !== undefined) {
      found.set(key, { ...before, count: before.count + 1 });
      continue;
    }
    const shape = ruleErrorOf(system, number);
    const { command, label = '' } = plan.steps[step] ?? { command: { command: '' } };
    const about = { code: shape?.code ?? '', meaning: shape?.meaning ?? '' };
    found.set(key, { step, command: command.command, label, ...about, count: 1, first: name(start) });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.step - b.step);
}

export function summarize(run: SeedsRun, { player, notes }: SeedsNotes): SeedsSummary {
  const { system, battle, plan } = run.problem;
  const { starts, width } = player;
  const rows: Rows = { count: starts.count, value: (start, place) => notes[start * width + place] as number };
  const ends = { won: 0, lost: 0, escaped: 0, open: 0, broken: 0, played: 0, drawn: 0 };
  const health = healthCells(run.problem);
  const { want } = run.problem;
  const parts = want === undefined ? [] : partsOfWant(system, battle, want);
  const holds = parts.map(() => 0);
  const wanted: string[] = [];
  let wantedCount = 0;
  for (let start = 0; start < rows.count; start++) {
    if (rows.value(start, PLAYED) === 0) continue;
    ends.played++;
    const result = rows.value(start, RESULT);
    if (rows.value(start, BROKEN_STEP) >= 0) ends.broken++;
    else if (result === WON) ends.won++;
    else if (result === LOST) ends.lost++;
    else if (result === ESCAPED) ends.escaped++;
    else ends.open++;
    ends.drawn += rows.value(start, DREW);
    if (rows.value(start, BROKEN_STEP) >= 0) continue;
    for (const [part, count] of holds.entries()) holds[part] = count + rows.value(start, HP + health.length + part);
    if (rows.value(start, WANTED) === 0) continue;
    wantedCount++;
    if (wanted.length < SHOWN) wanted.push(starts.name(start));
  }
  const isCounted = (start: number): boolean =>
    rows.value(start, PLAYED) !== 0 && (ends.won === 0 || rows.value(start, RESULT) === WON);
  const counted = Array.from({ length: rows.count }, (_, start) => start).filter(isCounted);
  const spread = (place: number): Spread => spreadOf(Int32Array.from(counted, (start) => rows.value(start, place)));
  return {
    what: starts.what,
    count: starts.count,
    ...ends,
    breaks: breaksOf(run, rows, starts.name),
    frames: spread(FRAMES),
    hp: health.map(([unit], index) => [unit, spread(HP + index)]),
    spreadOver: ends.won > 0 ? 'won' : 'all',
    wanted:
      run.problem.want === undefined
        ? undefined
        : {
            count: wantedCount,
            starts: wanted,
            parts: parts.map(({ text }, index) => ({ part: text, count: holds[index] as number })),
          },
    unsettled: unsettledOf(system, battle, plan.ruleset.switches, cutsIn(plan)),
  };
}
