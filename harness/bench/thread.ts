/** Code of a benchmark's thread: does the one job it was started with, says what came out and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { LockstepError } from '../errors.js';
import { type BattleResult, benchScenario } from './battle.js';
import type { EngineBuild } from './build-engine.js';
import { BATTLES } from './scenarios.js';
import { benchSearchBattle } from './search.js';

/** What a thread may be asked for. */
export interface EngineJob {
  readonly kind: 'engine';
  /** Index in `BATTLES`. */
  readonly battle: number;
  /** Path of the C engine. */
  readonly engine: string | undefined;
  readonly steps: number;
  readonly pairs: number;
}

export interface SearchJob {
  readonly kind: 'search';
  /** Index in `SEARCH_BATTLES`. */
  readonly battle: number;
  readonly states: number;
}

export type Job = EngineJob | SearchJob;

/** What it says: a result, or what a `LockstepError` was made of. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: Pick<LockstepError, 'code' | 'message' | 'details'> };

function timeEngine({ battle, engine, steps, pairs }: EngineJob): Promise<BattleResult> {
  const scenario = BATTLES[battle];
  if (scenario === undefined) throw new RangeError(`there is no battle ${battle}`);
  const build: EngineBuild =
    engine === undefined
      ? { kind: 'skipped', reason: '' }
      : { kind: 'built', path: engine, compiler: '', remove: () => undefined };
  return benchScenario(scenario, build, steps, pairs);
}

async function answer(job: Job): Promise<Answer> {
  try {
    const result = job.kind === 'engine' ? timeEngine(job) : benchSearchBattle(job.battle, job.states);
    return { result: await result };
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    const { code, message, details } = error;
    return { error: { code, message, details } };
  }
}

parentPort?.postMessage(await answer(workerData as Job));
