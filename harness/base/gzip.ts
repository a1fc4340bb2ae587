/**
 * gzip with the same bytes for the same content: no time, no name, and "unknown" as the operating
 * system.
 */
import { gzipSync } from 'node:zlib';

/** One gzip member; members may follow each other in a file. */
export function gzipMember(bytes: Uint8Array): Uint8Array {
  const member = gzipSync(bytes, { level: 9 });
  // RFC 1952: bytes 4-7 are the time, byte 9 is the system; zlib writes 3 or 10 or 19 there.
  member.fill(0, 4, 8);
  member[9] = 0xff;
  return member;
}
