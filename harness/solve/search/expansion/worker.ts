/**
 * Work of a search's thread: expands nodes of the shared arena into the shared blocks of tasks. The
 * first thread makes all decisions.
 */
import { parentPort } from 'node:worker_threads';
import { SYSTEMS } from '../../../base/index.js';
import { imageOfSystem, type RomImage } from '../../../files/index.js';

import { withImageCode } from '../../../original/index.js';
import { readPlan, startPlan } from '../../../play/index.js';

import { createProblem, type Problem } from '../problem/problem.js';
import { bytesOf } from '../state/arena.js';
import { createBranching } from './branching.js';
import { awaitTask, countHanded, finishTask, type TaskRing } from './task-ring.js';
import { branchTask } from './visited.js';

// A search's problem for another thread: the data to send, and the problem rebuilt from it.

interface ProblemSetup {
  readonly plan: Uint8Array;
  readonly file: string;
  readonly system: string;
  /** Image of the problem's start, after the plan's own steps. */
  readonly start: Uint8Array;
  /** Image whose tables and code the battle runs with. */
  readonly rom: RomImage | undefined;
}

export function problemSetup({ plan: { bytes, file }, system }: Problem, start: Uint8Array): ProblemSetup {
  return { plan: bytes, file, system: system.id, start, rom: imageOfSystem(system) };
}

function problemOf(setup: ProblemSetup): Problem {
  const plan = { ...readPlan(setup.plan, setup.file), steps: [] };
  const found = SYSTEMS.find(({ id }) => id === setup.system);
  if (found === undefined) throw new Error(`no system ${setup.system}`);
  const system = setup.rom === undefined ? found : withImageCode(found, setup.rom);
  const battle = plan.start === undefined ? startPlan(system, plan) : system.create(null, plan.ruleset.switches);
  battle.image.set(setup.start);
  return createProblem(system, battle, plan);
}

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
