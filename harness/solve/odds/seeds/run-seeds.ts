/** All starts of a plan, on any number of threads; what is noted of a start stands at its place. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../base/thread-file.js';
import { createStartPlayer, type SeedsProblem, type StartPlayer } from './play-starts.js';
import type { SeedsWork } from './worker.js';

export interface SeedsRun {
  readonly problem: SeedsProblem;
  /** Policy in the place of the plan's commands. */
  readonly policy: string | undefined;
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly progress?: (done: number, all: number) => void;
}

export interface SeedsNotes {
  readonly player: StartPlayer;
  /** `player.width` numbers for each start. */
  readonly notes: Int32Array;
}

const CHUNK = 256;
/** Starts between two looks at what the user has asked for. */
const PAUSE_EVERY = 16;
/** Starts from which threads are worth their beginning. */
const FOR_THREADS = 8192;
const PROGRESS_EVERY = 500;

function finished(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

/** Chunks in this thread, with pauses for the event loop. */
async function playHere(run: SeedsRun, player: StartPlayer, notes: Int32Array, next: Int32Array): Promise<void> {
  const { count } = player.starts;
  for (;;) {
    const from = Atomics.add(next, 0, CHUNK);
    if (from >= count) return;
    const to = Math.min(from + CHUNK, count);
    for (let start = from; start < to; start++) {
      player.play(start, notes, start * player.width);
      if (start % PAUSE_EVERY > 0) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (run.signal.aborted) return;
    }
  }
}

/** @throws LockstepError for a plan or expression that cannot be used */
export async function runSeeds(run: SeedsRun): Promise<SeedsNotes> {
  const { problem, policy, signal, progress } = run;
  const { system, battle, plan, choice, want } = problem;
  const image = battle.image.slice();
  const player = createStartPlayer(problem);
  const { count } = player.starts;
  const notes = new Int32Array(new SharedArrayBuffer(4 * count * player.width));
  const next = new Int32Array(new SharedArrayBuffer(4));
  const extra = count >= FOR_THREADS ? run.workers - 1 : 0;
  const given: SeedsWork | undefined =
    extra === 0
      ? undefined
      : {
          kind: 'seeds',
          plan: readFileSync(plan.file),
          file: plan.file,
          system: system.id,
          policy,
          image,
          choice,
          want,
          notes,
          next,
          chunk: CHUNK,
        };
  const threads = Array.from({ length: extra }, () => new Worker(threadFile(), { workerData: given }));
  const stop = (): void => {
    Atomics.store(next, 0, count);
    // a thread that is still loading would keep the command waiting
    for (const thread of threads) void thread.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  const played = (): number => Math.min(Atomics.load(next, 0), count);
  const timer = progress === undefined ? undefined : setInterval(() => progress(played(), count), PROGRESS_EVERY);
  try {
    const ends = Promise.all(threads.map(finished));
    await playHere(run, player, notes, next);
    await ends;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    battle.image.set(image);
  }
  return { player, notes };
}
