/**
 * What becomes of commands under other settings: every other value of every switch, one at a time,
 * every other place that the enemies may begin at, and, where asked for, states of the generator
 * beside the plan's. A setup that a value refuses is an outcome, not an error.
 */
import { readCell } from '../../../core/system/battle.js';
import { cellValueText } from '../../../core/system/cell-value.js';
import { countText } from '../../../core/system/names.js';
import type { Battle, Generator, SwitchShape, System } from '../../../core/system/system.js';
import { createPause, gaugeCellName, LockstepError } from '../../base/index.js';
import {
  failuresOf,
  type PlanFailure,
  type PlayState,
  playPlan,
  resultFailure,
  unreadableFailure,
} from '../plan/play.js';
import { startPlan } from '../plan/run.js';
import { startBattle } from '../plan/start.js';
import type { Plan } from '../plan/types.js';

/**
 * `holds`: all that is asked for comes, and the end is the same state. `otherFigures`: all that is
 * asked for comes, at another cost or in another state. `breaks`: a command is refused, or what is
 * asked for is missed. `refused`: the plan's setup does not fit this value. `notPlayed`:
 * there are too many of them.
 */
export const SETTING_VERDICTS = ['holds', 'otherFigures', 'breaks', 'refused', 'notPlayed'] as const;
export type SettingVerdict = (typeof SETTING_VERDICTS)[number];

export interface OtherSetting {
  /**
   * Name of the switch; `places` for the places at the start, `generator` or `mapGenerator` for a
   * neighbour of the plan's state.
   */
  readonly switch: string;
  /**
   * Its other value; of places what a plan writes, such as `[[3, 2]]`; of a neighbour the same and
   * how far it is: `[1, 2, 3, 4], 2 draws later`.
   */
  readonly value: string | number;
  readonly verdict: SettingVerdict;
  /** What differs, or why it breaks; empty where it holds. */
  readonly detail: string;
  /** Where it breaks, counted from 1; 0: before the first step. Left out where it does not. */
  readonly step?: number;
}

/**
 * What a battle came to that was played under another setting, what differs there, and of one that
 * breaks the step.
 */
export type SettingResult = readonly [verdict: SettingVerdict, detail: string, step?: number];

function settingRow(name: string, value: string | number, [verdict, detail, step]: SettingResult): OtherSetting {
  return { switch: name, value, verdict, detail, ...(step === undefined ? {} : { step }) };
}

/** @param code of the refusal */
export function refusalText(move: string, code: string): string {
  return `the move is refused: ${move}: ${code}`;
}

/** A condition is not kept, or, where none is named, an enemy acts that must not. */
export function notKeptText(unmet: string): string {
  return unmet === '' ? 'an enemy acts that must not' : `what must be kept is broken: ${unmet}`;
}

/** A route breaks: a move is refused. @param code of the refusal */
export function refusedAt(step: number, move: string, code: string): SettingResult {
  return ['breaks', refusalText(move, code), step];
}

/** A route breaks: a condition is not kept, or an enemy acts that must not. */
export function notKeptAt(step: number, unmet: string): SettingResult {
  return ['breaks', notKeptText(unmet), step];
}

/** A route breaks with its last step: the goal is missed. */
export function goalMissed(steps: number, unmet: string): SettingResult {
  return ['breaks', `the goal is missed: ${unmet}`, steps];
}

/** A route that reaches its goal at another cost. */
export function otherCost(theirs: number, mine: number): SettingResult {
  return ['otherFigures', `cost ${theirs} instead of ${mine}`];
}

/** Cells that a detail names at most. */
const NAMED_CELLS = 2;

/** Names of the cells that a table of the units shows, such as `enemy[0].hp`. */
function shownNames(system: System, battle: Battle): ReadonlySet<string> {
  const { overview } = system.capabilities.views ?? {};
  const units = overview?.units(battle) ?? [];
  const gauges = overview?.gauges ?? [];
  return new Set(units.flatMap(({ prefixes }) => gauges.flatMap((gauge) => gaugeCellName(gauge, prefixes) ?? [])));
}

/** Values of the cells that decide the future, by name; what a table of units shows is first. */
export function futureFigures(system: System, battle: Battle): ReadonlyMap<string, string> {
  const cells = system.capabilities.planning?.stateKeyCells?.(battle) ?? battle.cells;
  const shown = shownNames(system, battle);
  return new Map(
    cells
      .filter(({ scratch, passive }) => scratch !== true && passive !== true)
      .sort((a, b) => Number(shown.has(b.name)) - Number(shown.has(a.name)))
      .map((cell) => [cell.name, cellValueText(cell, readCell(battle.image, cell))]),
  );
}

