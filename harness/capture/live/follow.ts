/**
 * Follows a running game: samples it, drops torn samples, writes the others as a trace, and
 * compares them with the model. The game is not slowed down: the report counts the frames between
 * samples, which are not seen.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { kindOfImage } from '../../play/trace/log-image.js';
import type { SourceKind } from '../../play/trace/types.js';
import { type FollowCounts, newCounts, noteResult } from './follow-counts.js';
import { advanceTo, beginSession, type LiveSession, writeRow } from './follow-session.js';
import type { LiveDifference } from './live-check.js';
import { createSampler, isBattle, type Sample, type Sampler } from './sampler.js';
import type { LiveSource } from './source.js';

export type { FollowCounts } from './follow-counts.js';

export interface FollowOrder {
  /** Makes a connection; called again after one broke. */
  readonly open: () => Promise<LiveSource>;
  readonly out: string;
  /** Rows after which to stop. */
  readonly rows: number;
  readonly signal: AbortSignal;
  /** Milliseconds between two requests; 4 by default. */
  readonly pause?: number;
  /** Attempts to reconnect; 10 by default. */
  readonly tries?: number;
  /** Milliseconds before each attempt; 1,000 by default. */
  readonly betweenTries?: number;
  readonly onProgress?: (counts: FollowCounts) => void;
}

export interface FollowReport extends Readonly<FollowCounts> {
  readonly kind: SourceKind;
  readonly source: string;
  readonly version: string;
  readonly end: 'rows' | 'interrupted' | 'closed';
  readonly first: { readonly frame: number; readonly cells: readonly LiveDifference[] } | undefined;
}

const PAUSE = 4;
const TRIES = 10;
const BETWEEN_TRIES = 1000;

/** A game that is being followed. */
interface Following {
  readonly order: FollowOrder;
  readonly counts: FollowCounts;
  readonly sampler: Sampler;
  /** Name and version of the first connection. */
  readonly name: string;
  readonly version: string;
  source: LiveSource;
  triesLeft: number;
  session: LiveSession | undefined;
  /** The first difference. */
  first: FollowReport['first'];
}

function takeSample(following: Following, sample: Sample): void {
  const { order, counts, session } = following;
  counts.samples++;
  if (sample.torn) {
    counts.torn++;
    return;
  }
  if (session === undefined) {
    if (isBattle(sample)) {
      following.session = beginSession(order.out, sample, following.name, following.version);
    }
    return;
  }
  const step = advanceTo(session, sample);
  if (step.frames === 0) {
    counts.repeated++;
    return;
  }
  noteResult(counts, step);
  if (step.result === 'different') following.first ??= { frame: session.frame, cells: session.check.differences() };
  writeRow(session, sample.image);
  counts.rows++;
  order.onProgress?.(counts);
}

/**
 * Connects again. A connection over which nothing was read counts as an attempt.
 * @returns false when none was made
 */
async function reconnect(following: Following): Promise<boolean> {
  const { order, counts } = following;
  while (following.triesLeft > 0 && !order.signal.aborted) {
    following.triesLeft--;
    await sleep(order.betweenTries ?? BETWEEN_TRIES);
    try {
      following.source = await order.open();
      counts.reconnects++;
      return true;
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
    }
  }
  return false;
}

async function followSource(following: Following): Promise<FollowReport['end']> {
  const { order, counts, sampler } = following;
  while (counts.rows < order.rows) {
    if (order.signal.aborted) return 'interrupted';
    try {
      takeSample(following, await sampler.take(following.source));
      following.triesLeft = order.tries ?? TRIES;
      await sleep(order.pause ?? PAUSE);
    } catch (error) {
      following.source.close();
      if (!(error instanceof LockstepError) || error.code !== 'E_LIVE_CLOSED') throw error;
      if (await reconnect(following)) continue;
      if (counts.rows === 0) throw error;
      return order.signal.aborted ? 'interrupted' : 'closed';
    }
  }
  return 'rows';
}

/** @throws LockstepError when nothing could be read at all, or the trace cannot be written */
export async function followLive(order: FollowOrder): Promise<FollowReport> {
  const source = await order.open();
  const { name, version } = source;
  const following: Following = {
    order,
    counts: newCounts(),
    sampler: createSampler(),
    name,
    version,
    source,
    triesLeft: order.tries ?? TRIES,
    session: undefined,
    first: undefined,
  };
  const { counts } = following;
  try {
    const end = await followSource(following);
    const { session, first } = following;
    if (session === undefined || counts.rows === 0) {
      throw new LockstepError('E_NO_BATTLE', 'no frame of a battle was seen', {
        found: `${countText(counts.samples, 'sample')}, ${counts.torn} torn`,
        remedy: 'Start the battle in the running game and record again',
      });
    }
    session.writer.finish();
    const kind = session.drill ? 'homebrew' : kindOfImage(undefined);
    return { ...counts, kind, source: name, version, end, first };
  } catch (error) {
    following.session?.writer.abort();
    throw error;
  } finally {
    following.source.close();
  }
}
