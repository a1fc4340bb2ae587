/** The three checksums at the end of UPS and BPS patches: source, result, patch. */

import { crc32 } from '../../../base/crc32.js';
import { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';
import { damaged, type PatchCursor, word32 } from './cursor.js';

export function hex32(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** Checks the checksum of the patch itself, its last four bytes. */
export function checkPatch(cursor: PatchCursor): void {
  const { bytes } = cursor;
  if (cursor.end < cursor.at) throw damaged(cursor, 'the patch is cut');
  const stated = word32(bytes, bytes.length - 4);
  const found = crc32(bytes, 0, 0, bytes.length - 4);
  if (stated !== found) {
    throw damaged(cursor, 'the patch is damaged: its own checksum differs', `${hex32(found)}, stated ${hex32(stated)}`);
  }
}

/** Checks the checksum of the unpatched image. */
export function checkSource(cursor: PatchCursor, source: Uint8Array, size: number): void {
  const stated = word32(cursor.bytes, cursor.bytes.length - 12);
  const found = crc32(source);
  if (source.length === size && found === stated) return;
  throw new LockstepError('E_PATCH_SOURCE', 'the patch is for another image', {
    file: cursor.file,
    found: `${countText(source.length, 'byte')}, CRC-32 ${hex32(found)}`,
    expected: `${countText(size, 'byte')}, CRC-32 ${hex32(stated)}`,
    remedy: 'Give the image that the patch was made for; a copier header has already been taken off',
  });
}

/** Checks the checksum of the patched image. */
export function checkResult(cursor: PatchCursor, result: Uint8Array): void {
  const stated = word32(cursor.bytes, cursor.bytes.length - 8);
  const found = crc32(result);
  if (stated !== found) {
    throw damaged(cursor, 'the patched image has another checksum', `${hex32(found)}, stated ${hex32(stated)}`);
  }
}
