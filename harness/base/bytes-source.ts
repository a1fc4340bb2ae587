/** Bytes in memory, read as a movie's file is. */
import type { ByteSource } from './byte-source.js';

export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  return {
    name,
    size: bytes.length,
    read: (at, length) => bytes.subarray(at, at + length),
    close: () => undefined,
  };
}
