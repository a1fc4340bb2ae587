/**
 * Frames explained per second: the longest bundled logs, decoded rows, input and sequence cells not
 * examined.
 */

import { INPUTS } from '../../../core/live-a-live/drill/actions.js';
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import { LockstepError } from '../../base/index.js';
import { battleOf, createExplainer, type Explainer, loadImage } from '../../play/index.js';

import { type DecodedLog, decodeLog, eachRow } from './decoded-log.js';
import { longestLogs } from './longest-logs.js';
import { ratesOf, type Spread, timed } from './measure/measure.js';

export type ExplainResult =
  | { readonly skipped: string }
  | {
      readonly logs: number;
      readonly frames: number;
      readonly repeats: number;
      /** Checksum of the found pad words. */
      readonly checksum: string;
      readonly rate: Spread;
      /** Seconds for 100,000 frames at the median rate. */
      readonly secondsPer100000: number;
    };

/** Minimum number of frames, if the logs have as many. */
const WANTED_FRAMES = 100_000;

function explained(log: DecodedLog, file: string): Explainer {
  const battle = battleOf(LIVE_A_LIVE, log.header, file);
  loadImage(log.header, battle);
  const explainer = createExplainer(battle, INPUTS, log.header, file);
  eachRow(log, explainer.row);
  explainer.finish();
  return explainer;
}

/** FNV-1a over the pad words. @throws LockstepError for an unexplained frame */
function checksumOf(explainer: Explainer, file: string, sum: number): number {
  const [unexplained] = explainer.unexplained;
  if (unexplained !== undefined) {
    throw new LockstepError('E_BENCH_CHECKSUM', 'a frame of the log is not explained', {
      file,
      found: `frame ${unexplained.frame}`,
      remedy: 'lockstep explain names what comes nearest',
    });
  }
  let next = sum;
  for (let at = 0; at < explainer.log.length(); at++) {
    next = Math.imul(next ^ explainer.log.choice(at), 0x01000193);
  }
  return next;
}

export async function benchExplain(folder: string, repeats: number): Promise<ExplainResult> {
  const logs: (readonly [DecodedLog, string])[] = [];
  let frames = 0;
  for (const file of longestLogs(folder)) {
    if (frames >= WANTED_FRAMES) break;
    const log = await decodeLog(file);
    if (log.header.system !== LIVE_A_LIVE.id) continue;
    logs.push([log, file]);
    frames += log.frames;
  }
  if (logs.length === 0) return { skipped: `there is no log below ${folder}` };
  let sum = 0x811c9dc5;
  for (const [log, file] of logs) sum = checksumOf(explained(log, file), file, sum);
  const times = Array.from({ length: repeats }, () =>
    timed(() => {
      for (const [log, file] of logs) explained(log, file);
    }),
  );
  const rate = ratesOf(times, frames);
  return {
    logs: logs.length,
    frames,
    repeats,
    checksum: (sum >>> 0).toString(16).padStart(8, '0'),
    rate,
    secondsPer100000: WANTED_FRAMES / rate.median,
  };
}
