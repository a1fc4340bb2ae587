/**
 * The facts of an entry as plain data, for ledger, stepper, debug adapter and report. They come
 * from the system's cells and its overview.
 */

import { readCell } from '../../../core/system/battle.js';
import { worded } from '../../../core/system/names.js';
import type { CellDeclaration, GaugeShape, Language, UnitView } from '../../../core/system/system.js';
import { buttonsText, plainText } from '../../base/index.js';

import { commandText } from '../plan/moves.js';
import { RECORDING } from '../timeline/branch-store.js';
import { gaugeCells } from '../timeline/conditions.js';
import { differencesOf } from '../timeline/divergence.js';
import type { EntryEvent } from '../timeline/event-tap.js';
import type { LineDifference } from '../timeline/recorded-line.js';
import type { Entry, InnerPlace, Timeline } from '../timeline/timeline.js';
import { type CellWrite, routineName, ruleOf, type Writer, writesOf } from '../timeline/writers.js';
import { siteText, stateText, toldDrawText } from '../trace/draws.js';

// The input of an entry in words.

/** The label that a plan gives to the command that ends with an entry, or empty. */
function labelAt({ labels }: Timeline, at: number): string {
  for (const [label, last] of labels) if (last === at) return label;
  return '';
}

/** `0200 Left`, `move x=1 y=3 (to the left)`. */
export function inputWords(timeline: Timeline, at: number, line: number): string {
  const { pad, command, text } = timeline.input(at, line);
  const words =
    command === undefined ? `${text} ${pad > 0 ? buttonsText(pad) : ''}`.trimEnd() : commandText(command.plain);
  const label = line === 0 ? labelAt(timeline, at) : '';
  return plainText(label === '' ? words : `${words} (${label})`);
}

// Fields of an event with an address or a state of the generator.

/**
 * `C1:6150` for a routine or call site, `9B DF E7 8A` for a state of the generator, else undefined.
 * @param isDraw the event is a draw
 */
export function placeText(field: string, value: number, isDraw: boolean): string | undefined {
  if (field === 'routine' || field === 'site') return siteText(value >>> 0);
  if (!isDraw) return undefined;
  return field === 'before' || field === 'after' ? stateText(value >>> 0) : undefined;
}

// Names of units in lists: as the game names them, where it does.

/** `Takahara`, or `ally 0` where the game has no name. */
export function unitName({ name, named }: UnitView, language: Language): string {
  return plainText(named?.[language] ?? name);
}

/** `Takahara (ally 0)`: with the number that its cells are called by. */
export function unitLabel(unit: UnitView, language: Language): string {
  return unit.named === undefined ? unitName(unit, language) : `${unitName(unit, language)} (${unit.name})`;
}

// Which unit a cell belongs to, by its name.

/** The part of a cell's name that names its unit: `enemy[3]`, or empty. */
export function unitPrefix(cell: CellDeclaration): string {
  return /^[^.[]+\[[^\]]*\](?=\.)/u.exec(cell.name)?.[0] ?? '';
}

/** A cell that changed. */
export interface ChangeFact {
  readonly cell: CellDeclaration;
  readonly before: number;
  readonly after: number;
  /** Who wrote it, in order, each once. */
  readonly writers: readonly Writer[];
  /** Name of the unit it belongs to, or empty. */
  readonly unit: string;
}

export interface GaugeFact {
  readonly cell: CellDeclaration;
  readonly label: string;
  readonly role: GaugeShape['role'];
  readonly value: number;
  readonly previous: number;
  /** Its threshold, whether it is reached, and whether this entry crossed it (1 up, -1 down). */
  readonly line:
    | { readonly value: number; readonly meaning: string; readonly reached: boolean; readonly crossed: number }
    | undefined;
  /** Points only: the value wrapped past the end of its width. */
  readonly wrapped: boolean;
  /** Names of the bits that are set. */
  readonly bits: readonly string[];
}

export interface UnitFact extends UnitView {
  readonly gauges: readonly GaugeFact[];
  /** Its place or facing changed. */
  readonly moved: boolean;
}

export interface EventFact {
  /** From 1, in the order in which they were reported. */
  readonly call: number;
  readonly name: string;
  /** Rule id or routine address. */
  readonly rule: string;
  /** Name of the routine, or empty. */
  readonly routine: string;
  readonly provenance: EntryEvent['shape']['provenance'];
  readonly fields: readonly (readonly [name: string, value: number, shown: string])[];
  readonly isDraw: boolean;
}

