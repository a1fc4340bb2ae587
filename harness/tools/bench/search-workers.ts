/** What a second thread brings to searches in played battles: the same search by one and by two, and whether they saw the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEMS } from '../../base/systems.js';
import { loadPlan } from '../../plan/load.js';
import { startPlan } from '../../plan/run.js';
import type { Answer } from '../../search/answer.js';
import { NO_LIMIT } from '../../search/metrics.js';
import { createProblem } from '../../search/problem.js';
import { searchPlan } from '../../search/run.js';
import type { SearchProgress } from '../../search/search.js';
import { findSystem } from '../../verify/verify-log.js';
import { type Spread, spreadOf, timedAsync } from './measure.js';
import { runThread } from './run-thread.js';

export interface WorkersBench {
  readonly states: number;
  readonly expanded: number;
  /** Seconds by one thread and by two. */
  readonly one: Spread;
  readonly two: Spread;
  /** Seconds of processor time that they took together, compiling included. */
  readonly oneProcessor: Spread;
  readonly twoProcessor: Spread;
  /** Time by one over time by two, pair by pair: of the whole search, and after its first quarter, when code is compiled and threads run. */
  readonly speedUp: Spread;
  readonly speedUpAfter: Spread;
  /** The answers were equal. */
  readonly equal: boolean;
}

const MEMORY = 500_000_000;
/** One part in so many of the states is left out of the second time. */
const FIRST_PART = 4;

/** Takahara and Namcat: every cell, a kick at every cell, and a goal that is far away. */
const SHORTEST = `
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

/** Takahara and odie-o, whatever is drawn: six blows, which take seven actions and 51,000 states. */
const WORST = `
plan = 1
system = "live-a-live"
[setup]
formation = "odie-o"
generator = [18, 52, 86, 120]
[[setup.party]]
character = "takahara"
[search]
cost = { actions = 10, waits = 1 }
enemies = "worst"
moves = [
  { command = "move", x = [0, 1, 2, 3], y = [0, 1, 2, 3], frames = 0 },
  { command = "skill", skill = ["烈風正拳づき", "どう回し回転げり", "ローキック"], x = [0, 1], y = [1, 2, 3], frames = 0 },
  { command = "wait", frames = 1 },
]
limits = { cost = 90 }
keep = { "record[5].hp" = { min = 1 } }
goal = { "enemy[0].hp" = { max = 480 } }
`;

const PLANS = { shortest: SHORTEST, worst: WORST } as const;
export type WorkersSearch = keyof typeof PLANS;

/** One search, in a thread that has done nothing before. */
export interface WorkersRun {
  readonly answer: string;
  readonly states: number;
  readonly expanded: number;
  readonly nanoseconds: number;
  /** Of these, those after the first quarter of the states. */
  readonly after: number;
  /** Of the process's own time, the compiler's threads included. */
  readonly processor: number;
}

/** @param states at which the search ends */
export async function benchWorkersRun(search: WorkersSearch, states: number, workers: number): Promise<WorkersRun> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
  const file = join(folder, 'plan.toml');
  writeFileSync(file, PLANS[search]);
  try {
    const plan = loadPlan(file);
    const found = findSystem(SYSTEMS, plan.system, plan.file, 1, plan.setup);
    const problem = createProblem(found, startPlan(found, plan), plan);
    const limits = { memoryBytes: MEMORY, nodes: states, milliseconds: NO_LIMIT };
    let answer: Answer | undefined;
    let counted: bigint | undefined;
    const progress = (now: SearchProgress): void => {
      if (now.nodes >= states / FIRST_PART) counted ??= process.hrtime.bigint();
    };
    const began = process.cpuUsage();
    const nanoseconds = await timedAsync(async () => {
      answer = await searchPlan(problem, { ...limits, workers, exactOnly: true, progress, progressEvery: 0 });
    });
    const ended = process.hrtime.bigint();
    const { user, system } = process.cpuUsage(began);
    return {
      answer: JSON.stringify(answer),
      states: answer?.nodes ?? 0,
      expanded: answer?.expanded ?? 0,
      nanoseconds,
      after: Number(ended - (counted ?? ended)),
      processor: 1000 * (user + system),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By one thread and by two in turn. */
export async function benchWorkers(search: WorkersSearch, states: number, repeats: number): Promise<WorkersBench> {
  const [one, two]: [WorkersRun[], WorkersRun[]] = [[], []];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [workers, runs] of [
      [1, one],
      [2, two],
    ] as const) {
      runs.push(await runThread<WorkersRun>({ kind: 'search-threads', search, states, workers }));
    }
  }
  const seconds = (runs: readonly WorkersRun[]): Spread => spreadOf(runs.map(({ nanoseconds }) => nanoseconds / 1e9));
  const processor = (runs: readonly WorkersRun[]): Spread => spreadOf(runs.map((run) => run.processor / 1e9));
  const speedUp = (time: (run: WorkersRun) => number): Spread =>
    spreadOf(one.map((run, index) => time(run) / time(two[index] as WorkersRun)));
  return {
    states: one[0]?.states ?? 0,
    expanded: one[0]?.expanded ?? 0,
    one: seconds(one),
    two: seconds(two),
    oneProcessor: processor(one),
    twoProcessor: processor(two),
    speedUp: speedUp(({ nanoseconds }) => nanoseconds),
    speedUpAfter: speedUp(({ after }) => after),
    equal: new Set([...one, ...two].map(({ answer }) => answer)).size === 1,
  };
}
