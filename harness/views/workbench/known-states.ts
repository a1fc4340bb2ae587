/** What is shown of each state, found once: a state that is come back to costs nothing. */

import { readCell } from '../../../core/system/battle.js';
import { worded } from '../../../core/system/names.js';
import type { Battle, CellDeclaration, GaugeShape, Language, System, UnitView } from '../../../core/system/system.js';
import { gaugeCellName } from '../../base/index.js';
import { unitLabel, unitName } from '../../play/index.js';
import { type ShownGauge, type ShownState, type ShownUnit, valueWords } from '../parts/steps.js';
import { type ChoiceTable, choiceTable } from './plain-choices.js';
import type { PlayedRow } from './play-rows.js';
import { type PlayedCommand, playedCommand, type Seen } from './played-steps.js';
import type { Session } from './session.js';

// Units and gauges of a battle's state, for the board, the forecast and the plots.

const ONE_SQUARE = [1, 1] as const;

/** What of a state the plots need. */
export type Sample = Pick<ShownState, 'units' | 'gauges' | 'turn' | 'sides'>;

export interface StateReader {
  sample(): Sample;
  /** @param sample of the same state */
  whole(sample: Sample): ShownState;
}

/** Gauges with their cells, found once for a system's battles. */
export function createStateReader(system: System, battle: Battle, language: Language): StateReader {
  const { views } = system.capabilities;
  const overview = views?.overview;
  const cells = new Map<string, CellDeclaration>(battle.cells.map((cell) => [cell.name, cell]));
  const shapes = (overview?.gauges ?? []).filter(({ isUsed }) => isUsed?.(battle) !== false);

  function gauge(shape: GaugeShape, name: string): ShownGauge[] {
    const cell = cells.get(name);
    if (cell === undefined) return [];
    const value = readCell(battle.image, cell);
    const { label, role, lineOf, line = lineOf?.(battle) } = shape;
    return [{ label, role, cell: name, value, words: valueWords(shape, value), line }];
  }

  function gaugesOf({ prefixes }: UnitView): ShownGauge[] {
    return shapes.flatMap((shape) => {
      const name = gaugeCellName(shape, prefixes);
      return name === undefined ? [] : gauge(shape, name);
    });
  }

  /** Cells of no unit: those of a list stand by its numbers. */
  const shared = shapes.flatMap((shape): (readonly [GaugeShape, string])[] => {
    const [list = '', rest] = shape.cell.split('[*]');
    if (rest === undefined) return [[shape, shape.cell]];
    if (rest !== '') return [];
    return [...cells.keys()].filter((name) => name.startsWith(`${list}[`)).map((name) => [shape, name] as const);
  });

  function shownUnit(unit: UnitView): ShownUnit {
    const { side, x, y, facing, prefixes, size = ONE_SQUARE } = unit;
    const gauges = gaugesOf(unit);
    const [name, label] = [unitName(unit, language), unitLabel(unit, language)];
    return { side, x, y, facing, prefixes, size, gauges, name, label };
  }

  return {
    sample() {
      const sides = overview?.sides(battle) ?? [];
      const turn = sides[overview?.turn?.(battle) ?? -1] ?? '';
      const gauges = shared.flatMap(([shape, name]) => gauge(shape, name));
      return { units: (overview?.units(battle) ?? []).map(shownUnit), gauges, sides, turn };
    },
    whole: (sample) => ({
      ...sample,
      board: overview?.board?.(battle),
      ground: overview?.ground?.(battle),
      table: worded(views?.table?.(battle), language, system.terms),
      panels: worded(views?.panels?.(battle) ?? [], language, system.terms),
      forecast: worded(views?.predict?.(battle, language) ?? [], language, system.terms),
    }),
  };
}

/** A state that the plots show: after a row, or after a frame inside one. */
export interface Moment {
  /** Rows that are over. */
  readonly row: number;
  /** Frames since the start of the battle, where the system counts them; else commands. */
  readonly clock: number;
  readonly sample: Sample;
}

