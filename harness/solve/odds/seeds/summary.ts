/** What became of all starts: results, breaks, frames, HP, and the starts that were wanted. */
import { Worker } from 'node:worker_threads';
import { ruleErrorOf } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import type { Battle } from '../../../../core/system/system.js';
import { LockstepError, tableLines, threadFile, wrap } from '../../../base/index.js';
import {
  type OtherSetting,
  otherSettingLines,
  type Plan,
  type SettingResult,
  underOtherValues,
} from '../../../play/index.js';

import { cutsIn, type Unsettled, unsettledLines, unsettledOf } from '../position/position.js';
import {
  BROKEN_ERROR,
  BROKEN_STEP,
  createStartPlayer,
  DREW,
  FRAMES,
  HP,
  healthCells,
  LOST,
  PLAYED,
  partsOfWant,
  RESULT,
  type SeedsProblem,
  type StartPlayer,
  WANTED,
} from './play-starts.js';
import type { SeedsWork } from './worker.js';

// All starts of a plan, on any number of threads; what is noted of a start stands at its place.

export interface SeedsRun {
  readonly problem: SeedsProblem;
  /** Policy in the place of the plan's commands. */
  readonly policy: string | undefined;
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly progress?: (done: number, all: number) => void;
}

export interface SeedsNotes {
  readonly player: StartPlayer;
  /** `player.width` numbers for each start. */
  readonly notes: Int32Array;
  /** Names of the unpublished stretches that the starts went through, by their letters. */
  readonly unpublished: readonly string[];
}

const CHUNK = 256;
/** Starts between two looks at what the user has asked for. */
const PAUSE_EVERY = 16;
/** Starts from which threads are worth their beginning. */
const FOR_THREADS = 8192;
const PROGRESS_EVERY = 500;

/** @returns the stretches that it told; none where it was ended before */
function finished(worker: Worker): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let told: readonly string[] = [];
    worker.once('message', (names: readonly string[]) => {
      told = names;
    });
    worker.once('error', reject);
    worker.once('exit', () => resolve(told));
  });
}

/** Chunks in this thread, with pauses for the event loop. */
async function playHere(run: SeedsRun, player: StartPlayer, notes: Int32Array, next: Int32Array): Promise<void> {
  const { count } = player.starts;
  for (;;) {
    const from = Atomics.add(next, 0, CHUNK);
    if (from >= count) return;
    const to = Math.min(from + CHUNK, count);
    for (let start = from; start < to; start++) {
      player.play(start, notes, start * player.width);
      if (start % PAUSE_EVERY > 0) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (run.signal.aborted) return;
    }
  }
}

