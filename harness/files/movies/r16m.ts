/**
 * Files of console replay devices (.r16m): a record of 16 bytes for each time that the game latches
 * the pads, eight lanes of 16 bits. Lanes 1 to 4 are the pads of port 1, lanes 5 to 8 those of port
 * 2, so that a plain second pad is lane 5 (bytes 9 and 10). A lane holds the pad's bits as it
 * shifts them out, B first, the high byte first; a set bit is a pressed button. The file has no
 * header: neither game nor start nor frames are in it. Lanes and bits: the published table of the
 * form, pastebin.com/98eXgnRL. That pads 2 to 5 of a multitap are lanes 5 to 8 in this order is our
 * reading of its names (Player2-1 to Player2-4); no file of a multitap and no device was seen.
 */

import { countText } from '../../../core/system/names.js';
import { type ByteSource, maskOfPadWord, padWordOfMask } from '../../base/index.js';

import { collectRows, failMovie, MAX_ROWS, type Movie, type MovieInput } from './movie.js';

const LANES = 8;
const RECORD_BYTES = 2 * LANES;
const PIECE_RECORDS = 64 * 1024;
/** Lane of a pad, by the number of pads: two pads stand in the first lines of the two ports. */
const SECOND_PORT = 4;

/**
 * Lane (0 to 7) of a pad.
 * @param pad 0 for the first; 1 is port 2, 2 and more are a multitap there
 */
function laneOf(pad: number): number {
  return pad === 0 ? 0 : SECOND_PORT + pad - 1;
}

/** Pads that the lanes hold: one in port 1, four in port 2. */
export const R16M_PADS = 5;

/**
 * Reads the records as rows: one a latch.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_INPUT` for lanes that no pad of a movie has
 */
export function readR16m(source: ByteSource): Movie {
  const records = source.size / RECORD_BYTES;
  if (!Number.isInteger(records) || records > MAX_ROWS) {
    failMovie('E_MOVIE', records > MAX_ROWS ? 'the movie is too long' : 'the last record is cut', {
      file: source.name,
      ...(records > MAX_ROWS ? {} : { offset: RECORD_BYTES * Math.floor(records) }),
      found: countText(source.size, 'byte'),
      expected: `a multiple of ${RECORD_BYTES} bytes, at most ${MAX_ROWS} records`,
      remedy: 'Copy the file again, or write it again with the dump script',
    });
  }
  const lanes = Array.from({ length: LANES }, () => 0);
  const pads = Array.from({ length: R16M_PADS }, (_, pad) => laneOf(pad));
  const rows = collectRows(R16M_PADS);
  for (let first = 0; first < records; first += PIECE_RECORDS) {
    const piece = source.read(first * RECORD_BYTES, PIECE_RECORDS * RECORD_BYTES);
    for (let at = 0; at + RECORD_BYTES <= piece.length; at += RECORD_BYTES) {
      rows.add();
      for (let lane = 0; lane < LANES; lane++) {
        const word = (piece[at + 2 * lane] as number) * 256 + (piece[at + 2 * lane + 1] as number);
        if (word === 0) continue;
        lanes[lane] = (lanes[lane] ?? 0) + 1;
        const pad = pads.indexOf(lane);
        if (pad >= 0) rows.pad(pad, maskOfPadWord(word));
      }
    }
  }
  const input = rows.input();
  let used = input.pads.length;
  while (used > 1 && input.pads[used - 1]?.every((mask) => mask === 0) === true) used--;
  return {
    format: 'r16m',
    input: { ...input, pads: input.pads.slice(0, used) },
    // a console begins nowhere else; save RAM in the cartridge is not in the file
    start: 'power-on',
    region: null,
    gameName: '',
    authors: [],
    rerecords: 0,
    emulator: 'a console replay device',
    rom: {},
    comments: [],
    subtitles: [],
    markers: [],
    lag: new Map(),
    branches: [],
    dropped: lanes.flatMap((count, lane) =>
      count > 0 && !pads.includes(lane) ? [`lane ${lane + 1}, used in ${countText(count, 'record')}`] : [],
    ),
    layout: { lineEnd: '\n' },
  };
}

/**
 * The bytes of an .r16m: a record for each row. Pads beyond the fifth, resets and powers have no
 * place in it.
 * @param lagged rows in which the game does not read the pads: they get no record
 */
export function writeR16m({ frames, pads }: MovieInput, lagged: (row: number) => boolean = () => false): Uint8Array {
  const bytes = new Uint8Array(frames * RECORD_BYTES);
  let at = 0;
  for (let row = 0; row < frames; row++) {
    if (lagged(row)) continue;
    pads.slice(0, R16M_PADS).forEach((masks, pad) => {
      const word = padWordOfMask(masks[row] ?? 0);
      bytes[at + 2 * laneOf(pad)] = word >> 8;
      bytes[at + 2 * laneOf(pad) + 1] = word & 0xff;
    });
    at += RECORD_BYTES;
  }
  return bytes.subarray(0, at);
}
