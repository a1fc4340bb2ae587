/**
 * Proves an image's routines on several threads, each with a machine of its own: a thread takes the
 * next routine that nobody has. The result is the same on any number.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { interruption, paced, threadFile } from '../../base/index.js';
import { loadProfile, type RoutinePlan } from '../cpu-trace/profile.js';
import { codeAhead } from '../disassembly/branches-ahead.js';
import { type ImageUnderTest, imageUnderTest } from '../proof/choose-image.js';
import {
  createTaker,
  type ProveOptions,
  type ProveProgress,
  type ProveResult,
  type ProveSource,
  proveRoutines,
  provingSteps,
  resultOf,
  wantedPlans,
} from '../proof/prove.js';
import type { RoutineProof } from '../proof/prove-routine.js';
import type { ProofState } from '../proof/state.js';
import { publishedCasesOf } from '../vectors/files.js';
import { collectPosted } from './posted.js';

/** Options of a proof that go from thread to thread. */
type PlainOptions = Pick<ProveOptions, 'cases' | 'seed' | 'instructions' | 'memories'>;

/** What a thread is started with. */
export interface ProveWork {
  readonly kind: 'prove';
  readonly image: Uint8Array;
  /** Name of the image's profile. */
  readonly profile: string;
  readonly isPublished: boolean;
  /** The wanted routines, as places in the profile's list. */
  readonly routines: readonly number[];
  readonly options: PlainOptions;
  /** States in recorded logs, for each wanted routine. */
  readonly recorded: readonly (readonly ProofState[])[];
  /** Numbers that all threads see: the next routine, routines and cases of the other threads. */
  readonly shared: Int32Array;
}

const NEXT = 0;
const DONE = 1;
const CASES = 2;
const SHARED_NUMBERS = 3;

/** A routine's place among the wanted ones, and its proof. */
interface PostedProof {
  readonly index: number;
  readonly proof: RoutineProof;
}

function allPlans({ profile }: ImageUnderTest) {
  return [...profile.plans, ...profile.otherNames];
}

/** Takes routines until none is left, posts what each came to, and ends. */
export function proveTaken({ image, profile, isPublished, routines, options, recorded, shared }: ProveWork): void {
  const own = imageUnderTest(image, loadProfile(profile), isPublished);
  const all = allPlans(own);
  const plans = routines.flatMap((place) => all[place] ?? []);
  const states = new Map(plans.map((plan, index) => [plan, recorded[index] ?? []]));
  const run = {
    ...options,
    recorded: { logs: [], statesOf: (plan: RoutinePlan) => states.get(plan) ?? [], calls: () => 0 },
    codeAhead: (plan: RoutinePlan) => codeAhead(own, plan),
  };
  proveRoutines(own, plans, { published: publishedCasesOf }, run, {
    next: () => nextOf(shared, plans.length),
    case: () => void Atomics.add(shared, CASES, 1),
    done(index, proof) {
      Atomics.add(shared, DONE, 1);
      const posted: PostedProof = { index, proof };
      parentPort?.postMessage(posted);
    },
  });
}

function nextOf(shared: Int32Array, count: number): number | undefined {
  const index = Atomics.add(shared, NEXT, 1);
  return index < count ? index : undefined;
}

/** Routines for which another thread is worth its beginning. */
const FOR_THREADS = 8;

/**
 * As `proveImage`, on several threads, with all that the code leads to. It stays on this one for
 * few routines, for a game of one's own, and with `observe` or `collect`, which see every case.
 *
 * @param workers threads, this one included
 * @param signal heard between two routines: the result is then of those that are through
 *
 * @throws LockstepError as `proveImage`; `E_INTERRUPTED` where no routine is through
 */
export async function proveTogether(
  image: ImageUnderTest,
  source: ProveSource,
  options: Omit<ProveOptions, 'codeAhead'>,
  workers: number,
  progress?: ProveProgress,
  signal?: AbortSignal,
): Promise<ProveResult> {
  const plans = wantedPlans(image, source, options);
  const proofs: (RoutineProof | undefined)[] = plans.map(() => undefined);
  // functions of one's own cannot go to another thread
  const { isDeclared } = image.profile.game;
  const isSeen = isDeclared || options.observe !== undefined || options.collect !== undefined;
  const threads = isSeen ? 1 : Math.max(1, Math.min(workers, Math.floor(plans.length / FOR_THREADS)));
  const shared = new Int32Array(new SharedArrayBuffer(4 * SHARED_NUMBERS));
  const keep = (index: number, proof: RoutineProof): void => {
    proofs[index] = proof;
  };
  const { cases, seed, instructions, memories } = options;
  const all = allPlans(image);
  const workerData = (): ProveWork => ({
    kind: 'prove',
    image: image.image,
    profile: image.profile.name,
    isPublished: image.published,
    routines: plans.map((plan) => all.indexOf(plan)),
    options: { cases, seed, instructions, memories },
    recorded: plans.map((plan) => options.recorded?.statesOf(plan) ?? []),
    shared,
  });
  const started = Array.from({ length: threads - 1 }, () => new Worker(threadFile(), { workerData: workerData() }));
  const ended = Promise.all(
    started.map((worker) => collectPosted(worker, ({ index, proof }: PostedProof) => keep(index, proof))),
  );
  const others = () => ({ done: Atomics.load(shared, DONE), cases: Atomics.load(shared, CASES) });
  const run = { ...options, codeAhead: (plan: RoutinePlan) => codeAhead(image, plan) };
  const proveHere = (next: () => number | undefined): Promise<void> =>
    paced(provingSteps(image, plans, source, run, createTaker(plans, next, keep, progress, others)), signal);
  const stop = (): Promise<unknown> => Promise.all(started.map((worker) => worker.terminate()));
  try {
    await proveHere(() => nextOf(shared, plans.length));
  } catch (error) {
    await stop();
    throw error;
  }
  const isCut = (): boolean => signal?.aborted === true;
  if (isCut()) await stop();
  await ended;
  // a lost thread's routines
  const left = plans.flatMap((_, index) => (proofs[index] === undefined ? [index] : []));
  if (!isCut()) await proveHere(() => left.shift());
  if (isCut() && proofs.every((proof) => proof === undefined)) throw interruption('no routine is through');
  const through = plans.flatMap((plan, index) => {
    const proof = proofs[index];
    return proof === undefined ? [] : [{ plan, proof }];
  });
  return resultOf(
    image,
    through.map(({ plan }) => plan),
    through.map(({ proof }) => proof),
    options,
  );
}
