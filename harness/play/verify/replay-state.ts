/** The state of a replay: the battle, the recording's image, and the counts. */

import { createEventBuffer } from '../../../core/system/battle.js';
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { rowNumber } from '../../base/entry-number.js';
import type { TraceHeader } from '../trace/types.js';
import { type ContextRing, createContextRing } from './context-ring.js';
import type { Difference, OwnerOf } from './difference.js';
import { createDrawStream, type DrawStream } from './draw-stream.js';
import { openRecordedSide, type RecordedSide } from './recorded-side.js';

/** Words of the event buffer before a row holds draws. */
const EVENT_WORDS = 4096;

export interface ReplayOptions {
  /** Takes over the recording's cells after a difference and continues. */
  readonly continueAfterDifference?: boolean;
  /** First compared frame; earlier frames are only stepped. */
  readonly from?: number;
  /** Last compared frame. */
  readonly to?: number;
  readonly ownerOf?: OwnerOf;
  /** Further words of the command line that reproduces a difference. */
  readonly extraWords?: readonly string[];
}

export interface ReplayCounts {
  /** Frames compared and equal, before any difference. */
  equal: number;
  /** Of `equal`: frames in which a compared cell changed that is not passive. */
  active: number;
  /** Number of differing frames. */
  different: number;
  /** Equal frames after the recording was taken over. Never added to `equal`. */
  equalAfterTakeover: number;
  /** Rows written in the middle of a tick: stepped, not compared. */
  torn: number;
  /** Frames without a tick: compared, not stepped. */
  repeated: number;
  /** Frames outside of `from` and `to`. */
  notChosen: number;
  /** Events that did not fit in the buffer of a step. */
  eventsLost: number;
}

export interface ReplayState extends RecordedSide {
  readonly system: System;
  readonly battle: Battle;
  readonly file: string;
  readonly options: ReplayOptions;
  readonly ring: ContextRing;
  readonly drawStream: DrawStream;
  readonly counts: ReplayCounts;
  /** Frames that are compared. */
  readonly from: number;
  readonly to: number;
  /** Code of the frame command, and the pad word. */
  readonly padCommand: Int32Array;
  /** Events of the step at hand. */
  events: EventBuffer;
  first: Difference | undefined;
  stopped: boolean;
}

function emptyCounts(): ReplayCounts {
  return {
    equal: 0,
    active: 0,
    different: 0,
    equalAfterTakeover: 0,
    torn: 0,
    repeated: 0,
    notChosen: 0,
    eventsLost: 0,
  };
}

/**
 * Ties the trace to the battle and loads its starting image.
 * @throws LockstepError when they do not fit
 */
export function createReplayState(
  system: System,
  battle: Battle,
  header: TraceHeader,
  file: string,
  options: ReplayOptions,
): ReplayState {
  const side = openRecordedSide(system, battle, header, file);
  const { bound, expected, compare, masks, inputs, clock, recorded, before, frameCode } = side;
  // every field by its name: a copy by `...` has a form that the engine looks up at each read
  return {
    system,
    battle,
    header,
    file,
    options,
    bound,
    expected,
    compare,
    masks,
    ring: createContextRing(header.cells.map((cell) => cell[0])),
    drawStream: createDrawStream(system),
    inputs,
    clock,
    recorded,
    before,
    frameCode,
    counts: emptyCounts(),
    from: rowNumber(header, options.from ?? 0),
    to: rowNumber(header, options.to ?? Number.MAX_SAFE_INTEGER),
    padCommand: Int32Array.of(frameCode, 0),
    events: createEventBuffer(EVENT_WORDS),
    first: undefined,
    stopped: false,
  };
}
