/** What a worst-case search asks of a problem: the children of a state, by moves or by all that draws may make of a move. */

import type { UnpublishedNotes } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';
import { CHILD_BOUND, CHILD_HASH, CHILD_HEADER, CHILD_MOVE, CHILD_STEP_COST, createExpander } from './whole-states.js';

const ENEMIES = 1;

/** Where children go. */
export interface ChildSink {
  /** @param bound what a route from it costs at least @returns false when there is no room */
  child(source: Int32Array, at: number, hash: number, move: number, cost: number, bound: number): boolean;
  /** A move that may come out in more ways than were looked at. */
  open(move: number): boolean;
  /** The children of this move are none: something it may lead to breaks what must be kept. */
  drop(move: number): void;
}

/** 'full': there was no room. 'lost': the enemies have a move that breaks what must be kept. */
export type Expansion = 'full' | 'lost' | undefined;

export interface Successors {
  readonly keyWords: number;
  readonly stateWords: number;
  /** One state takes so long that the clock is looked at after each. */
  readonly isSlow: boolean;
  /** Puts the battle to the root and packs it. @returns its bound */
  packRoot(target: Int32Array, at: number): number;
  /** The enemies choose among the moves of this state. */
  isEnemies(source: Int32Array, at: number): boolean;
  expand(source: Int32Array, at: number, node: number, take: ChildSink): Expansion;
  /** Draws with which a move leads from one state to another at a cost; left out where the generator draws. */
  drawsTo?(
    source: Int32Array,
    at: number,
    move: number,
    target: Int32Array,
    targetAt: number,
    cost: number,
  ): readonly number[];
  /** Of the unpublished stretches that were run through, where draws are chosen. */
  readonly notes?: UnpublishedNotes;
  /** Notes the stretches that a state has behind it: of nodes that were filled in before. */
  note?(source: Int32Array, at: number): void;
  /** Puts the generator back. */
  finish(): void;
}

/** Moves of both sides from a list: what the turn engine has. The battle of the problem as it is becomes the root. */
export function listedSuccessors(problem: Problem): Successors {
  const expander = createExpander(problem);
  const { keyWords, stateWords, childWords } = expander;
  const block = new Int32Array(expander.maxChildren * childWords);
  const isEnemies = (source: Int32Array, at: number): boolean => expander.turnOf(source, at) === ENEMIES;
  return {
    keyWords,
    stateWords,
    isSlow: false,
    packRoot: (target, at) => expander.packRoot(target, at),
    isEnemies,
    expand(source, at, node, take) {
      const children = expander.expand(source, at, node, block, 0);
      const { cut } = expander;
      for (let index = 0; index < children; index++) {
        const child = index * childWords;
        const [hash, move] = [block[child + CHILD_HASH] as number, block[child + CHILD_MOVE] as number];
        const [cost, bound] = [block[child + CHILD_STEP_COST] as number, block[child + CHILD_BOUND] as number];
        if (!take.child(block, child + CHILD_HEADER, hash, move, cost, bound)) return 'full';
      }
      return cut > 0 && isEnemies(source, at) ? 'lost' : undefined;
    },
    finish: () => undefined,
  };
}
