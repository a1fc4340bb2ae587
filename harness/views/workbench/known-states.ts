/** What is shown of each state, found once: a state that is come back to costs nothing. */
import type { Language } from '../../../core/system/system.js';
import type { ShownState } from '../parts/shown-state.js';
import { choiceTable } from './choice-rows.js';
import type { ChoiceTable } from './choice-table.js';
import type { Session } from './session.js';
import { createStateReader, type Sample } from './units.js';

export interface KnownStates {
  /** What of every state the plots need, from the start on. */
  samples(): Sample[];
  /** Whether that takes a while: many states were not looked at yet. */
  hasManyNew(): boolean;
  /** @param at rows before the state */
  stateAt(at: number): ShownState;
  choicesAt(at: number): ChoiceTable;
}

/** States that are looked at within a frame of the screen. */
const MANY = 200;

/** Rows that were played once keep their image, so that an image stands for its state. */
export function createKnownStates(session: Session, language: Language): KnownStates {
  const read = createStateReader(session.system, session.battle, language);
  const samples = new WeakMap<Uint8Array, Sample>();
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
  return {
    samples() {
      const shown = session.at();
      const all = images().map((image, at) => {
        const before = samples.get(image);
        if (before !== undefined) return before;
        session.goTo(at);
        const found = read.sample();
        samples.set(image, found);
        return found;
      });
      session.goTo(shown);
      return all;
    },
    hasManyNew: () => images().filter((image) => !samples.has(image)).length > MANY,
    stateAt: (at) => known(states, at, () => read.whole(known(samples, at, read.sample))),
    choicesAt: (at) => known(choices, at, () => choiceTable(session.system, session.battle, language)),
  };
}
