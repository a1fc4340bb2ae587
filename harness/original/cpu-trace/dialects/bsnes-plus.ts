/** bsnes-plus: `c08123 lda $7e0b10,x [7e0b34] A:0012 ... DB:7e nvMXdIzC V: 12 H:203 F:17`. */
import type { Dialect } from './dialect.js';
import { createTextRowReader } from './text-row.js';

/** Rows of the sound processor, which begin with dots when it is traced into the same file. */
function isOtherProcessor(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0x2e && bytes[start + 1] === 0x2e;
}

export function createBsnesPlus(): Dialect {
  return {
    id: 'bsnes-plus',
    name: 'bsnes-plus trace log',
    evidence: "layout from the emulator's source; never seen on a real file",
    shows: 'effective addresses, scan lines; its frame column wraps every second and is not used',
    ...createTextRowReader({
      fields: { b: 'data bank', lineRadix: 10, frameIsAbsolute: false },
      moves: 'source first',
      spaces: 1,
      isOther: isOtherProcessor,
    }),
  };
}
