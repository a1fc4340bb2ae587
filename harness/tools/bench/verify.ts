/**
 * Frames verified per second by the clock, on the longest shipped log: from decoded rows, and from
 * the gzip file to the verdict. Processor time would include the threads in which the running
 * engine compiles and collects garbage.
 */

import { statSync } from 'node:fs';
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import { battleOf, createReplay, verifyLog } from '../../play/index.js';

import { type DecodedLog, decodeLog, eachRow } from './decoded-log.js';
import { longestLogs } from './longest-logs.js';
import { ratesOf, type Spread, timed } from './measure/measure.js';

export type VerifyResult =
  | { readonly skipped: string }
  | {
      readonly log: string;
      readonly frames: number;
      readonly cells: number;
      readonly bytes: number;
      readonly repeats: number;
      readonly decoded: Spread;
      readonly endToEnd: Spread;
    };

/** Number of uncounted replays. */
const WARM_UPS = 200;

/**
 * Replays rows in memory.
 * @returns number of equal frames
 */
function replayRows(log: DecodedLog, file: string): { readonly frames: number; readonly cells: number } {
  const battle = battleOf(LIVE_A_LIVE, log.header, file);
  const replay = createReplay(LIVE_A_LIVE, battle, log.header, file);
  eachRow(log, replay.row);
  return { frames: replay.counts.equal, cells: replay.cells };
}

/**
 * Verifies the log file.
 * @throws LockstepError when a frame of the log differs
 */
export async function benchVerify(folder: string, repeats: number): Promise<VerifyResult> {
  const [file] = longestLogs(folder);
  if (file === undefined) return { skipped: `there is no log below ${folder}` };
  const log = await decodeLog(file);
  if (log.header.system !== LIVE_A_LIVE.id) return { skipped: `the longest log below ${folder} is of another system` };
  const first = replayRows(log, file);
  for (let warmUp = WARM_UPS; warmUp > 0; warmUp--) replayRows(log, file);
  const { frames } = log;
  const decoded = Array.from({ length: repeats }, () => timed(() => replayRows(log, file)));
  const endToEnd: number[] = [];
  await verifyLog(file, { systems: [LIVE_A_LIVE] });
  for (let repeat = 0; repeat < repeats; repeat++) {
    const began = process.hrtime.bigint();
    const result = await verifyLog(file, { systems: [LIVE_A_LIVE] });
    endToEnd.push(Number(process.hrtime.bigint() - began));
    if (result.different > 0 || result.equal !== first.frames) {
      throw new LockstepError('E_BENCH_CHECKSUM', 'the log is not equal to the model', {
        file,
        found: `${result.equal} of ${countText(frames, 'frame')} equal`,
        remedy: 'lockstep verify names the first difference',
      });
    }
  }
  return {
    log: file,
    frames,
    cells: first.cells,
    bytes: statSync(file).size,
    repeats,
    decoded: ratesOf(decoded, frames),
    endToEnd: ratesOf(endToEnd, frames),
  };
}
