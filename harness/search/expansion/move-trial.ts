/**
 * One move of a loaded state: played, measured, tested against the conditions to keep, and written
 * as a child.
 */
import { conditionsHold } from '../problem/conditions.js';
import { countMove, METRICS, NO_LIMIT } from '../problem/metrics.js';
import type { Problem, SearchMove } from '../problem/problem.js';
import { mixWord } from '../state/arena.js';
import { CHANGE_WORDS, type Codec } from '../state/codec.js';
import {
  CHILD_BOUND,
  CHILD_CHANGES,
  CHILD_HASH,
  CHILD_MOVE,
  CHILD_PARENT,
  CHILD_STEP_COST,
  CHILD_WORDS,
} from './child-words.js';
import { createCostMeter } from './cost-meter.js';
import { createMoveMeter } from './move-meter.js';
import type { PrefixSharing } from './shared-prefixes.js';

/** Values of `ActionSet.turn`; -1: unknown. */
export const ALLIES = 0;
export const ENEMIES = 1;
export const NOBODYS = 2;
export const NOT_TOLD = -1;

/** The state whose moves are tried: its words of the search, its hash, and its name as a parent. */
export interface LoadedParent {
  source: Int32Array;
  at: number;
  hash: number;
  node: number;
  turn: number;
  /** Number of this state's legal moves that broke a condition or a limit. */
  cut: number;
}

export interface MoveTrial {
  /**
   * Words that the search adds to a state: whether the route ended, limited amounts, the position
   * in a script, and frames before the first command or `BEGUN`.
   */
  readonly searchWords: number;
  /**
   * Plays moves of the loaded parent in succession, and restores the parent after each.
   * @param indexes of the moves, without the one that delays the start
   * @returns where the children end
   */
  tryMoves(indexes: Int32Array, out: Int32Array, outAt: number): number;
  /**
   * Delays the start by a frame, if no command of the loaded parent's route was given.
   * @returns where the child ends; `outAt` for no child
   */
  tryStart(out: Int32Array, outAt: number): number;
}

/** In place of the frames before the first command: it was given. */
const BEGUN = -1;

/** Whether the enemies' own actions have a cost or a limit, or are forbidden. */
function countsEnemies({ weights, limits, never }: Problem): boolean {
  const metric = METRICS.indexOf('enemyActions');
  return never.length > 0 || weights[metric] !== 0 || limits[metric] !== NO_LIMIT;
}

function anyActed(never: readonly number[], acted: Uint8Array): boolean {
  for (let index = 0; index < never.length; index++) if (acted[never[index] as number] === 1) return true;
  return false;
}

export function createMoveTrial(
  problem: Problem,
  codec: Codec,
  sharing: PrefixSharing,
  bound: () => number,
  parent: LoadedParent,
): MoveTrial {
  const { system, battle, moves, keep, goal, never, start } = problem;
  const meter = createMoveMeter(system, battle, { countsEnemies: countsEnemies(problem), sharing });
  const { amounts, limited, cost, addLimited } = createCostMeter(problem);
  const scripted = problem.enemies === 'script';
  const scriptAt = 1 + limited;
  const startAt = scriptAt + (scripted ? 1 : 0);
  const searchWords = startAt + (start === undefined ? 0 : 1);
  const firstEnemyMove = moves.findIndex(({ side }) => side === ENEMIES);
  const { keyWords, timeWords, changes: battleChanges } = codec;
  const hasLimits = keep.length > 0 || never.length > 0 || limited > 0;

  return { searchWords, tryMoves, tryStart };

  // one loop with its values in variables: reading them from the parent for each move takes longer
  function tryMoves(indexes: Int32Array, out: Int32Array, outAt: number): number {
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
      let childHash = (hash + battleChanges.found.hashed) | 0;
      for (let word = 0; word < searchWords; word++) {
        const [value, old] = [out[own + word] as number, source[at + word] as number];
        if (value === old) continue;
        childHash = (childHash + ((mixWord(keyWords + word, value) - mixWord(keyWords + word, old)) | 0)) | 0;
      }
      out[child + CHILD_PARENT] = node;
      out[child + CHILD_MOVE] = index;
      out[child + CHILD_STEP_COST] = cost();
      out[child + CHILD_BOUND] = atGoal ? 0 : bound();
      out[child + CHILD_HASH] = childHash;
      out[child + CHILD_CHANGES] = changes;
      child = changesAt + CHANGE_WORDS * changes;
      battleChanges.undo();
    }
    return child;
  }

  function tryStart(out: Int32Array, outAt: number): number {
    const { source, at, turn } = parent;
    const frames = source[at + startAt] as number;
    if (start === undefined || frames === BEGUN) return outAt;
    const { move, side, kind, advance } = start.move;
    if (advance !== undefined) meter.advance(advance);
    else if (meter.play(move, side, turn) !== 0) {
      if (meter.commands > 0) battleChanges.discard();
      return outAt;
    }
    const own = outAt + CHILD_WORDS + timeWords;
    countMove(amounts, side, kind, meter);
    if (
      frames + meter.frames > start.frames ||
      !conditionsHold(keep) ||
      anyActed(never, meter.acted) ||
      !addLimited(source, at + 1, out, own + 1, false)
    ) {
      parent.cut++;
      battleChanges.discard();
      return outAt;
    }
    if (scripted) out[own + scriptAt] = source[at + scriptAt] as number;
    out[own + startAt] = frames + meter.frames;
    out[own] = 0;
    return writeChild(moves.length - 1, 0, out, outAt);
  }

  /** Writes the battle's changes since the parent behind the search's own words, and undoes them. */
  function writeChild(move: number, lowerBound: number, out: Int32Array, child: number): number {
    const { source, at } = parent;
    const own = child + CHILD_WORDS + timeWords;
    const changesAt = own + searchWords;
    const changes = battleChanges.differences(out, child + CHILD_WORDS, changesAt);
    let hash = (parent.hash + battleChanges.found.hashed) | 0;
    for (let word = 0; word < searchWords; word++) {
      const [value, old] = [out[own + word] as number, source[at + word] as number];
      if (value === old) continue;
      hash = (hash + ((mixWord(keyWords + word, value) - mixWord(keyWords + word, old)) | 0)) | 0;
    }
    out[child + CHILD_PARENT] = parent.node;
    out[child + CHILD_MOVE] = move;
    out[child + CHILD_STEP_COST] = cost();
    out[child + CHILD_BOUND] = lowerBound;
    out[child + CHILD_HASH] = hash;
    out[child + CHILD_CHANGES] = changes;
    battleChanges.undo();
    return changesAt + CHANGE_WORDS * changes;
  }
}
