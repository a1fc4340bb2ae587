/** Compares two lines: the first different input and state, the costs after it, and the ends. */
import { createEventBuffer } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { LabelledLines } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { LockstepError, newsOf, plainText, tableLines } from '../../base/index.js';

import { factsOf, inputWords } from '../entry-view/entry-facts.js';
import { unitText, writerText } from '../entry-view/text.js';
import { type Condition, compileCondition } from '../timeline/conditions.js';
import {
  cellsOfBoth,
  commonStart,
  comparedCells,
  differingCells,
  firstDifferingState,
  type LineOf,
} from '../timeline/divergence.js';
import { type DifferingCell, entryEvents } from '../timeline/recorded-line.js';
import { countDraws } from '../trace/draws.js';

/** One thing that happened. */
interface ToldEntry {
  /** Number of the entry: see `Timeline.frameOf`. */
  readonly number: number;
  /** Frame of the battle, where commands take several; else undefined. */
  readonly frame: number | undefined;
  readonly told: string;
}

/** What a line spends after the common entries. */
interface LineCost {
  /** Entries: frames, commands or steps. */
  readonly entries: number;
  /** Frames, where a command takes several; else undefined. */
  readonly frames: number | undefined;
  readonly actions: number;
  /** Undefined: the system does not count them. */
  readonly enemyActions: number | undefined;
  /** Undefined: the system has no turns, or counts what enemies do in them. */
  readonly enemyTurns: number | undefined;
  /** Undefined: the system reports no draws. */
  readonly draws: number | undefined;
  /** Pad words with a new button; undefined for a system by command. */
  readonly presses: number | undefined;
}

export type Both<Value> = readonly [first: Value, second: Value];

interface ComparedCell extends DifferingCell {
  readonly address: string;
  /** True for a passive cell, which changes with time or input alone. */
  readonly passive: boolean;
  /** Its writers in this entry. */
  readonly writers: Both<string>;
}

export interface LineComparison {
  readonly unit: string;
  readonly lengths: Both<number>;
  /**
   * Entry of the first different input, its frames and the inputs; undefined: none up to the
   * shorter end.
   */
  readonly input: { readonly at: number; readonly frames: Both<number>; readonly inputs: Both<string> } | undefined;
  /** Position of the first different state; 0: the start. */
  readonly state:
    | { readonly at: number; readonly frames: Both<number>; readonly cells: readonly ComparedCell[] }
    | undefined;
  /** Number of common entries; costs count from there. */
  readonly common: number;
  readonly costs: Both<LineCost>;
  /** What happened after the common entries. */
  readonly told: Both<readonly ToldEntry[]>;
  /** Why entries are not the original's time, or empty. */
  readonly assumed: string;
  readonly end: {
    readonly frames: Both<number>;
    readonly cells: readonly (DifferingCell & { readonly passive: boolean })[];
    /** How the battle ended: what differs. */
    readonly outcome: readonly (readonly [label: string, first: string, second: string])[];
    /** Turn and units: the lines that differ. */
    readonly facts: Both<readonly string[]>;
  };
  /** Cells that only one of the battles has, where the setups differ: they are not compared. */
  readonly onlyIn: Both<readonly string[]>;
  readonly same: boolean;
}

function checkLikeness(one: LineOf, other: LineOf): void {
  const [first, second] = [one.timeline.system, other.timeline.system];
  if (first.id === second.id) return;
  throw new LockstepError('E_COMPARE_SYSTEM', 'these are battles of different systems', {
    file: other.timeline.file,
    found: second.id,
    expected: first.id,
    remedy: 'Compare battles of one system',
  });
}

/** Names of the cells that the other battle lacks. */
function cellsOnlyIn(one: LineOf, other: LineOf): string[] {
  if (one.timeline === other.timeline) return [];
  const both = new Set(cellsOfBoth(one, other).map(([cell]) => cell.name));
  return comparedCells(one.timeline)
    .map(({ name }) => name)
    .filter((name) => !both.has(name));
}

