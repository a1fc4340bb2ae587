/**
 * Follows a running game: samples it, drops torn samples, writes the others as a trace, and
 * compares them with the model. The game is not slowed down: the report counts the frames between
 * samples, which are not seen.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { read16, readUnsigned } from '../../../core/int/uint.js';
import { createFrameBattle } from '../../../core/live-a-live/index.js';
import { countText } from '../../../core/system/names.js';
import { cell, formatAddress, HOST_WINDOW, type Place, WINDOWS } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import { createTraceWriter, kindOfImage, type SourceKind, type TraceWriter } from '../../play/index.js';

import { DRILL_INPUTS, declaredPlaces } from '../record/declared-cells.js';
import { drillImage, imageHeader, valuesOf } from '../record/to-trace.js';
import { createSampler, isBattle, type Sample, type Sampler } from './sampler.js';
import type { LiveSource } from './source.js';

// Compares the model with samples of a running game. Between samples one frame apart the pad is
// known: the model must turn the first into the second. Between samples further apart the pads are
// unknown: if one change of the pad explains the second sample, the frames count as bridged,
// otherwise as unseen, never as different. A game does not report its steps as the test ROM does: a
// frame without a change of a compared cell counts as still.

type CheckResult = 'equal' | 'bridged' | 'unseen' | 'still' | 'different';

interface LiveDifference {
  readonly cell: string;
  readonly address: string;
  readonly mine: number;
  readonly theirs: number;
}

interface LiveCheck {
  /** Takes a sample over without a comparison. */
  start(image: Uint8Array): void;
  /** @param frames frames since the sample before, at least 1 */
  check(image: Uint8Array, frames: number): CheckResult;
  /** Cells of the last difference. */
  differences(): readonly LiveDifference[];
}

/** Maximum number of unseen frames for a bridge. */
const MAX_BRIDGE = 12;
/** Offset of the frame's pad word: in the test ROM's own cell, or in the game's. */
const PAD_AT = { drill: cell('padWord'), game: cell('pad1') } as const;
const GAME_INPUTS: readonly string[] = ['pad1'];
const BATTLE_TIMER = 'battleTimer';
const HOST = WINDOWS.filter(({ address }) => address === HOST_WINDOW);

/** @param drill the test ROM runs; a game has nothing in the host window */
function createLiveCheck(places: readonly Place[], drill: boolean): LiveCheck {
  const battle = createFrameBattle(null);
  const padAt = drill ? PAD_AT.drill : PAD_AT.game;
  const inputs: readonly string[] = drill ? DRILL_INPUTS : GAME_INPUTS;
  const compared = places.filter(({ name }) => !inputs.includes(name));
  /** Cells that move with time and input alone. */
  const moving: readonly string[] = [BATTLE_TIMER, 'pad2', 'pad1Copy', 'pad2Copy'];
  const telling = compared.filter(({ name }) => !moving.includes(name));
  const own = HOST.map(({ offset, length }) => [offset, battle.image.slice(offset, offset + length)] as const);
  const command = Int32Array.of(1, 0);
  const last = new Uint8Array(battle.image.length);
  let differences: LiveDifference[] = [];

  const cellValue = (image: Uint8Array, { offset, width }: Place): number => readUnsigned(image, offset, width);
  const equals = (image: Uint8Array): boolean =>
    compared.every((place) => cellValue(image, place) === cellValue(battle.image, place));

  /** Steps from the last sample: `held` for the first frames, then `pad`. */
  function run(frames: number, held: number, heldFrames: number, pad: number): void {
    battle.image.set(last);
    for (let frame = 0; frame < frames; frame++) {
      command[1] = frame < heldFrames ? held : pad;
      battle.step(command, undefined);
    }
  }

  function start(image: Uint8Array): void {
    last.set(image);
    if (!drill) for (const [offset, bytes] of own) last.set(bytes, offset);
  }

  function check(image: Uint8Array, frames: number): CheckResult {
    const pad = read16(image, padAt);
    const held = read16(last, padAt);
    let result: CheckResult = frames === 1 ? 'different' : 'unseen';
    for (let heldFrames = 0; heldFrames < frames && frames <= MAX_BRIDGE; heldFrames++) {
      run(frames, held, heldFrames, pad);
      if (!equals(image)) continue;
      result = frames === 1 ? 'equal' : 'bridged';
      break;
    }
    const still = !drill && telling.every((place) => cellValue(image, place) === cellValue(last, place));
    if (result === 'different' && still) result = 'still';
    if (result === 'different') {
      differences = compared.flatMap((place) => {
        const [mine, theirs] = [cellValue(battle.image, place), cellValue(image, place)];
        return mine === theirs ? [] : [{ cell: place.name, address: formatAddress(place.address), mine, theirs }];
      });
    }
    start(image);
    return result;
  }

  return { start, check, differences: () => differences };
}

