/**
 * Wrappings of files that users bring, taken off before a reader sees the bytes: gzip with anything
 * behind its members, a ZIP archive with one file inside, Zstandard, RetroArch's RZIP. Every size
 * has a limit. Nothing of Node is used: a page reads the same files. Layouts: RFC 1952, PKWARE's
 * APPNOTE, RFC 8878, RetroArch's published sources (`rzip_stream.c`).
 */

import { countText } from '../../core/system/names.js';
import { type Archive, type Member, memberPlace, openArchive, unpack } from './archive.js';
import { bytesSource } from './bytes-source.js';
import { LockstepError } from './errors.js';
import { gunzipMembers, inflated, joined, PackedFault, unpacking } from './inflate.js';
import { isGzip } from './is-gzip.js';
import { zstandard } from './zstandard.js';

/** What was taken off. */
type Wrapping = 'gzip' | 'ZIP' | 'Zstandard' | 'RZIP';

export interface Plain {
  readonly bytes: Uint8Array;
  /** The name of the file, with that of the member in an archive. */
  readonly name: string;
  /** From the outside to the inside. */
  readonly wrappings: readonly Wrapping[];
  /** Bytes behind packed data, which are left out. */
  readonly behind: number;
}

const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];
const ZSTANDARD_MARK = [0x28, 0xb5, 0x2f, 0xfd];
/** `#RZIPv`, a version, `#`; then the size of a chunk (32 bit) and that of all of them (64 bit). */
const RZIP_MARK = [0x23, 0x52, 0x5a, 0x49, 0x50, 0x76];
const RZIP_HEADER = 20;
const MAX_RZIP_CHUNK = 64 * 1024 * 1024;
const ZSTANDARD_PIECE = 16 * 1024;
/** A wrapping inside of a wrapping is real (gzip in ZIP); more are no file of the trade. */
const MAX_WRAPPINGS = 4;

function begins(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

/** The wrapping with which bytes begin. */
export function wrappingOf(start: Uint8Array): Wrapping | undefined {
  if (isGzip(start)) return 'gzip';
  if (begins(start, ZIP_MARK)) return 'ZIP';
  if (begins(start, ZSTANDARD_MARK)) return 'Zstandard';
  return begins(start, RZIP_MARK) ? 'RZIP' : undefined;
}

/** The error of a wrapping that cannot be taken off: damage, a cut or too much inside. */
function damaged(file: string, wrapping: Wrapping, found: string): LockstepError {
  return new LockstepError('E_GZIP', `the ${wrapping} data are damaged, cut or too large`, {
    file,
    found,
    remedy: 'Copy the file again, or unpack it and name what was inside',
  });
}

/** @throws PackedFault for damage, a cut, or more than `most` bytes */
function unrzip(bytes: Uint8Array, most: number): Uint8Array {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < RZIP_HEADER)
    throw new PackedFault(`${countText(bytes.length, 'byte')} of a header of ${RZIP_HEADER}`);
  if (bytes[6] !== 1 || bytes[7] !== 0x23) throw new PackedFault(`version ${bytes[6]}, which is not known`);
  const chunk = data.getUint32(8, true);
  const size = data.getUint32(12, true) + 2 ** 32 * data.getUint32(16, true);
  if (size > most || chunk === 0 || chunk > MAX_RZIP_CHUNK) throw new PackedFault(`${countText(size, 'byte')} inside`);
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (let at = RZIP_HEADER; total < size; ) {
    if (at + 4 > bytes.length) throw new PackedFault(`${total} of ${countText(size, 'byte')}`);
    const packed = data.getUint32(at, true);
    const end = at + 4 + packed;
    if (end > bytes.length) throw new PackedFault(`a cut in the chunk at byte ${at}`);
    const piece = inflated(bytes.subarray(at + 4, end), Math.min(chunk, size - total));
    if (piece === undefined || piece.bytes.length === 0) throw new PackedFault(`damage in the chunk at byte ${at}`);
    pieces.push(piece.bytes);
    total += piece.bytes.length;
    at = end;
  }
  return joined(pieces);
}

