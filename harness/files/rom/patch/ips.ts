/**
 * IPS: records of offset, size and bytes, or of a byte and how often; "EOF"; perhaps a length at
 * which the result is cut. It holds no checksums: nothing shows that the patch is for this image.
 */
import { countText } from '../../../base/number-text.js';
import { damaged, MAX_RESULT_BYTES, nextBigEndian, nextByte, type PatchCursor } from './cursor.js';

const END = 0x45_4f46;

/**
 * Whether the three bytes just read as an offset end the patch: nothing, or a length of three
 * bytes, follows.
 */
function isEnd(cursor: PatchCursor, offset: number): boolean {
  const left = cursor.end - cursor.at;
  return offset === END && (left === 0 || left === 3);
}

interface Result {
  bytes: Uint8Array;
  length: number;
  /** Bytes written so far, overwritten ones too. */
  written: number;
}

/** Makes room for bytes at an offset; new bytes are 0. */
function reach(cursor: PatchCursor, result: Result, offset: number, bytes: number): void {
  const end = offset + bytes;
  result.written += bytes;
  if (end > MAX_RESULT_BYTES || result.written > 4 * MAX_RESULT_BYTES) {
    throw damaged(cursor, 'the patch writes more than the largest cartridge holds', countText(result.written, 'byte'));
  }
  if (end > result.bytes.length) {
    const larger = new Uint8Array(Math.min(MAX_RESULT_BYTES, Math.max(end, 2 * result.bytes.length)));
    larger.set(result.bytes.subarray(0, result.length));
    result.bytes = larger;
  }
  result.length = Math.max(result.length, end);
}

/** One record behind its offset. */
function putRecord(cursor: PatchCursor, result: Result, offset: number): void {
  const size = nextBigEndian(cursor, 2);
  if (size === 0) {
    const count = nextBigEndian(cursor, 2);
    const byte = nextByte(cursor);
    reach(cursor, result, offset, count);
    result.bytes.fill(byte, offset, offset + count);
    return;
  }
  if (cursor.at + size > cursor.end) throw damaged(cursor, 'the patch is cut');
  reach(cursor, result, offset, size);
  result.bytes.set(cursor.bytes.subarray(cursor.at, cursor.at + size), offset);
  cursor.at += size;
}

/**
 * Applies an IPS patch.
 * @throws LockstepError `E_PATCH_DAMAGED`
 */
export function applyIps(patch: Uint8Array, source: Uint8Array, file: string): Uint8Array {
  const cursor: PatchCursor = { bytes: patch, file, at: 5, end: patch.length };
  const result: Result = { bytes: Uint8Array.from(source), length: source.length, written: 0 };
  for (;;) {
    const offset = nextBigEndian(cursor, 3);
    if (isEnd(cursor, offset)) break;
    putRecord(cursor, result, offset);
  }
  const cut = cursor.at < cursor.end ? nextBigEndian(cursor, 3) : result.length;
  return result.bytes.slice(0, Math.min(cut, result.length));
}
