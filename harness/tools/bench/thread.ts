/** Code of a benchmark's thread: does the one job it was started with, says what came out and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { LockstepError } from '../../base/errors.js';
import { type BattleResult, benchScenario } from './battle.js';
import type { EngineBuild } from './build-engine.js';
import { recordInputs } from './record-inputs.js';
import { BATTLES } from './scenarios.js';
import { benchSearchBattle } from './search.js';
import { benchWorkersRun, type WorkersSearch } from './search-workers.js';

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

/** A whole search by so many threads. */
export interface SearchThreadsJob {
  readonly kind: 'search-threads';
  readonly search: WorkersSearch;
  readonly states: number;
  readonly workers: number;
}

/** Images on which the parts of played battles are timed. */
export interface InputsJob {
  readonly kind: 'inputs';
}

export type Job = EngineJob | SearchJob | SearchThreadsJob | InputsJob;

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

function resultOf(job: Job): unknown {
  if (job.kind === 'inputs') return recordInputs();
  if (job.kind === 'engine') return timeEngine(job);
  if (job.kind === 'search') return benchSearchBattle(job.battle, job.states);
  return benchWorkersRun(job.search, job.states, job.workers);
}

async function answer(job: Job): Promise<Answer> {
  try {
    return { result: await resultOf(job) };
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    const { code, message, details } = error;
    return { error: { code, message, details } };
  }
}

parentPort?.postMessage(await answer(workerData as Job));