/** Compares ends: `enemy[0].hp 12 instead of 9 and 3 more cells`, or that they are the same. */
export function compareFigures(mine: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): SettingResult {
  const other = [...theirs].filter(([name, value]) => mine.get(name) !== value);
  if (other.length === 0) return ['holds', ''];
  const named = other
    .slice(0, NAMED_CELLS)
    .map(([name, value]) => `${name} ${value} instead of ${mine.get(name) ?? 'none'}`);
  const more = other.length - named.length;
  return ['otherFigures', named.join(', ') + (more > 0 ? ` and ${countText(more, 'more cell')}` : '')];
}

/** Every value of every switch that the plan does not choose. */
function otherValues(
  switches: readonly SwitchShape[],
  { ruleset }: Plan,
): { readonly name: string; readonly value: string | number }[] {
  return switches.flatMap(({ name, values, default: normal }) => {
    const chosen = ruleset.switches[name] ?? normal;
    return values.filter((value) => value !== chosen).map((value) => ({ name, value }));
  });
}

/** Plays a battle that stands at a plan's start. */
type Judge = (battle: Battle, plan: Plan) => SettingResult | Promise<SettingResult>;

function underValue(system: System, plan: Plan, judge: Judge): ReturnType<Judge> {
  let battle: Battle;
  try {
    battle = startPlan(system, plan);
  } catch (error) {
    if (error instanceof LockstepError) return ['refused', error.sentence.replace(/^column \d+: /u, '')];
    throw error;
  }
  return judge(battle, plan);
}

/** What a call that is ended leaves out. */
const NOT_PLAYED = 'other settings are not played';

/** Start places that are played at most. */
const MOST_PLACES = 625;

/** From every other place that the enemies may begin at. */
async function fromOtherPlaces(
  system: System,
  plan: Plan,
  judge: Judge,
  signal: AbortSignal | undefined,
): Promise<OtherSetting[]> {
  const { startPlaces } = system.capabilities.planning ?? {};
  if (startPlaces === undefined || plan.start !== undefined) return [];
  const pause = createPause(signal, NOT_PLAYED);
  const battle = startPlan(system, plan);
  const start = battle.image.slice();
  const places = startPlaces(battle, MOST_PLACES);
  if (places === undefined) return [];
  if (places.count > MOST_PLACES) {
    const detail = `there are more than ${MOST_PLACES}; write those that were seen: [setup] places`;
    return [{ switch: 'places', value: 'others', verdict: 'notPlayed', detail }];
  }
  const rows: OtherSetting[] = [];
  for (let number = 1; number < places.count; number++) {
    battle.image.set(start);
    places.put(battle.image, number);
    const name = places.name(number).replace(/^places = /u, '');
    rows.push(settingRow('places', name, await judge(battle, plan)));
    await pause();
  }
  return rows;
}

// States of the generator beside the plan's, in its own order of steps.

/** Steps to each side at most. */
export const MOST_NEIGHBOURS = 100;
/** States that come to the plan's in so many steps at most: several may lead to one. */
const MOST_BEFORE = 10_000;

/** A state as plans write it: `[1, 0, 231, 131]`. */
export function generatorText(state: number): string {
  return `[${[0, 8, 16, 24].map((shift) => (state >>> shift) & 0xff).join(', ')}]`;
}

/** The sequence that a plan's battle begins in. */
interface Sequence {
  readonly name: 'generator' | 'mapGenerator';
  /** Singular of its steps. */
  readonly unit: string;
  readonly own: number;
  next(state: number): number;
  before(state: number): readonly number[];
  put(battle: Battle, state: number): void;
  text(state: number): string;
}

/** The generator's; while it is unseeded, that of the map's generator, which seeds it. */
function sequenceOf(generator: Generator, battle: Battle): Sequence {
  const own = generator.read(battle);
  if (own !== 0) {
    const { next, before } = generator;
    return { name: 'generator', unit: 'draw', own, next, before, put: generator.write, text: generatorText };
  }
  const { seed } = generator;
  return {
    name: 'mapGenerator',
    unit: 'map frame',
    own: seed.read(battle),
    next: seed.next,
    before: (state) => Array.from({ length: 0x1_0000 }, (_, value) => value).filter((one) => seed.next(one) === state),
    put: seed.write,
    text: String,
  };
}

interface Neighbour {
  readonly state: number;
  /** Steps from the plan's state; negative before it. */
  readonly steps: number;
}

