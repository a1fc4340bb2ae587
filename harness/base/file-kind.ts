/**
 * Recognises a file by its content where it was taken for something else, and names the verbs for
 * it.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';
import { LockstepError } from './errors.js';
import { isGzip } from './gzip/is-gzip.js';

const BEGINNING_BYTES = 64 * 1024;

interface Kind {
  readonly name: 'log' | 'plan' | 'movie' | 'file of branches';
  /** The beginning of such a file. */
  readonly sign: RegExp;
  /** Verbs, with `FILE` for the name. */
  readonly verbs: string;
}

const KINDS: readonly Kind[] = [
  {
    name: 'log',
    sign: /^\{\s*"trace"\s*:/u,
    verbs: '`lockstep verify FILE` compares it, `lockstep step FILE` steps through it',
  },
  {
    name: 'file of branches',
    sign: /^\{\s*"branches"\s*:/u,
    verbs: '`lockstep route branch --help` lists what reads it',
  },
  { name: 'movie', sign: /^PK[^ -~]{2}/u, verbs: '`lockstep convert FILE --help` tells how to read its inputs' },
  {
    name: 'plan',
    sign: /^(?:#.*\n|\s)*(?:plan|system|title)\s*=/u,
    verbs: '`lockstep run FILE` plays it, `lockstep step FILE` steps through it',
  },
];

/** What was wanted where a file could not be read at all, by the code of the error. */
const WANTED: Readonly<Record<string, Kind['name']>> = {
  E_TRACE_EMPTY: 'log',
  E_TRACE_JSON: 'log',
  E_TRACE_HEADER: 'log',
  E_PLAN_TOML: 'plan',
};

function beginningOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING_BYTES);
    const start = bytes.subarray(0, readSync(handle, bytes));
    const plain = isGzip(start) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
    return plain.toString('latin1');
  } finally {
    closeSync(handle);
  }
}

/**
 * The same error, or one that says what the file is: a plan where a log was wanted, or the other
 * way round.
 */
export function withFileKind(error: LockstepError): LockstepError {
  const { file } = error.details;
  const wanted = WANTED[error.code];
  if (file === undefined || wanted === undefined) return error;
  let beginning: string;
  try {
    beginning = beginningOf(file);
  } catch {
    // the first error says enough of a file that cannot be read
    return error;
  }
  const kind = KINDS.find(({ sign }) => sign.test(beginning));
  if (kind === undefined || kind.name === wanted) return error;
  return new LockstepError(error.code, `this is a ${kind.name}, not a ${wanted}`, {
    file,
    remedy: kind.verbs.replaceAll('FILE', () => file),
  });
}
