/** The rows of pad 1 in a file: a movie of any form, or a pad script. */
import { LockstepError } from '../base/errors.js';
import { type PadEvent, parsePadScript } from '../base/pad-script.js';
import { readTextFile } from '../base/read-text.js';
import { fileSource } from './byte-source.js';
import { recordablePad } from './frame-rows.js';
import { eventsOfPad, inputOfEvents } from './movie.js';
import { looksLikeMovie, readMovie } from './read-movie.js';
import { MAX_ROWS } from './row-collector.js';

/** A pad script is text that people write; a longer file is something else. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface PadInput {
  readonly events: readonly PadEvent[];
  /** Rows of a movie; undefined for a pad script, which holds its last mask for ever. */
  readonly frames?: number;
}

/**
 * The content tells what it is.
 * @throws LockstepError for a file that is neither, or a movie that needs more than one pad
 */
export function readPadInput(file: string, allowOpposite = false): PadInput {
  const source = fileSource(file);
  try {
    if (looksLikeMovie(source)) {
      const masks = recordablePad(readMovie(source), file);
      return { events: eventsOfPad(masks), frames: masks.length };
    }
  } finally {
    source.close();
  }
  return { events: parsePadScript(readTextFile(file, MAX_BYTES), { file, allowOpposite }) };
}

/** Its rows, one mask a frame; those of a pad script end before the frame of its last line. */
export function rowsOfPadInput(file: string): Uint16Array {
  const { events, frames } = readPadInput(file, true);
  const rows = frames ?? events.at(-1)?.frame ?? 0;
  if (rows > MAX_ROWS) {
    throw new LockstepError('E_MOVIE_INPUT', 'the pad script has too many rows', {
      file,
      found: `${rows}`,
      expected: `at most ${MAX_ROWS}`,
      remedy: 'Cut it',
    });
  }
  return inputOfEvents(events, rows).pads[0] as Uint16Array;
}
