/**
 * UPS: bytes combined by exclusive or, between distances; checksums of source, result and patch at
 * the end.
 */
import { checkedSize, nextByte, nextNumber, type PatchCursor } from './cursor.js';
import { checkPatch, checkResult, checkSource } from './seals.js';

/**
 * Applies a UPS patch.
 * @throws LockstepError `E_PATCH_DAMAGED`, `E_PATCH_SOURCE`
 */
export function applyUps(patch: Uint8Array, source: Uint8Array, file: string): Uint8Array {
  const cursor: PatchCursor = { bytes: patch, file, at: 4, end: patch.length - 12 };
  checkPatch(cursor);
  const sourceSize = checkedSize(cursor, nextNumber(cursor));
  const result = new Uint8Array(checkedSize(cursor, nextNumber(cursor)));
  checkSource(cursor, source, sourceSize);
  result.set(source.subarray(0, result.length));
  for (let at = 0; cursor.at < cursor.end; at++) {
    at += nextNumber(cursor);
    for (let byte = nextByte(cursor); byte !== 0; byte = nextByte(cursor), at++) {
      // Bytes past the result belong to the way back, from a longer source.
      if (at < result.length) result[at] = (result[at] as number) ^ byte;
    }
  }
  checkResult(cursor, result);
  return result;
}
