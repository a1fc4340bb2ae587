/** Puts the states of a path into a new search. Only the last one waits for expansion. */
import { LockstepError } from '../../../base/errors.js';
import type { Branching } from '../expansion/branching.js';
import { CHILD_BOUND, CHILD_MOVE, CHILD_STEP_COST } from '../expansion/child-words.js';
import { branchNode } from '../expansion/visited.js';
import { BOUND, COST, DEPTH, MOVE, PARENT } from '../state/arena.js';
import type { SearchState } from './search-state.js';

/**
 * Adds a path. @param path indexes of moves in the problem's list
 * @throws LockstepError `E_JOB` when it cannot be played
 */
export function addPath(branching: Branching, { visited, frontier }: SearchState, path: readonly number[]): void {
  const { arena, varying } = visited;
  const { words } = arena;
  const block = new Int32Array(branching.maxWords);
  let node = 0;
  path.forEach((move, index) => {
    const end = branchNode(branching, arena, varying, node, block, 0);
    let child = 0;
    while (child < end && block[child + CHILD_MOVE] !== move) child = visited.after(block, child);
    if (child >= end) throw new LockstepError('E_JOB', 'the job is of another plan: its moves cannot be played there');
    while (!visited.read(block, child) && visited.widen());
    const known = visited.find(block, child);
    const next = known >= 0 ? known : visited.add(block, child);
    if (known < 0) {
      const [start, parent] = [next * arena.stride, node * arena.stride];
      words[start + PARENT] = node;
      words[start + MOVE] = move;
      words[start + COST] = (words[parent + COST] as number) + (block[child + CHILD_STEP_COST] as number);
      words[start + BOUND] = block[child + CHILD_BOUND] as number;
      words[start + DEPTH] = index + 1;
    }
    node = next;
  });
  frontier.push(node);
}
