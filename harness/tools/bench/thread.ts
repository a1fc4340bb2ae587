/** Work of a benchmark's thread: does one job, posts the result and ends. */
import { parentPort } from 'node:worker_threads';
import * as core from '../../../core/index.js';
import { LockstepError } from '../../base/index.js';
import { DRILL_BATTLES } from '../drill-battles.js';
import { type BattleResult, benchScenario } from './battle.js';
import { createPackageWork, type PackageJob, type PackageTask } from './package/work.js';
import { recordInputs } from './record-inputs.js';
import { benchSearchBattle } from './search.js';
import { benchWorkersRun } from './search-workers.js';
import type { Answer, EngineJob, Job } from './thread-jobs.js';
import type { EngineBuild } from './turn-engine/build-engine.js';

function timeEngine({ battle, engine, steps, pairs }: EngineJob): Promise<BattleResult> {
  const scenario = DRILL_BATTLES[battle];
  if (scenario === undefined) throw new RangeError(`there is no battle ${battle}`);
  const build: EngineBuild =
    engine === undefined
      ? { kind: 'skipped', reason: '' }
      : { kind: 'built', path: engine, compiler: '', remove: () => undefined };
  return benchScenario(scenario, build, steps, pairs);
}

function resultOf(job: Exclude<Job, PackageJob>): unknown {
  if (job.kind === 'inputs') return recordInputs();
  if (job.kind === 'engine') return timeEngine(job);
  if (job.kind === 'search') return benchSearchBattle(job.battle, job.states);
  return benchWorkersRun(job.search, job.states, job.workers);
}

async function answer(job: Exclude<Job, PackageJob>): Promise<Answer> {
  try {
    return { result: await resultOf(job) };
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    const { code, sentence: message, details } = error;
    return { error: { code, message, details } };
  }
}

/** Does rounds of the package's work whenever it is asked, until the thread is ended. */
function servePackage(): void {
  const work = createPackageWork(core);
  parentPort?.on('message', (task: PackageTask) => parentPort?.postMessage(work(task)));
}

/** Does a job and posts its answer. */
export async function runJob(job: Job): Promise<void> {
  if (job.kind === 'package') servePackage();
  else parentPort?.postMessage(await answer(job));
}
