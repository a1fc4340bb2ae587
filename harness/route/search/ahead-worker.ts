/** What a thread does for a worst-case search: plays moves that are wanted soon, until the search ends. It makes no decision. */
import { createSlots, type SlotShape } from './ahead-slots.js';
import { drawnSuccessors } from './drawn-successors.js';
import { type ProblemSetup, problemOf } from './worker-problem.js';

export interface AheadTask {
  readonly setup: ProblemSetup;
  readonly words: Int32Array;
  readonly shape: SlotShape;
}

/** @returns moves that were played */
export function lookAhead({ setup, words, shape }: AheadTask): number {
  const slots = createSlots(words, shape);
  try {
    const { parts } = drawnSuccessors(problemOf(setup));
    const claim = { slot: 0, move: 0 };
    let played = 0;
    slots.addReady();
    while (!slots.isStopped) {
      const { news } = slots;
      if (slots.claim(claim)) {
        slots.write(claim, parts.record(words, slots.stateAt(claim.slot), claim.move));
        played++;
      } else slots.sleep(news);
    }
    return played;
  } catch (error) {
    slots.fail();
    throw error;
  }
}
