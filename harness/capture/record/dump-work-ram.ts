/**
 * The work RAM of a ROM after its last frame, as a file of 131,072 bytes: what a plan begins with
 * by `[start] state`. The ROM runs once more for it, since a recording holds the named cells alone.
 */

import { join } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError, makeScratchFolder, writeFile } from '../../base/index.js';

import { type RecordingOrder, recordFrames } from './record-frames.js';
import { readRecording } from './recording-reader.js';

/** Most frames of a run with a dump: each is kept whole until the last one is read. */
const LONGEST_DUMP = 4_000;

/** @throws LockstepError `E_OPTION` for a run that is too long */
export function checkDump(frames: number): void {
  if (frames <= LONGEST_DUMP) return;
  throw new LockstepError('E_OPTION', 'the run is too long for a dump', {
    found: countText(frames, 'frame'),
    expected: `at most ${LONGEST_DUMP}`,
    remedy: 'Dump earlier, or save a state in an emulator',
  });
}

/**
 * @param order as it was recorded
 * @throws LockstepError as `recordFrames`, `E_OUTPUT_WRITE`
 */
export async function dumpWorkRam(order: RecordingOrder, file: string): Promise<void> {
  const scratch = makeScratchFolder();
  try {
    const out = join(scratch.path, 'ram.bin');
    const { onProgress: _, ...quiet } = order;
    await recordFrames({ ...quiet, out, windows: [{ address: 0, length: WORK_RAM_BYTES }] });
    const ram = new Uint8Array(WORK_RAM_BYTES);
    await readRecording(out, ({ bytes }) => ram.set(bytes));
    writeFile(file, ram, 'dump', { inputs: [order.rom] });
  } finally {
    scratch.remove();
  }
}
