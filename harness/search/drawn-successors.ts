/**
 * What a move of a played battle may lead to when every draw may have any value: all ways its draws may come out, looked at by playing the
 * move once for each. Values of a draw that lead to the same are tried once. The generator stands still meanwhile, so that states which differ
 * only by it are one.
 */

import { createDrawTree } from './draw-tree.js';
import { CHILD_BOUND, CHILD_HASH, CHILD_HEADER, CHILD_STEP_COST, createExpander } from './expander.js';
import { createParts, type MoveParts } from './move-record.js';
import type { Problem, SearchMove } from './problem.js';
import type { ChildTaker, Successors } from './successors.js';

export interface DrawnSuccessors extends Successors {
  readonly parts: MoveParts;
  note(source: Int32Array, at: number): void;
}

/** The battle of the problem as it is becomes the root. */
export function drawnSuccessors(problem: Problem): DrawnSuccessors {
  const { system, battle, moves, outcomes } = problem;
  // one move at a time: the one that stands in this list
  const inHand: SearchMove[] = [...moves.slice(0, 1)];
  const expander = createExpander({ ...problem, moves: inHand }, problem);
  const { keyWords, stateWords } = expander;
  const block = new Int32Array(expander.childWords);
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  const tree = createDrawTree();
  system.capabilities.planning?.forceDraws?.(battle, tree);

  /** Plays the move in hand with the draws as the tree has them. @returns whether there is a child, in `block` */
  function playOnce(source: Int32Array, at: number): boolean {
    tree.begin();
    return expander.expand(source, at, 0, block, 0) > 0;
  }

  function note(source: Int32Array, at: number): void {
    if (notes === undefined) return;
    expander.turnOf(source, at);
    notes.note();
  }

  function play(source: Int32Array, at: number, index: number, take: ChildTaker): void {
    inHand[0] = moves[index] as SearchMove;
    tree.clear();
    let plays = 0;
    do {
      if (plays++ === outcomes) {
        take.drop(index);
        take.open(index);
        return;
      }
      if (!playOnce(source, at)) {
        if (expander.cut > 0) take.drop(index);
        return;
      }
      // one that goes on is noted when its own moves are played
      if (block[CHILD_HEADER] !== 0) note(block, CHILD_HEADER);
      const [hash, cost] = [block[CHILD_HASH] as number, block[CHILD_STEP_COST] as number];
      take.child(block, CHILD_HEADER, hash, index, cost, block[CHILD_BOUND] as number);
    } while (tree.advance());
  }

  const parts = createParts({ count: moves.length, keyWords, stateWords, notes, play });

  return {
    keyWords,
    stateWords,
    isSlow: true,
    isEnemies: () => false,
    packRoot: (target, at) => expander.packRoot(target, at),
    note,
    ...(notes === undefined ? {} : { notes }),
    parts,
    expand(source, at, _node, take) {
      for (let index = 0; index < moves.length; index++) {
        if (!parts.replay(parts.record(source, at, index).words, 0, index, take)) return 'full';
      }
      note(source, at);
      return undefined;
    },
    drawsTo(source, at, move, target, targetAt, cost) {
      inHand[0] = moves[move] as SearchMove;
      tree.clear();
      while (playOnce(source, at)) {
        let word = 0;
        while (word < keyWords && block[CHILD_HEADER + word] === target[targetAt + word]) word++;
        if (word === keyWords && cost === block[CHILD_STEP_COST]) return tree.drawn();
        if (!tree.advance()) break;
      }
      return [];
    },
    finish() {
      system.capabilities.planning?.forceDraws?.(battle, undefined);
    },
  };
}
