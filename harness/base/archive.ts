/**
 * ZIP archives, read without trust: only the members that are asked for are unpacked, in
 * pieces, within limits, and their size and CRC-32 are checked. Stored and deflated members; every
 * other method (Zstandard, encryption, ZIP64) is named and refused. Layout: PKWARE's APPNOTE.
 */

import { Inflate } from 'fflate';
import { countText } from '../../core/system/names.js';
import type { ByteSource } from './byte-source.js';
import { crc32 } from './crc32.js';
import { type ErrorDetails, LockstepError } from './errors.js';
import { PackedFault, unpacking } from './inflate.js';
import { lineFeeds } from './line-ends.js';
import { hexText } from './number-text.js';

export interface Member {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  /** Bytes in the archive. */
  readonly packed: number;
  /** Bytes unpacked, as the directory says. */
  readonly size: number;
  /** Byte of its local header. */
  readonly at: number;
}

export interface Archive {
  readonly file: string;
  readonly source: ByteSource;
  /** By name, `/` between folders; without what a file manager packs along. */
  readonly members: ReadonlyMap<string, Member>;
  /** Bytes behind the archive, which are no part of it. */
  readonly behind: number;
}

/** What file managers leave in folders and pack with them. */
const OF_FILE_MANAGERS = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/u;

/** Largest unpacked member: a day of input rows is below it. */
const MAX_MEMBER_BYTES = 512 * 1024 * 1024;
/** Deflate makes at most 1,032 bytes of one: two megabytes are unpacked at once, no more. */
const PIECE_BYTES = 2 * 1024;
/** Bytes that become text at once: long texts stay in memory for longer. */
const TEXT_BYTES = 64 * 1024;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;
const MAX_LINE_LENGTH = 64 * 1024;
const END_LENGTH = 22;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;
const ZSTANDARD_MARK = 0xfd2fb528;

/** Name of a member in an error, such as `movie.bk2/Input Log.txt`. */
export function memberPlace(file: string, member: string): string {
  return `${file}/${member}`;
}

function fail(code: 'E_MOVIE' | 'E_MOVIE_ARCHIVE', message: string, details: ErrorDetails): never {
  const remedy =
    code === 'E_MOVIE'
      ? 'Save the file again in the emulator'
      : 'Copy the file again, or write it again with what made it';
  throw new LockstepError(code, message, { remedy, ...details });
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function damaged(file: string, message: string, found: string, expected: string, offset?: number): never {
  return fail('E_MOVIE_ARCHIVE', message, { file, found, expected, ...(offset === undefined ? {} : { offset }) });
}

/** Where an archive has its directory: entries, first byte, length; and bytes behind its end. */
interface Directory {
  readonly entries: number;
  readonly at: number;
  readonly length: number;
  readonly behind: number;
}

/** Two archives behind one another are two files; which of them is meant is not for us to say. */
function refuseSecond(source: ByteSource, at: number): void {
  const isArchive = (place: number): boolean => {
    const head = source.read(place, 4);
    return head.length === 4 && view(head).getUint32(0, true) === LOCAL_MARK;
  };
  if (at <= 0 || at >= source.size || !isArchive(0) || !isArchive(at)) return;
  fail('E_MOVIE_ARCHIVE', 'two archives stand behind one another in the file', {
    file: source.name,
    offset: at,
    found: 'the begin of a second one',
    expected: 'one archive',
    remedy: 'Copy the file again, or cut it at this byte and name one of the halves',
  });
}

/** The last end of a directory; whatever stands behind it, such as padding, is left out. */
function findDirectory(source: ByteSource): Directory {
  const start = Math.max(0, source.size - END_LENGTH - 0xffff);
  const tail = source.read(start, source.size - start);
  const data = view(tail);
  const ends: number[] = [];
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (data.getUint32(at, true) === END_MARK && at + END_LENGTH + data.getUint16(at + 20, true) <= tail.length)
      ends.push(at);
  }
  const whole = (at: number): number => at + END_LENGTH + data.getUint16(at + 20, true);
  const at = ends.find((end) => whole(end) === tail.length) ?? ends[0];
  if (at === undefined)
    return damaged(source.name, 'the file is not a whole ZIP archive', 'no end of a directory', 'a whole file');
  const entries = data.getUint16(at + 10, true);
  const length = data.getUint32(at + 12, true);
  const first = data.getUint32(at + 16, true);
  if (entries === 0xffff || first === 0xffffffff || length === 0xffffffff) {
    damaged(source.name, 'the archive is a ZIP64 archive', 'ZIP64', 'a ZIP archive below 4 GiB', start + at);
  }
  if (first + length > start + at || length > MAX_DIRECTORY_BYTES) {
    damaged(
      source.name,
      'the directory of the archive is out of place',
      `byte ${first}, ${countText(length, 'byte')}`,
      'before its end',
    );
  }
  refuseSecond(source, start + at - first - length);
  refuseSecond(source, start + whole(at));
  return { entries, at: first, length, behind: tail.length - whole(at) };
}

