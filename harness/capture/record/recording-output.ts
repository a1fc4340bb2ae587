/** The file that a recorder of ours writes: bytes are collected and written in large pieces, with the CRC of everything so far. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { crc32 } from '../../base/crc32.js';
import { LockstepError } from '../../base/errors.js';

const PIECE = 1 << 18;

export interface RecordingOutput {
  /** False for a device or a pipe, which nobody removes after a failure. */
  readonly isFile: boolean;
  add(bytes: Uint8Array): void;
  close(): void;
  /** CRC-32 of all bytes so far. */
  checksum(): number;
}

/** Creates the file, or empties it. @throws LockstepError `E_OUTPUT_WRITE`, as every one of its functions */
export function openRecordingOutput(path: string): RecordingOutput {
  const guard = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw new LockstepError('E_OUTPUT_WRITE', `${path}: ${String(error)}`);
    }
  };
  const file = guard(() => openSync(path, 'w'));
  const piece = Buffer.alloc(PIECE);
  let held = 0;
  let checksum = 0;
  const flush = (): void => {
    for (let at = 0; at < held; ) at += guard(() => writeSync(file, piece, at, held - at));
    held = 0;
  };
  return {
    isFile: fstatSync(file).isFile(),
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
