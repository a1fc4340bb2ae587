/** What a call is given, checked before anything is read: a wrong name or type is named. */
import type { System } from '../../core/system/system.js';
import { checkOutputs, LockstepError, nearest } from '../base/index.js';
import { isKeptPlan, type PlanSource, planFileOf } from '../play/index.js';

/** What a parameter may be. */
export type Kind =
  | 'text'
  | 'texts'
  | 'numbers'
  | 'file'
  | 'files'
  | 'plan'
  | 'plans'
  | 'output'
  | 'update'
  | 'flag'
  | 'count'
  | 'place'
  | 'function'
  | 'signal'
  | 'systems'
  | 'bytes'
  | 'table'
  | readonly string[];

/** Parameters that every call takes. */
const EVERYWHERE = { signal: 'signal', systems: 'systems' } as const;

const WORDS: Readonly<Record<Exclude<Kind, readonly string[]>, string>> = {
  text: 'text',
  texts: 'a list of texts',
  numbers: 'a list of whole numbers, 0 or more',
  file: 'the name of a file',
  files: 'a list of names of files',
  plan: 'the name of a file, or what loadPlan gave',
  plans: 'a list of names of files, or of what loadPlan gave',
  output: 'the name of a file',
  update: 'the name of a file',
  flag: 'true or false',
  count: 'a whole number, 0 or more',
  place: 'a label, or a whole number, 0 or more',
  function: 'a function',
  signal: 'an AbortSignal',
  systems: 'a list of systems, such as SYSTEMS',
  bytes: 'a Uint8Array',
  table: 'an object',
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFileName(value: unknown): value is string {
  return isText(value) && !value.includes('\0');
}

function isSystem(value: unknown): boolean {
  return fits(value, 'table') && isText((value as Partial<System>).id);
}

function fits(value: unknown, kind: Kind): boolean {
  if (typeof kind !== 'string') return isText(value) && kind.includes(value);
  if (kind === 'text') return isText(value);
  if (kind === 'file' || kind === 'output' || kind === 'update') return isFileName(value);
  if (kind === 'texts') return Array.isArray(value) && value.every(isText);
  if (kind === 'numbers') return Array.isArray(value) && value.every((one) => fits(one, 'count'));
  if (kind === 'files') return Array.isArray(value) && value.every(isFileName);
  if (kind === 'plan') return isFileName(value) || isKeptPlan(value);
  if (kind === 'plans') return Array.isArray(value) && value.every((one) => fits(one, 'plan'));
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'place') return isText(value) || fits(value, 'count');
  if (kind === 'count') return Number.isSafeInteger(value) && (value as number) >= 0;
  if (kind === 'function') return typeof value === 'function';
  if (kind === 'signal') return value instanceof AbortSignal;
  if (kind === 'bytes') return value instanceof Uint8Array;
  if (kind === 'systems') return Array.isArray(value) && value.length > 0 && value.every(isSystem);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function foundText(value: unknown): string {
  if (value === null) return 'null';
  if (isText(value) || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'undefined' ? 'nothing' : `a value of type ${typeof value}`;
}

function expectedText(kind: Kind): string {
  return typeof kind === 'string' ? WORDS[kind] : kind.join(', ');
}

function wrong(call: string, name: string, value: unknown, kind: Kind): LockstepError {
  const isWord = typeof kind !== 'string';
  return new LockstepError('E_USAGE', `${call}: ${name} is of a wrong kind`, {
    found: foundText(value),
    expected: expectedText(kind),
    remedy: isWord && isText(value) ? nearest(value, kind) : `Give ${isWord ? 'one of these words' : WORDS[kind]}`,
  });
}

/** Parameters that a message names beside the one that is missing. */
const NAMED = 8;

/** A needed parameter that was left out: what it may be, and what else the call takes. */
function missing(call: string, name: string, kinds: Readonly<Record<string, Kind>>): LockstepError {
  const others = Object.keys(kinds).filter((other) => other !== name && !(other in EVERYWHERE));
  const more = others.length > NAMED ? ', ...' : '';
  const rest = others.length === 0 ? '' : `; besides it takes ${others.slice(0, NAMED).join(', ')}${more}`;
  return new LockstepError('E_USAGE', `${call}: ${name} is missing`, {
    expected: expectedText(kinds[name] as Kind),
    remedy: `Give ${name}${rest}`,
  });
}

/**
 * Checks what is in an object.
 * @param call the call, or the call and the parameter that the object is
 * @throws LockstepError `E_USAGE` that names the parameter and what is legal
 */
export function checkKinds(call: string, given: object, kinds: Readonly<Record<string, Kind>>): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = kinds[name];
    if (kind === undefined) {
      throw new LockstepError('E_USAGE', `${call} has no parameter ${name}`, {
        remedy: nearest(name, Object.keys(kinds)),
      });
    }
    if (value !== undefined && !fits(value, kind)) throw wrong(call, name, value, kind);
  }
}

