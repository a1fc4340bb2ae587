/**
 * Measures the gain of a second search thread in long searches, and compares the answers of one and
 * of two threads.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSystem, SYSTEMS, withSearchLimits } from '../../base/index.js';

import { loadPlan, startPlan } from '../../play/index.js';

import { type Answer, createProblem, NO_LIMIT, type SearchProgress, searchPlan } from '../../solve/index.js';

import { enginePlan, STEPS_PLAN } from '../search-plans.js';
import { type Spread, spreadOf, timedAsync } from './measure/measure.js';
import { runThread } from './run-thread.js';

export interface WorkersBench {
  readonly name: string;
  readonly states: number;
  readonly expanded: number;
  /** Seconds with one thread and with two. */
  readonly one: Spread;
  readonly two: Spread;
  /** Seconds of processor time of all threads together, compilation included. */
  readonly oneProcessor: Spread;
  readonly twoProcessor: Spread;
  /**
   * Time with one thread relative to the time with two, pair by pair: for the whole search, and
   * after its first quarter, when code is compiled and threads run.
   */
  readonly speedUp: Spread;
  readonly speedUpAfter: Spread;
  /** Whether the answers were equal. */
  readonly equal: boolean;
}

const MEMORY = 1_500_000_000;
const REPEATS = 3;
/** Fraction of the states excluded from the second time, as its denominator. */
const FIRST_PART = 4;

interface ThreadSearch {
  readonly name: string;
  readonly plan: string;
  /** Factor on the number of states asked for: threads are for searches above ten seconds. */
  readonly factor: number;
  /** Unit of the battle's steps, which the compiler's limits go by. */
  readonly unit: 'command' | 'frame';
}

const THREAD_SEARCHES: readonly ThreadSearch[] = [
  { name: 'played battle', plan: STEPS_PLAN, factor: 6, unit: 'command' },
  { name: 'turn engine, 4 v 5', plan: enginePlan(4, 5), factor: 40, unit: 'frame' },
];

/** Result of one search in a new thread. */
interface WorkersRun {
  readonly answer: string;
  readonly states: number;
  readonly expanded: number;
  readonly nanoseconds: number;
  /** Nanoseconds after the first quarter of the states. */
  readonly after: number;
  /** Nanoseconds of processor time, the compiler's threads included. */
  readonly processor: number;
}

/**
 * Searches once.
 * @param search index in `THREAD_SEARCHES`
 * @param states number of states that ends the search
 */
export async function benchWorkersRun(search: number, states: number, workers: number): Promise<WorkersRun> {
  const threadSearch = THREAD_SEARCHES[search];
  if (threadSearch === undefined) throw new RangeError(`there is no search ${search}`);
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
  const file = join(folder, 'plan.toml');
  writeFileSync(file, threadSearch.plan);
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

/** Runs a search with one thread and with two, alternately. */
async function benchPairs(search: number, states: number, repeats: number): Promise<WorkersBench> {
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
    name: THREAD_SEARCHES[search]?.name ?? '',
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

/**
 * @param states a number of which each search visits a multiple
 * @param repeats at most three are made
 */
export async function benchWorkers(states: number, repeats: number): Promise<readonly WorkersBench[]> {
  const results: WorkersBench[] = [];
  for (const [search, { factor, unit }] of THREAD_SEARCHES.entries()) {
    const pairs = () => benchPairs(search, factor * states, Math.min(repeats, REPEATS));
    results.push(await withSearchLimits(pairs, unit));
  }
  return results;
}
