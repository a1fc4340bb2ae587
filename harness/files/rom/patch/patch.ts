/** Applies a BPS, UPS or IPS patch; its first bytes name the kind. */

import { countText } from '../../../../core/system/names.js';
import { crc32, LockstepError } from '../../../base/index.js';

// A place in a patch and reads from it. A read past the end, or a number past the largest image, is
// an error.

/** Largest image that a patch may make. */
const MAX_RESULT_BYTES = 0x100_0000;

interface PatchCursor {
  readonly bytes: Uint8Array;
  readonly file: string;
  at: number;
  /** Where the records end. */
  readonly end: number;
}

function damaged(cursor: PatchCursor, message: string, found?: string): LockstepError {
  return new LockstepError('E_PATCH_DAMAGED', message, {
    file: cursor.file,
    offset: cursor.at,
    ...(found === undefined ? {} : { found }),
    remedy: 'Download or copy the patch again',
  });
}

function nextByte(cursor: PatchCursor): number {
  if (cursor.at >= cursor.end) throw damaged(cursor, 'the patch is cut');
  return cursor.bytes[cursor.at++] as number;
}

/** Reads a big-endian number of one to four bytes. */
function nextBigEndian(cursor: PatchCursor, bytes: number): number {
  let value = 0;
  for (let index = 0; index < bytes; index++) value = value * 256 + nextByte(cursor);
  return value;
}

/** Little-endian 32-bit number at an offset. */
function word32(bytes: Uint8Array, at: number): number {
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
function nextNumber(cursor: PatchCursor): number {
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
function checkedSize(cursor: PatchCursor, size: number): number {
  if (size <= MAX_RESULT_BYTES) return size;
  throw damaged(cursor, 'the patch is for an image larger than any cartridge', countText(size, 'byte'));
}

// The three checksums at the end of UPS and BPS patches: source, result, patch.

export function hex32(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** Checks the checksum of the patch itself, its last four bytes. */
function checkPatch(cursor: PatchCursor): void {
  const { bytes } = cursor;
  if (cursor.end < cursor.at) throw damaged(cursor, 'the patch is cut');
  const stated = word32(bytes, bytes.length - 4);
  const found = crc32(bytes, 0, 0, bytes.length - 4);
  if (stated !== found) {
    throw damaged(cursor, 'the patch is damaged: its own checksum differs', `${hex32(found)}, stated ${hex32(stated)}`);
  }
}

/** Checks the checksum of the unpatched image. */
function checkSource(cursor: PatchCursor, source: Uint8Array, size: number): void {
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
function checkResult(cursor: PatchCursor, result: Uint8Array): void {
  const stated = word32(cursor.bytes, cursor.bytes.length - 8);
  const found = crc32(result);
  if (stated !== found) {
    throw damaged(cursor, 'the patched image has another checksum', `${hex32(found)}, stated ${hex32(stated)}`);
  }
}

// BPS: the result as pieces of the source, of the patch and of itself; checksums of source, result
// and patch at the end.

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
function applyBps(patch: Uint8Array, source: Uint8Array, file: string): Uint8Array {
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

// IPS: records of offset, size and bytes, or of a byte and how often; "EOF"; perhaps a length at
// which the result is cut. It holds no checksums: nothing shows that the patch is for this image.

const END = 0x45_4f46;

/**
 * Whether the three bytes just read as an offset end the patch: nothing, a length of three bytes,
 * or padding of zeros follows.
 */
function isEnd(cursor: PatchCursor, offset: number): boolean {
  if (offset !== END) return false;
  const left = cursor.bytes.subarray(cursor.at, cursor.end);
  return left.length === 3 || left.every((byte) => byte === 0);
}

/** Bytes behind what may be the end of the patch, where they make no records. */
function contentBehind(cursor: PatchCursor, endAt: number): LockstepError {
  const left = countText(cursor.end - endAt, 'byte');
  return damaged({ ...cursor, at: endAt }, 'something stands behind the end of the patch', left);
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
function applyIps(patch: Uint8Array, source: Uint8Array, file: string): Uint8Array {
  const cursor: PatchCursor = { bytes: patch, file, at: 5, end: patch.length };
  const result: Result = { bytes: Uint8Array.from(source), length: source.length, written: 0 };
  let endAt = 0;
  try {
    for (;;) {
      const offset = nextBigEndian(cursor, 3);
      if (isEnd(cursor, offset)) break;
      // the same bytes may be the offset of a record
      if (offset === END && endAt === 0) endAt = cursor.at;
      putRecord(cursor, result, offset);
    }
  } catch (error) {
    if (endAt > 0 && error instanceof LockstepError) throw contentBehind(cursor, endAt);
    throw error;
  }
  const cut = cursor.end - cursor.at === 3 ? nextBigEndian(cursor, 3) : 0;
  return result.bytes.slice(0, Math.min(cut === 0 ? result.length : cut, result.length));
}

// UPS: bytes combined by exclusive or, between distances; checksums of source, result and patch at
// the end.

/**
 * Applies a UPS patch.
 * @throws LockstepError `E_PATCH_DAMAGED`, `E_PATCH_SOURCE`
 */
function applyUps(patch: Uint8Array, source: Uint8Array, file: string): Uint8Array {
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

export type PatchKind = 'IPS' | 'UPS' | 'BPS';

interface Patched {
  readonly kind: PatchKind;
  readonly image: Uint8Array;
  /** False for IPS, which carries no checksums. */
  readonly verified: boolean;
}

function startsWith(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, word.length)).toString('latin1') === word;
}

/**
 * Applies a patch to a source image.
 * @throws LockstepError `E_PATCH_KIND`, `E_PATCH_DAMAGED`, `E_PATCH_SOURCE`
 */
export function applyPatch(patch: Uint8Array, source: Uint8Array, file: string): Patched {
  if (startsWith(patch, 'BPS1')) return { kind: 'BPS', image: applyBps(patch, source, file), verified: true };
  if (startsWith(patch, 'UPS1')) return { kind: 'UPS', image: applyUps(patch, source, file), verified: true };
  if (startsWith(patch, 'PATCH')) return { kind: 'IPS', image: applyIps(patch, source, file), verified: false };
  throw new LockstepError('E_PATCH_KIND', 'the file is not a patch of a known kind', {
    file,
    offset: 0,
    expected: 'PATCH (IPS), UPS1 or BPS1 at its start',
    remedy: 'Name an IPS, UPS or BPS patch',
  });
}
