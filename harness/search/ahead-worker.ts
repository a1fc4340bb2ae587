/** What a thread does for a worst-case search: plays moves that are wanted soon, until the search ends. It makes no decision. */
import { createSlots, type SlotShape } from './ahead-slots.js';
import { drawnSuccessors } from './drawn-successors.js';
import { type ProblemSetup, problemOf } from './worker-problem.js';

/** What such a thread is started with. */
export interface AheadTask {
  readonly kind: 'ahead';
  readonly setup: ProblemSetup;
  readonly words: Int32Array;
  readonly shape: SlotShape;
}

export function isAheadTask(data: unknown): data is AheadTask {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'ahead';
}

export function lookAhead({ setup, words, shape }: AheadTask): void {
  const slots = createSlots(words, shape);
  const { parts } = drawnSuccessors(problemOf(setup));
  const claim = { slot: 0, move: 0 };
  slots.addReady();
  while (!slots.isStopped) {
    const { news } = slots;
    if (slots.claim(claim)) slots.write(claim, parts.record(words, slots.stateAt(claim.slot), claim.move));
    else slots.sleep(news);
  }
}
