/**
 * Children of whole states when every draw may have any value: a move is played once for each
 * outcome of its draws. Values with equal consequences are tried once. The generator stands still
 * meanwhile, so that states that differ only in it are equal.
 */
import { evidenceOf, planningOf } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';
import { type Branching, createBranching } from './branching.js';
import { CHILD_BOUND, CHILD_HASH, CHILD_STEP_COST } from './child-words.js';
import { createDrawTree, type DrawTree } from './draw-tree.js';
import type { ChildSink, Expansion, StateExpander } from './state-expander.js';
import { createWholeStates, type WholeStates } from './whole-states.js';

/** One outcome of one move of a state. */
interface Outcome {
  /** The child: header and state. */
  readonly block: Int32Array;
  readonly state: Int32Array;
  /**
   * Plays a move of a state with the draws of the tree.
   * @returns whether it has a child
   */
  play(source: Int32Array, at: number, move: number): boolean;
}

function createOutcome(branching: Branching, states: WholeStates, tree: DrawTree): Outcome {
  const block = new Int32Array(branching.maxWords);
  const state = new Int32Array(states.stateWords);
  return {
    block,
    state,
    play(source, at, move) {
      tree.begin();
      states.load(source, at);
      if (branching.branchMove(source, at, states.hashOf(source, at), move, block, 0) === 0) return false;
      states.write(block, 0, source, at, state);
      return true;
    },
  };
}

/** Creates the expander with the problem's present battle as the root. */
export function expandDrawnMoves(problem: Problem): StateExpander {
  const { system, battle, moves, outcomes } = problem;
  const planning = planningOf(system);
  const branching = createBranching(problem);
  const states = createWholeStates(branching);
  const { keyWords, stateWords, packRoot, load } = states;
  const notes = evidenceOf(system)?.unpublished?.(battle);
  const tree = createDrawTree();
  const outcome = createOutcome(branching, states, tree);
  const { block, state } = outcome;
  planning.forceDraws?.(battle, tree);

  function note(source: Int32Array, at: number): void {
    if (notes === undefined) return;
    load(source, at);
    notes.note();
  }

  /** Plays all outcomes of a move's draws; 'full' when there is no room for a child. */
  function playAll(source: Int32Array, at: number, move: number, sink: ChildSink): Expansion {
    tree.clear();
    let plays = 0;
    do {
      if (plays++ === outcomes) {
        sink.drop(move);
        return sink.open(move) ? undefined : 'full';
      }
      if (!outcome.play(source, at, move)) {
        if (branching.cut() > 0) sink.drop(move);
        return undefined;
      }
      // one that goes on is noted when its own moves are played
      if (state[0] !== 0) note(state, 0);
      const [hash, cost] = [block[CHILD_HASH] as number, block[CHILD_STEP_COST] as number];
      if (!sink.child(state, 0, hash, move, cost, block[CHILD_BOUND] as number)) return 'full';
    } while (tree.advance());
    return undefined;
  }

  return {
    keyWords,
    stateWords,
    maxChildren: moves.length,
    isSlow: true,
    isEnemies: () => false,
    packRoot,
    load,
    note,
    ...(notes === undefined ? {} : { notes }),
    expand(source, at, sink) {
      for (let move = 0; move < moves.length; move++) if (playAll(source, at, move, sink) === 'full') return 'full';
      note(source, at);
      return undefined;
    },
    drawsTo({ words, from, move, to, cost }) {
      tree.clear();
      while (outcome.play(words, from, move)) {
        let word = 0;
        while (word < keyWords && state[word] === words[to + word]) word++;
        if (word === keyWords && cost === block[CHILD_STEP_COST]) return tree.drawn();
        if (!tree.advance()) break;
      }
      return [];
    },
    finish() {
      planning.forceDraws?.(battle, undefined);
    },
  };
}
