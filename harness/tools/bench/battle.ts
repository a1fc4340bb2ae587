/**
 * Steps of the turn engine per second, TypeScript against C: same starting image, tables, pad words
 * and number of steps. Both run in short turns right after one another, and each is timed by its
 * own processor time; the ratio is taken for every such pair, so that other load of the machine
 * affects both sides equally. Creating the battle and the first runs are not counted; the images
 * must agree.
 */
import { createFrameBattle } from '../../../core/live-a-live/index.js';
import { LockstepError } from '../../base/index.js';
import { DRILL_BATTLES, type DrillBattle, padWords } from '../drill-battles.js';
import { type EngineRun, runTypeScript, startC } from './engine-run.js';
import { type Quarters, quartersOf, ratesOf, type Spread } from './measure/measure.js';
import { runThread } from './run-thread.js';
import type { EngineBuild } from './turn-engine/build-engine.js';

export interface BattleResult {
  readonly scenario: string;
  readonly steps: number;
  readonly pairs: number;
  readonly checksum: string;
  /** Steps per second of processor time. */
  readonly typescript: Spread;
  /** Undefined without a C engine. */
  readonly c: Spread | undefined;
  /** Time of TypeScript relative to C, one ratio for each pair. */
  readonly ratio: Quarters | undefined;
}

/** Steps before the first counted run: by then the JavaScript engine has compiled everything. */
const WARM_STEPS = 12_000_000;
/** Minimum number of uncounted runs of either side. */
const WARM_RUNS = 2;

export function expectSame(scenario: string, what: string, mine: string, theirs: string): void {
  if (mine === theirs) return;
  throw new LockstepError('E_BENCH_CHECKSUM', `${what} ended ${scenario} with another image`, {
    found: theirs,
    expected: mine,
    remedy: 'lockstep vectors traces/vectors --area turn',
  });
}

/** Times of pairs; the side that runs first alternates. */
async function timePairs(
  mine: () => EngineRun,
  theirs: (() => Promise<EngineRun>) | undefined,
  pairs: number,
): Promise<{ readonly mine: number[]; readonly theirs: number[] }> {
  const times = { mine: [] as number[], theirs: [] as number[] };
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? mine() : undefined;
    if (theirs !== undefined) times.theirs.push((await theirs()).nanoseconds);
    times.mine.push((first ?? mine()).nanoseconds);
  }
  return times;
}

/**
 * Times one scenario.
 * @param warmSteps steps before the first counted run
 * @throws LockstepError `E_BENCH_CHECKSUM` when two runs end with different images
 */
export async function benchScenario(
  scenario: DrillBattle,
  engine: EngineBuild,
  steps: number,
  pairs: number,
  warmSteps = WARM_STEPS,
): Promise<BattleResult> {
  const battle = createFrameBattle(scenario.setup);
  const start = battle.image.slice();
  const pads = padWords(scenario.seed, steps);
  const expected = runTypeScript(battle, start, pads).checksum;
  const mine = (): EngineRun => {
    const run = runTypeScript(battle, start, pads);
    expectSame(scenario.name, 'a repeat', expected, run.checksum);
    return run;
  };
  const other = engine.kind === 'built' ? startC(engine.path, battle, start, pads) : undefined;
  const theirs = async (running: NonNullable<typeof other>): Promise<EngineRun> => {
    const run = await running.run();
    expectSame(scenario.name, 'C', expected, run.checksum);
    return run;
  };
  try {
    if (other !== undefined) for (let warm = 0; warm < WARM_RUNS; warm++) await theirs(other);
    const warmRuns = Math.max(WARM_RUNS, Math.ceil(warmSteps / steps));
    for (let warm = 0; warm < warmRuns; warm++) mine();
    const times = await timePairs(mine, other && (() => theirs(other)), pairs);
    const compared = other !== undefined;
    return {
      scenario: scenario.name,
      steps,
      pairs,
      checksum: expected,
      typescript: ratesOf(times.mine, steps),
      c: compared ? ratesOf(times.theirs, steps) : undefined,
      ratio: compared
        ? quartersOf(times.mine.map((nanoseconds, at) => nanoseconds / (times.theirs[at] ?? Number.NaN)))
        : undefined,
    };
  } finally {
    other?.close();
  }
}

/**
 * All scenarios, each in a thread.
 * @param steps of a run of the smallest battle; larger ones run fewer, in about the same time
 */
export async function benchBattle(engine: EngineBuild, steps: number, pairs: number): Promise<BattleResult[]> {
  const results: BattleResult[] = [];
  for (const [battle, { weight }] of DRILL_BATTLES.entries()) {
    const path = engine.kind === 'built' ? engine.path : undefined;
    const job = { kind: 'engine', battle, engine: path, steps: Math.ceil(steps / weight), pairs } as const;
    results.push(await runThread<BattleResult>(job));
  }
  return results;
}
