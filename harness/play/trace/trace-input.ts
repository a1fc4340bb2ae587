/** The pad words of a trace as the rows of a movie. */
import { LockstepError } from '../../base/errors.js';
import { maskOfPadWord } from '../../base/pad-script.js';
import { inputOfMasks, type MovieInput } from '../../files/movies/movie.js';
import { MAX_ROWS } from '../../files/movies/row-collector.js';
import { openTrace } from './reader.js';

export interface TraceInput {
  readonly input: MovieInput;
  /**
   * Frame of the first recorded row. The rows before it are empty, because the log has no input for
   * them.
   */
  readonly first: number;
  /** Frames between rows that the log lacks; the pad stays as before. */
  readonly missing: number;
}

/**
 * Row N is the pad word of frame N.
 * @throws LockstepError `E_MOVIE_INPUT` for a trace without pad words, and those of a broken trace
 */
export async function inputOfTrace(file: string): Promise<TraceInput> {
  const reader = await openTrace(file);
  let masks = new Uint16Array(4096);
  let length = 0;
  let first = -1;
  let missing = 0;
  try {
    do {
      while (reader.next()) {
        const { frame, pad, count, line } = reader.row;
        if (pad < 0 || frame + count > MAX_ROWS) {
          throw new LockstepError('E_MOVIE_INPUT', 'this row of the trace cannot be a row of a movie', {
            file,
            line,
            found: pad < 0 ? 'a command' : `frame ${frame}`,
            expected: pad < 0 ? 'a pad word' : `frames below ${MAX_ROWS}`,
            remedy: 'Take a log of pad words, recorded from power-on',
          });
        }
        if (first < 0) first = frame;
        if (frame + count > masks.length) {
          const wider = new Uint16Array(2 * (frame + count));
          wider.set(masks);
          masks = wider;
        }
        if (length > 0 && frame > length) {
          missing += frame - length;
          masks.fill(masks[length - 1] ?? 0, length, frame);
        }
        masks.fill(maskOfPadWord(pad), frame, frame + count);
        length = frame + count;
      }
    } while (await reader.fill());
  } finally {
    reader.close();
  }
  return { input: inputOfMasks(masks.subarray(0, length)), first: Math.max(0, first), missing };
}
