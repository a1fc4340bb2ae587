/**
 * Code of a worker thread: expands nodes of the shared arena into a shared block. The main thread
 * makes all decisions.
 */
import { workerData } from 'node:worker_threads';
import { bytesOf } from '../state/arena.js';
import { type Branching, createBranching } from './branching.js';
import { branchNodes } from './visited.js';
import { type ProblemSetup, problemOf } from './worker-problem.js';

/** The data that start a worker. */
export interface WorkerSetup extends ProblemSetup {
  /** Words of the nodes, and the lanes of their varying bytes. */
  readonly arena: Int32Array;
  readonly lanes: Int32Array;
}

/** One task: the nodes in the first words of the block become children from `childrenAt` on. */
export interface WorkerTask {
  readonly block: Int32Array;
  readonly nodes: number;
  readonly childrenAt: number;
  /** Words of a node, and its present varying bytes. */
  readonly stride: number;
  readonly varying: number;
}

let branching: Branching | undefined;
let bytes: Uint8Array | undefined;

/** The setup out of tinypool's wrapper. */
function setupOf(data: unknown): WorkerSetup {
  return (Array.isArray(data) ? data[1] : data) as WorkerSetup;
}

/**
 * Expands nodes. @returns number of expanded nodes, and the end of their children; see
 * `branchNodes`
 */
export function expandNodes({ block, nodes, childrenAt, stride, varying }: WorkerTask): readonly [number, number] {
  const setup = setupOf(workerData);
  branching ??= createBranching(problemOf(setup));
  bytes ??= bytesOf(setup.arena);
  const arena = { words: setup.arena, bytes, stride };
  return branchNodes(branching, arena, { lanes: setup.lanes, count: varying }, block, nodes, childrenAt);
}
