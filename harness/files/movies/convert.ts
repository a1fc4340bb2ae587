/**
 * Converts movies between forms, with notes on what is kept and lost. Converted input may not stay
 * in sync.
 */
import { countText } from '../../../core/system/names.js';
import { formatPadScript, padWordOfMask, shellWord } from '../../base/index.js';
import {
  copyMasks,
  eventsOfPad,
  failMovie,
  type Movie,
  type MovieBranch,
  type MovieFormat,
  type MovieInput,
} from './movie.js';
import { writeBk2, writeLsmv } from './movie-writers.js';
import { R16M_PADS, writeR16m } from './r16m.js';

// Rows of movies in one count: row N is what the pad holds while frame N runs, from power-on, as
// BizHawk counts and as the recorder's cores do. lsnes reads the pad after its frame boundary (line
// 241) and BizHawk before, so an lsnes row is used one frame later; BizHawk's importer does the
// same. .smv and .mmo rows are taken as they are. None of this promises sync: cores differ in lag.

/** Frames by which a format's rows lie before the common count. */
const ROWS_EARLY: Readonly<Record<MovieFormat, number>> = { bk2: 0, tasproj: 0, lsmv: 1, smv: 0, mmo: 0, r16m: 0 };

/**
 * The input with `rows` empty rows added in front or, if negative, removed.
 * @throws LockstepError `E_MOVIE_INPUT` if a removed row is not empty
 */
function shiftRows(input: MovieInput, rows: number, file: string): MovieInput {
  if (rows === 0) return input;
  const cut = Math.min(input.frames, Math.max(0, -rows));
  const pressed = input.pads.some((masks) => masks.subarray(0, cut).some((mask) => mask !== 0));
  if (pressed || [...input.resets, ...input.powers].some((row) => row < cut)) {
    // one row at most, from a form that counts it to one that does not
    failMovie('E_MOVIE_INPUT', 'the first row must be empty: an .lsmv has no place for it', {
      file,
      found: pressed ? 'a pressed button' : 'a reset',
      remedy: `${pressed ? 'Press it' : 'Reset'} one frame later`,
    });
  }
  const frames = Math.max(0, input.frames + rows);
  const moved = (list: readonly number[]): number[] => list.map((row) => row + rows);
  const pads = input.pads.map((masks) => {
    const out = new Uint16Array(frames);
    copyMasks(masks.subarray(cut), out, Math.max(0, rows));
    return out;
  });
  return { frames, pads, resets: moved(input.resets), powers: moved(input.powers) };
}

/** A movie's rows in the common count. */
export function frameRows(input: MovieInput, format: MovieFormat, file: string): MovieInput {
  return shiftRows(input, ROWS_EARLY[format], file);
}

/** Rows of the common count in the count of a format. */
export function formatRows(input: MovieInput, format: MovieFormat, file: string): MovieInput {
  return shiftRows(input, -ROWS_EARLY[format], file);
}

/**
 * Pad 1 of a movie, for a recorder that starts at power-on with one pad.
 * @throws LockstepError `E_MOVIE_START` or `E_MOVIE_INPUT` for a movie that needs more
 */
export function recordablePad(movie: Movie, file: string): Uint16Array {
  if (movie.start !== 'power-on') {
    failMovie('E_MOVIE_START', 'the movie does not start at power-on', {
      file,
      found: movie.start,
      expected: 'power-on',
      remedy: `\`lockstep convert ${shellWord(file)} -o rows.pads\` writes its rows as a pad script, which record plays from power-on`,
    });
  }
  const other = movie.input.pads.slice(1).findIndex((masks) => masks.some((mask) => mask !== 0));
  if (other >= 0)
    failMovie('E_MOVIE_INPUT', `the movie uses pad ${other + 2}`, {
      file,
      found: `pad ${other + 2}`,
      expected: 'pad 1 alone',
      remedy: `\`lockstep convert ${shellWord(file)} -o rows.pads\` writes pad 1 as a pad script and says what is lost`,
    });
  const { resets, powers } = movie.input;
  if (resets.length + powers.length > 0) {
    const row = Math.min(resets[0] ?? Infinity, powers[0] ?? Infinity);
    failMovie('E_MOVIE_INPUT', 'the movie presses reset or power', {
      file,
      found: `row ${row}`,
      expected: 'a movie without resets',
      remedy: `\`lockstep convert ${shellWord(file)} -o rows.pads\` writes the rows as a pad script and says what is lost`,
    });
  }
  if (movie.dropped.length > 0)
    failMovie('E_MOVIE_INPUT', 'the movie has input that a pad cannot hold', {
      file,
      found: movie.dropped.join('; ').slice(0, 120),
      remedy: `\`lockstep convert ${shellWord(file)} -o rows.pads\` writes what a pad can hold and says what is lost`,
    });
  return frameRows(movie.input, movie.format, file).pads[0] ?? new Uint16Array(0);
}

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
    const inside =
      given.start === 'savestate' ? `; \`lockstep run --from ${shellWord(file)}\` begins with the state inside` : '';
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