interface Neighbours {
  /**
   * The states before, the farthest first, then those behind. Of several that come to the plan's in
   * as many steps one: they all draw the same on the way.
   */
  readonly found: readonly Neighbour[];
  /** Why the farthest of them are not all that was asked for, or empty. */
  readonly missing: string;
}

function neighboursOf({ own, unit, next, before }: Sequence, steps: number): Neighbours {
  const met = new Set([own]);
  const earlier: Neighbour[] = [];
  let missing = '';
  let level = [own];
  for (let step = 1; step <= steps && missing === ''; step++) {
    level = level.flatMap((state) => before(state)).filter((state) => !met.has(state));
    if (level.length === 0) missing = `no other state comes to the plan's in ${countText(step, unit)}`;
    if (met.size + level.length > MOST_BEFORE) missing = `more than ${MOST_BEFORE} states come to the plan's`;
    if (missing !== '') break;
    for (const state of level) met.add(state);
    earlier.push({ state: level[0] as number, steps: -step });
  }
  const later: Neighbour[] = [];
  for (let step = 1, state = next(own); step <= steps && state !== 0 && state !== own; step++, state = next(state)) {
    later.push({ state, steps: step });
  }
  return { found: [...earlier.reverse(), ...later], missing };
}

/** Names of the cells that hold a generator's state, and that of the map's, which seeds it. */
function cellsOf({ write, seed }: Generator, battle: Battle): ReadonlySet<string> {
  const start = battle.image.slice();
  const values = [0, -1].map((state) => {
    write(battle, state);
    seed.write(battle, state);
    return battle.cells.map((cell) => readCell(battle.image, cell));
  });
  battle.image.set(start);
  return new Set(battle.cells.filter((_, at) => values[0]?.[at] !== values[1]?.[at]).map(({ name }) => name));
}

/**
 * A plan's own commands and checkpoints from the states of the generator beside the plan's. The
 * cells of the generator are no figures: they are others anyway.
 *
 * @param ended the battle at the plan's end, from its own state
 * @param steps to each side, 1 to `MOST_NEIGHBOURS`
 * @returns one row for each state, in the order of the sequence
 * @throws LockstepError `E_CAPABILITY` for a system without a generator, `E_INTERRUPTED`
 */
