/** What a second thread brings to a search in a played battle: the same search by one and by two, and whether they saw the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_A_LIVE } from '../../core/live-a-live/index.js';
import { loadPlan } from '../plan/load.js';
import { startPlan } from '../plan/run.js';
import { NO_LIMIT } from '../route/search/metrics.js';
import { createProblem } from '../route/search/problem.js';
import { searchPlan } from '../route/search/run.js';
import { type Spread, spreadOf, timedAsync } from './measure.js';

export interface WorkersBench {
  readonly states: number;
  readonly expanded: number;
  /** Seconds by one thread and by two. */
  readonly one: Spread;
  readonly two: Spread;
  /** Time by one over time by two, pair by pair. */
  readonly speedUp: Spread;
  /** The answers were equal. */
  readonly equal: boolean;
}

const MEMORY = 500_000_000;

/** Takahara and Namcat: every cell, a kick at every cell, and a goal that is far away. */
const PLAN = `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
generator = [1, 0, 231, 131]
[[setup.party]]
character = "takahara"
[search]
cost = { actions = 1 }
moves = [
  { command = "move", x = [0, 1, 2, 3, 4, 5, 6], y = [0, 1, 2, 3, 4, 5, 6] },
  { command = "turn", way = ["left", "right"] },
  { command = "step" },
]
goal = { "enemy[0].hp" = 0 }
`;

/** @param states at which the search ends */
export async function benchWorkers(states: number, repeats: number): Promise<WorkersBench> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
  const file = join(folder, 'plan.toml');
  writeFileSync(file, PLAN);
  const answers = new Set<string>();
  let [reached, expanded] = [0, 0];
  const times: { one: number[]; two: number[] } = { one: [], two: [] };
  try {
    const search = async (workers: number): Promise<void> => {
      const plan = loadPlan(file);
      const problem = createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, plan), plan);
      const limits = { memoryBytes: MEMORY, nodes: states, milliseconds: NO_LIMIT };
      const answer = await searchPlan(problem, { ...limits, workers, exactOnly: true });
      answers.add(JSON.stringify(answer));
      [reached, expanded] = [answer.nodes, answer.expanded];
    };
    for (let repeat = 0; repeat < repeats; repeat++) {
      times.one.push(await timedAsync(() => search(1)));
      times.two.push(await timedAsync(() => search(2)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = (list: readonly number[]): Spread => spreadOf(list.map((nanoseconds) => nanoseconds / 1e9));
  const speedUp = spreadOf(times.one.map((one, index) => one / (times.two[index] ?? one)));
  return {
    states: reached,
    expanded,
    one: seconds(times.one),
    two: seconds(times.two),
    speedUp,
    equal: answers.size === 1,
  };
}
