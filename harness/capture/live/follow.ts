/**
 * Follows a running game: samples, throws torn ones away, writes the others as a trace, and compares it with the model as it goes. Nothing is in
 * step with the game: frames between two samples are not seen, and the report counts them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { offsetOf, type Place } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/errors.js';
import { kindOfImage } from '../../trace/log-image.js';
import type { SourceKind } from '../../trace/types.js';
import { createTraceWriter, type TraceWriter } from '../../trace/writer.js';
import { declaredPlaces } from '../record/declared-cells.js';
import { imageHeader, isBattleDrill, valuesOf } from '../record/image-trace.js';
import { createLiveCheck, type LiveCheck, type LiveDifference, PAD_AT } from './live-check.js';
import { createSampler, type Sample } from './sampler.js';
import type { LiveSource } from './source.js';

export interface FollowOrder {
  /** Makes a connection; called again after one broke. */
  readonly open: () => Promise<LiveSource>;
  readonly out: string;
  /** Rows after which to stop. */
  readonly rows: number;
  readonly signal: AbortSignal;
  /** Milliseconds between two questions; 4 unless told. */
  readonly pause?: number;
  /** Tries to connect again, one a second; 10 unless told. */
  readonly tries?: number;
  /** Milliseconds before another try; 1,000 unless told. */
  readonly betweenTries?: number;
  readonly onProgress?: (counts: FollowCounts) => void;
}

export interface FollowCounts {
  samples: number;
  /** Written. */
  rows: number;
  /** Read across the end of a frame: thrown away. */
  torn: number;
  /** In the same frame as the one before: not written again. */
  repeated: number;
  /** Frames between samples that nobody saw. */
  unseenFrames: number;
  /** Of these: frames across which the model explains the next sample. */
  bridgedFrames: number;
  /** Rows one frame after the row before that the model made equal, and those it did not. */
  equal: number;
  different: number;
  /** Of a game: rows one frame after the row before in which nothing moved that is compared. */
  still: number;
  reconnects: number;
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
/** A clock that went further went elsewhere: another battle, another savestate. */
const LONGEST_GAP = 3600;
const PHASE_AT = offsetOf(0x7e1e06);
const FROM =
  'frames of the running game since the first sample, by its own counter; sampled from outside, without frame sync';

/** Where the rows of one recording go. */
interface Session {
  readonly writer: TraceWriter;
  readonly places: readonly Place[];
  readonly values: Uint32Array;
  readonly check: LiveCheck;
  readonly drill: boolean;
  frame: number;
  clock: number;
}

/** @throws LockstepError when nothing could be read at all, or the trace cannot be written */
export async function followLive(order: FollowOrder): Promise<FollowReport> {
  const counts: FollowCounts = {
    samples: 0,
    rows: 0,
    torn: 0,
    repeated: 0,
    unseenFrames: 0,
    bridgedFrames: 0,
    equal: 0,
    different: 0,
    still: 0,
    reconnects: 0,
  };
  const sampler = createSampler();
  let source = await order.open();
  const { name, version } = source;
  let triesLeft = order.tries ?? TRIES;
  let session: Session | undefined;
  let first: FollowReport['first'];
  let end: FollowReport['end'] = 'rows';

  function begin({ image, drill, clock }: Sample): Session {
    const places = declaredPlaces(drill, isBattleDrill(image));
    const header = imageHeader(
      image,
      places,
      drill,
      {
        emulator: { name, version, sha256: null },
        rom: null,
        input: null,
        recorder: { name: 'lockstep live recorder', version: '1', sha256: null },
      },
      FROM,
    );
    const check = createLiveCheck(places, drill);
    check.start(image);
    return {
      writer: createTraceWriter(order.out, header),
      places,
      values: new Uint32Array(places.length),
      check,
      drill,
      frame: 0,
      clock,
    };
  }

  function write(to: Session, image: Uint8Array): void {
    const padAt = to.drill ? PAD_AT.drill : PAD_AT.game;
    valuesOf(image, to.places, to.values);
    to.writer.frame(to.frame, (image[padAt] as number) | ((image[padAt + 1] as number) << 8), to.values);
    counts.rows++;
  }

  function take(sample: Sample): void {
    counts.samples++;
    if (sample.torn) {
      counts.torn++;
      return;
    }
    if (session === undefined) {
      // The test ROM's menu is no battle.
      if (!sample.drill || sample.image[PHASE_AT] !== 0) session = begin(sample);
      return;
    }
    const frames = (sample.clock - session.clock + 0x10000) & 0xffff;
    if (frames === 0) {
      counts.repeated++;
      return;
    }
    session.clock = sample.clock;
    const jumped = frames > LONGEST_GAP;
    session.frame += jumped ? 1 : frames;
    if (!jumped) counts.unseenFrames += frames - 1;
    if (jumped) session.check.start(sample.image);
    else {
      const result = session.check.check(sample.image, frames);
      if (result === 'equal') counts.equal++;
      if (result === 'still') counts.still++;
      if (result === 'bridged') counts.bridgedFrames += frames - 1;
      if (result === 'different') {
        counts.different++;
        first ??= { frame: session.frame, cells: session.check.differences() };
      }
    }
    write(session, sample.image);
    order.onProgress?.(counts);
  }

  /** Another connection, or undefined when there is none to be had. A connection over which nothing was read counts as a try. */
  async function reconnect(): Promise<LiveSource | undefined> {
    while (triesLeft > 0 && !order.signal.aborted) {
      triesLeft--;
      await sleep(order.betweenTries ?? BETWEEN_TRIES);
      try {
        const again = await order.open();
        counts.reconnects++;
        return again;
      } catch (error) {
        if (!(error instanceof LockstepError)) throw error;
      }
    }
    return undefined;
  }

  try {
    while (counts.rows < order.rows) {
      if (order.signal.aborted) {
        end = 'interrupted';
        break;
      }
      try {
        take(await sampler.take(source));
        triesLeft = order.tries ?? TRIES;
        await sleep(order.pause ?? PAUSE);
      } catch (error) {
        source.close();
        if (!(error instanceof LockstepError) || error.code !== 'E_LIVE_CLOSED') throw error;
        const again = await reconnect();
        if (again === undefined) {
          if (counts.rows === 0) throw error;
          end = order.signal.aborted ? 'interrupted' : 'closed';
          break;
        }
        source = again;
      }
    }
    if (session === undefined || counts.rows === 0) {
      throw new LockstepError('E_NO_BATTLE', 'no frame of a battle was seen', {
        found: `${counts.samples} samples, ${counts.torn} torn`,
        remedy: 'Start the battle in the running game and record again',
      });
    }
    session.writer.finish();
  } catch (error) {
    session?.writer.abort();
    throw error;
  } finally {
    source.close();
  }
  return { ...counts, kind: session.drill ? 'homebrew' : kindOfImage(undefined), source: name, version, end, first };
}
