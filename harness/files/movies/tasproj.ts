/**
 * The parts of a .tasproj that a .bk2 lacks: markers, lag log, branches. Layout: from BizHawk's
 * published sources (`TasMovie.IO`).
 */
import { type Archive, memberPlace } from '../../base/archive.js';
import { readInputLog } from './input-log.js';
import type { LogKey } from './log-key.js';
import { findLump, lumpText } from './lumps.js';
import type { MovieBranch, MovieMarker } from './movie.js';
import { failMovie } from './movie-error.js';
import { MAX_ROWS } from './row-collector.js';

const MAX_BRANCHES = 10_000;

function frameNumber(text: string, place: string, line?: number): number {
  const frame = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(frame <= MAX_ROWS)) {
    failMovie('E_MOVIE', 'this is not a frame number', {
      file: place,
      ...(line === undefined ? {} : { line }),
      found: text.slice(0, 40),
      expected: `0 to ${MAX_ROWS}`,
    });
  }
  return frame;
}

/** Lines `frame TAB text`. */
export function readMarkers(archive: Archive, name: string): MovieMarker[] {
  const lines = (lumpText(archive, name) ?? '').split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [frame = '', ...words] = line.split('\t');
    return [{ frame: frameNumber(frame, memberPlace(archive.file, `${name}.txt`), index + 1), text: words.join('\t') }];
  });
}

function parseJson(text: string, place: string, line: number): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    failMovie('E_MOVIE', 'this is not a JSON object', {
      file: place,
      line,
      found: text.slice(0, 60),
      expected: '{...}',
    });
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The first line: frame -> lagged, for the frames that were run. The second line (history) says
 * nothing about the rows.
 */
export function readLag(archive: Archive): Map<number, boolean> {
  const text = lumpText(archive, 'LagLog');
  const lag = new Map<number, boolean>();
  if (text === undefined || text.trim() === '') return lag;
  const place = memberPlace(archive.file, 'LagLog');
  for (const [frame, value] of Object.entries(parseJson(text.split('\n', 1)[0] ?? '', place, 1))) {
    if (typeof value !== 'boolean')
      failMovie('E_MOVIE', 'a lag entry is neither true nor false', {
        file: place,
        line: 1,
        found: `${frame}: ${JSON.stringify(value)}`,
      });
    lag.set(frameNumber(frame, place, 1), value);
  }
  return lag;
}

/** `Branches/Header0` and so on; a branch's rows have the columns of the movie's own log key. */
export function readBranches(archive: Archive, key: LogKey): MovieBranch[] {
  const branches: MovieBranch[] = [];
  for (let index = 0; index < MAX_BRANCHES; index++) {
    const header = lumpText(archive, `Branches/Header${index}`);
    if (header === undefined) break;
    const place = memberPlace(archive.file, `Branches/Header${index}`);
    const { Frame: frame } = parseJson(header.trim(), place, 1);
    const member = findLump(archive, `Branches/InputLog${index}`);
    if (member === undefined)
      return failMovie('E_MOVIE', `branch ${index} has no input log`, {
        file: archive.file,
        expected: `Branches/InputLog${index}.txt`,
      });
    const words = (lumpText(archive, `Branches/UserText${index}`) ?? '').trim();
    branches.push({
      name: words === '' ? String(index) : words,
      frame: frameNumber(String(frame), place, 1),
      input: readInputLog(archive, member, key).input,
      markers: readMarkers(archive, `Branches/Markers${index}`),
    });
  }
  return branches;
}
