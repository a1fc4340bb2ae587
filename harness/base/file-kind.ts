/**
 * Recognises a file by its content where a reader took it for something else: the message says what
 * the file is and what to do with it, or that it is no form that is known here.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openArchive } from './archive.js';
import { fileSource } from './byte-source.js';
import { bytesSource } from './bytes-source.js';
import { LockstepError } from './errors.js';
import { type Form, type FormKind, formOf, lookAt } from './forms.js';
import { readBounded } from './reading.js';
import { unreadable } from './unreadable.js';
import { type Plain, unwrapped, wrappingOf } from './unwrap.js';

const BEGINNING_BYTES = 64 * 1024 + 0x200;
/** A wrapped file is unpacked as a whole to look at it; a larger one is not looked at. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** What was wanted where a reader refused the content, by the code of its error. */
const WANTED: Readonly<Record<string, readonly FormKind[]>> = {
  E_TRACE_EMPTY: ['log'],
  E_TRACE_JSON: ['log'],
  E_TRACE_HEADER: ['log'],
  E_TRACE_INCOMPLETE: ['log'],
  E_TRACE_GZIP: ['log'],
  E_TRACE_CR: ['log'],
  E_TRACE_LINE_LENGTH: ['log'],
  // a branch file and a column map may begin like a plan: their readers say so
  E_BRANCH_FILE: ['branch file', 'plan'],
  E_COLUMNS: ['column map', 'plan'],
  E_PLAN_TOML: ['plan'],
  E_MOVIE_FORM: ['movie'],
  E_SCRIPT_SYNTAX: ['pad script', 'movie'],
  E_CPU_TRACE_DIALECT: ['CPU trace'],
  E_CPU_TRACE_LINE: ['CPU trace'],
  E_CPU_PROFILE: [],
  E_PROFILE_FILE: [],
  E_SYMBOLS_FORMAT: ['watch or label file'],
  E_SYMBOLS_LINE: ['watch or label file', 'table'],
  E_SYMBOLS_EMPTY: ['watch or label file', 'table'],
  E_STATE_BATTLE: ['savestate', 'movie'],
  E_STATE_FILE: ['savestate', 'movie'],
  E_TABLE: ['table'],
  E_TABLE_COLUMN: ['table'],
  E_ROM_SIZE: ['cartridge image'],
  E_PATCH_KIND: ['patch'],
  E_VECTOR_FORM: ['vector file'],
  // a text of a known form that is no UTF-8 is what was wanted, as far as anybody can tell
  E_TEXT: [
    'text in UTF-16',
    'watch or label file',
    'CPU trace',
    'table',
    'plan',
    'column map',
    'pad script',
    'log',
    'branch file',
    'vector file',
  ],
  E_TEXT_SIZE: [],
};
/** Nouns of what was wanted. */
const NOUNS: Readonly<Partial<Record<FormKind, string>>> = {
  log: 'a log',
  'branch file': 'a file of branches',
  'vector file': 'a vector file',
  plan: 'a plan',
  'column map': 'a column map',
  'pad script': 'a pad script or movie',
  movie: 'a movie',
  'CPU trace': 'a CPU trace',
  savestate: 'a savestate',
  'watch or label file': 'a watch or label file',
  'cartridge image': 'a cartridge image',
  patch: 'a patch',
  table: 'a table',
};
/**
 * Errors of the reader that gets what nobody claimed: of an unknown content it has nothing to say.
 */
const LAST_READER = ['E_TRACE_JSON', 'E_TRACE_INCOMPLETE', 'E_TRACE_EMPTY', 'E_TRACE_CR', 'E_TRACE_LINE_LENGTH'];
/** Errors of readers of text, which have nothing to say of an unknown content that is none. */
const TEXT_READER = ['E_PLAN_TOML', 'E_VECTOR_FORM'];

