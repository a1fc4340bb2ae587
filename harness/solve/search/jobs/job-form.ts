/**
 * What jobs, results and split searches look like outside of a process. Each carries a hash of the
 * rest of it, which is checked wherever one comes in: a damaged one is refused, never searched or
 * counted. The hash notices damage; it is no signature.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, LockstepError } from '../../../base/index.js';

import { type EndReason, type FoundRoute, NO_LIMIT } from '../problem/outcome.js';

/** A path to a waiting state, its cost, and a lower bound on any route through it. */
export interface Prefix {
  readonly path: readonly number[];
  readonly cost: number;
  readonly bound: number;
}

/** A node at the edge of a worst case's top: a path to it, and the minimum cost of such a path. */
export interface NodePrefix {
  readonly node: number;
  readonly path: readonly number[];
  readonly cost: number;
}

/** A job's result for a node. */
export interface NodeWorth extends FoundRoute {
  readonly node: number;
  readonly lower: number;
  /** `NEVER`: no route is forced, and the route is empty. */
  readonly upper: number;
  readonly reason: EndReason;
}

export interface Job {
  readonly job: 1;
  /** Hash of the rest of the job: equal jobs have equal ids. */
  readonly id: string;
  readonly plan: string;
  readonly ruleset: string;
  readonly nodes: number;
  readonly prefixes: readonly Prefix[];
  /** Of a worst case: nodes at the edge of the top, and the number of expanded nodes in the top. */
  readonly worst?: { readonly expanded: number; readonly prefixes: readonly NodePrefix[] };
}

export interface JobResult {
  readonly result: 2;
  /** Hash of everything else in it. */
  readonly hash: string;
  /** Of the job. */
  readonly id: string;
  readonly proven: boolean;
  readonly bound: number;
  readonly found: readonly (FoundRoute & { readonly end: string })[];
  readonly nodes: number;
  readonly expanded: number;
  /** Of a worst case: bounds of the nodes; nothing is found then. */
  readonly worth?: readonly NodeWorth[];
  readonly passed?: readonly string[];
}

/**
 * What is kept of a split search. The join makes the split again from plan and numbers: which jobs
 * cover every route is computed, not believed.
 */
export interface SplitRecord {
  readonly split: 2;
  /** Hash of everything else in it. */
  readonly hash: string;
  readonly plan: string;
  readonly ruleset: string;
  /** Number of jobs asked for. */
  readonly count: number;
  /** Largest number of states of a job. */
  readonly nodes: number;
  /** Ids of the jobs. */
  readonly jobs: readonly string[];
}

const ID = /^[0-9a-f]{32}$/u;

function hashOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 32);
}

/** As `hashOf`; of what cannot be hashed, such as fractions, a text that is no hash. */
function hashOfForeign(content: unknown): string {
  try {
    return hashOf(content);
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_NOT_PLAIN') throw error;
    return 'no plain data';
  }
}

export function withId(content: Omit<Job, 'id'>): Job {
  return { ...content, id: hashOf(content) };
}

export function withHash<Content extends object>(content: Content): Content & { readonly hash: string } {
  return { ...content, hash: hashOf(content) };
}

type Check = (value: unknown) => boolean;

const isWhole: Check = (value) => Number.isSafeInteger(value);
const isNumber: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText: Check = (value) => typeof value === 'string' && value.length <= 256;
const isId: Check = (value) => typeof value === 'string' && ID.test(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isLimit: Check = (value) => isNumber(value) || value === NO_LIMIT;

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function tableOf(checks: Readonly<Record<string, Check>>): Check {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([key, check]) => check((value as Record<string, unknown>)[key]));
}

const PATH = listOf(isNumber);
const ROUTE = { path: PATH, cost: isWhole, draws: optional(listOf(listOf(isNumber))) };

const JOB = tableOf({
  plan: isText,
  ruleset: isText,
  nodes: isLimit,
  prefixes: listOf(tableOf({ path: PATH, cost: isNumber, bound: isNumber })),
  worst: optional(
    tableOf({ expanded: isNumber, prefixes: listOf(tableOf({ node: isNumber, path: PATH, cost: isNumber })) }),
  ),
});

const RESULT = tableOf({
  id: isId,
  proven: isFlag,
  bound: isWhole,
  found: listOf(tableOf({ ...ROUTE, end: isText })),
  nodes: isNumber,
  expanded: isNumber,
  worth: optional(listOf(tableOf({ ...ROUTE, node: isNumber, lower: isWhole, upper: isWhole, reason: isText }))),
  passed: optional(listOf(isText)),
});

const SPLIT = tableOf({ plan: isText, ruleset: isText, count: isNumber, nodes: isLimit, jobs: listOf(isId) });

const AGAIN = 'Split the search again, or do the job again';

function refusal(message: string, file: string | undefined, found?: string, expected?: string): LockstepError {
  return new LockstepError('E_JOB', message, {
    ...(file === undefined ? {} : { file }),
    ...(found === undefined ? {} : { found }),
    ...(expected === undefined ? {} : { expected }),
    remedy: AGAIN,
  });
}

interface Form {
  /** Key that says what it is, with the version as its value. */
  readonly mark: 'job' | 'result' | 'split';
  readonly version: number;
  /** Key of the hash. */
  readonly key: 'id' | 'hash';
  readonly check: Check;
}

/** Characters of a wrong id that an error shows. */
const SHOWN_ID = 80;

/** @throws LockstepError `E_JOB` for anything that is not whole */
function checked(data: unknown, { mark, version, key, check }: Form, file: string | undefined): unknown {
  const table: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {};
  const { [key]: hash, ...content } = table;
  if (content[mark] !== version) {
    const found = content[mark] === undefined ? undefined : `"${mark}": ${JSON.stringify(content[mark])}`;
    throw refusal(`this is not a ${mark} of a split search`, file, found, `"${mark}": ${version}`);
  }
  if (!isId(hash)) {
    const found = hash === undefined ? undefined : JSON.stringify(hash).slice(0, SHOWN_ID);
    throw refusal(`the ${mark} has no ${key} of its form`, file, found, `"${key}": 32 hex digits`);
  }
  const own = hashOfForeign(content);
  if (own !== hash)
    throw refusal(`the ${mark} was changed: its ${key} is not the hash of the rest`, file, own, `${hash}`);
  if (!check(content)) throw refusal(`the ${mark} has a part that no ${mark} has`, file);
  return data;
}

/**
 * @param file name for the error, where it comes from a file
 * @throws LockstepError `E_JOB`
 */
export function checkJob(data: unknown, file?: string): Job {
  return checked(data, { mark: 'job', version: 1, key: 'id', check: JOB }, file) as Job;
}

/** @throws LockstepError `E_JOB` */
export function checkResult(data: unknown, file?: string): JobResult {
  return checked(data, { mark: 'result', version: 2, key: 'hash', check: RESULT }, file) as JobResult;
}

/** @throws LockstepError `E_JOB` */
export function checkSplitRecord(data: unknown, file?: string): SplitRecord {
  return checked(data, { mark: 'split', version: 2, key: 'hash', check: SPLIT }, file) as SplitRecord;
}