export interface EntryFacts {
  readonly line: number;
  /** 0: the start, without input, events and changes. */
  readonly at: number;
  /** Its number: see `Timeline.frameOf`. */
  readonly frame: number;
  /** Of a frame inside a command; the facts are then those of that frame. */
  readonly inside: InnerPlace | undefined;
  readonly unit: 'frame' | 'command' | 'step';
  /** Pad word, or the command as JSON. */
  readonly input: string;
  readonly buttons: string;
  /** The same in words, with the plan's label. */
  readonly words: string;
  readonly error: string;
  readonly repeated: boolean;
  readonly torn: boolean;
  /** Names of the sides in turn before and after, or empty; undefined in a system without turns. */
  readonly turn: { readonly before: string; readonly after: string } | undefined;
  /** Gauges that belong to no unit. */
  readonly gauges: readonly GaugeFact[];
  readonly units: readonly UnitFact[];
  readonly changes: readonly ChangeFact[];
  readonly events: readonly EventFact[];
  /** What happened, a sentence for each thing. */
  readonly told: readonly string[];
  /** The draws of each sentence, as `toldDrawText` has them. */
  readonly drawn: readonly (readonly string[])[];
  /** The sentences say more than the events, which are listed anyway. */
  readonly tellsMore: boolean;
  readonly difference: LineDifference | undefined;
  /** Columns and rows, where the system has a board. */
  readonly board: readonly [columns: number, rows: number] | undefined;
}

/** The value of a field in words: those of the system's sentences, else an id of that name. */
function shownFields(timeline: Timeline, { shape, words }: EntryEvent): (field: string, value: number) => string {
  const { battle, system, language } = timeline;
  const values = Object.fromEntries(shape.fields.map((field, place) => [field, words[place] ?? 0]));
  const named = system.narration.words?.(battle, shape.name, values);
  return (field, value) => plainText(named?.[field]?.[language] ?? battle.idName(field, value) ?? String(value));
}

function eventFact(timeline: Timeline, event: EntryEvent, index: number): EventFact {
  const rule = ruleOf(event);
  const isDraw = event.shape.kind === timeline.system.capabilities.evidence?.draws;
  const shown = shownFields(timeline, event);
  return {
    call: index + 1,
    name: event.shape.name,
    rule,
    routine: routineName(rule),
    provenance: event.shape.provenance,
    fields: event.shape.fields.map((field, place) => {
      const value = event.words[place] ?? 0;
      return [field, value, placeText(field, value, isDraw) ?? shown(field, value)];
    }),
    isDraw,
  };
}

/** Names of the bits that are set, or the one word for the value. */
function wordsOf({ bits = [], words = {} }: GaugeShape, value: number): readonly string[] {
  const word = words[value];
  return word === undefined ? bits.filter((_, bit) => ((value >> bit) & 1) === 1) : [word];
}

function gaugeFact(shape: GaugeShape, cell: CellDeclaration, before: Uint8Array, after: Uint8Array): GaugeFact {
  const value = readCell(after, cell);
  const previous = readCell(before, cell);
  const span = 2 ** (8 * cell.width);
  const up = value < previous && value + span - previous < previous - value;
  const line = shape.line === undefined ? undefined : { value: shape.line[0], meaning: shape.line[1] };
  return {
    cell,
    label: shape.label,
    role: shape.role,
    value,
    previous,
    line: line && {
      ...line,
      reached: value >= line.value,
      crossed: Number(value >= line.value) - Number(previous >= line.value),
    },
    wrapped: shape.role === 'points' && cell.signed !== true && up,
    bits: wordsOf(shape, value),
  };
}

/** The cells of the gauges, by timeline. */
const gaugeTables = new WeakMap<Timeline, (readonly [GaugeShape, CellDeclaration])[]>();

export function gaugesOf(timeline: Timeline): (readonly [GaugeShape, CellDeclaration])[] {
  let table = gaugeTables.get(timeline);
  if (table === undefined) {
    const shapes = timeline.system.capabilities.views?.overview?.gauges ?? [];
    table = shapes.flatMap((shape) => {
      if (shape.isUsed?.(timeline.battle) === false) return [];
      const line = shape.lineOf?.(timeline.battle) ?? shape.line;
      const whole = line === undefined ? shape : { ...shape, line };
      const { label, bits, words } = whole;
      // a gauge without words has numbers
      const told = { label, ...(bits === undefined ? {} : { bits }), ...(words === undefined ? {} : { words }) };
      const own = { ...whole, ...worded(told, timeline.language, timeline.system.terms) };
      return gaugeCells(timeline, shape.cell).map((cell) => [own, cell] as const);
    });
    gaugeTables.set(timeline, table);
  }
  return table;
}

