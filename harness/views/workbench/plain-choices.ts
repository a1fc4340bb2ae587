/**
 * Choices of a system that names none itself: the commands in its ranges, each tried on the battle,
 * which is put back.
 */

import { createEventBuffer, encodedLength } from '../../../core/system/battle.js';
import { type GaugeCell, gaugeCells, gaugeChanges } from '../../../core/system/gauge-changes.js';
import { type LegalEntry, type LegalSpan, legalEntries } from '../../../core/system/legal-text.js';
import {
  type Battle,
  type CommandShape,
  type EventBuffer,
  FACING_ARROWS,
  type GaugeShape,
  type Language,
  type Preview,
  type System,
} from '../../../core/system/system.js';
import { newsOf } from '../../base/index.js';
import { plainMove, type RowCommand } from '../../play/index.js';

import { clockOf } from './play-rows.js';

// The table of choices: what may be commanded, and what each command would do.

export interface ChoiceRow {
  readonly command: RowCommand;
  /** As the battle takes it. */
  readonly words: Int32Array;
  /** Name of the skill or item, or of the command. */
  readonly name: string;
  /** Column and row that it names, or undefined. */
  readonly cell: readonly [x: number, y: number] | undefined;
  /** Where and on whom, in words. */
  readonly where: string;
  /** Units on that square, or empty. */
  readonly on: string;
  /** What it would do. */
  readonly preview: ChoicePreview;
  /** False: nothing is another one after it, as far as the board and the gauges show. */
  readonly isSeen: boolean;
  /** It only asks or prints, or leaves everything as it is. */
  readonly isQuestion: boolean;
}

interface ChoicePreview {
  /** Frames, commands or steps that it takes, as the system counts. */
  readonly frames: number;
  /** Gauges that it changes. */
  readonly changes: Preview['changes'];
  readonly acted: readonly string[];
  /** Whose turn is next, or empty. */
  readonly next: string;
  readonly told: readonly string[];
}

/** Something that cannot be commanded now. */
export interface RefusedRow {
  readonly name: string;
  readonly reason: string;
}

export interface ChoiceTable {
  /** Who acts, or empty. */
  readonly actor: string;
  readonly rows: readonly ChoiceRow[];
  readonly refused: readonly RefusedRow[];
  /** False: there are more commands than the table lists. */
  readonly isWhole: boolean;
}

const MOST_WORDS = 1 << 18;
/** Most commands that are listed. */
const MOST_ROWS = 200;
/** Commands that are tried for each one that may be listed: of lists few members go together. */
const TRIES = 6;
const EVENTS = 4096;

interface Entry extends LegalEntry {
  /** It names squares beyond the board as well. */
  readonly isCut: boolean;
}

/** Columns or rows of the board that a parameter counts, or undefined. */
function boardSide(name: string, board: readonly [number, number] | undefined): number | undefined {
  if (name === 'x') return board?.[0];
  return name === 'y' ? board?.[1] : undefined;
}

/** The legal commands, with the squares of the board alone. */
function entriesOf(system: System, battle: Battle): Entry[] {
  const board = system.capabilities.views?.overview?.board?.(battle);
  return legalEntries(battle, system.commands, new Int32Array(MOST_WORDS)).map(({ shape, spans }) => {
    let isCut = false;
    const ofBoard = spans.map((span, index): LegalSpan => {
      const side = boardSide(shape.parameters[index]?.name ?? '', board);
      if (side === undefined || span.to < side) return span;
      isCut = true;
      return { ...span, from: Math.max(0, span.from), to: side - 1 };
    });
    return { shape, spans: ofBoard, isCut };
  });
}

/** Lists in ascending order; `step` 1: no member twice. */
function* ascending(length: number, from: number, to: number, step: 0 | 1): Generator<readonly number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= to; first++) {
    for (const rest of ascending(length - 1, first + step, to, step)) yield [first, ...rest];
  }
}

/** Values of a parameter as they are encoded. Dice may be equal, members of a list may not. */
function* valuesOf({ from, to, lengths }: LegalSpan, isMember: boolean): Generator<readonly number[]> {
  if (lengths === undefined) {
    for (let value = from; value <= to; value++) yield [value];
    return;
  }
  for (let length = lengths[0]; length <= lengths[1]; length++) {
    for (const list of ascending(length, from, to, isMember ? 1 : 0)) yield [length, ...list];
  }
}