export interface KnownStates {
  /** The start, and of each row the frames inside it that changed something, then its end. */
  moments(): Moment[];
  /** Whether that takes a while: many states were not looked at yet. */
  hasManyNew(): boolean;
  /** @param at rows before the state */
  stateAt(at: number): ShownState;
  choicesAt(at: number): ChoiceTable;
  /** What the row before a state did, moment by moment. @param at rows before it, from 1 on */
  playedAt(at: number): PlayedCommand;
}

/** Frames of the longest command that is looked at frame by frame for the board. */
const MOST_FRAMES = 400;

/** States that are looked at within a frame of the screen. */
const MANY = 200;

/** Rows of the longest plan whose frames are looked at one by one. */
const MOST_WATCHED = 2000;

/** Values that curves are drawn of, in one text. */
function valuesOf({ units, gauges, turn }: Sample): string {
  const all = [...gauges, ...units.flatMap((unit) => unit.gauges)];
  return `${turn} ${all.map(({ value }) => value)}`;
}

/** Rows that were played once keep their image, so that an image stands for its state. */
export function createKnownStates(session: Session, language: Language): KnownStates {
  const read = createStateReader(session.system, session.battle, language);
  const samples = new WeakMap<Uint8Array, Sample>();
  const inside = new WeakMap<Uint8Array, readonly Moment[]>();
  const states = new WeakMap<Uint8Array, ShownState>();
  const choices = new WeakMap<Uint8Array, ChoiceTable>();
  const played = new WeakMap<Uint8Array, PlayedCommand>();

  function known<Found>(all: WeakMap<Uint8Array, Found>, at: number, find: () => Found): Found {
    const image = session.imageAt(at);
    const before = all.get(image);
    if (before !== undefined) return before;
    const shown = session.at();
    if (at !== shown) session.goTo(at);
    const found = find();
    if (at !== shown) session.goTo(shown);
    all.set(image, found);
    return found;
  }

  const images = (): Uint8Array[] => Array.from({ length: session.rows().length + 1 }, (_, at) => session.imageAt(at));
  const sampleAt = (at: number): Sample => known(samples, at, read.sample);

  /** Frames inside a row before its end, each with another value than the one before it. */
  function findInside(row: number, end: number): Moment[] {
    const found: Moment[] = [];
    let before = valuesOf(sampleAt(row));
    session.watch(row, (clock) => {
      const sample = read.sample();
      const values = valuesOf(sample);
      if (clock < end && values !== before) found.push({ row, clock, sample });
      before = values;
    });
    return found;
  }

  /** Every frame of a short row, the start and the end of a long one. */
  function play(at: number): PlayedCommand {
    const rows = session.rows();
    const { clock, fault, refusal, happened } = rows[at - 1] as PlayedRow;
    const began = rows[at - 2]?.clock ?? 0;
    const seen: Seen[] = [{ clock: began, units: sampleAt(at - 1).units }];
    if (fault === '' && refusal === '' && clock - began <= MOST_FRAMES) {
      session.watch(at - 1, (frame) => {
        if (frame < clock) seen.push({ clock: frame, units: read.sample().units });
      });
    }
    return playedCommand([...seen, { clock, units: sampleAt(at).units }], happened);
  }

  return {
    playedAt: (at) => known(played, at, () => play(at)),
    moments() {
      const rows = session.rows();
      const found: Moment[] = [{ row: 0, clock: 0, sample: sampleAt(0) }];
      for (const [row, { clock, fault, refusal }] of rows.entries()) {
        const isWatched = fault === '' && refusal === '' && rows.length <= MOST_WATCHED;
        if (isWatched) found.push(...known(inside, row + 1, () => findInside(row, clock)));
        found.push({ row: row + 1, clock, sample: sampleAt(row + 1) });
      }
      return found;
    },
    hasManyNew: () => images().filter((image) => !samples.has(image)).length > MANY,
    stateAt: (at) => known(states, at, () => read.whole(sampleAt(at))),
    choicesAt: (at) => known(choices, at, () => choiceTable(session.system, session.battle, language)),
  };
}
