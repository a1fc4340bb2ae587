/**
 * The children of a state: every legal move is played on the battle, and its changes are written to
 * a block. The main thread and the workers run the same code.
 */
import { askedReadings, conditionsHold, createLowerBound } from '../problem/lower-bound.js';
import { countMove, planningOf, type SearchMove } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { CHANGE_WORDS, createCodec } from '../state/codec.js';
import type { StateLoader } from '../state/state-layout.js';
import {
  CHILD_BOUND,
  CHILD_CHANGES,
  CHILD_HASH,
  CHILD_MOVE,
  CHILD_PARENT,
  CHILD_STEP_COST,
  CHILD_WORDS,
} from './task-ring.js';
import {
  ALLIES,
  anyActed,
  BEGUN,
  createPrefixSharing,
  createTrialParts,
  ENEMIES,
  hashChange,
  MAX_PREFIXES,
  NOBODYS,
  NOT_TOLD,
  type TrialParts,
} from './trial-parts.js';

// One move of a loaded state: played, measured, tested against the conditions to keep, and written
// as a child.

/**
 * Creates the trial of moves: it plays them in succession, and restores the parent after each.
 * @returns where the children end
 */
function createMoveTrial({
  problem,
  codec,
  meter,
  costs,
  words,
  parent,
  bound,
}: TrialParts): (indexes: Int32Array, out: Int32Array, outAt: number) => number {
  const { moves, keep, goal, never, start } = problem;
  const { amounts, limited, cost, addLimited } = costs;
  const scripted = problem.enemies === 'script';
  const { scriptAt, startAt, count: searchWords } = words;
  const firstEnemyMove = moves.findIndex(({ side }) => side === ENEMIES);
  const { keyWords, timeWords, changes: battleChanges } = codec;
  const hasLimits = keep.length > 0 || never.length > 0 || limited > 0;

  // one loop with its values in variables: reading them from the parent for each move takes longer
  return (indexes, out, outAt) => {
    const { source, at, hash, node, turn } = parent;
    const script = scripted ? (source[at + scriptAt] as number) : 0;
    let child = outAt;
    for (let number = 0; number < indexes.length; number++) {
      const index = indexes[number] as number;
      const { move, side, kind, mayEnd } = moves[index] as SearchMove;
      if (scripted && side === ENEMIES && index !== firstEnemyMove + script) continue;
      if (meter.play(move, side, turn) !== 0) {
        if (meter.commands > 0) battleChanges.discard();
        continue;
      }
      const own = child + CHILD_WORDS + timeWords;
      countMove(amounts, side, kind, meter);
      if (
        hasLimits &&
        (!conditionsHold(keep) || anyActed(never, meter.acted) || !addLimited(source, at + 1, out, own + 1, true))
      ) {
        parent.cut++;
        battleChanges.discard();
        continue;
      }
      if (scripted) out[own + scriptAt] = script + (side === ENEMIES ? 1 : 0);
      if (start !== undefined) out[own + startAt] = BEGUN;
      const atGoal = mayEnd && conditionsHold(goal);
      out[own] = atGoal ? 1 : 0;
      const changesAt = own + searchWords;
      const changes = battleChanges.differences(out, child + CHILD_WORDS, changesAt);
      const ownHash = hashChange(keyWords, searchWords, source, at, out, own);
      out[child + CHILD_PARENT] = node;
      out[child + CHILD_MOVE] = index;
      out[child + CHILD_STEP_COST] = cost();
      out[child + CHILD_BOUND] = atGoal ? 0 : bound();
      out[child + CHILD_HASH] = (hash + battleChanges.found.hashed + ownHash) | 0;
      out[child + CHILD_CHANGES] = changes;
      child = changesAt + CHANGE_WORDS * changes;
      battleChanges.undo();
    }
    return child;
  };
}

// A frame that passes before a route's first command, as a child of a loaded state.

