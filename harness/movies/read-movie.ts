/** Reads a movie of any known form; its content identifies the form, never its name. */
import { openArchive } from './archive.js';
import { readBizHawkMovie } from './bk2-read.js';
import { type ByteSource, fileSource } from './byte-source.js';
import { bytesSource } from './bytes-source.js';
import { readLsmv } from './lsmv-read.js';
import { findLump } from './lumps.js';
import { readMmo } from './mmo.js';
import type { Movie } from './movie.js';
import { failMovie } from './movie-error.js';
import { readSmv, SMV_MARK } from './smv.js';

const ZIP_MARK = [0x50, 0x4b] as const;

function begins(source: ByteSource, mark: readonly number[]): boolean {
  const head = source.read(0, mark.length);
  return mark.every((byte, at) => head[at] === byte);
}

/** Whether the first bytes are those of a movie (and not of a pad script, say). */
export function looksLikeMovie(source: ByteSource): boolean {
  return begins(source, SMV_MARK) || begins(source, ZIP_MARK);
}

/**
 * Reads a movie.
 * @throws LockstepError `E_MOVIE_FORM` for a file of no known form, `E_MOVIE...` for a broken one
 */
export function readMovie(source: ByteSource): Movie {
  const movie = readAny(source);
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
    const head = Buffer.from(source.read(0, 4)).toString('hex');
    return failMovie('E_MOVIE_FORM', 'this is not a movie', {
      file: source.name,
      offset: 0,
      found: head === '' ? 'an empty file' : head,
      expected: 'a ZIP archive or an .smv file',
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
    found: names === '' ? 'no member' : names,
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
