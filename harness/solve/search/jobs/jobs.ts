/**
 * A search divided into jobs for any number of machines. A job is a list of paths and a budget of
 * states. Results are merged by cost, then by path. A repeated job counts once; a missing one
 * leaves the answer unproven.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { snapshot } from '../../../../core/system/battle.js';
import { jsonOf, LockstepError, makeFolder, readTextFile, writeFile } from '../../../base/index.js';

import { type Answer, answerOf } from '../answer/answer.js';
import { createBranching } from '../expansion/branching.js';
import { createPool } from '../expansion/thread-pool.js';
import { type AcceptChildren, localExpander } from '../expansion/visited.js';
import { type FoundRoute, NO_LIMIT, type SearchLimits } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { rulesOfProblem } from '../problem/problem-rules.js';
import { addPath, foundRoutes, pathTo, startSearch } from '../shortest/search-state.js';
import { runSearch } from '../shortest/shortest.js';
import { COST } from '../state/arena.js';
import {
  checkJob,
  checkResult,
  checkSplitRecord,
  type Job,
  type JobResult,
  type Prefix,
  type SplitRecord,
  withHash,
  withId,
} from './job-form.js';
import { type JobLimits, joinWorstCase, runWorstCaseJob, splitWorstCase } from './worst-case-jobs.js';

/** A search in jobs, as the process that split it or joins it has it. */
export interface Split {
  readonly plan: string;
  readonly ruleset: string;
  /** Number of jobs asked for. */
  readonly count: number;
  /** Largest number of states of a job. */
  readonly budget: number;
  /** Routes that ended before the split. */
  readonly found: readonly FoundRoute[];
  readonly jobs: readonly Job[];
  readonly nodes: number;
  readonly expanded: number;
}

const BATCH_LIMIT = 1_000_000;

export function identify(problem: Problem, planHash: string): Pick<Job, 'plan' | 'ruleset'> {
  return { plan: planHash, ruleset: rulesOfProblem(problem) };
}

/** Deals pieces out in turn, so that every job gets some of each kind. */
function dealOut<Piece>(pieces: readonly Piece[], count: number): Piece[][] {
  const piles = Array.from({ length: Math.min(count, pieces.length) }, (): Piece[] => []);
  pieces.forEach((piece, index) => {
    piles[index % piles.length]?.push(piece);
  });
  return piles;
}

function dealWorstCase(problem: Problem, hash: string, count: number, budget: number): Split {
  const { prefixes, expanded } = splitWorstCase(problem, count);
  const base = { job: 1 as const, ...identify(problem, hash), nodes: budget, prefixes: [] };
  const jobs = dealOut(prefixes, count).map((pile) => withId({ ...base, worst: { expanded, prefixes: pile } }));
  return { ...identify(problem, hash), count, budget, found: [], jobs, nodes: 0, expanded };
}

/** Searches until enough states wait, and deals them out. */
export async function splitSearch(problem: Problem, hash: string, count: number, budget: number): Promise<Split> {
  if (problem.enemies === 'worst') return dealWorstCase(problem, hash, count, budget);
  const branching = createBranching(problem);
  const state = startSearch(branching, 64_000_000, false);
  const { arena, frontier } = state;
  const local = localExpander(branching, state.visited);
  const enough = { reached: false };
  const batches = {
    run: (nodes: Int32Array, length: number, take: AcceptChildren) => {
      enough.reached = frontier.waiting() + length >= 4 * count;
      return enough.reached ? false : local.run(nodes, length, take);
    },
  };
  const limits: SearchLimits = { memoryBytes: 0, nodes: BATCH_LIMIT, milliseconds: NO_LIMIT };
  const end = await runSearch({ problem, state, batches, limits });
  const prefixes: Prefix[] = [];
  if (enough.reached || (end.reason !== 'proven' && end.reason !== 'exhausted')) {
    for (let batch = frontier.pop(); batch !== undefined; batch = frontier.pop()) {
      for (const node of frontier.nodesOf(batch)) {
        const start = node * arena.stride;
        if (arena.words[start + COST] !== batch.cost) continue;
        prefixes.push({ path: pathTo(arena, node), cost: batch.cost, bound: batch.total });
      }
    }
  }
  const base = { job: 1 as const, ...identify(problem, hash), nodes: budget };
  const jobs = dealOut(prefixes, count).map((pile) => withId({ ...base, prefixes: pile }));
  const { nodes, expanded } = { nodes: arena.length, expanded: state.expanded };
  return { ...identify(problem, hash), count, budget, found: foundRoutes(state), jobs, nodes, expanded };
}

async function runNodesOfJob(
  problem: Problem,
  { id, worst }: Job,
  limits: JobLimits,
  signal: AbortSignal | undefined,
): Promise<JobResult> {
  const { worth, ...rest } = await runWorstCaseJob(
    problem,
    worst?.expanded ?? 0,
    worst?.prefixes ?? [],
    limits,
    signal,
  );
  const proven = worth.every(({ reason }) => reason === 'proven' || reason === 'exhausted');
  return withHash({ result: 2 as const, id, proven, bound: -1, found: [], worth, ...rest });
}