/** @throws PackedFault for damage, or more than `most` bytes */
function unzstd(bytes: Uint8Array, most: number, file: string): Uint8Array {
  const { Decompress } = zstandard(file);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((piece) => {
    size += piece.length;
    if (size > most) throw new PackedFault(`over ${countText(most, 'byte')}`);
    pieces.push(piece);
  });
  for (let at = 0; at < bytes.length; at += ZSTANDARD_PIECE) {
    const end = at + ZSTANDARD_PIECE;
    unpacking(() => stream.push(bytes.subarray(at, end), end >= bytes.length));
  }
  return joined(pieces);
}

/** The files of an archive; folders are none. */
export function filesOf(archive: Archive): Member[] {
  return [...archive.members.values()].filter(({ name }) => !name.endsWith('/'));
}

/** The bytes of a member. @throws LockstepError `E_MOVIE_ARCHIVE` */
export function memberBytes(archive: Archive, member: Member, most: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  unpack(archive, member, (piece) => pieces.push(piece.slice()), most, 'Zstandard too');
  return joined(pieces);
}

/** Members that make an archive a file of its own (a movie, a savestate), not a wrapping. */
const OWN_MEMBERS = /^(?:Input Log|Header|BizState|BizVersion|Core|CoreState|systemid|input|Input|GameSettings)\b/u;

/** The only file in an archive that is no more than a wrapping, or undefined. */
export function onlyMember(archive: Archive): Member | undefined {
  const [file, second] = filesOf(archive);
  return file === undefined || second !== undefined || OWN_MEMBERS.test(file.name) ? undefined : file;
}

function peel(plain: Plain, most: number): Plain | undefined {
  const { bytes, name, wrappings } = plain;
  const wrapping = wrappingOf(bytes);
  if (wrapping === undefined) return undefined;
  const inside = (content: Uint8Array, more: Partial<Plain> = {}): Plain => ({
    ...plain,
    bytes: content,
    wrappings: [...wrappings, wrapping],
    ...more,
  });
  try {
    if (wrapping === 'ZIP') {
      const archive = openArchive(bytesSource(bytes, name));
      const member = onlyMember(archive);
      return member === undefined
        ? undefined
        : inside(memberBytes(archive, member, most), {
            name: memberPlace(name, member.name),
            behind: plain.behind + archive.behind,
          });
    }
    if (wrapping === 'RZIP') return inside(unrzip(bytes, most));
    if (wrapping === 'Zstandard') return inside(unzstd(bytes, most, name));
    const { bytes: content, behind } = gunzipMembers(bytes, most);
    return inside(content, { behind: plain.behind + behind });
  } catch (error) {
    if (error instanceof PackedFault) throw damaged(name, wrapping, error.message);
    throw wrapping === 'ZIP' ? ofWrapping(error, bytes) : error;
  }
}

/**
 * The fault of an archive; where that is no movie and no savestate but a wrapping, it is called
 * one. Its directory may be cut off: the name of the first member stands at its begin as well.
 */
function ofWrapping(error: unknown, archive: Uint8Array): unknown {
  const length = (archive[26] ?? 0) + 256 * (archive[27] ?? 0);
  const first = new TextDecoder().decode(archive.subarray(30, 30 + length));
  const isWrapping = error instanceof LockstepError && error.code === 'E_MOVIE_ARCHIVE' && !OWN_MEMBERS.test(first);
  return isWrapping ? new LockstepError('E_GZIP', error.sentence, error.details, { cause: error }) : error;
}

/**
 * Takes off every wrapping. An archive of several files is left as it is: it is a movie, a
 * savestate or nothing that is known here.
 * @param most largest content in bytes
 * @throws LockstepError `E_GZIP`, `E_MOVIE_ARCHIVE`, `E_STATE_PACKAGE`
 */
export function unwrapped(bytes: Uint8Array, name: string, most: number): Plain {
  let plain: Plain = { bytes, name, wrappings: [], behind: 0 };
  for (;;) {
    const next = peel(plain, most);
    if (next === undefined) return plain;
    if (next.wrappings.length > MAX_WRAPPINGS) throw damaged(name, next.wrappings[0] ?? 'gzip', 'wrapping in wrapping');
    plain = next;
  }
}
