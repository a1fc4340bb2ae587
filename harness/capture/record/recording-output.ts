/**
 * The output of our recorders: bytes are collected and written in large pieces, with the CRC of
 * everything so far.
 */
import { closeSync } from 'node:fs';
import { crc32 } from '../../base/crc32.js';
import { openHandedFile, outputError, writeBytes } from '../../base/output-file.js';

const PIECE = 1 << 18;

export interface RecordingOutput {
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