/** The part of a split search that is kept until the join. */
function recordOf({ plan, ruleset, count, budget, jobs }: Split): SplitRecord {
  return withHash({ split: 2 as const, plan, ruleset, count, nodes: budget, jobs: jobs.map(({ id }) => id) });
}

/**
 * Splits a search once more, as a record says, and so computes which jobs cover every route.
 * @throws LockstepError `E_JOB` when the record names other jobs
 */
export async function splitAgain(problem: Problem, hash: string, record: SplitRecord): Promise<Split> {
  checkOwner('split search', record, identify(problem, hash));
  const split = await splitSearch(problem, hash, record.count, record.nodes);
  const ids = split.jobs.map(({ id }) => id);
  if (ids.join() === record.jobs.join()) return split;
  throw new LockstepError('E_JOB', 'the jobs of the split search do not cover every route', {
    found: `${record.jobs.filter((id) => ids.includes(id)).length} of the ${ids.length} that do`,
    expected: 'the jobs that this version makes of this plan',
    remedy: 'Split the search again',
  });
}

function checkOwner(what: string, theirs: Pick<Job, 'plan' | 'ruleset'>, own: Pick<Job, 'plan' | 'ruleset'>): void {
  if (theirs.plan === own.plan && theirs.ruleset === own.ruleset) return;
  throw new LockstepError('E_JOB', `the ${what} is of another plan, ruleset or image`, {
    found: `${theirs.plan.slice(0, 16)}, ruleset ${theirs.ruleset}`,
    expected: `${own.plan.slice(0, 16)}, ruleset ${own.ruleset}`,
    remedy: 'Give the plan that was split, and the same --rom and --profile',
  });
}

