/**
 * Reads BizHawk movies: .bk2, and .tasproj with its markers, lag log and branches. Row N is the
 * input while frame N runs, counted from 0. Large members (greenzone, savestates, pictures) are
 * never unpacked. Layout: from BizHawk's documentation and published sources; no file of a real
 * session was at hand.
 */
import { type Archive, memberPlace } from '../../base/archive.js';
import { readInputLog } from './input-log.js';
import { findLump, lumpText } from './lumps.js';
import type { Movie, MovieStart, MovieSubtitle } from './movie.js';
import { failMovie } from './movie-error.js';
import { readBranches, readLag, readMarkers } from './tasproj.js';

/** `Key value` lines in their order. */
function readHeader(archive: Archive): (readonly [string, string])[] {
  const text = lumpText(archive, 'Header');
  if (text === undefined)
    failMovie('E_MOVIE', 'the archive holds no Header.txt', { file: archive.file, expected: 'Header.txt' });
  return text.split(/\r?\n/).flatMap((line): (readonly [string, string])[] => {
    const space = line.indexOf(' ');
    if (line === '') return [];
    return space < 0 ? [[line, '']] : [[line.slice(0, space), line.slice(space + 1)]];
  });
}

const HASH_DIGITS: Readonly<Record<number, string>> = { 8: 'crc32', 32: 'md5', 40: 'sha1', 64: 'sha256' };

/**
 * The ROM's hashes. Old movies give another algorithm's digest as SHA1; its length shows the
 * algorithm.
 */
function hashesOf(header: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const key of ['CRC32', 'MD5', 'SHA1', 'SHA256']) {
    const digits = (header.get(key) ?? '').replace(/^[A-Za-z0-9]+:/, '').toLowerCase();
    const name = /^[0-9a-f]+$/.test(digits) ? HASH_DIGITS[digits.length] : undefined;
    if (name !== undefined) found[name] = digits;
  }
  return found;
}

function readSubtitles(text: string): MovieSubtitle[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, frame = '', frames = '', words = ''] =
      /^subtitle (\d+) -?\d+ -?\d+ (\d+) [0-9A-Fa-f]{8} (.*)$/.exec(line) ?? [];
    return frame === '' ? [] : [{ frame: Number(frame), frames: Number(frames), text: words }];
  });
}

function startOf(header: ReadonlyMap<string, string>): MovieStart {
  const is = (key: string): boolean => header.get(key)?.trim().toLowerCase() === 'true';
  if (is('StartsFromSavestate')) return 'savestate';
  return is('StartsFromSaveRam') ? 'save-ram' : 'power-on';
}

/** Rerecords: a whole number, 0 when it is absent. */
function countOf(header: ReadonlyMap<string, string>): number {
  const text = header.get('rerecordCount') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/**
 * Reads a BizHawk movie.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_ARCHIVE`, `E_MOVIE_INPUT`
 */
export function readBizHawkMovie(archive: Archive): Movie {
  const entries = readHeader(archive);
  const header = new Map(entries);
  const platform = header.get('Platform');
  if (platform !== 'SNES') {
    failMovie('E_MOVIE', platform === undefined ? 'the header names no Platform' : 'the movie is for another console', {
      file: memberPlace(archive.file, 'Header.txt'),
      found: platform ?? 'no line Platform',
      expected: 'Platform SNES',
      remedy: 'Take a movie of a Super Famicom game',
    });
  }
  const member = findLump(archive, 'Input Log');
  if (member === undefined)
    return failMovie('E_MOVIE', 'the archive holds no Input Log.txt', {
      file: archive.file,
      expected: 'Input Log.txt',
    });
  const log = readInputLog(archive, member);
  const syncSettings = lumpText(archive, 'SyncSettings')
    ?.split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .at(-1);
  const isProject = ['LagLog', 'Markers', 'Session'].some((name) => findLump(archive, name) !== undefined);
  return {
    format: isProject ? 'tasproj' : 'bk2',
    input: log.input,
    start: startOf(header),
    region: header.has('PAL') ? (/^(true|1)$/i.test(header.get('PAL') ?? '') ? 'pal' : 'ntsc') : null,
    gameName: header.get('GameName') ?? '',
    authors: [header.get('Author') ?? ''].filter((name) => name !== ''),
    rerecords: countOf(header),
    emulator: [header.get('emuVersion'), header.get('Core')].filter(Boolean).join(', '),
    rom: hashesOf(header),
    comments: (lumpText(archive, 'Comments') ?? '').split(/\r?\n/).filter((line) => line !== ''),
    subtitles: readSubtitles(lumpText(archive, 'Subtitles') ?? ''),
    markers: isProject ? readMarkers(archive, 'Markers') : [],
    lag: isProject ? readLag(archive) : new Map(),
    branches: isProject ? readBranches(archive, log.key) : [],
    dropped: log.dropped,
    layout: { ...log.layout, header: entries, ...(syncSettings === undefined ? {} : { syncSettings }) },
  };
}