/** @param from entry to begin with */
function firstDifferentInput(one: LineOf, other: LineOf, from: number): LineComparison['input'] {
  const length = Math.min(one.timeline.length(one.line), other.timeline.length(other.line));
  for (let at = from; at <= length; at++) {
    const [mine, theirs] = [one.timeline.input(at, one.line), other.timeline.input(at, other.line)];
    if (mine.pad === theirs.pad && (mine.pad >= 0 || mine.text === theirs.text)) continue;
    const frames: Both<number> = [one.timeline.frameOf(at), other.timeline.frameOf(at)];
    return { at, frames, inputs: [inputWords(one.timeline, at, one.line), inputWords(other.timeline, at, other.line)] };
  }
  return undefined;
}

function cellsAt(one: LineOf, other: LineOf, at: number): ComparedCell[] {
  const mine = factsOf(one.timeline, at, one.line);
  const theirs = factsOf(other.timeline, at, other.line);
  const image = one.timeline.state(at, one.line).slice();
  const found = withPassive(one, differingCells(cellsOfBoth(one, other), image, other.timeline.state(at, other.line)));
  const writers = (facts: typeof mine, name: string): string =>
    facts.changes
      .find(({ cell }) => cell.name === name)
      ?.writers.map(writerText)
      .join(', then ') ?? '';
  return found.map((both) => ({
    ...both,
    address: formatAddress(one.timeline.cells.get(both.cell).address),
    writers: [writers(mine, both.cell), writers(theirs, both.cell)],
  }));
}

/** The differing cells, passive ones last. */
function withPassive({ timeline }: LineOf, cells: readonly DifferingCell[]): (DifferingCell & { passive: boolean })[] {
  return cells
    .map((both) => ({ ...both, passive: timeline.cells.get(both.cell).passive === true }))
    .sort((first, second) => Number(first.passive) - Number(second.passive));
}

/** A condition to count, or undefined where the system lacks it. */
function counted(one: LineOf, text: string): Condition | undefined {
  try {
    return compileCondition(one.timeline, text);
  } catch (error) {
    if (error instanceof LockstepError && error.code === 'E_CAPABILITY') return undefined;
    throw error;
  }
}

/** Enemies that a system may have, at most. */
const MAX_ENEMIES = 16;

/** What a line comes to after its first entries. */
function afterCommon(one: LineOf, from: number): { readonly cost: LineCost; readonly told: ToldEntry[] } {
  const { timeline, line } = one;
  const { system, battle } = timeline;
  const { planning, evidence } = system.capabilities;
  const action = counted(one, 'action');
  const countsActions = planning?.frames !== undefined && planning.enemyActions !== undefined;
  const enemy = countsActions ? undefined : counted(one, 'enemy turn');
  const length = timeline.length(line);
  const events = from < length ? entryEvents() : createEventBuffer(0);
  const acted = new Uint8Array(MAX_ENEMIES);
  const count = { actions: 0, enemyActions: 0, enemyTurns: 0, draws: 0, presses: 0 };
  const told: ToldEntry[] = [];
  let lastPad = from > 0 ? timeline.input(from, line).pad : 0;
  const before = timeline.state(from, line).slice();
  const framesBefore = planning?.frames?.(battle) ?? 0;
  for (let at = from + 1; at <= length; at++) {
    events.length = 0;
    const after = timeline.advance(events);
    const { pad } = timeline.input(at, line);
    const frame = timeline.frameOf(at);
    const around = { at, line, frame, pad };
    for (const news of newsOf({ system, battle, before, events, frame }, timeline.language)) {
      told.push({ number: frame, frame: planning?.frames === undefined ? undefined : news.frame, told: news.sentence });
    }
    if (action?.test(before, after, events, around) === true) count.actions++;
    if (enemy?.test(before, after, events, around) === true) count.enemyTurns++;
    if (countsActions) count.enemyActions += planning.enemyActions?.(events, acted) ?? 0;
    count.draws += countDraws(system, events);
    if ((pad & ~lastPad) !== 0 && pad > 0) count.presses++;
    lastPad = Math.max(0, pad);
    before.set(after);
  }
  const cost = {
    entries: length - from,
    frames: planning?.frames === undefined ? undefined : planning.frames(battle) - framesBefore,
    actions: count.actions,
    enemyActions: countsActions ? count.enemyActions : undefined,
    enemyTurns: enemy === undefined ? undefined : count.enemyTurns,
    draws: evidence?.draws === undefined ? undefined : count.draws,
    presses: timeline.isByFrame ? count.presses : undefined,
  };
  return { cost, told };
}