/**
 * Creates the trial of a later start: a frame passes, if no command of the loaded parent's route
 * was given, and the parent is restored after it.
 * @returns where the child ends; `outAt` for no child
 */
function createStartTrial(parts: TrialParts): (out: Int32Array, outAt: number) => number {
  const { parent, meter, costs, words } = parts;
  const { moves, keep, never, start } = parts.problem;
  const { keyWords, timeWords, changes } = parts.codec;

  return (out, outAt) => {
    const { source, at, turn } = parent;
    const frames = source[at + words.startAt] as number;
    if (start === undefined || frames === BEGUN) return outAt;
    const { move, side, kind, advance } = start.move;
    if (advance !== undefined) meter.advance(advance);
    else if (meter.play(move, side, turn) !== 0) {
      if (meter.commands > 0) changes.discard();
      return outAt;
    }
    const own = outAt + CHILD_WORDS + timeWords;
    countMove(costs.amounts, side, kind, meter);
    const isAllowed =
      frames + meter.frames <= start.frames &&
      conditionsHold(keep) &&
      !anyActed(never, meter.acted) &&
      costs.addLimited(source, at + 1, out, own + 1, false);
    if (!isAllowed) {
      parent.cut++;
      changes.discard();
      return outAt;
    }
    if (words.scriptAt < words.startAt) out[own + words.scriptAt] = source[at + words.scriptAt] as number;
    out[own + words.startAt] = frames + meter.frames;
    out[own] = 0;
    const changesAt = own + words.count;
    const changed = changes.differences(out, outAt + CHILD_WORDS, changesAt);
    const ownHash = hashChange(keyWords, words.count, source, at, out, own);
    out[outAt + CHILD_PARENT] = parent.node;
    out[outAt + CHILD_MOVE] = moves.length - 1;
    out[outAt + CHILD_STEP_COST] = costs.cost();
    // the frames before the first command count on nothing
    out[outAt + CHILD_BOUND] = 0;
    out[outAt + CHILD_HASH] = (parent.hash + changes.found.hashed + ownHash) | 0;
    out[outAt + CHILD_CHANGES] = changed;
    changes.undo();
    return changesAt + CHANGE_WORDS * changed;
  };
}

export interface Branching {
  /** Maximum number of the battle's words in a key. */
  readonly keyWords: number;
  readonly timeWords: number;
  /** Words that the search adds to a key; the first is 1 at the end of a route. */
  readonly searchWords: number;
  readonly maxChildren: number;
  /** Maximum number of words for the children of one state. */
  readonly maxWords: number;
  /** The layout of a state as text. */
  readonly layout: string;
  /**
   * Puts the battle to the root and writes its words of time. The search's own words are 0.
   * @returns the root's lower bound
   */
  root(times: Int32Array, at: number): number;
  /**
   * Puts the battle into a state.
   * @param at of the search's own words, followed by the state's differences from the root
   * @param timesAt of its words of time
   * @param numbers,count the differing words
   */
  load(source: Int32Array, at: number, timesAt: number, numbers: Int32Array, count: number): void;
  /** Puts the battle into the state of a node of a shortest-route search; see `StateLoader`. */
  loadNode: StateLoader['loadNode'];
  /** Whose turn it is: 0 allies, 1 enemies, 2 nobody, or -1 for unknown. */
  turn(): number;
  /**
   * Writes the children of the loaded state.
   * @param source,at of the search's own words
   * @param hash of its key
   * @param node the parent of the children
   * @returns where the children end
   */
  branch(source: Int32Array, at: number, hash: number, node: number, out: Int32Array, outAt: number): number;
  /**
   * Writes the child of the loaded state by one move.
   * @returns where it ends; `outAt` for no child
   */
  branchMove(source: Int32Array, at: number, hash: number, move: number, out: Int32Array, outAt: number): number;
  /** The same of several moves, whoever's turn it is: all but the one that delays the start. */
  branchMoves(source: Int32Array, at: number, hash: number, moves: Int32Array, out: Int32Array, outAt: number): number;
  /** Number of the last state's legal moves that broke a condition or a limit. */
  cut(): number;
}

