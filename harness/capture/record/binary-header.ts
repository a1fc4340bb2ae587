/**
 * Header and trailer of a binary recording (harness/capture/record/FORMAT.md), to bytes and back.
 */
import { closeSync } from 'node:fs';
import { countText } from '../../../core/system/names.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import {
  crc32,
  LockstepError,
  type LockstepErrorCode,
  openHandedFile,
  outputError,
  writeBytes,
} from '../../base/index.js';

import type { MemoryWindow } from './recorded-windows.js';

// The output of our recorders: bytes are collected and written in large pieces, with the CRC of
// everything so far.

const PIECE = 1 << 18;

interface RecordingOutput {
  add(bytes: Uint8Array): void;
  close(): void;
  /** CRC-32 of all bytes so far. */
  checksum(): number;
}

/**
 * Creates the file, or empties it.
 * @throws LockstepError `E_OUTPUT_WRITE`, as every one of its functions
 */
export function openRecordingOutput(path: string): RecordingOutput {
  const guard = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw outputError(path, 'recording', error);
    }
  };
  const file = openHandedFile(path, 'recording');
  const piece = Buffer.alloc(PIECE);
  let held = 0;
  let checksum = 0;
  const flush = (): void => {
    guard(() => writeBytes(file, piece.subarray(0, held)));
    held = 0;
  };
  return {
    add: (bytes) => {
      checksum = crc32(bytes, checksum);
      for (let at = 0; at < bytes.length; ) {
        if (held === PIECE) flush();
        const count = Math.min(PIECE - held, bytes.length - at);
        piece.set(bytes.subarray(at, at + count), held);
        held += count;
        at += count;
      }
    },
    close: () => {
      flush();
      guard(() => closeSync(file));
    },
    checksum: () => checksum,
  };
}

export const RECORDING_MAGIC = 'LKSTREC\n';
export const TRAILER_MAGIC = 'LKSTEND\n';
const RECORDING_VERSION = 1;
export const FIXED_HEADER_LENGTH = 36;
export const RECORD_PREFIX_LENGTH = 6;
export const TRAILER_LENGTH = 24;
export const TRAILER_MARK = 0xffffffff;
/** Room for 65,535 windows and thousands of options; a larger header is damaged. */
const MAX_HEADER_BYTES = 0x200000;

export const RECORDING_FLAGS = { fixedTime: 1, koffi: 2, stateLoaded: 4, pokes: 8, opposite: 16, builtin: 32 } as const;
const KNOWN_FLAGS = 63;

export interface RecordingHeader {
  readonly flags: number;
  readonly framesAsked: number;
  readonly framesPerSecond: number;
  readonly windows: readonly MemoryWindow[];
  readonly coreName: string;
  readonly coreVersion: string;
  /** `KEY=VALUE`, as given. */
  readonly options: readonly string[];
}

/** The lengths in the first 36 bytes of the header. */
interface AnnouncedLengths {
  readonly header: number;
  readonly record: number;
}