/** @throws LockstepError for a plan or expression that cannot be used */
export async function runSeeds(run: SeedsRun): Promise<SeedsNotes> {
  const { problem, policy, signal, progress } = run;
  const { system, battle, plan, choice, want } = problem;
  const image = battle.image.slice();
  const player = createStartPlayer(problem);
  const { count } = player.starts;
  const notes = new Int32Array(new SharedArrayBuffer(4 * count * player.width));
  const next = new Int32Array(new SharedArrayBuffer(4));
  const extra = count >= FOR_THREADS ? run.workers - 1 : 0;
  const given: SeedsWork | undefined =
    extra === 0
      ? undefined
      : {
          kind: 'seeds',
          plan: plan.bytes,
          file: plan.file,
          system: system.id,
          policy,
          switches: plan.ruleset.switches,
          image,
          choice,
          want,
          notes,
          next,
          chunk: CHUNK,
        };
  const threads = Array.from({ length: extra }, () => new Worker(threadFile(), { workerData: given }));
  const stop = (): void => {
    Atomics.store(next, 0, count);
    // a thread that is still loading would keep the command waiting
    for (const thread of threads) void thread.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  const played = (): number => Math.min(Atomics.load(next, 0), count);
  const timer = progress === undefined ? undefined : setInterval(() => progress(played(), count), PROGRESS_EVERY);
  try {
    const ends = Promise.all(threads.map(finished));
    await playHere(run, player, notes, next);
    const told = (await ends).flat();
    progress?.(played(), count);
    const unpublished = [...new Set([...player.unpublished(), ...told])].sort();
    return { player, notes, unpublished };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    battle.image.set(image);
  }
}

// The same starts under the other values of the switches.

const ENDED = 'the command was ended before';
/** Starts that are played under other settings unasked. */
const STARTS_UNASKED = 1024;

const WON = 1;
const ESCAPED = 3;

type End = 'won' | 'lost' | 'escaped' | 'open' | 'broken';

/** Ends by what a table calls them. */
const ENDS: readonly (readonly [End, string])[] = [
  ['won', 'won'],
  ['lost', 'lost'],
  ['escaped', 'escaped'],
  ['open', 'not over'],
  ['broken', 'broken'],
];

const RESULTS: Readonly<Record<number, End>> = { [WON]: 'won', [LOST]: 'lost', [ESCAPED]: 'escaped' };

/** How a start ends; undefined: it was not played. */
function endOf({ notes, player }: SeedsNotes, start: number): End | undefined {
  const at = start * player.width;
  if (notes[at + PLAYED] === 0) return undefined;
  return (notes[at + BROKEN_STEP] as number) >= 0 ? 'broken' : (RESULTS[notes[at + RESULT] as number] ?? 'open');
}

/** Whether a start gives what is wanted; one that breaks does not. */
function isWanted({ notes, player }: SeedsNotes, start: number): boolean {
  const at = start * player.width;
  return notes[at + PLAYED] !== 0 && (notes[at + BROKEN_STEP] as number) < 0 && notes[at + WANTED] !== 0;
}

/** How many of the played starts end in each way, and how many give what is wanted. */
function countEnds(run: SeedsNotes): Record<End | 'played' | 'wanted', number> {
  const counts = { won: 0, lost: 0, escaped: 0, open: 0, broken: 0, played: 0, wanted: 0 };
  for (let start = 0; start < run.player.starts.count; start++) {
    const end = endOf(run, start);
    if (end === undefined) continue;
    counts.played++;
    counts[end]++;
    if (isWanted(run, start)) counts.wanted++;
  }
  return counts;
}

/**
 * Compares what all starts came to with what they come to under the plan's own settings.
 * @param steps of the plan: what ends otherwise without a refusal breaks at the last
 */
function compareRuns(own: SeedsNotes, other: SeedsNotes, steps: number): SettingResult {
  const { count } = own.player.starts;
  let otherwise = 0;
  for (let start = 0; start < count; start++) {
    const isSame = endOf(own, start) === endOf(other, start) && isWanted(own, start) === isWanted(other, start);
    if (!isSame) otherwise++;
  }
  if (otherwise === 0) {
    if (own.notes.every((value, at) => value === other.notes[at])) return ['holds', ''];
    return ['otherFigures', 'every start ends the same, with other frames or HP'];
  }
  const [mine, theirs] = [countEnds(own), countEnds(other)];
  const changed = [...ENDS, ['wanted', 'wanted'] as const]
    .filter(([end]) => mine[end] !== theirs[end])
    .map(([end, name]) => `${name} ${theirs[end]} instead of ${mine[end]}`);
  const ends = `${otherwise} of ${countText(count, 'start')} end otherwise`;
  const detail = [ends, changed.join(', ')].filter((text) => text !== '').join(': ');
  return ['breaks', detail, firstBreak(own, other) ?? steps];
}

/** The earliest step that is refused where it was not before, from 1 on; undefined: none is. */
function firstBreak(own: SeedsNotes, other: SeedsNotes): number | undefined {
  let first: number | undefined;
  for (let start = 0; start < own.player.starts.count; start++) {
    const step = other.notes[start * other.player.width + BROKEN_STEP] as number;
    if (endOf(own, start) === 'broken' || endOf(other, start) !== 'broken') continue;
    first = Math.min(first ?? step + 1, step + 1);
  }
  return first;
}

/** Rows of other settings, or why none was played. */
export interface SeedsSettings {
  readonly rows: readonly OtherSetting[];
  readonly notPlayed: string | undefined;
}

/**
 * Plays the same starts under every other value of every switch.
 * @param asked whether they are to be played; undefined: where they are few
 */
export async function seedsUnderSettings(
  run: SeedsRun,
  own: SeedsNotes,
  asked: boolean | undefined,
): Promise<SeedsSettings> {
  const { system, plan, choice } = run.problem;
  const { count } = own.player.starts;
  const wish = asked ?? count <= STARTS_UNASKED;
  if (plan.start !== undefined) return { rows: [], notPlayed: 'the battle was recorded under one' };
  if (run.signal.aborted) return { rows: [], notPlayed: ENDED };
  if (!wish) {
    const notPlayed =
      asked === undefined
        ? `there are more than ${STARTS_UNASKED} starts; --settings plays them`
        : 'that was asked for';
    return { rows: [], notPlayed };
  }
  const judge = async (battle: Battle, other: Plan): Promise<SettingResult> => {
    const problem = { ...run.problem, battle, plan: { ...run.problem.plan, ruleset: other.ruleset } };
    const { progress: _, ...quiet } = run;
    try {
      return compareRuns(own, await runSeeds({ ...quiet, problem }), plan.steps.length);
    } catch (error) {
      // a command that this value does not know
      if (error instanceof LockstepError && error.code !== 'E_INTERRUPTED') return ['refused', error.sentence];
      throw error;
    }
  };
  const rows = await underOtherValues(system, plan, judge, run.signal).catch((error: unknown) => {
    if (run.signal.aborted) return undefined;
    throw error;
  });
  // what was played of a value until then is no comparison
  if (rows === undefined || run.signal.aborted) return { rows: [], notPlayed: ENDED };
  if (choice.kind !== 'places' && system.capabilities.planning?.startPlaces?.(run.problem.battle, 2) !== undefined) {
    rows.push({ switch: 'places', value: 'others', verdict: 'notPlayed', detail: '--starts places plays them' });
  }
  return { rows, notPlayed: undefined };
}

/** Least, quarter, half, three quarters, most. */
type Spread = readonly [number, number, number, number, number];

interface Break {
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
interface Wanted {
  readonly count: number;
  /** The first of them. */
  readonly starts: readonly string[];
  /** What has to hold, part by part, and how many starts that were played to the end give each. */
  readonly parts: readonly { readonly part: string; readonly count: number }[];
}

interface SeedsSummary {
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
  /** Names of the unpublished stretches that the starts went through. */
  readonly unpublished: readonly string[];
  /** The same starts under every other value of every switch. */
  readonly settings: SeedsSettings;
}

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

export function summarize(run: SeedsRun, played: SeedsNotes, settings: SeedsSettings): SeedsSummary {
  const { player, notes, unpublished } = played;
  const { system, battle, plan } = run.problem;
  const { starts, width } = player;
  const rows: Rows = { count: starts.count, value: (start, place) => notes[start * width + place] as number };
  const { wanted: wantedCount, ...ends } = countEnds(played);
  let drawn = 0;
  const health = healthCells(run.problem);
  const { want } = run.problem;
  const parts = want === undefined ? [] : partsOfWant(system, battle, want);
  const holds = parts.map(() => 0);
  const wanted: string[] = [];
  for (let start = 0; start < rows.count; start++) {
    if (rows.value(start, PLAYED) === 0) continue;
    drawn += rows.value(start, DREW);
    if (rows.value(start, BROKEN_STEP) >= 0) continue;
    for (const [part, count] of holds.entries()) holds[part] = count + rows.value(start, HP + health.length + part);
    if (isWanted(played, start) && wanted.length < SHOWN) wanted.push(starts.name(start));
  }
  const isCounted = (start: number): boolean =>
    rows.value(start, PLAYED) !== 0 && (ends.won === 0 || rows.value(start, RESULT) === WON);
  const counted = Array.from({ length: rows.count }, (_, start) => start).filter(isCounted);
  const spread = (place: number): Spread => spreadOf(Int32Array.from(counted, (start) => rows.value(start, place)));
  return {
    what: starts.what,
    count: starts.count,
    ...ends,
    drawn,
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
    unpublished,
    settings,
  };
}

function settingLines({ settings: { rows, notPlayed } }: SeedsSummary): string[] {
  const lines = otherSettingLines('starts', rows);
  if (notPlayed !== undefined) lines.push(`other settings were not played: ${notPlayed}`);
  return lines.flatMap((line) => wrap(line, WIDTH));
}

// The answer of `lockstep seeds` as text.

const WIDTH = 100;

function share(count: number, all: number): string {
  if (all === 0) return '';
  const hundredths = Math.floor((count * 10_000) / all);
  if (hundredths === 0 && count > 0) return '<0.01%';
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`;
}

function spreadCells(name: string, spread: Spread): string[] {
  return [name, ...spread.map(String)];
}

/** What is so where nothing is left to luck; empty where something is drawn. */
function luckLines({ drawn, played, what }: SeedsSummary): string[] {
  if (drawn > 0 || played === 0) return [];
  const why = what.includes('waiting') ? 'only the frames waited tell them apart' : 'every start plays the same';
  return [`no draw is made from any of these starts: ${why}`];
}

/** Why no start gives what is wanted, as far as it is known. */
function noneLines(summary: SeedsSummary, { parts }: Wanted): string[] {
  const { played, count, broken, breaks } = summary;
  const ended = played - broken;
  if (ended === 0) return played === 0 ? [] : [`  every start breaks before its end: ${breaks[0]?.code ?? ''}`];
  const lines =
    parts.length === 1
      ? []
      : parts.map(({ part, count: holds }) => `  ${part}: ${holds === 0 ? 'never' : `${holds} of ${ended}`}`);
  if (parts.length > 1 && parts.every(({ count: holds }) => holds > 0)) lines.push('  but never all of it together');
  if (played < count) lines.push(`  ${count - played} starts were not played: one of them may`);
  else if (broken > 0) lines.push(`  ${broken} starts break and count as none`);
  else if (summary.drawn === 0) lines.push('  nothing is left to luck: only other commands can give it');
  else lines.push('  all of these starts were played to the end: none of them can');
  return lines;
}

function wantedLines(summary: SeedsSummary, wanted: Wanted, want: string | undefined): string[] {
  const { played } = summary;
  const lines = [`wanted: ${want}: ${wanted.count} of ${played} starts`];
  if (wanted.count === 0) return [...lines, ...noneLines(summary, wanted)];
  lines.push(...wanted.starts.map((start) => `  ${start}`));
  if (wanted.count > wanted.starts.length) lines.push(`  and ${wanted.count - wanted.starts.length} more`);
  return lines;
}

export function seedsText(file: string, summary: SeedsSummary, want: string | undefined): string {
  const { played, count, breaks, wanted } = summary;
  const lines = [
    `${file} from ${summary.what}`,
    ...(played < count ? [`interrupted: ${played} of ${count} starts were played; the figures are of these`] : []),
    '',
    ...tableLines(
      ENDS.map(([end, name]) => [name, String(summary[end]), share(summary[end], played)]),
      ['left', 'right'],
    ),
  ];
  for (const { step, command, label, code, meaning, count: times, first } of breaks) {
    const name = label === '' ? command : `${command}, ${label}`;
    lines.push(...wrap(`  step ${step + 1} (${name}): ${code}, ${meaning}: ${times}; first with ${first}`, WIDTH));
  }
  const over = summary.spreadOver === 'won' ? 'of the starts that win' : 'of all starts';
  const head = [over, 'least', '1/4', '1/2', '3/4', 'most'];
  const spreads = [spreadCells('frames', summary.frames)];
  for (const [unit, spread] of summary.hp) spreads.push(spreadCells(`${unit} HP`, spread));
  lines.push('', ...tableLines([head, ...spreads], ['left', 'right']));
  if (wanted !== undefined) lines.push('', ...wantedLines(summary, wanted, want));
  lines.push('', ...luckLines(summary));
  lines.push(...unsettledLines(summary.unsettled), ...settingLines(summary));
  return `${lines.join('\n')}\n`;
}
