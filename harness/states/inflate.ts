/**
 * Deflated data with their checks, without Node: a page reads the same files. Layouts: RFC 1950
 * (zlib), RFC 1952 (gzip).
 */

import { Gunzip, Inflate } from 'fflate';
import { crc32 } from '../base/crc32.js';
import { countText } from '../base/number-text.js';

/** Packed bytes that are unpacked at once: they make two megabytes at most. */
const PIECE = 2 * 1024;
const ADLER_PRIME = 65_521;
/** Sums of so many bytes stay below 2 ** 32. */
const ADLER_BYTES = 3_800;
const [ZLIB_HEAD, ZLIB_TAIL] = [2, 4];
const GZIP_TAIL = 8;

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

/** @throws Error for damage, and for more than `most` bytes */
function streamed(stream: Stream, packed: Uint8Array, most: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  stream.ondata = (piece, final) => {
    size += piece.length;
    if (size > most) throw new Error(`over ${countText(most, 'byte')}`);
    pieces.push(piece.slice());
    ended ||= final;
  };
  for (let at = 0; at < packed.length && !ended; at += PIECE) {
    stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
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
export interface Inflated {
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
  } catch {
    return undefined;
  }
  const sum = adler32(bytes);
  const data = viewOf(packed);
  for (let at = ZLIB_HEAD; at + ZLIB_TAIL <= packed.length; at++) {
    if (data.getUint32(at) === sum) return { bytes, used: at + ZLIB_TAIL };
  }
  return undefined;
}

/**
 * What gzip data hold.
 * @throws Error for damage, and for more than `most` bytes
 */
export function gunzipped(packed: Uint8Array, most: number): Uint8Array {
  const bytes = streamed(new Gunzip() as Stream, packed, most);
  const tail = viewOf(packed).getUint32(Math.max(0, packed.length - GZIP_TAIL), true);
  if (crc32(bytes) !== tail) throw new Error('its CRC-32 is wrong');
  return bytes;
}