export function encodeHeader(header: RecordingHeader): Buffer {
  const texts = [header.coreName, header.coreVersion, ...header.options].map((text) => Buffer.from(text, 'utf8'));
  const textLength = texts.reduce((sum, text) => sum + 2 + text.length, 0);
  const length = FIXED_HEADER_LENGTH + 8 * header.windows.length + textLength;
  const bytes = Buffer.alloc(length);
  bytes.write(RECORDING_MAGIC, 'latin1');
  bytes.writeUInt16LE(RECORDING_VERSION, 8);
  bytes.writeUInt16LE(header.flags, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(recordLength(header.windows), 16);
  bytes.writeUInt32LE(header.framesAsked, 20);
  bytes.writeDoubleLE(header.framesPerSecond, 24);
  bytes.writeUInt16LE(header.windows.length, 32);
  bytes.writeUInt16LE(header.options.length, 34);
  let at = FIXED_HEADER_LENGTH;
  for (const window of header.windows) {
    at = bytes.writeUInt32LE(window.address, at);
    at = bytes.writeUInt32LE(window.length, at);
  }
  for (const text of texts) {
    at = bytes.writeUInt16LE(text.length, at);
    at += text.copy(bytes, at);
  }
  return bytes;
}

/**
 * The trailer.
 * @param finish continues the CRC of the file over the trailer's start
 */
export function encodeTrailer(frames: number, complete: boolean, finish: (bytes: Uint8Array) => number): Buffer {
  const bytes = Buffer.alloc(TRAILER_LENGTH);
  bytes.writeUInt32LE(TRAILER_MARK, 0);
  bytes.write(TRAILER_MAGIC, 4, 'latin1');
  bytes.writeUInt32LE(frames, 12);
  bytes.writeUInt32LE(complete ? 0 : 1, 16);
  bytes.writeUInt32LE(finish(bytes.subarray(0, TRAILER_LENGTH - 4)), 20);
  return bytes;
}

export function recordLength(windows: readonly MemoryWindow[]): number {
  return windows.reduce((sum, window) => sum + window.length, RECORD_PREFIX_LENGTH);
}

/** Checks the first 36 bytes and returns the lengths of the rest. */
export function announcedLengths(bytes: Buffer, file: string): AnnouncedLengths {
  const magic = bytes.toString('latin1', 0, Math.min(8, bytes.length));
  if (!RECORDING_MAGIC.startsWith(magic) || magic === '') {
    throw damaged(file, 0, 'E_RECORDING_MAGIC', 'this is not a recording', {
      found: magic === '' ? 'an empty file' : `the bytes ${bytes.toString('hex', 0, 8)}`,
      expected: `${Buffer.from(RECORDING_MAGIC, 'latin1').toString('hex')} ("LKSTREC")`,
      remedy: 'Give a file that `lockstep record` wrote; a copy made in text mode is damaged.',
    });
  }
  if (bytes.length < FIXED_HEADER_LENGTH) throw truncatedHeader(file, bytes.length, FIXED_HEADER_LENGTH);
  const version = bytes.readUInt16LE(8);
  if (version !== RECORDING_VERSION) {
    throw damaged(file, 8, 'E_RECORDING_VERSION', 'this version of recordings is not known', {
      found: String(version),
      expected: String(RECORDING_VERSION),
      remedy: 'Use the version of lockstep that wrote it, or record again.',
    });
  }
  const header = bytes.readUInt32LE(12);
  const record = bytes.readUInt32LE(16);
  if (header < FIXED_HEADER_LENGTH || header > MAX_HEADER_BYTES) {
    throw badField(file, 12, 'header length', header, `${FIXED_HEADER_LENGTH} to ${MAX_HEADER_BYTES}`);
  }
  return { header, record };
}

/** The whole header, from exactly as many bytes as it announces. */
export function decodeHeader(bytes: Buffer, file: string): RecordingHeader {
  const { header, record } = announcedLengths(bytes, file);
  if (bytes.length < header) throw truncatedHeader(file, bytes.length, header);
  const flags = bytes.readUInt16LE(10);
  const framesAsked = bytes.readUInt32LE(20);
  const framesPerSecond = bytes.readDoubleLE(24);
  const windowCount = bytes.readUInt16LE(32);
  const optionCount = bytes.readUInt16LE(34);
  if (flags & ~KNOWN_FLAGS) throw badField(file, 10, 'flags', flags, `none but ${KNOWN_FLAGS}`);
  if (framesAsked === 0 || framesAsked === TRAILER_MARK) {
    throw badField(file, 20, 'frames asked for', framesAsked, '1 to 4294967294');
  }
  if (!Number.isFinite(framesPerSecond) || framesPerSecond < 0) {
    throw badField(file, 24, 'frames per second', framesPerSecond, 'a finite number, not negative');
  }
  if (windowCount === 0) throw badField(file, 32, 'number of windows', 0, 'at least 1');
  let at = FIXED_HEADER_LENGTH;
  const windows: MemoryWindow[] = [];
  for (let index = 0; index < windowCount; index++) {
    if (at + 8 > header) throw badField(file, at, 'windows', `${index} of ${windowCount} fit`, 'all of them');
    const address = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + 4);
    if (length === 0 || address + length > WORK_RAM_BYTES) {
      throw badField(file, at, `window ${index}`, `${address.toString(16)}:${length.toString(16)}`, 'inside work RAM');
    }
    windows.push({ address, length });
    at += 8;
  }
  const texts: string[] = [];
  for (let index = 0; index < 2 + optionCount; index++) {
    const length = at + 2 > header ? undefined : bytes.readUInt16LE(at);
    if (length === undefined || length > 255 || at + 2 + length > header) {
      throw badField(file, at, `text ${index}`, length ?? 'the end of the header', 'a text inside of the header');
    }
    texts.push(bytes.toString('utf8', at + 2, at + 2 + length));
    at += 2 + length;
  }
  if (at !== header) throw badField(file, 12, 'header length', header, String(at));
  if (record !== recordLength(windows))
    throw badField(file, 16, 'record length', record, String(recordLength(windows)));
  const [coreName = '', coreVersion = '', ...options] = texts;
  return { flags, framesAsked, framesPerSecond, windows, coreName, coreVersion, options };
}

/** An error that names a byte of the file. */
export function damaged(
  file: string,
  offset: number,
  code: LockstepErrorCode,
  message: string,
  details: { found?: string; expected?: string; remedy?: string },
): LockstepError {
  return new LockstepError(code, message, { file, offset, remedy: 'Record it again.', ...details });
}

function badField(file: string, offset: number, name: string, found: number | string, expected: string): LockstepError {
  return damaged(file, offset, 'E_RECORDING_DAMAGED', `the header's ${name} cannot be`, {
    found: String(found),
    expected,
  });
}

function truncatedHeader(file: string, length: number, expected: number): LockstepError {
  return damaged(file, length, 'E_RECORDING_TRUNCATED', 'the recording ends inside of its header', {
    found: countText(length, 'byte'),
    expected: `a header of ${expected}`,
  });
}
