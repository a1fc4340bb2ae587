/**
 * Work of a search's thread: expands nodes of the shared arena into the shared blocks of tasks. The
 * first thread makes all decisions.
 */
import { parentPort } from 'node:worker_threads';
import { bytesOf } from '../state/arena.js';
import { createBranching } from './branching.js';
import { awaitTask, countHanded, finishTask, type TaskRing } from './task-ring.js';
import { branchTask } from './visited.js';
import { type ProblemSetup, problemOf } from './worker-problem.js';

/** What a thread is started with. */
export interface SearchWork extends ProblemSetup {
  readonly kind: 'expand';
  /** Words of the nodes, and the lanes of their varying bytes. */
  readonly arena: Int32Array;
  readonly lanes: Int32Array;
  readonly ring: TaskRing;
}

/** Says that it is ready, and expands tasks until the thread is ended. */
export function expandTasks(work: SearchWork): never {
  const { arena: words, lanes, ring } = work;
  const branching = createBranching(problemOf(work));
  const bytes = bytesOf(words);
  parentPort?.postMessage('ready');
  for (;;) {
    const task = awaitTask(ring);
    const { stride, varying } = task;
    const arena = { words, bytes, stride };
    const [expanded, end] = branchTask(branching, arena, { lanes, count: varying }, task);
    countHanded(ring, expanded);
    finishTask(ring, task, expanded, end);
  }
}