/** Every command of an entry; the values of the last parameter change first. */
function* commandsOf({ shape, spans }: Entry): Generator<Int32Array> {
  const words = new Int32Array(encodedLength(shape));
  words[0] = shape.code;
  function* fill(index: number, at: number): Generator<Int32Array> {
    const [parameter, span] = [shape.parameters[index], spans[index]];
    if (parameter === undefined || span === undefined) {
      yield words.slice();
      return;
    }
    const room = 1 + (parameter.capacity ?? 0);
    for (const values of valuesOf(span, parameter.ids !== undefined)) {
      words.fill(0, at, at + room);
      words.set(values.slice(0, room), at);
      yield* fill(index + 1, at + room);
    }
  }
  yield* fill(0, 1);
}

const known = new WeakMap<Battle, readonly GaugeCell[]>();

/** The gauges of a battle, found once: a large map has thousands of cells. */
function gaugesOf(system: System, battle: Battle): readonly GaugeCell[] {
  const shapes = system.capabilities.views?.overview?.gauges ?? [];
  const used = (): GaugeShape[] => shapes.filter(({ isUsed }) => isUsed?.(battle) !== false);
  const found = known.get(battle) ?? gaugeCells(battle.cells, used());
  known.set(battle, found);
  return found;
}

/** What a row is made with. */
interface Trial {
  readonly system: System;
  readonly battle: Battle;
  readonly language: Language;
  readonly before: Uint8Array;
  readonly events: EventBuffer;
  readonly gauges: readonly GaugeCell[];
  /** Units as they stand on the board. */
  readonly look: string;
}

/** Units, places and turn as a board shows them. */
function lookOf({ capabilities }: System, battle: Battle): string {
  const { units, turn } = capabilities.views?.overview ?? {};
  return `${turn?.(battle)} ${units?.(battle).map(({ prefixes, x, y, facing }) => `${prefixes[0]} ${x} ${y} ${facing}`)}`;
}

/** Plays a command and puts the battle back; undefined: it is refused. */
function previewOf(
  { system, battle, language, before, events, gauges, look }: Trial,
  words: Int32Array,
): Pick<ChoiceRow, 'preview' | 'isSeen' | 'isQuestion'> | undefined {
  events.length = 0;
  if (battle.step(words, events) !== 0) return undefined;
  const told = newsOf({ system, battle, before, events }, language).map(({ sentence }) => sentence);
  const changes = gaugeChanges(gauges, before, battle.image);
  const after = clockOf(system, battle, 1);
  const isSeen = changes.length > 0 || lookOf(system, battle) !== look;
  const asks = system.commands.find(({ code }) => code === words[0])?.asks === true;
  const isQuestion = !isSeen && (asks || battle.image.every((byte, at) => byte === before[at]));
  battle.image.set(before);
  // the sentences say who acts next: it need not be the side whose turn it is
  const frames = after - clockOf(system, battle, 0);
  return { preview: { frames, changes, acted: [], next: '', told }, isSeen, isQuestion };
}

/** The command as it is shown: a thing goes by a name of its own, by its id where it has none. */
function shownCommand({ battle, language }: Trial, { parameters }: CommandShape, command: RowCommand): RowCommand {
  const called = (ids: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => called(ids, one));
    if (typeof value !== 'string') return value;
    return battle.named?.(ids, battle.idNumber?.(ids, value) ?? -1)?.[language] ?? value;
  };
  const shown = Object.entries(command).map(([key, value]) => {
    const ids = parameters.find(({ name }) => name === key)?.ids;
    return [key, ids === undefined ? value : called(ids, value)];
  });
  return { ...command, ...Object.fromEntries(shown) };
}

const FACES = '\u2680\u2681\u2682\u2683\u2684\u2685';

/** Values as a chip shows them: names alone, dice as dice, a number with what it counts. */
function valueWords({ parameters }: CommandShape, values: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(values).map(([key, value]) => {
    if (typeof value === 'string') return value;
    if (!Array.isArray(value)) return `${key} ${String(value)}`;
    const { ids, min, max } = parameters.find(({ name }) => name === key) ?? {};
    if (ids !== undefined) return value.length === 0 ? '' : `\u2192 ${value.join(', ')}`;
    return min === 1 && max === 6 ? value.map((face: number) => FACES[face - 1]).join('') : `${key} ${value.join(' ')}`;
  });
  return words.filter((word) => word !== '').join(' ');
}