/** Numbers of the moves to try in a turn, without the one that delays the start. */
function movesIn(turn: number, { moves, enemies, start }: Problem): Int32Array {
  const fits = (move: SearchMove): boolean => {
    if (move === start?.move) return false;
    if (move.side === ENEMIES) return turn === ENEMIES || turn === NOT_TOLD;
    // whoever chooses what suits the route may let time pass in an enemy's turn as well
    const waits = move.side === NOBODYS && move.kind === 'wait' && enemies === 'any';
    return turn !== ENEMIES || enemies === 'own' || waits;
  };
  return Int32Array.from(moves.keys()).filter((index) => fits(moves[index] as SearchMove));
}

/** Creates the branching with the problem's present battle as the root. */
export function createBranching(problem: Problem): Branching {
  const { system, battle, moves, never, start } = problem;
  const actions = system.capabilities.actions;
  const slots = planningOf(system).sharedPrefixes === undefined ? 0 : MAX_PREFIXES;
  const codec = createCodec(system, battle, askedReadings(problem), slots);
  const { keyWords, timeWords } = codec;
  const sharing = createPrefixSharing(system, battle, codec);
  const bound = createLowerBound(problem);
  const parts = createTrialParts(problem, codec, sharing, bound);
  const { parent } = parts;
  const searchWords = parts.words.count;
  const tryMoves = createMoveTrial(parts);
  const tryStart = createStartTrial(parts);
  const one = new Int32Array(1);
  const tried = [NOT_TOLD, ALLIES, ENEMIES, NOBODYS].map((turn) => movesIn(turn, problem));

  function turnNow(): number {
    return actions === undefined ? NOT_TOLD : actions.turn(battle);
  }

  /** True for a state without children: at a route's end, or when a forbidden enemy acts next. */
  function beginParent(source: Int32Array, at: number, hash: number, node: number): boolean {
    parent.cut = 0;
    if (source[at] !== 0) return true;
    const turn = turnNow();
    parent.source = source;
    parent.at = at;
    parent.hash = hash;
    parent.node = node;
    parent.turn = turn;
    return turn === ENEMIES && never.length > 0 && never.includes(actions?.actor?.(battle) ?? -1);
  }

  return {
    keyWords,
    timeWords,
    searchWords,
    maxChildren: moves.length,
    maxWords: moves.length * (CHILD_WORDS + timeWords + searchWords + CHANGE_WORDS * keyWords),
    layout: `${codec.layout}\n${searchWords}`,
    cut: () => parent.cut,
    root(times, at) {
      codec.toRoot();
      codec.changes.differences(times, at, at + timeWords);
      // the frames before the first command count on nothing
      return start === undefined ? bound() : 0;
    },
    load(source, at, timesAt, numbers, count) {
      codec.loader.load(source, at + searchWords, timesAt, numbers, count);
    },
    loadNode: codec.loader.loadNode,
    turn: turnNow,
    branch(source, at, hash, node, out, outAt) {
      if (beginParent(source, at, hash, node)) return outAt;
      const indexes = tried[1 + parent.turn] as Int32Array;
      sharing.beginState(indexes.length);
      const end = tryMoves(indexes, out, outAt);
      return start === undefined ? end : tryStart(out, end);
    },
    branchMove(source, at, hash, move, out, outAt) {
      if (beginParent(source, at, hash, 0)) return outAt;
      sharing.beginState(1);
      if (moves[move] === start?.move) return tryStart(out, outAt);
      one[0] = move;
      return tryMoves(one, out, outAt);
    },
    branchMoves(source, at, hash, indexes, out, outAt) {
      if (beginParent(source, at, hash, 0)) return outAt;
      sharing.beginState(indexes.length);
      return tryMoves(indexes, out, outAt);
    },
  };
}