function endOfLine({ timeline, line }: LineOf): End {
  const facts = factsOf(timeline, timeline.length(line), line);
  const units = facts.units.map((unit) =>
    unitText({ ...unit, gauges: unit.gauges.map((gauge) => ({ ...gauge, previous: gauge.value, wrapped: false })) }),
  );
  const turn = facts.turn === undefined ? [] : [`turn: ${facts.turn.after || 'nobody'}`];
  const image = timeline.state(timeline.length(line), line).slice();
  const outcome = timeline.system.capabilities.views?.outcome?.(timeline.battle) ?? [];
  return { image, lines: [...turn, ...units], outcome, frame: facts.frame };
}

/** The ends of lines that are one and the same by their making. */
function sharedEnd({ timeline, line }: LineOf): LineComparison['end'] {
  const frame = timeline.frameOf(timeline.length(line));
  return { frames: [frame, frame], cells: [], outcome: [], facts: [[], []] };
}

function endOf(one: LineOf, other: LineOf): LineComparison['end'] {
  const [mine, theirs] = [endOfLine(one), endOfLine(other)];
  return {
    frames: [mine.frame, theirs.frame],
    cells: withPassive(one, differingCells(cellsOfBoth(one, other), mine.image, theirs.image)),
    outcome: mine.outcome.flatMap(([label, value]) => {
      const other = theirs.outcome.find(([name]) => name === label)?.[1] ?? '';
      return value === other ? [] : [[label, value, other] as const];
    }),
    facts: [
      mine.lines.filter((text) => !theirs.lines.includes(text)),
      theirs.lines.filter((text) => !mine.lines.includes(text)),
    ],
  };
}

interface End {
  readonly image: Uint8Array;
  readonly lines: readonly string[];
  readonly outcome: LabelledLines;
  readonly frame: number;
}

/**
 * Compares two lines of one system, whose setups may differ.
 * @throws LockstepError `E_COMPARE_SYSTEM`
 */
export function compareLines(one: LineOf, other: LineOf): LineComparison {
  checkLikeness(one, other);
  const lengths: Both<number> = [one.timeline.length(one.line), other.timeline.length(other.line)];
  // what two lines share by their making is not played twice to be found equal
  const begun = commonStart(one, other);
  const input = firstDifferentInput(one, other, begun + 1);
  const at = firstDifferingState(one, other, begun === 0 ? 0 : begun + 1);
  const shorter = Math.min(...lengths);
  const common = Math.max(0, Math.min(input === undefined ? shorter : input.at - 1, at < 0 ? shorter : at - 1));
  const state =
    at < 0
      ? undefined
      : {
          at,
          frames: [one.timeline.frameOf(at), other.timeline.frameOf(at)] as const,
          cells: cellsAt(one, other, at),
        };
  const [mine, theirs] = [afterCommon(one, common), afterCommon(other, common)];
  const onlyIn: Both<string[]> = [cellsOnlyIn(one, other), cellsOnlyIn(other, one)];
  const hasOwn = onlyIn.some((names) => names.length > 0);
  const same = input === undefined && state === undefined && lengths[0] === lengths[1] && !hasOwn;
  return {
    unit: one.timeline.system.unit,
    lengths,
    input,
    state,
    common,
    costs: [mine.cost, theirs.cost],
    told: [mine.told, theirs.told],
    assumed: one.timeline.system.capabilities.evidence?.assumedCost ?? '',
    end: begun > 0 && lengths.every((length) => length === begun) ? sharedEnd(one) : endOf(one, other),
    onlyIn,
    same,
  };
}

// A comparison of two lines as text.

const MAX_CELLS = 12;
/** Sentences of a line. */
const MAX_SENTENCES = 12;

const COSTS: readonly (readonly [keyof LineCost, string])[] = [
  ['entries', ''],
  ['frames', 'frames'],
  ['actions', 'actions'],
  ['enemyActions', 'enemy actions'],
  ['enemyTurns', 'enemy turns'],
  ['presses', 'presses'],
  ['draws', 'draws'],
];

function frames(unit: string, [first, second]: Both<number>): string {
  return first === second ? `${unit} ${first}` : `${unit} ${first} | ${second}`;
}

