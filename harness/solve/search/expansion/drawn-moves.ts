/**
 * Children of whole states when every draw may have any value: a move is played once for each
 * outcome of its draws. Values with equal consequences are tried once. The generator stands still
 * meanwhile, so that states that differ only in it are equal.
 */
import type { DrawSource, UnpublishedNotes } from '../../../../core/system/system.js';
import { evidenceOf, planningOf } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { mixWord, ROOT_HASH } from '../state/arena.js';
import { CHANGE_WORDS } from '../state/codec.js';
import { type Branching, createBranching } from './branching.js';
import { CHILD_BOUND, CHILD_CHANGES, CHILD_HASH, CHILD_MOVE, CHILD_STEP_COST, CHILD_WORDS } from './task-ring.js';
import { ENEMIES } from './trial-parts.js';

// Enumerates the outcomes of the draws of one move. The last draw changes first, as the digits of a
// counter do.

interface DrawTree extends DrawSource {
  /** Forgets all draws. */
  clear(): void;
  /** Must be called before each playing of the move. */
  begin(): void;
  /** Advances to the next outcome. @returns false after the last one */
  advance(): boolean;
  /** Values drawn in the present outcome. */
  drawn(): number[];
}

export function createDrawTree(): DrawTree {
  const choices: Uint8Array[] = [];
  const counts: number[] = [];
  const places: number[] = [];
  let length = 0;
  let at = 0;

  return {
    clear() {
      length = 0;
      at = 0;
    },
    begin() {
      at = 0;
    },
    given() {
      if (at === length) return -1;
      const value = (choices[at] as Uint8Array)[places[at] as number] as number;
      at++;
      return value;
    },
    choose(values, count) {
      choices[length] ??= new Uint8Array(256);
      (choices[length] as Uint8Array).set(values.subarray(0, count));
      counts[length] = count;
      places[length] = 0;
      length++;
      at++;
      return values[0] as number;
    },
    advance() {
      while (length > 0) {
        const last = length - 1;
        places[last] = (places[last] as number) + 1;
        if ((places[last] as number) < (counts[last] as number)) return true;
        length--;
      }
      return false;
    },
    drawn: () => Array.from({ length }, (_, draw) => (choices[draw] as Uint8Array)[places[draw] as number] as number),
  };
}

/** Draws known beforehand; after them the lowest value of those with different consequences. */
export function createDrawList(): DrawSource & { set(draws: readonly number[]): void } {
  let values: readonly number[] = [];
  let at = 0;
  return {
    set(draws) {
      values = draws;
      at = 0;
    },
    given: () => values[at++] ?? -1,
    choose: (lent) => lent[0] as number,
  };
}

// The interface of beams and worst cases: the children of a state with all its words.

/** Receives the children of a state. */
export interface ChildSink {
  /**
   * Takes a child.
   * @param source,at of the child's state, valid during the call
   * @param bound lower bound on the cost of a route from it
   * @returns false when there is no room
   */
  child(source: Int32Array, at: number, hash: number, move: number, cost: number, bound: number): boolean;
  /** Marks a move with outcomes that were not tried. @returns false when there is no room */
  open(move: number): boolean;
  /** Drops the children of a move: one of its outcomes breaks a condition to keep. */
  drop(move: number): void;
}

/** 'full': there was no room. 'lost': the enemies have a move that breaks a condition to keep. */
export type Expansion = 'full' | 'lost' | undefined;

export interface StateExpander {
  readonly keyWords: number;
  readonly stateWords: number;
  readonly maxChildren: number;
  /** True when one state takes so long that the clock is read after each. */
  readonly isSlow: boolean;
  /** Puts the battle to the root and packs it. @returns its lower bound */
  packRoot(target: Int32Array, at: number): number;
  /** Puts the battle into a state. */
  load(source: Int32Array, at: number): void;
  /** Whether the enemies choose among the moves of this state. */
  isEnemies(source: Int32Array, at: number): boolean;
  expand(source: Int32Array, at: number, sink: ChildSink): Expansion;
  /**
   * Draws with which a move leads from one state to another at a cost; omitted where the generator
   * draws.
   */
  drawsTo?(step: DrawnStep): readonly number[];
  /** Notes of unpublished stretches, where draws are forced. */
  readonly notes?: UnpublishedNotes;
  /** Records the stretches behind the state of an expanded node. */
  note?(source: Int32Array, at: number): void;
  /** Restores the generator. */
  finish(): void;
}

/** A move from one state to another, both in the same words. */
interface DrawnStep {
  readonly words: Int32Array;
  readonly from: number;
  readonly move: number;
  readonly to: number;
  readonly cost: number;
}

