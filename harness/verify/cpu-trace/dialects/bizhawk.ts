/**
 * BizHawk's trace logger with its bsnes core:
 * `c08123 lda $7e0b10,x [7e0b34] A:0012 ... B:7e nvMXdIzC V:070 H:0cb`, with a header line that
 * starts `65816:` at every opening of the file.
 */
import type { Dialect } from './dialect.js';
import { createTextRowReader } from './text-row.js';

const HEADER = Buffer.from('65816:');

function isHeader(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0x36 && Buffer.compare(bytes.subarray(start, start + HEADER.length), HEADER) === 0;
}

/** @param lineRadix radix of the V column: 16 in the current core */
export function createBizhawk(lineRadix: 10 | 16): Dialect {
  return {
    id: 'bizhawk',
    name: `BizHawk trace logger, bsnes core (V and H ${lineRadix === 16 ? 'hexadecimal' : 'decimal'})`,
    evidence: "layout from the emulator's documentation and source; never seen on a real file",
    shows: 'effective addresses, scan lines',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix, frameIsAbsolute: false },
      moves: 'destination first',
      spaces: 2,
      isOther: isHeader,
    }),
  };
}