export async function planFromNeighbours(
  system: System,
  plan: Plan,
  ended: Battle,
  steps: number,
  signal?: AbortSignal,
): Promise<readonly OtherSetting[]> {
  const { generator } = system.capabilities.planning ?? {};
  if (generator === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} has no generator whose state has neighbours`, {
      file: plan.file,
      remedy: 'Leave --neighbours out',
    });
  }
  const pause = createPause(signal, NOT_PLAYED);
  const battle = await startBattle(system, plan);
  const start = battle.image.slice();
  const sequence = sequenceOf(generator, battle);
  const own = cellsOf(generator, battle);
  const figures = futureFigures(system, ended);
  const { found, missing } = neighboursOf(sequence, steps);
  const rows: OtherSetting[] = [];
  if (missing !== '') rows.push(settingRow(sequence.name, 'earlier', ['notPlayed', missing]));
  for (const { state, steps: far } of found) {
    battle.image.set(start);
    sequence.put(battle, state);
    const failed = firstFailure(system, battle, plan);
    const theirs = [...futureFigures(system, battle)].filter(([name]) => !own.has(name));
    const place = `${countText(Math.abs(far), sequence.unit)} ${far < 0 ? 'earlier' : 'later'}`;
    const value = `${sequence.text(state)}, ${place}`;
    rows.push(settingRow(sequence.name, value, failed ?? compareFigures(figures, new Map(theirs))));
    await pause();
  }
  return rows;
}

/**
 * Plays a plan's start under every other value of every switch.
 *
 * @returns one row for each value, in the order of the switches; none for a start that was recorded
 * under one setting
 * @throws LockstepError `E_INTERRUPTED`
 */
export async function underOtherValues(
  system: System,
  plan: Plan,
  judge: Judge,
  signal?: AbortSignal,
): Promise<OtherSetting[]> {
  const pause = createPause(signal, NOT_PLAYED);
  if (plan.start !== undefined) return [];
  const rows: OtherSetting[] = [];
  for (const { name, value } of otherValues(system.switches, plan)) {
    const switches = { ...plan.ruleset.switches, [name]: value };
    const other: Plan = { ...plan, ruleset: { ...plan.ruleset, switches } };
    rows.push(settingRow(name, value, await underValue(system, other, judge)));
    await pause();
  }
  return rows;
}

/**
 * Plays a plan's start under every other setting: as `underOtherValues`, then from each other place
 * that the enemies may begin at.
 */
export async function underOtherSettings(
  system: System,
  plan: Plan,
  judge: Judge,
  signal?: AbortSignal,
): Promise<readonly OtherSetting[]> {
  const rows = await underOtherValues(system, plan, judge, signal);
  return [...rows, ...(await fromOtherPlaces(system, plan, judge, signal))];
}

/** The first failure of a plan's commands or checkpoints from a battle at its start. */
function firstFailure(system: System, battle: Battle, plan: Plan): SettingResult | undefined {
  let result: SettingResult | undefined;
  const fail = ({ index, done }: PlayState, failure: PlanFailure | undefined): void => {
    if (failure === undefined || result !== undefined) return;
    const { expected, got, line, what, where } = failure;
    // its step stands before it
    const place = where.startsWith('step ') ? `line ${line}` : `line ${line}, ${where}`;
    result = ['breaks', `${place}: ${what} is ${got}, not ${expected}`, done === 0 ? 0 : index + 1];
  };
  playPlan(system, battle, plan, {
    before: () => (result === undefined ? 'play' : 'end'),
    refused: (play) => fail(play, resultFailure(play)),
    unreadable: (play, error) => fail({ ...play, done: play.done + 1 }, unreadableFailure(play, error)),
    checkpoint: (play, checks) => fail(play, failuresOf(checks)[0]),
  });
  return result;
}

/**
 * A plan's own commands and checkpoints under every other setting.
 * @param ended the battle at the plan's end, under its own settings
 */
export function planUnderOtherSettings(
  system: System,
  plan: Plan,
  ended: Battle,
  signal?: AbortSignal,
): Promise<readonly OtherSetting[]> {
  const figures = futureFigures(system, ended);
  const judge = (battle: Battle): SettingResult =>
    firstFailure(system, battle, plan) ?? compareFigures(figures, futureFigures(system, battle));
  return underOtherSettings(system, plan, judge, signal);
}

const WORDS: Readonly<Record<SettingVerdict, string>> = {
  holds: 'holds',
  otherFigures: 'other figures',
  breaks: 'breaks',
  refused: 'the setup is refused',
  notPlayed: 'is not played',
};

/** Steps that a count names at most. */
const NAMED_STEPS = 5;

function atStep(step: number): string {
  return step === 0 ? 'before step 1' : `at step ${step}`;
}

/** ` at step 3`, ` at step 3, at step 5 ...`: where rows break, each place once. */
function stepsText(rows: readonly Pick<OtherSetting, 'step'>[]): string {
  const steps = [...new Set(rows.flatMap(({ step }) => step ?? []))].sort((a, b) => a - b);
  if (steps.length === 0) return '';
  return ` (${steps.slice(0, NAMED_STEPS).map(atStep).join(', ')}${steps.length > NAMED_STEPS ? ' ...' : ''})`;
}

/** What all rows come to: `holds 20, breaks 1 (at step 3)`. */
export function settingCounts(rows: readonly Pick<OtherSetting, 'verdict' | 'step'>[]): string {
  const counts = Object.entries(WORDS).flatMap(([verdict, words]) => {
    const found = rows.filter((row) => row.verdict === verdict);
    return found.length === 0 ? [] : [`${words} ${found.length}${stepsText(found)}`];
  });
  return counts.join(', ');
}

/** `decisionPasses = 1: breaks at step 3: the move is refused`, `x = 2: other figures (cost 5)`. */
export function otherSettingText({ detail, step, switch: name, value, verdict }: OtherSetting): string {
  const words = step === undefined ? WORDS[verdict] : `${WORDS[verdict]} ${atStep(step)}`;
  const why = detail === '' ? '' : verdict === 'otherFigures' ? ` (${detail})` : `: ${detail}`;
  return `${name} = ${value}: ${words}${why}`;
}

/** Lines of settings at most. */
const MOST_LINES = 12;

/**
 * One line that counts all settings, then one for each that changes something. From another place
 * figures differ anyway: such a row is counted alone.
 * @param what `moves`, `commands` or `starts`
 */
export function otherSettingLines(what: string, rows: readonly OtherSetting[]): string[] {
  if (rows.length === 0) return [];
  const other = rows.filter(
    (row) => row.verdict !== 'holds' && (row.switch !== 'places' || row.verdict !== 'otherFigures'),
  );
  const more = other.length - MOST_LINES;
  return [
    `the same ${what} under other settings, one changed at a time (${rows.length}): ${settingCounts(rows)}`,
    ...other.slice(0, MOST_LINES).map((row) => `  ${otherSettingText(row)}`),
    ...(more > 0 ? [`  and ${more} more, each in --json`] : []),
  ];
}
