/** Takes a child into the search: dropped, known on another path, or a new waiting node. */
import { CHILD_BOUND, CHILD_MOVE, CHILD_PARENT, CHILD_STEP_COST, CHILD_WORDS } from '../expansion/child-words.js';
import { BOUND, COST, DEAD, DEPTH, isEarlierPath, MOVE, PARENT } from '../state/arena.js';
import type { Batch } from './frontier.js';
import type { RouteEnds } from './route-ends.js';
import type { SearchState } from './search-state.js';

/**
 * Takes over the child whose state was read.
 * @param firstNew nodes from here on were made by this batch
 * @returns false when the arena is full
 */
export type TakeChild = (batch: Batch, firstNew: number, block: Int32Array, child: number) => boolean;

export function createTakeChild({ visited, arena, frontier }: SearchState, ends: RouteEnds): TakeChild {
  const { words } = arena;
  const goalWord = CHILD_WORDS + visited.timeWords;

  function writeHeader(start: number, block: Int32Array, child: number, cost: number, depth: number): void {
    words[start + PARENT] = block[child + CHILD_PARENT] as number;
    words[start + MOVE] = block[child + CHILD_MOVE] as number;
    words[start + COST] = cost;
    words[start + BOUND] = block[child + CHILD_BOUND] as number;
    words[start + DEPTH] = depth;
  }

  /** Keeps the earlier of two paths of equal cost to a known child. */
  function keepEarlier(known: number, start: number, block: Int32Array, child: number, depth: number): void {
    const other = words[start + PARENT] as number;
    const parent = block[child + CHILD_PARENT] as number;
    const move = block[child + CHILD_MOVE] as number;
    if (other < 0 || !isEarlierPath(arena, parent, move, other, words[start + MOVE] as number)) return;
    words[start + PARENT] = parent;
    words[start + MOVE] = move;
    words[start + DEPTH] = depth;
    frontier.disorder(known);
    if (block[child + goalWord] !== 0) ends.add(known);
  }

  return (batch, firstNew, block, child) => {
    const { stride } = arena;
    const parent = (block[child + CHILD_PARENT] as number) * stride;
    const cost = (words[parent + COST] as number) + (block[child + CHILD_STEP_COST] as number);
    if (cost + (block[child + CHILD_BOUND] as number) > ends.ceiling) return true;
    const known = visited.find(block, child);
    const start = known * stride;
    const depth = (words[parent + DEPTH] as number) + 1;
    const atGoal = block[child + goalWord] !== 0;
    if (known >= 0) {
      const before = words[start + COST] as number;
      if (before < cost) return true;
      if (before === cost) {
        // of an ordered batch the first path is the earliest
        if (!batch.ordered || known < firstNew) keepEarlier(known, start, block, child, depth);
        return true;
      }
      if (atGoal) {
        writeHeader(start, block, child, cost, depth);
        ends.add(known);
        return true;
      }
    }
    const node = visited.add(block, child);
    if (node < 0) return false;
    if (known >= 0) words[start + COST] = DEAD;
    writeHeader(node * stride, block, child, cost, depth);
    if (atGoal) ends.add(node);
    else frontier.push(node, batch);
    return true;
  };
}
