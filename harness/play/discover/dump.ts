/**
 * Reads a RAM recording without a form: frames of equal size in succession in a file, plain or
 * gzip, or one file for each frame in a folder, in the order of the numbers in their names.
 * Streams, and holds one frame.
 */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { asReadError, LockstepError, readBytes } from '../../base/index.js';

/** Decompressed bytes after which a dump is refused. */
const MAX_BYTES = 64 * 1024 ** 3;
const CHUNK_BYTES = 1024 * 1024;

function wrongSize(file: string, offset: number, size: number): LockstepError {
  return new LockstepError('E_DUMP_SIZE', 'the dump does not end with a whole frame', {
    file,
    offset,
    found: `${countText(offset % size, 'byte')} after the last whole frame`,
    expected: `frames of ${countText(size, 'byte')}`,
    remedy: 'Record it again, or give the bytes of a frame with --size',
  });
}

/** Fills `frame` again and again. @throws LockstepError `E_DUMP_SIZE` */
async function* framesOfFile(file: string, frame: Uint8Array): AsyncGenerator<void> {
  let filled = 0;
  let total = 0;
  for await (const chunk of readBytes(file, CHUNK_BYTES)) {
    total += chunk.length;
    if (total > MAX_BYTES) {
      throw new LockstepError('E_DUMP_SIZE', 'the dump is too large', {
        file,
        expected: `at most ${MAX_BYTES} bytes`,
      });
    }
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(frame.length - filled, chunk.length - at);
      frame.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < frame.length) continue;
      filled = 0;
      yield;
    }
  }
  if (filled > 0) throw wrongSize(file, total, frame.length);
}

/** The last number in a name; a name without one is no frame. */
function numberIn(name: string): number {
  const found = /(\d{1,15})(?=\D*$)/.exec(name.replace(/\.gz$/, '').replace(/\.[a-z]+$/i, ''));
  return found === null ? -1 : Number(found[1]);
}

async function* framesOfFolder(folder: string, frame: Uint8Array): AsyncGenerator<void> {
  const names = (await readdir(folder)).filter((name) => numberIn(name) >= 0);
  names.sort((a, b) => numberIn(a) - numberIn(b) || (a < b ? -1 : 1));
  let last = -1;
  for (const name of names) {
    const file = join(folder, name);
    if (last >= 0 && numberIn(name) !== last + 1) {
      throw new LockstepError('E_DUMP_ORDER', 'a frame number is missing or occurs twice', {
        file,
        found: `${numberIn(name)}`,
        expected: `${last + 1}`,
        remedy: 'Number the files of the folder without gaps',
      });
    }
    last = numberIn(name);
    let frames = 0;
    for await (const _ of framesOfFile(file, frame)) {
      frames++;
      if (frames > 1) throw wrongSize(file, 2 * frame.length, frame.length);
      yield;
    }
    if (frames === 0) throw wrongSize(file, 0, frame.length);
  }
}

/**
 * Yields once per frame, which then stands in `frame`.
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_DUMP_SIZE`, `E_DUMP_ORDER`
 */
export async function* readDump(path: string, frame: Uint8Array, skip: number): AsyncGenerator<void> {
  try {
    const folder = (await stat(path)).isDirectory();
    let index = 0;
    for await (const _ of folder ? framesOfFolder(path, frame) : framesOfFile(path, frame)) {
      if (index++ >= skip) yield;
    }
  } catch (error) {
    throw asReadError(error, path);
  }
}
