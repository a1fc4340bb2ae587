/** Code of a worker thread: expands nodes of the shared arena into a shared block. It makes no decision; the main thread does. */
import { workerData } from 'node:worker_threads';
import { readPlan } from '../../plan/load.js';
import { startPlan } from '../../plan/run.js';
import { SYSTEMS } from '../../systems.js';
import { HEADER_WORDS } from './arena.js';
import { createExpander, type Expander } from './expander.js';
import { createProblem } from './problem.js';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly plan: Uint8Array;
  readonly file: string;
  readonly system: string;
  /** Image of the problem's start: after the plan's own steps. */
  readonly start: Uint8Array;
  readonly arena: Int32Array;
  readonly stride: number;
}

/** One piece of work: the nodes in the first words of the block become children behind `childrenAt`. */
export interface WorkerTask {
  readonly block: Int32Array;
  readonly nodes: number;
  readonly childrenAt: number;
}

let expander: Expander | undefined;

/** tinypool wraps what it is given. */
function setupOf(data: unknown): WorkerSetup {
  return (Array.isArray(data) ? data[1] : data) as WorkerSetup;
}

function prepare(setup: WorkerSetup): Expander {
  const plan = { ...readPlan(setup.plan, setup.file), steps: [] };
  const system = SYSTEMS.find(({ id }) => id === setup.system);
  if (system === undefined) throw new Error(`no system ${setup.system}`);
  const battle = plan.start === undefined ? startPlan(system, plan) : system.create(null, plan.ruleset.switches);
  battle.image.set(setup.start);
  return createExpander(createProblem(system, battle, plan));
}

/** @returns number of children */
export function expandNodes({ block, nodes, childrenAt }: WorkerTask): number {
  const setup = setupOf(workerData);
  expander ??= prepare(setup);
  let at = childrenAt;
  let children = 0;
  for (let index = 0; index < nodes; index++) {
    const node = block[index] as number;
    const count = expander.expand(setup.arena, node * setup.stride + HEADER_WORDS, node, block, at);
    at += count * expander.childWords;
    children += count;
  }
  return children;
}
