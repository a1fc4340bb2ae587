/**
 * Converts movies between forms, with notes on what is kept and lost. Converted input may not stay
 * in sync.
 */

import { countText } from '../base/number-text.js';
import { writeBk2 } from './bk2-write.js';
import { formatRows, frameRows } from './frame-rows.js';
import { writeLsmv } from './lsmv-write.js';
import type { Movie, MovieBranch, MovieFormat } from './movie.js';
import { failMovie } from './movie-error.js';

/** Forms that can be written. */
export const WRITABLE = ['bk2', 'lsmv'] as const;
export type WritableFormat = (typeof WRITABLE)[number];

export interface ConvertedMovie {
  readonly bytes: Uint8Array;
  readonly frames: number;
  /** Contents that the new file cannot hold, as phrases. */
  readonly lost: readonly string[];
  /** Remarks on the new file. */
  readonly notes: readonly string[];
}

export const NO_SYNC =
  'Input is converted, not sync: another emulator lags elsewhere, so that the same rows may play differently';

function count(number: number, one: string, more: string): string[] {
  return number === 0 ? [] : [countText(number, one, more)];
}

function lossesOf(movie: Movie, to: WritableFormat, pads: number): string[] {
  const { input } = movie;
  const unused = input.pads.slice(pads).filter((masks) => masks.some((mask) => mask !== 0)).length;
  return [
    ...movie.dropped,
    ...count(unused, 'pad beyond the second', 'pads beyond the second'),
    ...count(movie.markers.length, 'marker', 'markers'),
    ...count(movie.lag.size, 'entry of the lag log', 'entries of the lag log'),
    ...(to === 'lsmv' ? [] : count(movie.branches.length, 'branch', 'branches')),
    ...(to === 'bk2' ? [] : count(input.powers.length, 'press of power', 'presses of power')),
    ...(to === 'bk2' ? [] : count(movie.comments.length, 'comment', 'comments')),
    ...(to === 'lsmv' && movie.layout.syncSettings !== undefined && movie.format !== 'lsmv'
      ? ['the sync settings of the core']
      : []),
  ];
}

/** The rows of a format, for one movie or branch. */
function rowsFor(movie: Movie, branch: MovieBranch | undefined, to: MovieFormat, file: string): Movie['input'] {
  const { input } = branch ?? movie;
  const rows = formatRows(frameRows(input, movie.format, file), to, file);
  return { ...rows, pads: rows.pads.slice(0, 2) };
}

/**
 * Converts a movie.
 * @param file named in errors
 * @throws LockstepError `E_MOVIE_START` for one that needs a savestate or save RAM, `E_MOVIE_INPUT`
 * for rows that do not fit
 */
export function convertMovie(movie: Movie, to: WritableFormat, file: string): ConvertedMovie {
  if (movie.start !== 'power-on') {
    failMovie('E_MOVIE_START', 'only a movie from power-on can be converted', {
      file,
      found: movie.start,
      expected: 'power-on',
    });
  }
  const same = movie.format === to || (to === 'bk2' && movie.format === 'tasproj');
  const input = same ? movie.input : rowsFor(movie, undefined, to, file);
  const common = {
    gameName: movie.gameName,
    rerecords: movie.rerecords,
    region: movie.region,
    rom: movie.rom,
    subtitles: movie.subtitles,
    ...(same ? { layout: movie.layout } : {}),
  };
  const branches = movie.branches.map((branch) => ({
    ...branch,
    input: same ? branch.input : rowsFor(movie, branch, to, file),
  }));
  const bytes =
    to === 'bk2'
      ? writeBk2(input, {
          ...common,
          author: movie.authors.join(', '),
          comments: movie.comments,
          subtitles: movie.subtitles.map(flat),
        })
      : writeLsmv(input, { ...common, authors: movie.authors, branches });
  const moved = input.frames - movie.input.frames;
  const notes = [
    ...(moved === 0
      ? []
      : [
          `${Math.abs(moved)} empty row ${moved > 0 ? 'put in front' : 'taken off the front'}: lsnes counts frames from one later`,
        ]),
    ...(movie.format === 'mmo' ? ['Mesen polls at the end of the frame before; the rows are not moved'] : []),
    ...(same ? [] : [NO_SYNC]),
  ];
  return {
    bytes,
    frames: input.frames,
    lost: lossesOf(movie, to, same ? movie.input.pads.length : input.pads.length),
    notes,
  };
}

/** .bk2 has no line ends in subtitles. */
function flat<Subtitle extends { readonly text: string }>(subtitle: Subtitle): Subtitle {
  return { ...subtitle, text: subtitle.text.replaceAll('\n', ' ') };
}
