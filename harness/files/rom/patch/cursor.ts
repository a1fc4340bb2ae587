/**
 * A place in a patch and reads from it. A read past the end, or a number past the largest image, is
 * an error.
 */

import { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';

/** Largest image that a patch may make. */
export const MAX_RESULT_BYTES = 0x100_0000;

export interface PatchCursor {
  readonly bytes: Uint8Array;
  readonly file: string;
  at: number;
  /** Where the records end. */
  readonly end: number;
}

export function damaged(cursor: PatchCursor, message: string, found?: string): LockstepError {
  return new LockstepError('E_PATCH_DAMAGED', message, {
    file: cursor.file,
    offset: cursor.at,
    ...(found === undefined ? {} : { found }),
    remedy: 'Download or copy the patch again',
  });
}

export function nextByte(cursor: PatchCursor): number {
  if (cursor.at >= cursor.end) throw damaged(cursor, 'the patch is cut');
  return cursor.bytes[cursor.at++] as number;
}

/** Reads a big-endian number of one to four bytes. */
export function nextBigEndian(cursor: PatchCursor, bytes: number): number {
  let value = 0;
  for (let index = 0; index < bytes; index++) value = value * 256 + nextByte(cursor);
  return value;
}

/** Little-endian 32-bit number at an offset. */
export function word32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}

/**
 * Reads a number of UPS or BPS: seven bits in each byte, low ones first; bit 7 ends it, and each
 * continuation adds its own unit.
 */
export function nextNumber(cursor: PatchCursor): number {
  let value = 0;
  let unit = 1;
  for (;;) {
    const byte = nextByte(cursor);
    value += (byte & 0x7f) * unit;
    if ((byte & 0x80) !== 0) return value;
    unit *= 128;
    value += unit;
    // Four times the largest image is the most that any field means: BPS keeps two bits beside a
    // length.
    if (value > 8 * MAX_RESULT_BYTES) throw damaged(cursor, 'a number of the patch is larger than any image');
  }
}

/** Checks a size that a patch states. */
export function checkedSize(cursor: PatchCursor, size: number): number {
  if (size <= MAX_RESULT_BYTES) return size;
  throw damaged(cursor, 'the patch is for an image larger than any cartridge', countText(size, 'byte'));
}