function beginningOf(file: string): { readonly start: Uint8Array; readonly size: number } {
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(BEGINNING_BYTES);
      return { start: bytes.subarray(0, readSync(handle, bytes)), size: fstatSync(handle).size };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** A look into a file takes nothing from it: what stands behind is its reader's to tell. */
function plainOf(file: string): Plain {
  return unwrapped(readBounded(file, MOST_UNPACKED), file, MOST_UNPACKED);
}

/** The form of a file's content, or undefined: not a form that is known here. */
export function formOfFile(file: string): Form | undefined {
  const { start, size } = beginningOf(file);
  const wrapping = wrappingOf(start);
  if (wrapping === undefined) return formOf(lookAt(start, size));
  if (wrapping !== 'ZIP' && size > MOST_UNPACKED) return undefined;
  const members = wrapping === 'ZIP' ? membersOf(file) : undefined;
  if (members !== undefined && members.length > 1) return formOf(lookAt(start, size, members));
  const plain = plainOf(file);
  if (wrappingOf(plain.bytes) !== 'ZIP')
    return formOf(lookAt(plain.bytes.subarray(0, BEGINNING_BYTES), plain.bytes.length));
  const inner = [...openArchive(bytesSource(plain.bytes, plain.name)).members.keys()];
  return formOf(lookAt(plain.bytes.subarray(0, BEGINNING_BYTES), plain.bytes.length, inner));
}

function membersOf(file: string): string[] {
  const source = fileSource(file);
  try {
    return [...openArchive(source).members.keys()].filter((name) => !name.endsWith('/'));
  } finally {
    source.close();
  }
}

/** `this is a log`, `this is an IPS patch`, `these are Mesen labels`. */
function thisIs(name: string): string {
  if (/(?:labels|symbols|notes)$/u.test(name)) return `these are ${name}`;
  return `this is ${/^(?:[aeio]|r16m|FCE|FMA|RAR|xz)/iu.test(name) ? 'an' : 'a'} ${name}`;
}

/**
 * The file of a place, which may be that of a member in an archive (`a.zip/a.bk2`); undefined where
 * there is none.
 */
function fileOfPlace(place: string): string | undefined {
  for (let path = place; path !== '' && path !== dirname(path); path = dirname(path)) {
    try {
      const status = statSync(path, { throwIfNoEntry: false });
      if (status !== undefined) return status.isFile() ? path : undefined;
    } catch (error) {
      // a path below a file, or a name that no file can have
      if (!['ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
  return undefined;
}

/** What a file is, and what to do with it. */
function asForm(error: LockstepError, file: string, form: Form, wanted: string): LockstepError {
  const remedy = form.advice.replaceAll('FILE', () => file);
  const not = wanted === '' || wanted === NOUNS[form.kind] ? '' : `, not ${wanted}`;
  const message = `${thisIs(form.name)}${not}${form.read ? '' : ': it is known and not read'}`;
  return new LockstepError(error.code, message, { file, remedy });
}

/**
 * The same error, or one that says what the file is: a plan where a log was wanted, or the other
 * way round; a content that is no known form is called that, not a broken log.
 */
export function withFileKind(error: LockstepError): LockstepError {
  const { file: place, line } = error.details;
  const file = place === undefined ? undefined : fileOfPlace(place);
  const wanted = WANTED[error.code];
  if (file === undefined || wanted === undefined) return error;
  if (statSync(file).size === 0) return emptyFile(error, file);
  // a fault further down is of a file that began as what was wanted
  if (line !== undefined && line > 1 && /^E_TRACE/u.test(error.code)) return error;
  // a state says more of a log and of a moment; a file that was searched in vain may be anything
  if (/^E_STATE/u.test(error.code) && !error.sentence.startsWith('no battle is in this file')) return error;
  let form: Form | undefined;
  try {
    form = formOfFile(file);
  } catch (other) {
    // the wrapping is damaged: the reader's own error says so, or this one does
    if (other instanceof LockstepError) return LAST_READER.includes(error.code) ? other : error;
    throw other;
  }
  if (form !== undefined) {
    if (wanted.includes(form.kind) && (form.read || form.kind === 'text in UTF-16')) return error;
    return asForm(error, file, form, wanted[0] === undefined ? '' : (NOUNS[wanted[0]] ?? ''));
  }
  if (error.code === 'E_STATE_BATTLE') {
    const { remedy } = error.details;
    const message = 'this is not in a form that is known here, and as plain memory it holds no battle';
    return new LockstepError(error.code, message, { file, ...(remedy === undefined ? {} : { remedy }) });
  }
  return [...LAST_READER, ...TEXT_READER].includes(error.code) ? unknownForm(error, file) : error;
}

/** Whatever a reader says of nothing, the cause is that nothing is there. */
function emptyFile(error: LockstepError, file: string): LockstepError {
  return new LockstepError(error.code, 'the file is empty', {
    file,
    remedy: 'Copy it again, or write it again with what made it',
  });
}

/** The first bytes of what is inside of the wrappings of a file of no known form. */
function insideOf(file: string): Uint8Array {
  const { start, size } = beginningOf(file);
  const wrapping = wrappingOf(start);
  return wrapping === undefined || wrapping === 'ZIP' || size > MOST_UNPACKED ? start : plainOf(file).bytes;
}

function unknownForm(error: LockstepError, file: string): LockstepError {
  const start = Buffer.from(insideOf(file).subarray(0, 16));
  if (start.length === 0 || start[0] === 0x7b) return error;
  const isText = start.every((byte) => byte >= 0x20 || [9, 10, 13].includes(byte));
  if (isText && TEXT_READER.includes(error.code)) return error;
  const found = isText ? JSON.stringify(start.toString('latin1')) : start.toString('hex').replace(/(..)(?=.)/gu, '$1 ');
  return new LockstepError(error.code, 'this is not in a form that is known here', {
    file,
    found,
    remedy: 'docs/FORMS.md lists the forms; check that this is the right file',
  });
}
