/**
 * Reads a binary recording (harness/capture/record/FORMAT.md) in pieces and checks frame numbers,
 * lengths, trailer and CRC. An error names the byte.
 */

import { type FileHandle, open } from 'node:fs/promises';
import { countText } from '../../../core/system/names.js';
import { crc32, LockstepError, noteInput } from '../../base/index.js';

import {
  announcedLengths,
  damaged,
  decodeHeader,
  FIXED_HEADER_LENGTH,
  RECORD_PREFIX_LENGTH,
  type RecordingHeader,
  recordLength,
  TRAILER_LENGTH,
  TRAILER_MAGIC,
  TRAILER_MARK,
} from './binary-header.js';

/** One frame. Its buffer is reused for the next frame. */
interface RecordedFrame {
  readonly frame: number;
  /** Pad 1 as the host held it, libretro bits. */
  readonly mask: number;
  /** The windows, one after the other. */
  readonly bytes: Uint8Array;
}

export interface RecordingSummary {
  readonly header: RecordingHeader;
  readonly frames: number;
  /** False when the recording was interrupted before the frames asked for. */
  readonly complete: boolean;
}

const PIECE = 1 << 20;

type FrameVisitor = (frame: RecordedFrame, header: RecordingHeader) => void;

/**
 * Calls `visit` for each frame in order and returns the header and trailer. The CRC is checked at
 * the end, so results are valid only after the function has returned.
 */
export async function readRecording(file: string, visit: FrameVisitor): Promise<RecordingSummary> {
  const handle = await openForReading(file);
  try {
    return await readFrames(handle, file, visit);
  } finally {
    await handle.close();
  }
}

/** The header alone; the rest of the file is not checked. */
export async function readRecordingHeader(file: string): Promise<RecordingHeader> {
  const handle = await openForReading(file);
  try {
    return decodeHeader(await readHeaderBytes(handle, file), file);
  } finally {
    await handle.close();
  }
}

async function readFrames(handle: FileHandle, file: string, visit: FrameVisitor): Promise<RecordingSummary> {
  const headerBytes = await readHeaderBytes(handle, file);
  const header = decodeHeader(headerBytes, file);
  const size = recordLength(header.windows);
  const piece = Buffer.alloc(Math.max(PIECE, size, TRAILER_LENGTH));
  let checksum = crc32(headerBytes);
  let frames = 0;
  let offset = headerBytes.length;
  let position = offset;
  let held = 0;
  for (;;) {
    const got = await fill(handle, piece, held, position);
    held += got;
    position += got;
    const last = held < piece.length;
    let at = 0;
    while (held - at >= 4) {
      const number = piece.readUInt32LE(at);
      if (number === TRAILER_MARK) {
        if (held - at <= TRAILER_LENGTH && !last) break;
        const trailer = piece.subarray(at, Math.min(held, at + TRAILER_LENGTH + 1));
        const complete = checkTrailer(trailer, file, offset + at, frames, header, crc32(piece, checksum, 0, at));
        return { header, frames, complete };
      }
      if (number !== frames || frames === header.framesAsked) {
        const expected = frames === header.framesAsked ? 'the trailer' : String(frames);
        throw damaged(file, offset + at, 'E_RECORDING_DAMAGED', 'the frame number is not the next one', {
          found: String(number),
          expected,
        });
      }
      if (held - at < size) break;
      const mask = piece.readUInt16LE(at + 4);
      if (mask > 0xfff) {
        throw damaged(file, offset + at + 4, 'E_RECORDING_DAMAGED', 'the pad mask has bits that no button has', {
          found: mask.toString(16),
          expected: '0 to FFF',
        });
      }
      visit({ frame: frames, mask, bytes: piece.subarray(at + RECORD_PREFIX_LENGTH, at + size) }, header);
      frames++;
      at += size;
    }
    checksum = crc32(piece, checksum, 0, at);
    piece.copyWithin(0, at, held);
    held -= at;
    offset += at;
    if (last) throw truncated(file, offset, held, frames, header);
  }
}

function checkTrailer(
  trailer: Buffer,
  file: string,
  offset: number,
  frames: number,
  header: RecordingHeader,
  checksum: number,
): boolean {
  if (trailer.length < TRAILER_LENGTH) throw truncated(file, offset, trailer.length, frames, header);
  const fail = (at: number, message: string, found: string, expected: string): LockstepError =>
    damaged(file, offset + at, 'E_RECORDING_DAMAGED', message, { found, expected });
  if (trailer.toString('latin1', 4, 12) !== TRAILER_MAGIC) {
    throw fail(4, 'the trailer does not begin with its mark', trailer.toString('hex', 4, 12), '"LKSTEND"');
  }
  const counted = trailer.readUInt32LE(12);
  const status = trailer.readUInt32LE(16);
  const crc = trailer.readUInt32LE(20);
  if (counted !== frames)
    throw fail(12, 'the trailer states another number of frames', String(counted), String(frames));
  const expectedStatus = frames === header.framesAsked ? 0 : 1;
  if (status !== expectedStatus) {
    throw fail(
      16,
      `the status does not fit ${frames} of ${countText(header.framesAsked, 'frame')}`,
      `${status}`,
      `${expectedStatus}`,
    );
  }
  const wanted = crc32(trailer, checksum, 0, TRAILER_LENGTH - 4);
  if (crc !== wanted) {
    throw fail(20, 'the checksum is wrong: a byte before it was changed', crc.toString(16), wanted.toString(16));
  }
  if (trailer.length > TRAILER_LENGTH)
    throw fail(TRAILER_LENGTH, 'there are bytes after the trailer', 'more', 'the end');
  return status === 0;
}

function truncated(file: string, offset: number, held: number, frames: number, header: RecordingHeader): LockstepError {
  const whole = `${frames} of ${countText(header.framesAsked, 'frame')}`;
  return damaged(file, offset + held, 'E_RECORDING_TRUNCATED', 'the recording ends before its trailer', {
    found: held === 0 ? whole : `${whole} and ${countText(held, 'byte')} of what follows`,
    expected: `records of ${countText(recordLength(header.windows), 'byte')} and a trailer of ${TRAILER_LENGTH}`,
    remedy: 'The recorder was stopped or the disk was full: record it again.',
  });
}

async function readHeaderBytes(handle: FileHandle, file: string): Promise<Buffer> {
  const start = Buffer.alloc(FIXED_HEADER_LENGTH);
  const got = await fill(handle, start, 0, 0);
  const { header } = announcedLengths(start.subarray(0, got), file);
  const bytes = Buffer.alloc(header);
  return bytes.subarray(0, await fill(handle, bytes, 0, 0));
}

/** Fills `into` from `start` on, partly at the end of the file. */
async function fill(handle: FileHandle, into: Buffer, start: number, position: number): Promise<number> {
  let got = 0;
  while (start + got < into.length) {
    const { bytesRead } = await handle.read(into, start + got, into.length - start - got, position + got);
    if (bytesRead === 0) break;
    got += bytesRead;
  }
  return got;
}

async function openForReading(file: string): Promise<FileHandle> {
  noteInput(file);
  try {
    const handle = await open(file, 'r');
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    throw new LockstepError('E_FILE_UNREADABLE', 'the recording cannot be opened', { file, found: String(error) });
  }
  throw new LockstepError('E_FILE_UNREADABLE', 'the recording is not a file', { file });
}