function rowOf(trial: Trial, shape: CommandShape, words: Int32Array): ChoiceRow | undefined {
  const tried = previewOf(trial, words);
  if (tried === undefined) return undefined;
  const command = plainMove(trial.system, trial.battle, { shape, action: undefined, words });
  const shown = shownCommand(trial, shape, command);
  const { command: name, x, y, ...rest } = shown;
  const cell = typeof x === 'number' && typeof y === 'number' ? ([x, y] as const) : undefined;
  const others = valueWords(
    shape,
    cell === undefined ? { ...rest, ...(x !== undefined && { x }), ...(y !== undefined && { y }) } : rest,
  );
  const where = [...(cell === undefined ? [] : [cell.join()]), others].filter((text) => text !== '').join(' ');
  return { command, words, name, cell, where, on: '', ...tried };
}

/** Rows of one entry. @param most rows that it may have */
function rowsOf(trial: Trial, entry: Entry, most: number): { rows: ChoiceRow[]; isWhole: boolean } {
  const rows: ChoiceRow[] = [];
  let tries = 0;
  for (const words of commandsOf(entry)) {
    if (rows.length === most || tries++ === TRIES * most) return { rows, isWhole: false };
    const row = rowOf(trial, entry.shape, words);
    if (row !== undefined) rows.push(row);
  }
  return { rows, isWhole: !entry.isCut };
}

/** Those that are accepted now. Each kind of command gets its share of the table. */
export function plainChoices(system: System, battle: Battle, language: Language): ChoiceTable {
  const trial: Trial = {
    ...{ system, battle, language },
    before: battle.image.slice(),
    events: createEventBuffer(EVENTS),
    gauges: gaugesOf(system, battle),
    look: lookOf(system, battle),
  };
  const entries = entriesOf(system, battle);
  const found = new Map<Entry, ChoiceRow[]>();
  let [left, waiting, isWhole] = [MOST_ROWS, entries.length, true];
  const sizeOf = ({ spans }: Entry): number =>
    spans.reduce((size, { from, to, lengths }) => size * (to - from + 1) ** (lengths?.[1] ?? 1), 1);
  // short ones first: what they leave goes to the long ones
  for (const entry of [...entries].sort((first, second) => sizeOf(first) - sizeOf(second))) {
    const own = rowsOf(trial, entry, Math.max(1, Math.floor(left / waiting--)));
    left -= own.rows.length;
    isWhole &&= own.isWhole;
    found.set(entry, own.rows);
  }
  return { actor: '', rows: entries.flatMap((entry) => found.get(entry) ?? []), refused: [], isWhole };
}

// What may be commanded now, a row for each: what it would do, with the generator as it stands.

function previewOfRow(system: System, preview: Preview, language: Language): ChoicePreview {
  const { frames, changes, acted, next, happenings } = preview;
  const told = happenings.filter(({ kind }) => kind !== 'nothing' && kind !== 'next');
  return {
    frames,
    changes,
    acted: acted.map((one) => one[language]),
    next: next?.[language] ?? '',
    told: told.map((happening) => system.narration.sentence(happening, language)),
  };
}

/** What may be commanded in the state of a battle. The battle stays as it is. */
export function choiceTable(system: System, battle: Battle, language: Language): ChoiceTable {
  const { choices } = system.capabilities;
  if (choices === undefined) return plainChoices(system, battle, language);
  const { actor, groups } = choices.of(battle);
  const rows = groups.flatMap(({ name, choices: some }) =>
    some.map(({ command, words, cell, on, facings }): ChoiceRow => {
      const place = cell === undefined ? '' : `${cell[0]},${cell[1]}`;
      const facing = facings.map((number) => FACING_ARROWS[number] ?? '').join('');
      const units = on.map((one) => one[language]).join(' and ');
      const where = [place, units, facing].filter((part) => part !== '').join(' ');
      const preview = previewOfRow(system, choices.preview(battle, words), language);
      const about = { command: command as RowCommand, words, name: name[language], cell };
      return { ...about, where, on: units, preview, isSeen: true, isQuestion: false };
    }),
  );
  const refused = groups.flatMap(({ name, refused: some }) =>
    some.map(({ target, reason }) => ({
      name: target === undefined ? name[language] : `${name[language]} on ${target[language]}`,
      reason,
    })),
  );
  return { actor: actor?.[language] ?? '', rows, refused, isWhole: true };
}
