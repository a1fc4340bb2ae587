/** The first difference between a plan and a recording, as a difference of the plan's line. */
import { basename } from 'node:path';
import { LockstepError } from '../../base/index.js';
import type { AgainstResult, Comparison } from '../route/against.js';
import type { LineDifference } from './recorded-line.js';

/**
 * The first difference, or the early end of the recording.
 * @param length entries of the plan
 */
export async function recordedDifference(comparison: Comparison, length: number): Promise<LineDifference[]> {
  const { difference, file, short, equal } = await finished(comparison);
  const log = basename(file);
  if (difference !== undefined) {
    const { step, frame, cell, mine, theirs } = difference;
    return [{ at: step, kind: 'recording', cells: [{ cell, mine, theirs }], note: `${log}, frame ${frame}` }];
  }
  const note = `${log} ends before the plan does; ${equal} changed states are equal`;
  return short ? [{ at: length, kind: 'recording', cells: [], note }] : [];
}

async function finished(comparison: Comparison): Promise<AgainstResult> {
  try {
    return await comparison.finish();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_NOTHING_COMPARED') throw error;
    const remedy = 'Begin the plan with a [start] in this recording';
    throw new LockstepError(error.code, error.sentence, { ...error.details, remedy }, { cause: error });
  }
}