/** A call writes no file that it reads, and no two into one. */
function checkNames(given: Readonly<Record<string, unknown>>, all: Readonly<Record<string, Kind>>): void {
  const named = (kind: Kind): [string, unknown][] =>
    Object.entries(given).filter(([name, value]) => all[name] === kind && value !== undefined);
  const outputsOf = (kind: 'output' | 'update') =>
    named(kind).map(([what, file]) => ({ file: file as string, what, isUpdate: kind === 'update' }));
  const inputs = (['file', 'files', 'plan', 'plans'] as const)
    .flatMap(named)
    .flatMap(([, files]) => files as PlanSource | PlanSource[])
    .map(planFileOf);
  checkOutputs([...outputsOf('output'), ...outputsOf('update')], inputs);
}

/**
 * Checks the one object that a call takes, and the names of the files that it writes.
 * @param kinds what each parameter may be
 * @param needed names of those that may not be left out
 * @throws LockstepError `E_USAGE` that names the parameter and what is legal; `E_OUTPUT_IS_INPUT`,
 *   `E_OUTPUT_WRITE` for a file that may not be written
 */
export function checkParameters(
  call: string,
  given: unknown,
  kinds: Readonly<Record<string, Kind>>,
  needed: readonly string[] = [],
): void {
  const all: Readonly<Record<string, Kind>> = { ...kinds, ...EVERYWHERE };
  if (!fits(given, 'table')) {
    throw new LockstepError('E_USAGE', `${call} takes one object`, {
      found: foundText(given),
      expected: `{ ${Object.keys(all).join(', ')} }`,
      remedy: 'Give the parameters by name',
    });
  }
  checkKinds(call, given as object, all);
  for (const name of needed) {
    if ((given as Readonly<Record<string, unknown>>)[name] === undefined) throw missing(call, name, all);
  }
  checkNames(given as Readonly<Record<string, unknown>>, all);
}

/** How far a call has come. */
export interface Progress {
  readonly done: number;
  readonly all: number;
  /** Done in a second. */
  readonly rate: number;
  /** Seconds that are left at that rate. */
  readonly left: number;
}

/** What the methods of an opened image may be given. */
export interface SignalOptions {
  /** Ends the call: it fails with `AbortError`. */
  readonly signal?: AbortSignal | undefined;
}

/** What every call may be given. */
export interface CallOptions extends SignalOptions {
  /** Systems that plans and logs may be of, those of one's own among them; left out: `SYSTEMS`. */
  readonly systems?: readonly System[];
}

/** The same of a call that may take long. */
export interface ProgressOptions extends CallOptions {
  /** Hears how far the call has come. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Tells how far a call has come, with its rate. */
export function progressOf({ onProgress }: Pick<ProgressOptions, 'onProgress'>): (done: number, all: number) => void {
  if (onProgress === undefined) return () => undefined;
  const began = performance.now();
  return (done, all) => {
    const rate = (1000 * done) / Math.max(1, performance.now() - began);
    onProgress({ done, all, rate, left: rate === 0 ? Number.POSITIVE_INFINITY : (all - done) / rate });
  };
}
