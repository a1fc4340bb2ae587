/**
 * BPS: the result as pieces of the source, of the patch and of itself; checksums of source, result
 * and patch at the end.
 */
import { countText } from '../../../base/number-text.js';
import { checkedSize, damaged, nextNumber, type PatchCursor } from './cursor.js';
import { checkPatch, checkResult, checkSource } from './seals.js';

const SOURCE_READ = 0;
const TARGET_READ = 1;
const SOURCE_COPY = 2;

/** Reads a signed distance; the lowest bit is the sign. */
function nextDistance(cursor: PatchCursor): number {
  const number = nextNumber(cursor);
  const distance = Math.floor(number / 2);
  return number % 2 === 1 ? -distance : distance;
}

/** Checks that a piece lies inside of a buffer, and returns its start. */
function checkedPiece(cursor: PatchCursor, from: number, length: number, size: number): number {
  if (from >= 0 && from + length <= size) return from;
  throw damaged(cursor, 'the patch copies from outside the image');
}

/**
 * Applies a BPS patch.
 * @throws LockstepError `E_PATCH_DAMAGED`, `E_PATCH_SOURCE`
 */
export function applyBps(patch: Uint8Array, source: Uint8Array, file: string): Uint8Array {
  const cursor: PatchCursor = { bytes: patch, file, at: 4, end: patch.length - 12 };
  checkPatch(cursor);
  const sourceSize = checkedSize(cursor, nextNumber(cursor));
  const result = new Uint8Array(checkedSize(cursor, nextNumber(cursor)));
  const notes = nextNumber(cursor);
  if (cursor.at + notes > cursor.end) throw damaged(cursor, 'the patch is cut');
  cursor.at += notes;
  checkSource(cursor, source, sourceSize);
  let at = 0;
  let fromSource = 0;
  let fromResult = 0;
  while (cursor.at < cursor.end) {
    const action = nextNumber(cursor);
    const kind = action % 4;
    const length = Math.floor(action / 4) + 1;
    checkedPiece(cursor, at, length, result.length);
    if (kind === SOURCE_READ) {
      const from = checkedPiece(cursor, at, length, source.length);
      result.set(source.subarray(from, from + length), at);
    } else if (kind === TARGET_READ) {
      const from = checkedPiece(cursor, cursor.at, length, cursor.end);
      result.set(patch.subarray(from, from + length), at);
      cursor.at += length;
    } else if (kind === SOURCE_COPY) {
      const from = checkedPiece(cursor, fromSource + nextDistance(cursor), length, source.length);
      result.set(source.subarray(from, from + length), at);
      fromSource = from + length;
    } else {
      const from = checkedPiece(cursor, fromResult + nextDistance(cursor), length, at + length);
      if (from >= at) throw damaged(cursor, 'the patch copies what is not written yet');
      // Byte by byte: a piece may reach into what it writes.
      for (let index = 0; index < length; index++) result[at + index] = result[from + index] as number;
      fromResult = from + length;
    }
    at += length;
  }
  if (at !== result.length)
    throw damaged(cursor, 'the patch does not fill its image', `${at} of ${countText(result.length, 'byte')}`);
  checkResult(cursor, result);
  return result;
}
