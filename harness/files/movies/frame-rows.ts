/**
 * Rows of movies in one count: row N is what the pad holds while frame N runs, from power-on, as
 * BizHawk counts and as the recorder's cores do. lsnes reads the pad after its frame boundary (line
 * 241) and BizHawk before, so an lsnes row is used one frame later; BizHawk's importer does the
 * same. .smv and .mmo rows are taken as they are. None of this promises sync: cores differ in lag.
 */
import { countText } from '../../base/number-text.js';
import type { Movie, MovieFormat, MovieInput } from './movie.js';
import { failMovie } from './movie-error.js';
import { copyMasks } from './row-collector.js';

/** Frames by which a format's rows lie before the common count. */
const ROWS_EARLY: Readonly<Record<MovieFormat, number>> = { bk2: 0, tasproj: 0, lsmv: 1, smv: 0, mmo: 0, r16m: 0 };

/**
 * The input with `rows` empty rows added in front or, if negative, removed.
 * @throws LockstepError `E_MOVIE_INPUT` if a removed row is not empty
 */
export function shiftRows(input: MovieInput, rows: number, file: string): MovieInput {
  if (rows === 0) return input;
  const cut = Math.min(input.frames, Math.max(0, -rows));
  const pressed = input.pads.some((masks) => masks.subarray(0, cut).some((mask) => mask !== 0));
  if (pressed || [...input.resets, ...input.powers].some((row) => row < cut)) {
    failMovie('E_MOVIE_INPUT', `the first ${countText(cut, 'row')} must be empty: lsnes has no place for them`, {
      file,
      found: 'a pressed button',
      remedy: 'Press it one frame later',
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
      remedy: `\`lockstep convert ${file} -o rows.pads\` writes its rows as a pad script, which record plays from power-on`,
    });
  }
  const other = movie.input.pads.slice(1).findIndex((masks) => masks.some((mask) => mask !== 0));
  if (other >= 0)
    failMovie('E_MOVIE_INPUT', `the movie uses pad ${other + 2}`, {
      file,
      found: `pad ${other + 2}`,
      expected: 'pad 1 alone',
      remedy: `\`lockstep convert ${file} -o rows.pads\` writes pad 1 as a pad script and says what is lost`,
    });
  const { resets, powers } = movie.input;
  if (resets.length + powers.length > 0) {
    const row = Math.min(resets[0] ?? Infinity, powers[0] ?? Infinity);
    failMovie('E_MOVIE_INPUT', 'the movie presses reset or power', {
      file,
      found: `row ${row}`,
      expected: 'a movie without resets',
      remedy: `\`lockstep convert ${file} -o rows.pads\` writes the rows as a pad script and says what is lost`,
    });
  }
  if (movie.dropped.length > 0)
    failMovie('E_MOVIE_INPUT', 'the movie has input that a pad cannot hold', {
      file,
      found: movie.dropped.join('; ').slice(0, 120),
      remedy: `\`lockstep convert ${file} -o rows.pads\` writes what a pad can hold and says what is lost`,
    });
  return frameRows(movie.input, movie.format, file).pads[0] ?? new Uint16Array(0);
}
