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

/**
 * Up to version 2.4 or so: a colon behind the address, `DB:`, decimal V and H padded with spaces.
 */
export function createOldBizhawk(): Dialect {
  return {
    id: 'bizhawk-old',
    name: 'BizHawk trace logger, earlier bsnes core',
    evidence: 'layout from published traces',
    shows: 'effective addresses, scan lines',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix: 10, frameIsAbsolute: false },
      moves: 'destination first',
      spaces: 2,
      colon: true,
      isOther: isHeader,
    }),
  };
}

const CPU = Buffer.from('CPU ');

/** Lines of ares that are not of the main processor: other tracers name theirs. */
function isOtherTracer(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] as number;
  const isName = first >= 0x41 && first <= 0x5a && bytes[start + 1] !== undefined;
  return isName && CPU.some((code, index) => bytes[start + index] !== code) && bytes.indexOf(0x20, start) - start <= 8;
}

/** ares names the processor first: `CPU  808100  lda #$12 A:0000 ... B:7e nvMxdIzc V:01a H:001`. */
export function createAres(lineRadix: 10 | 16): Dialect {
  return {
    id: 'ares',
    name: `ares trace (V and H ${lineRadix === 16 ? 'hexadecimal' : 'decimal'})`,
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: 'effective addresses, scan lines',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix, frameIsAbsolute: false },
      moves: 'destination first',
      spaces: 2,
      prefix: CPU,
      isOther: isOtherTracer,
    }),
  };
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
