/**
 * ZIP archives that are the same bytes on every machine: fixed order, fixed date, deflated. A
 * member is packed piece by piece, so that a day of input is never in memory as text. Layout:
 * PKWARE's APPNOTE.
 */
import { Deflate, strToU8 } from 'fflate';
import { crc32 } from '../../base/crc32.js';

/** Text in pieces. */
export type Pieces = Iterable<string>;
export type ArchiveMember = readonly [name: string, content: string | Uint8Array | Pieces];

const LOCAL_MARK = 0x04034b50;
const ENTRY_MARK = 0x02014b50;
const END_MARK = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01 00:00, the first that a ZIP archive can say. */
const DATE = 0x0021_0000;
const LEVEL = 6;
/** Bytes that are packed at once: a block of its own each. */
const PACKED_TOGETHER = 1 << 20;

interface Packed {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array;
  /** Byte of its local header. */
  readonly at: number;
}

function piecesOf(content: ArchiveMember[1]): Iterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

function pack([name, content]: ArchiveMember, at: number): Packed {
  const out: Uint8Array[] = [];
  const deflate = new Deflate({ level: LEVEL }, (piece) => out.push(piece));
  const room = new Uint8Array(PACKED_TOGETHER);
  let [crc, size, filled] = [0, 0, 0];
  for (const piece of piecesOf(content)) {
    const bytes = typeof piece === 'string' ? strToU8(piece) : piece;
    crc = crc32(bytes, crc);
    size += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      if (filled === room.length) {
        deflate.push(room);
        filled = 0;
      }
      const part = bytes.subarray(from, from + room.length - filled);
      room.set(part, filled);
      filled += part.length;
      from += part.length;
    }
  }
  deflate.push(room.subarray(0, filled), true);
  return { name: strToU8(name), crc, size, packed: Buffer.concat(out), at };
}

/** Fields that the local header and the directory have in common. */
function writeCommon(bytes: Buffer, at: number, { name, crc, size, packed }: Packed): void {
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(0, at + 2);
  bytes.writeUInt16LE(DEFLATED, at + 4);
  bytes.writeUInt32LE(DATE, at + 6);
  bytes.writeUInt32LE(crc, at + 10);
  bytes.writeUInt32LE(packed.length, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  bytes.writeUInt16LE(0, at + 24);
}

function localHeader(member: Packed): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(LOCAL_MARK, 0);
  writeCommon(bytes, 4, member);
  return bytes;
}

function directoryEntry(member: Packed): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(ENTRY_MARK, 0);
  bytes.writeUInt16LE(VERSION, 4);
  writeCommon(bytes, 6, member);
  bytes.writeUInt32LE(member.at, 42);
  return bytes;
}

function endOf(entries: number, length: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END_MARK, 0);
  bytes.writeUInt16LE(entries, 8);
  bytes.writeUInt16LE(entries, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}

export function writeArchive(members: readonly ArchiveMember[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const member of members) {
    const packed = pack(member, at);
    const local = [localHeader(packed), packed.name, packed.packed];
    parts.push(...local);
    directory.push(directoryEntry(packed), packed.name);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, ...directory, endOf(members.length, length, at)]);
}
