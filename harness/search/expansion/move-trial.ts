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
   * @param indexes of the moves
   * @returns where the children end
   */
  tryMoves(indexes: Int32Array, out: Int32Array, outAt: number): number;
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

/** What the search's own words change in a key's hash. */
function hashChange(
  first: number,
  words: number,
  source: Int32Array,
  at: number,
  out: Int32Array,
  own: number,
): number {
  let sum = 0;
  for (let word = 0; word < words; word++) {
    const [value, old] = [out[own + word] as number, source[at + word] as number];
    if (value !== old) sum = (sum + ((mixWord(first + word, value) - mixWord(first + word, old)) | 0)) | 0;
  }
  return sum;
}

export function createMoveTrial(
  problem: Problem,
  codec: Codec,
  sharing: PrefixSharing,
  bound: () => number,
  parent: LoadedParent,
): MoveTrial {
  const { system, battle, moves, keep, goal, never } = problem;
  const meter = createMoveMeter(system, battle, { countsEnemies: countsEnemies(problem), sharing });
  const { amounts, limited, cost, addLimited } = createCostMeter(problem);
  const scripted = problem.enemies === 'script';
  const scriptAt = 1 + limited;
  const startAt = scriptAt + (scripted ? 1 : 0);
  const startMove = problem.start === undefined ? -1 : moves.length - 1;
  const searchWords = startAt + (startMove < 0 ? 0 : 1);
  const firstEnemyMove = moves.findIndex(({ side }) => side === ENEMIES);
  const { keyWords, timeWords, changes: battleChanges } = codec;
  const hasLimits = startMove >= 0 || keep.length > 0 || never.length > 0 || limited > 0;

  return { searchWords, tryMoves };

  // one loop with its values in variables: reading them from the parent for each move takes longer
  function tryMoves(indexes: Int32Array, out: Int32Array, outAt: number): number {
    const { source, at, hash, node, turn } = parent;
    const script = scripted ? (source[at + scriptAt] as number) : 0;
    const frames = startMove < 0 ? BEGUN : (source[at + startAt] as number);
    let child = outAt;
    for (let number = 0; number < indexes.length; number++) {
      const index = indexes[number] as number;
      const { move, side, kind, mayEnd, advance } = moves[index] as SearchMove;
      if (scripted && side === ENEMIES && index !== firstEnemyMove + script) continue;
      const isStart = index === startMove;
      if (isStart && frames === BEGUN) continue;
      if (advance !== undefined) meter.advance(advance);
      else if (meter.play(move, side, turn) !== 0) {
        if (meter.commands > 0) battleChanges.discard();
        continue;
      }
      const own = child + CHILD_WORDS + timeWords;
      countMove(amounts, side, kind, meter);
      if (
        hasLimits &&
        ((isStart && frames + meter.frames > (problem.start?.frames ?? 0)) ||
          !conditionsHold(keep) ||
          anyActed(never, meter.acted) ||
          !addLimited(source, at + 1, out, own + 1, !isStart))
      ) {
        parent.cut++;
        battleChanges.discard();
        continue;
      }
      if (scripted) out[own + scriptAt] = script + (side === ENEMIES ? 1 : 0);
      if (startMove >= 0) out[own + startAt] = isStart ? frames + meter.frames : BEGUN;
      const atGoal = mayEnd && conditionsHold(goal);
      out[own] = atGoal ? 1 : 0;
      const changesAt = own + searchWords;
      const changes = battleChanges.differences(out, child + CHILD_WORDS, changesAt);
      const ownHash = hashChange(keyWords, searchWords, source, at, out, own);
      out[child + CHILD_PARENT] = node;
      out[child + CHILD_MOVE] = index;
      out[child + CHILD_STEP_COST] = cost();
      out[child + CHILD_BOUND] = atGoal || isStart ? 0 : bound();
      out[child + CHILD_HASH] = (hash + battleChanges.found.hashed + ownHash) | 0;
      out[child + CHILD_CHANGES] = changes;
      child = changesAt + CHANGE_WORDS * changes;
      battleChanges.undo();
    }
    return child;
  }
}
