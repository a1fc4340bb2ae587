/** What is shown of each state, found once: a state that is come back to costs nothing. */
import type { Language } from '../../../core/system/system.js';
import type { ShownState } from '../parts/shown-state.js';
import { choiceTable } from './choice-rows.js';
import type { ChoiceTable } from './choice-table.js';
import type { Session } from './session.js';
import { createStateReader, type Sample } from './units.js';

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
}

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

  return {
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
