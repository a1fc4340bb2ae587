/**
 * Children of whole states by the listed moves of both sides, with the draws of the battle's own
 * generator.
 */
import type { Problem } from '../problem/problem.js';
import { createBranching } from './branching.js';
import { CHILD_BOUND, CHILD_HASH, CHILD_MOVE, CHILD_STEP_COST } from './child-words.js';
import type { StateExpander } from './state-expander.js';
import { ENEMIES } from './trial-parts.js';
import { createWholeStates } from './whole-states.js';

/** Creates the expander with the problem's present battle as the root. */
export function expandListedMoves(problem: Problem): StateExpander {
  const branching = createBranching(problem);
  const states = createWholeStates(branching);
  const { keyWords, stateWords, packRoot, load } = states;
  const block = new Int32Array(branching.maxWords);
  const state = new Int32Array(stateWords);

  function isEnemies(source: Int32Array, at: number): boolean {
    load(source, at);
    return branching.turn() === ENEMIES;
  }

  return {
    keyWords,
    stateWords,
    maxChildren: branching.maxChildren,
    isSlow: false,
    packRoot,
    load,
    isEnemies,
    expand(source, at, sink) {
      load(source, at);
      const end = branching.branch(source, at, states.hashOf(source, at), 0, block, 0);
      for (let child = 0; child < end; child = states.after(block, child)) {
        states.write(block, child, source, at, state);
        const [hash, move] = [block[child + CHILD_HASH] as number, block[child + CHILD_MOVE] as number];
        const [cost, bound] = [block[child + CHILD_STEP_COST] as number, block[child + CHILD_BOUND] as number];
        if (!sink.child(state, 0, hash, move, cost, bound)) return 'full';
      }
      return branching.cut() > 0 && isEnemies(source, at) ? 'lost' : undefined;
    },
    finish: () => undefined,
  };
}