/**
 * Reads the directory of a ZIP archive.
 * @throws LockstepError `E_MOVIE_ARCHIVE` for anything but a whole directory
 */
export function openArchive(source: ByteSource): Archive {
  const directory = findDirectory(source);
  const bytes = source.read(directory.at, directory.length);
  const data = view(bytes);
  const members = new Map<string, Member>();
  const decoder = new TextDecoder();
  let at = 0;
  for (let index = 0; index < directory.entries; index++) {
    const rest = bytes.length - at;
    if (rest < 46 || data.getUint32(at, true) !== ENTRY_MARK) {
      damaged(
        source.name,
        'the directory of the archive is damaged',
        `entry ${index + 1} is none`,
        countText(directory.entries, 'entry', 'entries'),
        directory.at + at,
      );
    }
    const nameLength = data.getUint16(at + 28, true);
    const whole = 46 + nameLength + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
    if (whole > rest)
      damaged(
        source.name,
        'the directory of the archive is cut',
        countText(rest, 'byte'),
        `${whole}`,
        directory.at + at,
      );
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/');
    if (members.has(name))
      damaged(source.name, 'a member is in the archive twice', name, 'each name once', directory.at + at);
    const member: Member = {
      name,
      method: data.getUint16(at + 10, true),
      encrypted: (data.getUint16(at + 8, true) & 1) !== 0,
      crc: data.getUint32(at + 16, true),
      packed: data.getUint32(at + 20, true),
      size: data.getUint32(at + 24, true),
      at: data.getUint32(at + 42, true),
    };
    if (!OF_FILE_MANAGERS.test(name)) members.set(name, member);
    at += whole;
  }
  return { file: source.name, source, members, behind: directory.behind };
}

function checkMember(archive: Archive, member: Member, maxBytes: number): number {
  const place = memberPlace(archive.file, member.name);
  if (member.encrypted) damaged(place, 'the member is encrypted', 'encryption', 'a plain member');
  if (member.method !== 0 && member.method !== 8) {
    const found = member.method === 93 ? 'Zstandard (method 93)' : `method ${member.method}`;
    fail('E_MOVIE_ARCHIVE', 'the member has an unsupported compression method', {
      file: place,
      found,
      expected: 'stored or deflated',
      remedy: 'Unpack the archive and pack it again as an ordinary ZIP',
    });
  }
  if (member.size > maxBytes)
    damaged(place, 'the member is too large', countText(member.size, 'byte'), `at most ${maxBytes}`);
  const local = archive.source.read(member.at, 30);
  if (local.length < 30 || view(local).getUint32(0, true) !== LOCAL_MARK) {
    damaged(
      archive.file,
      `the member ${member.name} is not where the directory says`,
      'no local header',
      'PK 03 04',
      member.at,
    );
  }
  return member.at + 30 + view(local).getUint16(26, true) + view(local).getUint16(28, true);
}

/** Members that are Zstandard inside of the archive: refused, or handed on packed. */
type Packing = 'plain only' | 'Zstandard too';

/**
 * Unpacks a member piece by piece; `visit` gets each piece, which it must not keep.
 * @throws LockstepError `E_MOVIE_ARCHIVE` for damage, for more bytes than announced or than
 * `maxBytes`
 */
