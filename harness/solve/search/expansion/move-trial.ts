/**
 * One move of a loaded state: played, measured, tested against the conditions to keep, and written
 * as a child.
 */
import { conditionsHold } from '../problem/conditions.js';
import { countMove } from '../problem/metrics.js';
import type { SearchMove } from '../problem/problem.js';
import { CHANGE_WORDS } from '../state/codec.js';
import {
  CHILD_BOUND,
  CHILD_CHANGES,
  CHILD_HASH,
  CHILD_MOVE,
  CHILD_PARENT,
  CHILD_STEP_COST,
  CHILD_WORDS,
} from './child-words.js';
import { anyActed, BEGUN, ENEMIES, hashChange, type TrialParts } from './trial-parts.js';

/**
 * Creates the trial of moves: it plays them in succession, and restores the parent after each.
 * @returns where the children end
 */
export function createMoveTrial({
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
