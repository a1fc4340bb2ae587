/** The children of a state as whole states, all words of the battle in them: for searches that keep states of a fixed length. */

import type { Problem } from '../problem/problem.js';
import { mixWord, ROOT_HASH } from '../state/arena.js';
import { CHANGE_WORDS } from '../state/codec.js';
import { CHILD_CHANGES, CHILD_PARENT, CHILD_WORDS, createBranching } from './branching.js';

export { askedReadings, conditionsHold } from '../problem/conditions.js';
export { CHILD_BOUND, CHILD_HASH, CHILD_MOVE, CHILD_PARENT, CHILD_STEP_COST } from './branching.js';

/** Words of a child before its state. */
export const CHILD_HEADER = 5;

export interface Expander {
  /** Words of a node's key, of its whole state, and of a child. */
  readonly keyWords: number;
  readonly stateWords: number;
  readonly childWords: number;
  readonly maxChildren: number;
  /** What stands where in a state. */
  readonly layout: string;
  /** Puts the battle to the root and packs it. @returns its bound */
  packRoot(target: Int32Array, at: number): number;
  /**
   * Writes the children of the node whose state is at `at`.
   * @returns the number of children
   */
  expand(source: Int32Array, at: number, node: number, out: Int32Array, outAt: number): number;
  /** Whose turn a state is: 0, 1, 2, or -1. Puts the battle into it. */
  turnOf(source: Int32Array, at: number): number;
  /** Moves played so far. */
  readonly played: number;
  /** Legal moves of the last node that broke what must be kept, or a limit. */
  readonly cut: number;
}

/**
 * A state: words of the search, words of the battle by number as their difference from the root, words of time.
 * @param whole with all moves, also of other nodes, where those of the problem change from one to the next
 */
export function createExpander(problem: Problem, whole: Problem = problem): Expander {
  const branching = createBranching(problem, whole);
  const { keyWords: battleWords, timeWords, searchWords, maxChildren } = branching;
  const keyWords = searchWords + battleWords;
  const stateWords = keyWords + timeWords;
  const childWords = CHILD_HEADER + stateWords;
  const numbers = Int32Array.from({ length: battleWords }, (_, number) => number);
  const block = new Int32Array(branching.maxWords);

  function hashOf(source: Int32Array, at: number): number {
    let hash = ROOT_HASH;
    for (let word = 0; word < keyWords; word++) {
      const value = source[at + word] as number;
      if (value === 0) continue;
      const number = word < searchWords ? battleWords + word : word - searchWords;
      hash = (hash + mixWord(number, value) - mixWord(number, 0)) | 0;
    }
    return hash;
  }

  /** One child in full. @param state of its parent */
  function write(child: number, source: Int32Array, state: number, out: Int32Array, at: number): void {
    for (let word = CHILD_PARENT; word < CHILD_HEADER; word++) out[at + word] = block[child + word] as number;
    const times = child + CHILD_WORDS;
    const own = times + timeWords;
    const target = at + CHILD_HEADER;
    for (let word = 0; word < searchWords; word++) out[target + word] = block[own + word] as number;
    for (let word = searchWords; word < keyWords; word++) out[target + word] = source[state + word] as number;
    for (let word = 0; word < timeWords; word++) out[target + keyWords + word] = block[times + word] as number;
    const changes = own + searchWords;
    const end = changes + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
    for (let change = changes; change < end; change += CHANGE_WORDS) {
      out[target + searchWords + (block[change] as number)] = block[change + 1] as number;
    }
  }

  return {
    keyWords,
    stateWords,
    childWords,
    maxChildren,
    layout: branching.layout,
    get played() {
      return branching.played;
    },
    get cut() {
      return branching.cut;
    },
    packRoot(target, at) {
      target.fill(0, at, at + keyWords);
      return branching.root(target, at + keyWords);
    },
    turnOf(source, at) {
      branching.load(source, at, at + keyWords, numbers, battleWords);
      return branching.turn();
    },
    expand(source, at, node, out, outAt) {
      branching.load(source, at, at + keyWords, numbers, battleWords);
      const end = branching.branch(source, at, hashOf(source, at), node, block, 0);
      let count = 0;
      for (let child = 0; child < end; count++) {
        write(child, source, at, out, outAt + count * childWords);
        const changes = block[child + CHILD_CHANGES] as number;
        child += CHILD_WORDS + timeWords + searchWords + CHANGE_WORDS * changes;
      }
      return count;
    },
  };
}
