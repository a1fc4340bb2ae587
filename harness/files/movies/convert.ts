/**
 * Converts movies between forms, with notes on what is kept and lost. Converted input may not stay
 * in sync.
 */

import { countText } from '../../base/number-text.js';
import { formatPadScript, padWordOfMask } from '../../base/pad-script.js';
import { writeBk2 } from './bk2-write.js';
import { formatRows, frameRows } from './frame-rows.js';
import { writeLsmv } from './lsmv-write.js';
import { eventsOfPad, type Movie, type MovieBranch, type MovieFormat } from './movie.js';
import { failMovie } from './movie-error.js';
import { R16M_PADS, writeR16m } from './r16m.js';

/** Forms of movies with a header that can be written. */
export const WRITABLE = ['bk2', 'lsmv'] as const;
export type WritableFormat = (typeof WRITABLE)[number];
/** Forms of rows alone: a replay device's file, a pad script of pad 1, a table of all pads. */
export const ROW_FORMS = ['r16m', 'pads', 'csv'] as const;
export type RowForm = (typeof ROW_FORMS)[number];

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

/** What the rows begin from and a file of rows alone has no place for. */
function lostStart({ start }: Movie): string[] {
  if (start === 'power-on') return [];
  if (start === 'savestate')
    return ['the savestate that the movie begins from: from power-on the rows play something else'];
  if (start === 'save-ram')
    return ['the save RAM that the movie begins with: without it the rows may play something else'];
  return ['what the movie begins from, which cannot be unpacked'];
}

/**
 * The rows of the common count as the events of a pad script, or as a table with a column a pad.
 */
function rowsText({ frames, pads, resets, powers }: Movie['input'], to: 'pads' | 'csv'): string {
  if (to === 'pads') return formatPadScript(eventsOfPad(pads[0] ?? new Uint16Array(frames)), { allowOpposite: true });
  const [reset, power] = [new Set(resets), new Set(powers)];
  const lines = [`frame,${pads.map((_, pad) => `pad${pad + 1}`).join(',')},reset,power`];
  for (let row = 0; row < frames; row++) {
    const words = pads.map((masks) => padWordOfMask(masks[row] ?? 0));
    lines.push([row, ...words, reset.has(row) ? 1 : 0, power.has(row) ? 1 : 0].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Rows in a form of rows alone. */
export function rowBytes(input: Movie['input'], to: RowForm): Uint8Array {
  return to === 'r16m' ? writeR16m(input) : new TextEncoder().encode(rowsText(input, to));
}

/** What a form of rows alone has no place for. */
function lostRows(movie: Movie, to: RowForm): string[] {
  const { input } = movie;
  const kept = to === 'pads' ? 1 : to === 'r16m' ? R16M_PADS : input.pads.length;
  const unused = input.pads.slice(kept).filter((masks) => masks.some((mask) => mask !== 0)).length;
  return [
    ...lostStart(movie),
    ...movie.dropped,
    ...count(unused, `pad beyond pad ${kept}`, `pads beyond pad ${kept}`),
    ...(to === 'csv' ? [] : count(input.resets.length, 'press of reset', 'presses of reset')),
    ...(to === 'csv' ? [] : count(input.powers.length, 'press of power', 'presses of power')),
    ...count(movie.markers.length, 'marker', 'markers'),
    ...count(movie.branches.length, 'branch', 'branches'),
  ];
}

/**
 * The rows of a movie alone, whatever it begins from.
 * @param file named in errors
 */
export function convertRows(movie: Movie, to: RowForm, file: string): ConvertedMovie {
  const input = frameRows(movie.input, movie.format, file);
  const lost = lostRows(movie, to);
  if (to !== 'r16m') {
    const notes = to === 'csv' ? ['a pad is the console’s register word ($4218): B is 32768, R is 16'] : [];
    return { bytes: rowBytes(input, to), frames: input.frames, lost, notes };
  }
  const moved = input.frames - movie.input.frames;
  const bytes = writeR16m(input, (row) => movie.lag.get(row - moved) === true);
  const records = bytes.length / 16;
  const latched =
    movie.lag.size > 0
      ? [`${countText(input.frames - records, 'lag frame')} left out, as the movie's lag log has them`]
      : movie.format === 'r16m'
        ? []
        : [
            'a device goes on at every latch: the movie does not say in which frames the game reads no pad, so each frame has a record',
          ];
  return { bytes, frames: records, lost, notes: latched };
}

/**
 * Converts a movie.
 * @param file named in errors
 * @param rowsOnly takes the rows of a movie from anywhere; the new file begins at power-on
 * @throws LockstepError `E_MOVIE_START` for one that needs a savestate or save RAM, `E_MOVIE_INPUT`
 * for rows that do not fit
 */
export function convertMovie(given: Movie, to: WritableFormat, file: string, rowsOnly = false): ConvertedMovie {
  if (given.start !== 'power-on' && !rowsOnly) {
    const inside = given.start === 'savestate' ? `; \`lockstep run --from ${file}\` begins with the state inside` : '';
    failMovie('E_MOVIE_START', 'only a movie from power-on can be converted whole', {
      file,
      found: given.start,
      expected: 'power-on',
      remedy: `--rows-only writes its rows alone, without what they begin from${inside}`,
    });
  }
  const movie = rowsOnly && to === 'lsmv' ? withEmptyFirst(given) : given;
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
    ...(movie.format === 'r16m'
      ? ['a record of a replay device is a latch, not a frame: lag frames are not in the rows']
      : []),
    ...(movie.format === 'mmo' ? ['Mesen polls at the end of the frame before; the rows are not moved'] : []),
    ...(same ? [] : [NO_SYNC]),
  ];
  return {
    bytes,
    frames: input.frames,
    lost: [
      ...lostStart(given),
      ...(movie === given ? [] : ['the buttons of the first frame, for which lsnes has no place']),
    ].concat(lossesOf(movie, to, same ? movie.input.pads.length : input.pads.length)),
    notes,
  };
}

/** The movie without the input of its first frame, for which lsnes has no place. */
function withEmptyFirst(movie: Movie): Movie {
  const { input } = movie;
  const first = input.pads.some((masks) => masks[0] !== 0) || [...input.resets, ...input.powers].includes(0);
  if (!first || movie.format === 'lsmv') return movie;
  const pads = input.pads.map((masks) => {
    const copy = masks.slice();
    copy[0] = 0;
    return copy;
  });
  const rest = (rows: readonly number[]): number[] => rows.filter((row) => row > 0);
  return { ...movie, branches: [], input: { ...input, pads, resets: rest(input.resets), powers: rest(input.powers) } };
}

/** .bk2 has no line ends in subtitles. */
function flat<Subtitle extends { readonly text: string }>(subtitle: Subtitle): Subtitle {
  return { ...subtitle, text: subtitle.text.replaceAll('\n', ' ') };
}
