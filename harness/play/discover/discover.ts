/** Finds where the cells of a system lie in a RAM recording of unknown layout. */
import type { System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { tracedCells } from '../trace/state.js';
import { type DumpPlace, findCandidates } from './find-candidates.js';
import { predictionFrom } from './prediction.js';
import { type Ranked, rank } from './rank.js';
import { weighCandidates } from './weigh-candidates.js';

export interface DiscoverOptions extends DumpPlace {
  readonly systems: readonly System[];
  /** A plan, or a log with its input. */
  readonly from: string;
  /** Address of the first byte of a frame. */
  readonly base: number;
}

export interface Discovery {
  readonly dump: string;
  readonly from: string;
  readonly system: string;
  readonly systemVersion: number;
  readonly size: number;
  readonly base: number;
  readonly skip: number;
  /** Frames compared. */
  readonly frames: number;
  /** Number of predicted frames or commands. */
  readonly predicted: number;
  readonly cells: readonly Ranked[];
}

/**
 * Finds the cells of a prediction in a RAM recording.
 * @throws LockstepError for a bad dump, a bad prediction, or nothing to compare
 */
export async function discover(options: DiscoverOptions): Promise<Discovery> {
  const { path, size, skip, base } = options;
  const prediction = await predictionFrom(options.from, options.systems);
  const cells = tracedCells(prediction.battle);
  const dump = { path, size, skip };
  const { frames, candidates } = await findCandidates(dump, prediction, cells);
  if (frames < 2) {
    throw new LockstepError('E_DUMP_SHORT', 'the dump and the prediction share fewer than two frames', {
      file: path,
      found: `${frames} after the first ${skip}`,
      expected: `up to ${prediction.count}, as many as ${options.from} predicts`,
      remedy: 'Check the dump, --skip and --size',
    });
  }
  const weighed = await weighCandidates(dump, prediction, cells, candidates);
  return {
    dump: path,
    from: options.from,
    system: prediction.system.id,
    systemVersion: prediction.system.version,
    size,
    base,
    skip,
    frames,
    predicted: prediction.count,
    cells: rank(weighed, frames, base),
  };
}
