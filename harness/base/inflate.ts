/**
 * Deflated data with their checks, without Node: a page reads the same files. Layouts: RFC 1950
 * (zlib), RFC 1952 (gzip).
 */

import { Inflate } from 'fflate';
import { countText } from '../../core/system/names.js';
import { crc32 } from './crc32.js';

/** Packed bytes that are unpacked at once: they make two megabytes at most. */
const PIECE = 2 * 1024;
/**
 * A stored block of 64 KiB comes out at its end: so much without an output is behind the stream.
 */
const LONGEST_SILENCE = 96 * 1024;
const ADLER_PRIME = 65_521;
/** Sums of so many bytes stay below 2 ** 32. */
const ADLER_BYTES = 3_800;
const [ZLIB_HEAD, ZLIB_TAIL] = [2, 4];
const GZIP_TAIL = 8;

/** What is wrong with packed data: damage, a cut, or too much inside. */
export class PackedFault extends Error {}

/**
 * Runs a step of unpacking. What fflate and fzstd say of the data has a number and becomes a
 * `PackedFault`; any other error is none of the data and stays what it is.
 * @throws PackedFault
 */
export function unpacking<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Error) || typeof (error as { code?: unknown }).code !== 'number') throw error;
    throw new PackedFault(error.message);
  }
}

/** Bytes in pieces, put together. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The part of a stream of fflate that is used. */
interface Stream {
  ondata: ((piece: Uint8Array, final: boolean) => void) | undefined;
  push(piece: Uint8Array, final?: boolean): void;
}

/** @throws PackedFault for damage, and for more than `most` bytes */
function streamed(stream: Stream, packed: Uint8Array, most: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  let last = 0;
  stream.ondata = (piece, final) => {
    size += piece.length;
    if (size > most) throw new PackedFault(`over ${countText(most, 'byte')}`);
    if (piece.length > 0) pieces.push(piece.slice());
    ended ||= final;
  };
  for (let at = 0; at < packed.length && !ended && at - last <= LONGEST_SILENCE; at += PIECE) {
    const before = size;
    unpacking(() => stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length));
    if (size > before) last = at;
  }
  return joined(pieces);
}

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + ADLER_BYTES);
    for (; at < end; at++) {
      low += bytes[at] as number;
      high += low;
    }
    low %= ADLER_PRIME;
    high %= ADLER_PRIME;
  }
  return high * 0x10000 + low;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A zlib stream and how many bytes it takes. */
interface Inflated {
  readonly bytes: Uint8Array;
  readonly used: number;
}

/**
 * The zlib stream with which bytes begin; others may follow. Its checksum tells where it ends.
 * @returns undefined for anything else, for damage, and for more than `most` bytes
 */
export function inflated(packed: Uint8Array, most: number): Inflated | undefined {
  let bytes: Uint8Array;
  try {
    bytes = streamed(new Inflate() as Stream, packed.subarray(ZLIB_HEAD), most);
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    return undefined;
  }
  const sum = adler32(bytes);
  const data = viewOf(packed);
  for (let at = ZLIB_HEAD; at + ZLIB_TAIL <= packed.length; at++) {
    if (data.getUint32(at) === sum) return { bytes, used: at + ZLIB_TAIL };
  }
  return undefined;
}

const [GZIP_HEADER, GZIP_EXTRA, GZIP_NAME, GZIP_COMMENT, GZIP_CHECK] = [10, 4, 8, 16, 2];

/** Byte behind the header of a gzip member. @throws PackedFault for what is no header */
export function gzipHeaderEnd(packed: Uint8Array, from: number): number {
  const flags = packed[from + 3];
  if (packed[from] !== 0x1f || packed[from + 1] !== 0x8b || packed[from + 2] !== 8 || flags === undefined) {
    throw new PackedFault('no header of gzip data');
  }
  let at = from + GZIP_HEADER;
  if ((flags & GZIP_EXTRA) !== 0) at += 2 + (packed[at] ?? 0) + 256 * (packed[at + 1] ?? 0);
  for (const part of [GZIP_NAME, GZIP_COMMENT]) {
    if ((flags & part) === 0) continue;
    while (at < packed.length && packed[at] !== 0) at++;
    at++;
  }
  if ((flags & GZIP_CHECK) !== 0) at += 2;
  if (at >= packed.length) throw new PackedFault('a cut header of gzip data');
  return at;
}

/** Whether gzip data begin at a byte. */
function isMember(packed: Uint8Array, at: number): boolean {
  return packed[at] === 0x1f && packed[at + 1] === 0x8b && packed[at + 2] === 8;
}

/** What the members of gzip data hold, and the bytes behind them, which are no member. */
interface GzipContent {
  readonly bytes: Uint8Array;
  readonly behind: number;
}

/** A member of gzip data from a byte on, and the byte behind it. */
function memberFrom(
  packed: Uint8Array,
  at: number,
  most: number,
): { readonly bytes: Uint8Array; readonly end: number } {
  const data = viewOf(packed);
  const first = gzipHeaderEnd(packed, at);
  const bytes = streamed(new Inflate() as Stream, packed.subarray(first), most);
  const sum = crc32(bytes);
  // no deflated data are shorter, and those of an empty content hold zeros
  let end = first + 2;
  while (end + GZIP_TAIL <= packed.length) {
    if (data.getUint32(end, true) === sum && data.getUint32(end + 4, true) === bytes.length >>> 0) break;
    end++;
  }
  if (end + GZIP_TAIL > packed.length) throw new PackedFault('its CRC-32 is wrong');
  return { bytes, end: end + GZIP_TAIL };
}

/**
 * What the first member of gzip data holds; whatever stands behind it is not looked at.
 * @throws PackedFault for damage, for a cut, and for more than `most` bytes
 */
export function gunzipMember(packed: Uint8Array, most: number): Uint8Array {
  return memberFrom(packed, 0, most).bytes;
}

/**
 * What gzip data hold. Emulators pad behind the last member: where it ends is told by its checksum
 * and its length.
 * @throws PackedFault for damage, for a cut, and for more than `most` bytes
 */
export function gunzipMembers(packed: Uint8Array, most: number): GzipContent {
  const members: Uint8Array[] = [];
  let left = most;
  let at = 0;
  do {
    const { bytes, end } = memberFrom(packed, at, left);
    members.push(bytes);
    left -= bytes.length;
    at = end;
  } while (isMember(packed, at));
  return { bytes: members.length === 1 ? (members[0] as Uint8Array) : joined(members), behind: packed.length - at };
}

/** The same; undefined for damage, for a cut, and for more than `most` bytes. */
export function wholeMembers(packed: Uint8Array, most: number): GzipContent | undefined {
  try {
    return gunzipMembers(packed, most);
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    return undefined;
  }
}

/**
 * What gzip data hold.
 * @throws PackedFault for damage, and for more than `most` bytes
 */
export function gunzipped(packed: Uint8Array, most: number): Uint8Array {
  return gunzipMembers(packed, most).bytes;
}