/** Does one job. @throws LockstepError `E_JOB` when it is damaged, or of another plan or ruleset */
export async function runJob(
  problem: Problem,
  hash: string,
  job: Job,
  limits: JobLimits,
  signal?: AbortSignal,
): Promise<JobResult> {
  checkOwner('job', checkJob(job), identify(problem, hash));
  const nodes = job.nodes === NO_LIMIT ? limits.nodes : job.nodes;
  if (job.worst !== undefined) return runNodesOfJob(problem, job, { ...limits, nodes }, signal);
  const start = snapshot(problem.battle);
  const branching = createBranching(problem);
  const state = startSearch(branching, limits.memoryBytes, limits.workers > 1);
  state.frontier.pop();
  for (const { path } of job.prefixes) addPath(branching, state, path);
  const { workers } = limits;
  const pool = workers > 1 ? createPool(problem, start, branching, state.visited, { workers }) : undefined;
  const end = await runSearch({
    problem,
    state,
    batches: pool ?? localExpander(branching, state.visited),
    limits: { ...limits, nodes },
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => pool?.close());
  const found = foundRoutes(state);
  const routes = answerOf(problem, start, { ...end, proven: false, found, nodes: 0, expanded: 0 }).routes;
  return withHash({
    result: 2 as const,
    id: job.id,
    proven: end.reason === 'proven' || end.reason === 'exhausted',
    bound: end.bound,
    found: found.map((route, index) => ({ ...route, end: routes[index]?.end ?? '' })),
    nodes: state.arena.length,
    expanded: state.expanded,
  });
}

function comparePaths(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const difference = (one[at] as number) - (other[at] as number);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function joinWorstCaseResults(
  problem: Problem,
  start: Uint8Array,
  split: Split,
  byId: ReadonlyMap<string, JobResult>,
): Answer {
  const own = split.jobs.flatMap(({ id }) => byId.get(id) ?? []);
  const nodes = own.reduce((sum, result) => sum + result.nodes, split.nodes);
  const expanded = own.reduce((sum, result) => sum + result.expanded, split.expanded);
  const worth = own.flatMap((result) => result.worth ?? []);
  const passed = own.flatMap((result) => result.passed ?? []);
  return ofResults(() => joinWorstCase(problem, start, split.expanded, { worth, nodes, expanded, passed }));
}

/**
 * @throws LockstepError `E_JOB` for a worst case's result that does not speak of its job's states
 */
function checkWorth({ id, worst }: Job, { worth }: JobResult): void {
  const asked = worst?.prefixes.map(({ node }) => node).join();
  if (asked === worth?.map(({ node }) => node).join()) return;
  throw new LockstepError('E_JOB', 'a result does not speak of the states of its job', { found: id });
}

/** A route of a result that does not do what the result says is the result's fault. */
function ofResults(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_INTERNAL') throw error;
    const remedy = 'Do the jobs again';
    throw new LockstepError('E_JOB', `a result does not hold: ${error.sentence}`, { remedy }, { cause: error });
  }
}

/** Whole results of a split's own jobs, by the job. */
function resultsById({ jobs }: Split, results: readonly JobResult[]): ReadonlyMap<string, JobResult> {
  const own = new Map(jobs.map((job) => [job.id, job]));
  const byId = new Map<string, JobResult>();
  for (const result of results) {
    const job = own.get(checkResult(result).id);
    if (job === undefined) continue;
    checkWorth(job, result);
    byId.set(job.id, result);
  }
  return byId;
}

/**
 * Merges what is there. Proven only if every job of the split has a whole result that is.
 * @param start image of the problem's start
 * @throws LockstepError `E_JOB` for a damaged result
 */
export function joinResults(problem: Problem, start: Uint8Array, split: Split, results: readonly JobResult[]): Answer {
  const byId = resultsById(split, results);
  if (problem.enemies === 'worst') return joinWorstCaseResults(problem, start, split, byId);
  const best = new Map<string, FoundRoute>();
  const add = (end: string, route: FoundRoute): void => {
    const before = best.get(end);
    const better =
      before === undefined ||
      route.cost < before.cost ||
      (route.cost === before.cost && comparePaths(route.path, before.path) < 0);
    if (better) best.set(end, { path: route.path, cost: route.cost });
  };
  const early = answerOf(problem, start, {
    reason: 'exhausted',
    proven: false,
    bound: -1,
    found: split.found,
    nodes: 0,
    expanded: 0,
  });
  for (const route of early.routes) add(route.end, route);
  let bound = Number.MAX_SAFE_INTEGER;
  let [nodes, expanded] = [split.nodes, split.expanded];
  for (const job of split.jobs) {
    const result = byId.get(job.id);
    nodes += result?.nodes ?? 0;
    expanded += result?.expanded ?? 0;
    for (const route of result?.found ?? []) add(route.end, route);
    if (result?.proven === true) continue;
    const lowest = job.prefixes.reduce((least, prefix) => Math.min(least, prefix.bound), Number.MAX_SAFE_INTEGER);
    bound = Math.min(bound, Math.max(lowest, result?.bound ?? 0));
  }
  const found = [...best.values()]
    .sort((one, other) => one.cost - other.cost || comparePaths(one.path, other.path))
    .slice(0, problem.routes);
  const first = found[0];
  const open = bound !== Number.MAX_SAFE_INTEGER;
  const proven = first !== undefined && (!open || bound >= first.cost);
  const missing = split.jobs.some(({ id }) => !byId.has(id));
  const reason = proven ? 'proven' : missing ? 'jobs' : open ? 'nodes' : 'exhausted';
  const lower = open ? Math.min(bound, first?.cost ?? bound) : (first?.cost ?? -1);
  return ofResults(() => answerOf(problem, start, { reason, proven, bound: lower, found, nodes, expanded }));
}

// Jobs and results as files of a folder: `split.json`, `1.job.json`, `1.result.json`. Names are
// numbers of ours, never what a file says of itself.

const MAX_BYTES = 256 * 1024 * 1024;
const JOB_ENDING = '.job.json';
const RESULT_ENDING = '.result.json';

function write(file: string, data: unknown): void {
  writeFile(file, `${JSON.stringify(data)}\n`, 'file');
}

function read(file: string): unknown {
  const text = readTextFile(file, MAX_BYTES);
  return jsonOf(text, (found) => {
    const remedy = 'Split the search again, or do the job again';
    throw new LockstepError('E_JOB', 'the file is not JSON', { file, found, remedy });
  });
}

/** Returns the names of the job files. @throws LockstepError `E_OUTPUT_WRITE` */
export function writeSplit(folder: string, split: Split): readonly string[] {
  makeFolder(folder);
  const files = split.jobs.map((_, index) => join(folder, `${index + 1}${JOB_ENDING}`));
  for (const [index, job] of split.jobs.entries()) write(files[index] as string, job);
  write(join(folder, 'split.json'), recordOf(split));
  return files;
}

/** @throws LockstepError `E_JOB` for a damaged one, `E_FILE` */
export function readJob(file: string): Job {
  return checkJob(read(file), file);
}

/** Writes beside the job. @returns the name of the file */
export function writeResult(jobFile: string, result: JobResult): string {
  const stem = jobFile.endsWith(JOB_ENDING) ? jobFile.slice(0, -JOB_ENDING.length) : jobFile;
  const file = `${stem}${RESULT_ENDING}`;
  write(file, result);
  return file;
}

interface SplitFolder {
  readonly record: SplitRecord;
  readonly results: readonly JobResult[];
}

/** @throws LockstepError `E_JOB` for damaged files, `E_FILE` */
export function readFolder(folder: string): SplitFolder {
  const manifest = join(folder, 'split.json');
  if (!existsSync(manifest)) {
    throw new LockstepError('E_JOB', 'the folder has no split search', {
      file: folder,
      remedy: 'Make one with route search --split',
    });
  }
  const record = checkSplitRecord(read(manifest), manifest);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(RESULT_ENDING))
    .sort();
  const results = names.map((name) => checkResult(read(join(folder, name)), join(folder, name)));
  return { record, results };
}
