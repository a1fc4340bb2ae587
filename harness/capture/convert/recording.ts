/**
 * Converts a binary recording (harness/capture/native/FORMAT.md) to a trace, and lists what is
 * lost.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Settle } from '../../play/trace/log-image.js';
import { RECORDING_FLAGS, RECORDING_MAGIC } from '../record/binary-header.js';
import { readRecordingHeader } from '../record/recording-reader.js';
import { recordingToTrace, type TraceSummary } from '../record/to-trace.js';

export interface RecordingResult extends TraceSummary {
  /** Everything that the trace lacks, in words. */
  readonly lost: readonly string[];
}

/** Whether a file begins like a binary recording; false for an unreadable one. */
export function isRecording(file: string): boolean {
  const start = Buffer.alloc(RECORDING_MAGIC.length);
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, start, 0, start.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
  return start.toString('latin1') === RECORDING_MAGIC;
}

/** @throws LockstepError as `recordingToTrace` */
export async function convertRecording(file: string, out: string, settle?: Settle): Promise<RecordingResult> {
  const { flags, options } = await readRecordingHeader(file);
  const summary = await recordingToTrace(file, out, undefined, settle);
  const lost = [
    'memory that no declared cell holds',
    'the pad as the host held it; the pad word of a frame is the one that the program stored',
    'the frame rate',
    ...(options.length > 0 ? [`core options: ${options.join(', ')}`] : []),
    `not in the recording: ${settle === undefined ? 'the ROM and ' : ''}the hashes of core, recorder and input`,
    ...((flags & RECORDING_FLAGS.pokes) !== 0
      ? ['that bytes were written to work RAM while recording: the model does not know of them']
      : []),
    ...(summary.complete ? [] : ['that the recording was interrupted before the frames asked for']),
  ];
  return { ...summary, lost };
}