/** Passive cells are only counted, unless there are no others. */
function cellLines<Cell extends { readonly passive: boolean }>(
  cells: readonly Cell[],
  text: (cell: Cell) => string,
): string[] {
  const active = cells.filter((cell) => !cell.passive);
  const shown = active.length > 0 ? active : cells;
  const lines = shown.slice(0, MAX_CELLS).map((cell) => `  ${text(cell)}`);
  if (shown.length > MAX_CELLS) lines.push(`  and ${shown.length - MAX_CELLS} more cells`);
  const rest = cells.length - shown.length;
  if (rest > 0) lines.push(`  and ${rest} that time or input alone move`);
  return lines;
}

function stateLines({ unit, state }: LineComparison): string[] {
  if (state === undefined) return ['no state differs up to the shorter end'];
  const { cells } = state;
  const shown = cellLines(cells, ({ cell, address, mine, theirs, writers: [one, other] }) => {
    const by = one === '' && other === '' ? '' : `  by ${one || 'nobody'} | ${other || 'nobody'}`;
    return `${plainText(cell)} at ${address}: ${mine} | ${theirs}${by}`;
  });
  const where =
    state.at === 0 ? 'they begin with different states' : `first different state: ${frames(unit, state.frames)}`;
  return [where, ...shown];
}

function onlyLine(cells: readonly string[], name: string): string {
  const rest = cells.length - MAX_CELLS;
  const more = rest > 0 ? ` and ${rest} more (--json has all)` : '';
  return `not compared, only in ${name}: ${cells.slice(0, MAX_CELLS).map(plainText).join(', ')}${more}`;
}

/** What happened in each line after the common part. */
export function toldLines({ unit, told }: LineComparison, names: Both<string>): string[] {
  return told.flatMap((entries, side) => {
    const all = entries.map(({ number, frame, told: sentence }) => {
      const inside = frame === undefined ? '' : `, frame ${frame}`;
      return `  ${unit} ${number}${inside}: ${plainText(sentence)}`;
    });
    const rest = all.length - MAX_SENTENCES;
    const more = rest > 0 ? [`  and ${countText(rest, 'more sentence')} (--json has all)`] : [];
    return all.length === 0 ? [] : [`${names[side]}, from there on:`, ...all.slice(0, MAX_SENTENCES), ...more];
  });
}

export function comparisonText(comparison: LineComparison, names: Both<string>): string[] {
  const { unit, input, costs, end, assumed } = comparison;
  const [first, second] = names.map(plainText) as [string, string];
  const lines = [`${first} | ${second}`];
  if (comparison.same) return [...lines, `the same: ${countText(comparison.lengths[0], unit)}`];
  if (input === undefined) lines.push('no input differs up to the shorter end');
  else lines.push(`first different input: ${frames(unit, input.frames)}: ${input.inputs.map(plainText).join(' | ')}`);
  lines.push(...stateLines(comparison));
  const rows = COSTS.filter(([key]) => costs[0][key] !== undefined).map(([key, name]) => [
    name === '' ? `${unit}s` : name,
    String(costs[0][key]),
    String(costs[1][key]),
  ]);
  const head = `after ${countText(comparison.common, unit)} in common`;
  lines.push(...tableLines([[head, first, second], ...rows], ['left', 'right']));
  if (assumed !== '' && costs[0].entries !== costs[1].entries) lines.push(`(${assumed})`);
  lines.push(...toldLines(comparison, [first, second]));
  const parted = `${countText(end.cells.length, 'cell')} ${end.cells.length === 1 ? 'differs' : 'differ'}`;
  lines.push(`end: ${frames(unit, end.frames)}, ${end.cells.length === 0 ? 'equal' : parted}`);
  lines.push(...end.outcome.map(([label, one, other]) => `  ${label}: ${plainText(one)} | ${plainText(other)}`));
  end.facts.forEach((facts, side) => {
    if (facts.length > 0) lines.push(`${side === 0 ? first : second}:`, ...facts.map((fact) => `  ${fact}`));
  });
  if (end.cells.length > 0) lines.push('cells that differ at the end:');
  lines.push(...cellLines(end.cells, ({ cell, mine, theirs }) => `${plainText(cell)}: ${mine} | ${theirs}`));
  comparison.onlyIn.forEach((cells, side) => {
    if (cells.length > 0) lines.push(onlyLine(cells, side === 0 ? first : second));
  });
  return lines;
}
