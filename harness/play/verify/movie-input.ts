/**
 * Whether the pad words of a log are the rows of a movie: the program's input against the
 * emulator's. The rows are those that `record` plays. A log may count its frames from elsewhere, so
 * that the distance between the counts is found first. A frame in which the program was too late to
 * read the pad shows the row before; such frames are counted separately.
 */

import { countText } from '../../../core/system/names.js';
import { fileSource, hexText } from '../../base/index.js';

import { readMovie, recordablePad } from '../../files/index.js';

import { inputOfTrace } from '../trace/reader.js';

/** Maximum distance, in frames, between the counts of log and movie. */
const MAX_DISTANCE = 16;

interface MovieAgreement {
  readonly movie: string;
  /** Frames of the log for which the movie has a row. */
  readonly frames: number;
  readonly equal: number;
  /** Frames that show the row before. */
  readonly late: number;
  /** Row of the movie minus frame of the log. */
  readonly apart: number;
  /** Frames that the log leaves out; the earlier pad counts as held. */
  readonly missing: number;
  /** First frame whose pad is neither row; masks of the movie's bits. */
  readonly first: { readonly frame: number; readonly log: number; readonly movie: number } | undefined;
}

type Count = Pick<MovieAgreement, 'frames' | 'equal' | 'late' | 'apart' | 'first'>;

function countApart(log: Uint16Array, firstFrame: number, movie: Uint16Array, apart: number): Count {
  let frames = 0;
  let equal = 0;
  let late = 0;
  let first: Count['first'];
  for (let frame = firstFrame; frame < log.length; frame++) {
    const row = movie[frame + apart];
    if (row === undefined) continue;
    frames++;
    const pad = log[frame] as number;
    if (pad === row) equal++;
    else if (pad === movie[frame + apart - 1]) late++;
    else first ??= { frame, log: pad, movie: row };
  }
  return { frames, equal, late, apart, first };
}

/**
 * Compares the pad words of a log with a movie.
 * @throws LockstepError `E_MOVIE_...` for a movie that `record` cannot play, and for a broken log
 */
export async function compareMovie(log: string, movieFile: string): Promise<MovieAgreement> {
  const source = fileSource(movieFile);
  let movie: Uint16Array;
  try {
    movie = recordablePad(readMovie(source), movieFile);
  } finally {
    source.close();
  }
  const { input, first, missing } = await inputOfTrace(log);
  const pads = input.pads[0] ?? new Uint16Array(0);
  let best = countApart(pads, first, movie, 0);
  for (let distance = 1; distance <= MAX_DISTANCE; distance++) {
    for (const apart of [distance, -distance]) {
      const found = countApart(pads, first, movie, apart);
      // Idle frames agree anywhere: another distance must be better, not as good.
      if (found.frames - found.equal < best.frames - best.equal && found.equal > best.equal) best = found;
    }
  }
  return { movie: movieFile, missing, ...best };
}

/** One or two lines. */
export function movieText({ movie, frames, equal, late, apart, missing, first }: MovieAgreement): string {
  const count = apart === 0 ? '' : `, the movie counts ${Math.abs(apart)} ${apart > 0 ? 'later' : 'earlier'}`;
  const behind = late === 0 ? '' : `, of ${late} the row before (the pad was read late)`;
  const gaps = missing === 0 ? '' : `; the log leaves ${countText(missing, 'frame')} out`;
  const lines = [
    `${movie}: the pad of ${equal} of ${countText(frames, 'frame')} is the movie's row${behind}${count}${gaps}`,
  ];
  if (first !== undefined) {
    const hex = (mask: number): string => hexText(mask, 3);
    lines.push(
      `  first other pad: frame ${first.frame}, log ${hex(first.log)}, movie ${hex(first.movie)} (masks of a pad script)`,
    );
  }
  return `${lines.join('\n')}\n`;
}