function belongsTo(cell: CellDeclaration, unit: UnitView): boolean {
  return unit.prefixes.some((prefix) => cell.name.startsWith(`${prefix}.`));
}

/** Units and turn of an image. The timeline's battle holds it meanwhile. */
function overviewOf(timeline: Timeline, image: Uint8Array): { units: readonly UnitView[]; side: number | undefined } {
  const overview = timeline.system.capabilities.views?.overview;
  if (overview === undefined) return { units: [], side: undefined };
  const { battle } = timeline;
  const last = battle.image.slice();
  battle.image.set(image);
  const found = { units: overview.units(battle), side: overview.turn?.(battle) };
  battle.image.set(last);
  return found;
}

function changesOf(writes: readonly CellWrite[], units: readonly UnitView[]): ChangeFact[] {
  const byCell = new Map<CellDeclaration, CellWrite[]>();
  for (const write of writes) byCell.set(write.cell, [...(byCell.get(write.cell) ?? []), write]);
  return [...byCell]
    .sort(([first], [second]) => first.address - second.address)
    .map(([cell, own]) => ({
      cell,
      before: own[0]?.before ?? 0,
      after: own.at(-1)?.after ?? 0,
      writers: [...new Map(own.map(({ writer }) => [`${writer.kind} ${writer.id} ${writer.name}`, writer])).values()],
      unit: units.find((unit) => belongsTo(cell, unit))?.name ?? unitPrefix(cell),
    }));
}

/** Whether sentences say more than the events that are listed anyway, in English. */
function isToldApart({ system, language }: Timeline): boolean {
  return language === 'ja' || system.events.some(({ tells }) => tells === true);
}

function entryOf(timeline: Timeline, at: number, line: number, inner: number): Entry | undefined {
  if (at === 0) return undefined;
  return inner > 0 ? timeline.inside(at, inner, line) : timeline.entry(at, line);
}

/**
 * @param at 0 to the length of the line
 * @param inner a frame inside the entry, from 1 on; 0: the entry itself
 * @throws LockstepError `E_FRAME`
 */
export function factsOf(timeline: Timeline, at: number, line = RECORDING, inner = 0): EntryFacts {
  const difference = inner > 0 ? undefined : differencesOf(timeline, line).find((one) => one.at === at);
  const entry = entryOf(timeline, at, line, inner);
  const after = entry?.after ?? timeline.state(0, line).slice();
  const before = entry?.before ?? after;
  const { system, battle } = timeline;
  const overview = system.capabilities.views?.overview;
  const now = overviewOf(timeline, after);
  const then = entry === undefined ? now : overviewOf(timeline, before);
  const sides = worded(overview?.sides(battle) ?? [], timeline.language, system.terms);
  const gauges = gaugesOf(timeline);
  const facts = (unit: UnitView | undefined): GaugeFact[] =>
    gauges
      .filter(([, cell]) => (unit === undefined ? unitPrefix(cell) === '' : belongsTo(cell, unit)))
      .map(([shape, cell]) => gaugeFact(shape, cell, before, after));
  const units = now.units.map((unit): UnitFact => {
    const was = then.units.find((other) => other.prefixes[0] === unit.prefixes[0]);
    const moved = was === undefined || was.x !== unit.x || was.y !== unit.y || was.facing !== unit.facing;
    return { ...unit, name: unitLabel(unit, timeline.language), gauges: facts(unit), moved };
  });
  const nameOf = (side: number | undefined): string => plainText(sides[side ?? -1] ?? '');
  const input = entry?.input;
  return {
    line,
    at,
    frame: timeline.frameOf(at),
    inside: entry?.inside,
    unit: system.unit,
    input: plainText(input?.text ?? ''),
    buttons: input === undefined || input.pad < 0 ? '' : buttonsText(input.pad),
    words: at === 0 ? '' : inputWords(timeline, at, line),
    error: entry?.error ?? '',
    repeated: entry?.repeated ?? false,
    torn: entry?.torn ?? false,
    turn: now.side === undefined ? undefined : { before: nameOf(then.side), after: nameOf(now.side) },
    gauges: facts(undefined),
    units,
    changes: entry === undefined ? [] : changesOf(writesOf(timeline, entry), units),
    events: entry?.events.map((event, index) => eventFact(timeline, event, index)) ?? [],
    told: entry?.told.map(({ sentence }) => sentence) ?? [],
    drawn: entry?.told.map(({ draws }) => draws.map((draw) => toldDrawText(system, draw))) ?? [],
    tellsMore: isToldApart(timeline),
    difference,
    board: overview?.board?.(battle),
  };
}
