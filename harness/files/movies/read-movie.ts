/** Reads a movie of any known form; its content identifies the form, never its name. */
import { openArchive } from '../../base/archive.js';
import { type ByteSource, fileSource } from '../../base/byte-source.js';
import { bytesSource } from '../../base/bytes-source.js';
import { noteLeftOut } from '../../base/command-inputs.js';
import { type Form, formOf, lookAt } from '../../base/forms.js';
import { onlyMember, unwrapped, wrappingOf } from '../../base/unwrap.js';
import { readBizHawkMovie } from './bk2-read.js';
import { readLsmv } from './lsmv-read.js';
import { findLump } from './lumps.js';
import { readMmo } from './mmo.js';
import type { Movie } from './movie.js';
import { failMovie } from './movie-error.js';
import { readR16m } from './r16m.js';
import { readSmv, SMV_MARK } from './smv.js';

const ZIP_MARK = [0x50, 0x4b] as const;

function begins(source: ByteSource, mark: readonly number[]): boolean {
  const head = source.read(0, mark.length);
  return mark.every((byte, at) => head[at] === byte);
}

/** Largest movie in a wrapping. */
const MOST_UNPACKED = 512 * 1024 * 1024;
const LOOKED_AT = 64 * 1024;

/** The file without its wrappings; a ZIP archive that is a movie itself stays as it is. */
function plainSource(source: ByteSource): ByteSource {
  const wrapping = wrappingOf(source.read(0, 8));
  if (wrapping === undefined || (wrapping === 'ZIP' && onlyMember(openArchive(source)) === undefined)) return source;
  const { bytes, name, behind } = unwrapped(source.read(0, source.size), source.name, MOST_UNPACKED);
  noteLeftOut(source.name, behind);
  return bytesSource(bytes, name);
}

function formOfSource(source: ByteSource): Form | undefined {
  const members = begins(source, ZIP_MARK) ? [...openArchive(source).members.keys()] : undefined;
  return formOf(lookAt(source.read(0, LOOKED_AT), source.size, members));
}

/**
 * Whether the content is that of a movie (and not of a pad script, say), also of one that is known
 * and not read.
 */
export function looksLikeMovie(source: ByteSource): boolean {
  if (begins(source, SMV_MARK) || begins(source, ZIP_MARK)) return true;
  return formOfSource(plainSource(source))?.kind === 'movie';
}

/**
 * Reads a movie.
 * @throws LockstepError `E_MOVIE_FORM` for a file of no known form, `E_MOVIE...` for a broken one
 */
export function readMovie(source: ByteSource): Movie {
  const movie = readAny(plainSource(source));
  if (movie.input.frames === 0)
    failMovie('E_MOVIE', 'the movie holds no input row', {
      file: source.name,
      found: 'none',
      expected: 'at least one',
    });
  return movie;
}

function readAny(source: ByteSource): Movie {
  if (begins(source, SMV_MARK)) return readSmv(source);
  if (!begins(source, ZIP_MARK)) {
    const form = formOfSource(source);
    if (form?.name === 'r16m file') return readR16m(source);
    const head = Array.from(source.read(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const what =
      form === undefined
        ? 'this is not a movie in a form that is known here'
        : `this is not a movie: it is a form of its own, ${form.name}`;
    return failMovie('E_MOVIE_FORM', form?.kind === 'movie' ? `${form.name}: it is known and not read` : what, {
      file: source.name,
      offset: 0,
      found: head === '' ? 'an empty file' : head,
      expected: 'a ZIP archive or an .smv file',
      ...(form?.kind === 'movie' ? { remedy: form.advice.replaceAll('FILE', () => source.name) } : {}),
    });
  }
  const archive = openArchive(source);
  if (findLump(archive, 'Input Log') !== undefined) return readBizHawkMovie(archive);
  if (archive.members.has('Input.txt') || archive.members.has('GameSettings.txt')) return readMmo(archive);
  if (archive.members.has('systemid') || archive.members.has('input')) return readLsmv(archive);
  if (findLump(archive, 'Header') !== undefined) return readBizHawkMovie(archive);
  const names = [...archive.members.keys()].slice(0, 5).join(', ');
  return failMovie('E_MOVIE_FORM', 'the archive is not a movie', {
    file: source.name,
    found: names === '' ? 'no member' : names.slice(0, 80),
    expected: 'Input Log.txt (BizHawk), systemid (lsnes) or Input.txt (Mesen)',
  });
}

export function readMovieBytes(bytes: Uint8Array, name: string): Movie {
  return readMovie(bytesSource(bytes, name));
}

/**
 * Reads a movie file.
 * @throws LockstepError as `readMovie`, and `E_FILE`
 */
export function readMovieFile(file: string): Movie {
  const source = fileSource(file);
  try {
    return readMovie(source);
  } finally {
    source.close();
  }
}