export function unpack(
  archive: Archive,
  member: Member,
  visit: (piece: Uint8Array) => void,
  maxBytes = MAX_MEMBER_BYTES,
  packing: Packing = 'plain only',
): void {
  const first = checkMember(archive, member, maxBytes);
  const place = memberPlace(archive.file, member.name);
  let size = 0;
  let checksum = 0;
  const take = (piece: Uint8Array): void => {
    if (
      packing === 'plain only' &&
      size === 0 &&
      piece.length >= 4 &&
      view(piece).getUint32(0, true) === ZSTANDARD_MARK
    ) {
      fail('E_MOVIE_ARCHIVE', 'the member is compressed with Zstandard inside of the archive', {
        file: place,
        found: '28 B5 2F FD',
        expected: 'plain content',
        remedy: 'Save the movie with a version of the emulator that stores this member plainly',
      });
    }
    size += piece.length;
    if (size > member.size)
      damaged(
        place,
        'the member unpacks to more than the archive says',
        `over ${countText(member.size, 'byte')}`,
        `${member.size}`,
      );
    checksum = crc32(piece, checksum);
    visit(piece);
  };
  const inflate = member.method === 8 ? new Inflate((piece) => take(piece)) : undefined;
  for (let at = 0; at < member.packed || (at === 0 && inflate !== undefined); at += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, member.packed - at);
    const piece = archive.source.read(first + at, length);
    if (piece.length < length)
      damaged(place, 'the member is cut', countText(at + piece.length, 'byte'), `${member.packed}`);
    if (inflate === undefined) take(piece);
    else push(inflate, piece, at + length >= member.packed, place);
  }
  if (size !== member.size)
    damaged(place, 'the member is cut', `${countText(size, 'byte')} unpacked`, `${member.size}`);
  if (checksum !== member.crc)
    damaged(place, 'the member is damaged: its CRC-32 is wrong', hexText(checksum, 8), hexText(member.crc, 8));
}

function push(inflate: Inflate, piece: Uint8Array, last: boolean, place: string): void {
  try {
    unpacking(() => inflate.push(piece, last));
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    damaged(place, 'the member is damaged', error.message, 'deflated data');
  }
}

/**
 * Calls `visit` with each line (LF or CR LF, 1-based number); a last line without an end counts.
 * Returns the line end.
 */
export function eachLine(
  archive: Archive,
  member: Member,
  visit: (line: string, number: number) => void,
): '\n' | '\r\n' {
  const place = memberPlace(archive.file, member.name);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let number = 0;
  let end: '\n' | '\r\n' = '\n';
  const checkLength = (line: string): void => {
    if (line.length <= MAX_LINE_LENGTH) return;
    fail('E_MOVIE', 'a line is too long', {
      file: place,
      line: number + 1,
      found: `over ${MAX_LINE_LENGTH} characters`,
      expected: 'an input row',
    });
  };
  const ends = lineFeeds();
  const feed = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      checkLength(line);
      number++;
      if (line.endsWith('\r')) end = '\r\n';
      visit(line.endsWith('\r') ? line.slice(0, -1) : line, number);
    }
    checkLength(rest);
  };
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return fail('E_MOVIE', 'the member is not UTF-8 text', { file: place, line: number + 1, expected: 'UTF-8' });
    }
  };
  unpack(archive, member, (piece) => {
    for (let at = 0; at < piece.length; at += TEXT_BYTES) feed(ends(decode(piece.subarray(at, at + TEXT_BYTES))));
  });
  feed(ends(decode(undefined)) + ends(''));
  if (rest !== '') visit(rest, number + 1);
  return end;
}

/** A small member as text, or undefined when it is not there. `maxBytes`: 16 MiB by default. */
export function memberText(archive: Archive, name: string, maxBytes = 16 * 1024 * 1024): string | undefined {
  const member = archive.members.get(name);
  if (member === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  unpack(archive, member, (piece) => pieces.push(piece.slice()), maxBytes);
  return new TextDecoder().decode(Buffer.concat(pieces));
}
