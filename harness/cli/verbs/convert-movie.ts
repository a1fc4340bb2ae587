/** The part of `lockstep convert` that reads and writes movies. */

import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { WRITABLE } from '../../movies/convert.js';
import { convertToMovie, isMovieFile, movieFormOf } from '../../movies/movie-file.js';
import { type CliContext, printJson } from '../base/context.js';

export interface MovieOptions {
  readonly output: string;
  readonly to?: string;
  readonly json?: boolean;
}

/** Whether a movie is read or written. */
export function concernsMovie(file: string, options: MovieOptions): boolean {
  const asked = WRITABLE.some((form) => form === options.to);
  return asked || (options.to === undefined && movieFormOf(options.output) !== undefined) || isMovieFile(file);
}

export async function convertMovieFile(file: string, options: MovieOptions, context: CliContext): Promise<void> {
  const to = options.to === undefined ? movieFormOf(options.output) : WRITABLE.find((form) => form === options.to);
  if (to === undefined) {
    throw new LockstepError('E_USAGE', 'a movie is converted to .bk2 or .lsmv', {
      found: options.to ?? options.output,
      expected: WRITABLE.join(', '),
      remedy: 'Name the output so, or give --to; `lockstep record` runs a movie and writes a trace',
    });
  }
  const made = await convertToMovie(file, options.output, to);
  if (options.json === true) {
    printJson(context, { output: options.output, ...made });
    return;
  }
  context.out(`${options.output}: ${countText(made.frames, 'row')}, from ${made.from}\n`);
  for (const thing of made.lost) context.out(`lost: ${thing}\n`);
  for (const note of made.notes) context.out(`${note}\n`);
}