// States of fixed length with all words of the battle, and the making of such states from children.

/**
 * A state: words of the search, words of the battle in order of number as differences from the
 * root, words of time.
 */
interface WholeStates {
  readonly keyWords: number;
  readonly stateWords: number;
  /** Puts the battle to the root and packs it. @returns its lower bound */
  packRoot(target: Int32Array, at: number): number;
  load(source: Int32Array, at: number): void;
  hashOf(source: Int32Array, at: number): number;
  /** Writes the state of a child in full. @param from start of its parent's state */
  write(block: Int32Array, child: number, source: Int32Array, from: number, target: Int32Array): void;
  /** Start of the next child. */
  after(block: Int32Array, child: number): number;
}

function createWholeStates(branching: Branching): WholeStates {
  const { keyWords: battleWords, timeWords, searchWords } = branching;
  const keyWords = searchWords + battleWords;
  const numbers = Int32Array.from({ length: battleWords }, (_, number) => number);
  return {
    keyWords,
    stateWords: keyWords + timeWords,
    packRoot(target, at) {
      target.fill(0, at, at + keyWords);
      return branching.root(target, at + keyWords);
    },
    load(source, at) {
      branching.load(source, at, at + keyWords, numbers, battleWords);
    },
    hashOf(source, at) {
      let hash = ROOT_HASH;
      for (let word = 0; word < keyWords; word++) {
        const value = source[at + word] as number;
        if (value === 0) continue;
        const number = word < searchWords ? battleWords + word : word - searchWords;
        hash = (hash + mixWord(number, value) - mixWord(number, 0)) | 0;
      }
      return hash;
    },
    write(block, child, source, from, target) {
      const times = child + CHILD_WORDS;
      const own = times + timeWords;
      for (let word = 0; word < searchWords; word++) target[word] = block[own + word] as number;
      for (let word = searchWords; word < keyWords; word++) target[word] = source[from + word] as number;
      for (let word = 0; word < timeWords; word++) target[keyWords + word] = block[times + word] as number;
      const changes = own + searchWords;
      const end = changes + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
      for (let change = changes; change < end; change += CHANGE_WORDS) {
        target[searchWords + (block[change] as number)] = block[change + 1] as number;
      }
    },
    after(block, child) {
      return child + CHILD_WORDS + timeWords + searchWords + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
    },
  };
}

// Children of whole states by the listed moves of both sides, with the draws of the battle's own
// generator.

/** An expander that plays some moves of a state as well. */
export interface ListedExpander extends StateExpander {
  /** Gives the children of a state by these moves, whoever's turn it is. */
  expandMoves(source: Int32Array, at: number, moves: readonly number[], sink: ChildSink): Expansion;
}

/** Creates the expander with the problem's present battle as the root. */
export function expandListedMoves(problem: Problem): ListedExpander {
  const branching = createBranching(problem);
  const states = createWholeStates(branching);
  const { keyWords, stateWords, packRoot, load } = states;
  const block = new Int32Array(branching.maxWords);
  const state = new Int32Array(stateWords);

  function isEnemies(source: Int32Array, at: number): boolean {
    load(source, at);
    return branching.turn() === ENEMIES;
  }

  /** Gives the children in the block to the sink. @returns false: there was no room for one */
  function give(end: number, source: Int32Array, at: number, sink: ChildSink): boolean {
    for (let child = 0; child < end; child = states.after(block, child)) {
      states.write(block, child, source, at, state);
      const [hash, move] = [block[child + CHILD_HASH] as number, block[child + CHILD_MOVE] as number];
      const [cost, bound] = [block[child + CHILD_STEP_COST] as number, block[child + CHILD_BOUND] as number];
      if (!sink.child(state, 0, hash, move, cost, bound)) return false;
    }
    return true;
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
      if (!give(end, source, at, sink)) return 'full';
      return branching.cut() > 0 && isEnemies(source, at) ? 'lost' : undefined;
    },
    expandMoves(source, at, moves, sink) {
      load(source, at);
      const hash = states.hashOf(source, at);
      const listed = Int32Array.from(moves.filter((move) => problem.moves[move] !== problem.start?.move));
      let end = branching.branchMoves(source, at, hash, listed, block, 0);
      for (const move of moves) {
        if (problem.moves[move] === problem.start?.move) end = branching.branchMove(source, at, hash, move, block, end);
      }
      return give(end, source, at, sink) ? undefined : 'full';
    },
    finish: () => undefined,
  };
}

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
