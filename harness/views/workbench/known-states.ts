/** What is shown of each state, found once: a state that is come back to costs nothing. */
import type { Language } from '../../../core/system/system.js';
import type { ShownState } from '../parts/shown-state.js';
import { type ChoiceTable, choiceTable } from './choice-rows.js';
import type { Session } from './session.js';
import { createStateReader, type Sample } from './units.js';

export interface KnownStates {
  /** What of a state the plots need. @param at rows before the state */
  sampleAt(at: number): Sample;
  stateAt(at: number): ShownState;
  choicesAt(at: number): ChoiceTable;
}

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

  const sampleAt = (at: number): Sample => known(samples, at, read.sample);
  return {
    sampleAt,
    stateAt: (at) => known(states, at, () => read.whole(sampleAt(at))),
    choicesAt: (at) => known(choices, at, () => choiceTable(session.system, session.battle, language)),
  };
}
