/** The rows of pad 1 in a file: a movie of any form, or a pad script. */

import { fileSource } from '../../base/byte-source.js';
import { LockstepError } from '../../base/errors.js';
import { type PadEvent, parsePadScript } from '../../base/pad-script.js';
import { readTextFile } from '../../base/read-text.js';
import { recordablePad } from './frame-rows.js';
import { eventsOfPad, inputOfEvents } from './movie.js';
import { looksLikeMovie, readMovie } from './read-movie.js';
import { MAX_ROWS } from './row-collector.js';

/** Maximum size of a pad script, which people write by hand. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface PadInput {
  readonly events: readonly PadEvent[];
  /** Number of rows of a movie; undefined for a pad script, whose last mask lasts for ever. */
  readonly frames?: number;
}

/**
 * Reads a movie or a pad script, which its content identifies.
 * @throws LockstepError for any other file and for a movie with more than one pad
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

/** The rows, one mask per frame; the rows of a pad script end before the frame of its last line. */
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
