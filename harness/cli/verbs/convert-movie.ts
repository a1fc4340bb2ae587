/** The part of `lockstep convert` that reads and writes movies. */

import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { convertToMovie, isMovieFile, movieFormOf, rowFormOf } from '../../capture/export/movie-file.js';
import { ROW_FORMS, WRITABLE } from '../../files/movies/convert.js';
import { type CliContext, printJson } from '../base/context.js';

export interface MovieOptions {
  readonly output: string;
  readonly to?: string;
  readonly rowsOnly?: boolean;
  readonly json?: boolean;
}

/** Whether a movie is read or written. */
export function concernsMovie(file: string, options: MovieOptions): boolean {
  // a table of a log is written by its cells, not by its pads
  const asked = [...WRITABLE, 'r16m', 'pads'].some((form) => form === options.to);
  const named = movieFormOf(options.output) ?? rowFormOf(options.output);
  return asked || (options.to === undefined && named !== undefined && named !== 'csv') || isMovieFile(file);
}

export async function convertMovieFile(file: string, options: MovieOptions, context: CliContext): Promise<void> {
  const forms = [...WRITABLE, ...ROW_FORMS];
  const named = movieFormOf(options.output) ?? rowFormOf(options.output);
  const to = options.to === undefined ? named : forms.find((form) => form === options.to);
  if (to === undefined) {
    throw new LockstepError('E_USAGE', 'a movie is converted to another movie or to its rows', {
      found: options.to ?? options.output,
      expected: forms.join(', '),
      remedy: 'Name the output so, or give --to; `lockstep record` runs a movie and writes a trace',
    });
  }
  const made = await convertToMovie(file, options.output, to, options.rowsOnly === true);
  if (options.json === true) {
    printJson(context, { output: options.output, ...made });
    return;
  }
  context.out(`${options.output}: ${countText(made.frames, 'row')}, from ${made.from}\n`);
  for (const thing of made.lost) context.out(`lost: ${thing}\n`);
  for (const note of made.notes) context.out(`${note}\n`);
}
