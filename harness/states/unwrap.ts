/**
 * What emulators wrap a savestate in, taken off: gzip (Snes9x, recorders), ZIP with Zstandard
 * (BizHawk), zlib streams (Mesen 2), run lengths (bsnes). Layouts come from the published sources
 * of the emulators; every size has a limit.
 */

import { LockstepError } from '../base/errors.js';
import { isGzip } from '../base/gzip/is-gzip.js';
import { countText } from '../base/number-text.js';
import { openArchive, unpack } from '../movies/archive.js';
import { bytesSource } from '../movies/bytes-source.js';
import { findLump } from '../movies/lumps.js';
import { gunzipped, inflated, joined } from './inflate.js';
import { stateFileError } from './state-error.js';
import { zstandard } from './zstandard.js';

/** Largest memory that is taken out of a wrapping: a core's whole state is far below it. */
export const MAX_STATE_BYTES = 64 * 1024 * 1024;
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
const ZSTANDARD_PIECE = 16 * 1024;
const MESEN = [0x4d, 0x53, 0x53];
const BSNES = [0x00, 0x00, 0x22, 0x5a];
const BSNES_HEADER = 12;
const ZIP = [0x50, 0x4b];
/** First byte of a zlib stream with a window of 32 KiB. */
const ZLIB = 0x78;
const MAX_STREAMS = 64;
/** Members of an archive that hold no memory. */
const NO_MEMORY = /\.(?:bmp|png|txt|json)$/iu;

/** Bytes in which work RAM may lie. */
export interface Unwrapped {
  /** Whose file it is and which part of it. */
  readonly form: string;
  readonly bytes: Uint8Array;
}

function begins(bytes: Uint8Array, sign: readonly number[]): boolean {
  return sign.every((byte, index) => bytes[index] === byte);
}

function gunzip(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return gunzipped(bytes, MAX_STATE_BYTES);
  } catch (error) {
    throw stateFileError(file, 'the gzip data is damaged or too large', (error as Error).message);
  }
}

function unzstd(bytes: Uint8Array, file: string): Uint8Array {
  const { Decompress } = zstandard(file);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new Decompress((piece) => {
      size += piece.length;
      if (size > MAX_STATE_BYTES) throw new Error(`over ${MAX_STATE_BYTES} bytes`);
      pieces.push(piece);
    });
    for (let at = 0; at < bytes.length; at += ZSTANDARD_PIECE) {
      const end = at + ZSTANDARD_PIECE;
      stream.push(bytes.subarray(at, end), end >= bytes.length);
    }
  } catch (error) {
    throw stateFileError(file, 'the Zstandard data is damaged or too large', (error as Error).message);
  }
  return joined(pieces);
}

function unzip(bytes: Uint8Array, file: string): Unwrapped[] {
  try {
    const archive = openArchive(bytesSource(bytes, file));
    const core = findLump(archive, 'Core') ?? findLump(archive, 'CoreState');
    const members = core === undefined ? [...archive.members.values()] : [core];
    let left = MAX_STATE_BYTES;
    return members
      .filter(({ name }) => !NO_MEMORY.test(name) && !name.endsWith('/'))
      .flatMap((member) => {
        const pieces: Uint8Array[] = [];
        unpack(archive, member, (piece) => pieces.push(piece.slice()), left, 'Zstandard too');
        left -= member.size;
        return unwrap(joined(pieces), `${file}/${member.name}`, `member ${member.name} of a ZIP archive`);
      });
  } catch (error) {
    if (!(error instanceof LockstepError) || !error.code.startsWith('E_MOVIE')) throw error;
    throw stateFileError(file, error.message.replaceAll('movie', 'file'), error.details.found ?? 'damage');
  }
}

/** The zlib streams of a Mesen 2 savestate: the picture, and the console. */
function mesenStreams(bytes: Uint8Array): Uint8Array[] {
  const streams: Uint8Array[] = [];
  let left = MAX_STATE_BYTES;
  let tries = 0;
  for (let at = MESEN.length; at + 1 < bytes.length && tries < MAX_STREAMS; at++) {
    if (bytes[at] !== ZLIB || (ZLIB * 256 + (bytes[at + 1] as number)) % 31 !== 0) continue;
    tries++;
    // without one these two bytes began no stream
    const stream = inflated(bytes.subarray(at), left);
    if (stream === undefined) continue;
    left -= stream.bytes.length;
    streams.push(stream.bytes);
    at += stream.used - 1;
  }
  return streams;
}

/**
 * Undoes the run lengths of bsnes: 0 to 127 stand before 1 to 128 bytes, 128 to 255 before one byte
 * that comes 4 to 131 times.
 */
function bsnesMemory(bytes: Uint8Array, file: string): Uint8Array {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < BSNES_HEADER + 8)
    throw stateFileError(file, 'the bsnes savestate is cut', countText(bytes.length, 'byte'));
  const size = data.getUint32(BSNES_HEADER, true) + 2 ** 32 * data.getUint32(BSNES_HEADER + 4, true);
  if (size > MAX_STATE_BYTES) throw stateFileError(file, 'the bsnes savestate is too large', countText(size, 'byte'));
  const out = new Uint8Array(size);
  let to = 0;
  let at = BSNES_HEADER + 8;
  while (to < size) {
    const code = bytes[at++];
    const length = code === undefined ? 0 : code < 128 ? code + 1 : code - 128 + 4;
    if (code === undefined || at + (code < 128 ? length : 1) > bytes.length) {
      throw stateFileError(file, 'the bsnes savestate is cut', `${to} of ${countText(size, 'byte')}`);
    }
    if (code < 128) out.set(bytes.subarray(at, at + length).subarray(0, size - to), to);
    else out.fill(bytes[at] as number, to, to + length);
    at += code < 128 ? length : 1;
    to += length;
  }
  return out;
}

/**
 * The memory inside a file, as far as it is wrapped in a way that is known.
 * @param form what is known of the file so far
 * @throws LockstepError `E_STATE_FILE`
 */
export function unwrap(bytes: Uint8Array, file: string, form = ''): Unwrapped[] {
  if (isGzip(bytes)) return unwrap(gunzip(bytes, file), file, form);
  if (begins(bytes, ZSTANDARD)) return unwrap(unzstd(bytes, file), file, form);
  if (begins(bytes, ZIP)) return unzip(bytes, file);
  if (begins(bytes, MESEN)) {
    return mesenStreams(bytes).map((stream) => ({ form: 'Mesen 2 savestate', bytes: stream }));
  }
  if (begins(bytes, BSNES)) return [{ form: 'bsnes savestate', bytes: bsnesMemory(bytes, file) }];
  return [{ form, bytes }];
}
