/**
 * What every call of the library gives: one plain object with a verdict, and the text of it as the
 * command prints it. An aborted call gives none: it fails with `AbortError`.
 */

import { LockstepError } from '../base/index.js';

interface VerdictRow {
  /** Whether whoever asked may go on: exit code 0 of the command. */
  readonly ok: boolean;
  readonly meaning: string;
}

/** Every verdict; the only list of them. */
const ROWS = {
  holds: { ok: true, meaning: 'all that was to be compared was compared, and is equal' },
  differs: { ok: false, meaning: 'something that was compared differs' },
  proven: { ok: true, meaning: 'the best one is found, and nothing better exists; or its proof was checked' },
  found: { ok: true, meaning: 'one is found; that nothing better exists is not proven' },
  none: { ok: false, meaning: 'all was looked at, and nothing gives what was asked for' },
  answered: { ok: true, meaning: 'the question has its whole answer' },
  bounded: { ok: true, meaning: 'a limit was reached: the figures are bounds' },
  contradicted: { ok: false, meaning: 'what was said contradicts itself or what is known: nothing fits it' },
  refused: { ok: false, meaning: 'a step of the proof does not follow' },
  incomplete: { ok: false, meaning: 'it was cut, aborted or left something out: it holds as far as it goes' },
} as const satisfies Readonly<Record<string, VerdictRow>>;

/** One word for the outcome of a call. */
export type Verdict = keyof typeof ROWS;

/** What each verdict means, and whether it is `ok`. */
export const VERDICTS: Readonly<Record<Verdict, VerdictRow>> = ROWS;

/** What every answer has. */
export interface Answer<Word extends Verdict = Verdict> {
  /** Whether whoever asked may go on; never true for what was aborted or cut. */
  readonly ok: boolean;
  readonly verdict: Word;
  /**
   * What the answer rests on beside the printed routines: switches and unpublished stretches by
   * name, then `image SHA-256 ...`, `profile SHA-256 ...`, and files such as `timing FILE`.
   */
  readonly dependsOn: readonly string[];
}

/** The same with nothing that JSON does not have: large integers are their digits. */
export type Plain<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value;

/** A copy of plain data, frozen throughout; fields that are undefined are left out. */
function plainCopy(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Object.freeze(Array.from(value as unknown[], plainCopy));
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([name, field]) => [name, plainCopy(field)])));
}

/** The text of an answer, and what the command says beside it where something else was asked. */
interface Texts {
  readonly text: () => string;
  readonly aside: (() => string) | undefined;
}

const TEXTS = new WeakMap<object, Texts>();

/**
 * Makes the answer of a call. Its `ok` is the verdict's; with an `error` it is false.
 * @param dependsOn names, each once whatever is given
 * @param text made when somebody asks for it
 * @param aside what is said beside it
 */
export function answerOf<Word extends Verdict, Data extends object>(
  verdict: Word,
  dependsOn: Iterable<string>,
  data: Data,
  text: () => string,
  aside?: () => string,
): Answer<Word> & Plain<Data> {
  const hasError = 'error' in data && data.error !== undefined;
  const head = { ok: VERDICTS[verdict].ok && !hasError, verdict, dependsOn: [...new Set(dependsOn)] };
  const answer = plainCopy({ ...head, ...data }) as Answer<Word> & Plain<Data>;
  TEXTS.set(answer, { text, aside });
  return answer;
}

/**
 * The text of an answer, line for line as the command prints it.
 * @param answer as a call gave it: a copy has no text
 * @throws TypeError for anything else
 */
export function textOf(answer: Answer): string {
  const texts = TEXTS.get(answer);
  if (texts !== undefined) return texts.text();
  throw new TypeError('textOf takes an answer as a call of the library gave it, not a copy');
}

/** What the command says beside the text of an answer; empty for most. */
export function asideOf(answer: Answer): string {
  return TEXTS.get(answer)?.aside?.() ?? '';
}

/** The error of a call that its `signal` has aborted. */
export class AbortError extends Error {
  readonly code = 'E_INTERRUPTED';

  /**
   * @param best answer so far, `incomplete`; undefined: there is none yet
   * @param what one sentence
   */
  constructor(
    call: string,
    best?: Answer,
    readonly what = `${call} was aborted`,
  ) {
    super(`E_INTERRUPTED: ${what}`, best === undefined ? {} : { cause: best });
    this.name = 'AbortError';
  }
}

/**
 * Ends an aborted call.
 * @param best its answer so far
 * @throws AbortError
 */
export function endAborted(signal: AbortSignal | undefined, call: string, best?: () => Answer): void {
  if (signal?.aborted === true) throw new AbortError(call, best?.());
}

/**
 * Work that says by an error of its own that it was interrupted: it becomes an `AbortError`.
 * @param best its answer so far
 */
export async function unlessAborted<Result>(
  call: string,
  work: () => Promise<Result>,
  best?: () => Answer,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_INTERRUPTED') throw error;
    throw new AbortError(call, best?.(), error.sentence);
  }
}