// The counts of a recording of a running game.

interface FollowCounts {
  samples: number;
  /** Written. */
  rows: number;
  /** Samples read across the end of a frame, and dropped. */
  torn: number;
  /** Samples of the same frame as the one before, not written again. */
  repeated: number;
  /** Frames between samples. */
  unseenFrames: number;
  /** Of these: frames across which the model explains the next sample. */
  bridgedFrames: number;
  /**
   * Rows one frame after the row before: those that the model made equal, and those that it did
   * not.
   */
  equal: number;
  different: number;
  /** For a game: rows one frame after the row before without a change of a compared cell. */
  still: number;
  reconnects: number;
}

/** The relation of a sample to the one before. */
interface LiveStep {
  /** Frames since then; 0: the same frame. */
  readonly frames: number;
  /** Undefined: it was not compared. */
  readonly result: CheckResult | undefined;
  /** The clock jumped: another battle or savestate. */
  readonly jumped: boolean;
}

function newCounts(): FollowCounts {
  return {
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
}

function noteResult(counts: FollowCounts, { frames, result, jumped }: LiveStep): void {
  if (!jumped) counts.unseenFrames += frames - 1;
  if (result === 'bridged') counts.bridgedFrames += frames - 1;
  if (result === 'equal' || result === 'still' || result === 'different') counts[result]++;
}

// One recording of a running game: the trace that is written, and the model that is compared.

/** Maximum advance of the clock, in frames; a larger one means another battle or savestate. */
const MAX_GAP = 3600;
const FROM =
  'frames of the running game since the first sample, by its own counter; sampled from outside, without frame sync';

interface LiveSession {
  readonly writer: TraceWriter;
  readonly places: readonly Place[];
  readonly values: Uint32Array;
  readonly check: LiveCheck;
  /** The test ROM runs. */
  readonly drill: boolean;
  frame: number;
  clock: number;
}

function beginSession(out: string, { image, drill, clock }: Sample, name: string, version: string): LiveSession {
  const places = declaredPlaces(drill, drillImage(image));
  const source = {
    emulator: { name, version, sha256: null },
    rom: null,
    input: null,
    recorder: { name: 'lockstep live recorder', version: '1', sha256: null },
  };
  const header = imageHeader(image, places, drill, source, FROM);
  const check = createLiveCheck(places, drill);
  check.start(image);
  const writer = createTraceWriter(out, header);
  return { writer, places, values: new Uint32Array(places.length), check, drill, frame: 0, clock };
}

/** Moves to the frame of a sample and compares it with the model. */
function advanceTo(session: LiveSession, { image, clock }: Sample): LiveStep {
  const frames = (clock - session.clock + 0x10000) & 0xffff;
  if (frames === 0) return { frames, result: undefined, jumped: false };
  session.clock = clock;
  const jumped = frames > MAX_GAP;
  session.frame += jumped ? 1 : frames;
  if (!jumped) return { frames, result: session.check.check(image, frames), jumped };
  session.check.start(image);
  return { frames, result: undefined, jumped };
}

function writeRow({ writer, places, values, drill, frame }: LiveSession, image: Uint8Array): void {
  const padAt = drill ? PAD_AT.drill : PAD_AT.game;
  valuesOf(image, places, values);
  writer.frame(frame, (image[padAt] as number) | ((image[padAt + 1] as number) << 8), values);
}

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
