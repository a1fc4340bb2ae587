/** The state of a replay: the battle, the recording's image, and the counts. */

import { createEventBuffer } from '../../core/system/battle.js';
import type { Battle, EventBuffer, System } from '../../core/system/system.js';
import { rowNumber } from '../base/entry-number.js';
import { type BoundCells, bindCells, frameCommand, loadImage, readBoundCell } from '../trace/bind.js';
import type { TraceHeader } from '../trace/types.js';
import { type ContextRing, createContextRing } from './context-ring.js';
import type { Difference, OwnerOf } from './difference.js';
import { createDrawStream, type DrawStream } from './draw-stream.js';
import { createMaskSchedule, type MaskSchedule } from './mask-schedule.js';
import { createImageCompare, type ImageCompare } from './word-compare.js';

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

/** How the steps between two frames of the recording are counted. */
interface StepClock {
  /** Indexes of the two cells that a tick writes first and last, or -1. */
  readonly begin: number;
  readonly end: number;
  /** Number of values of the counter in `begin`. */
  readonly span: number;
  lastBegin: number;
  /** Number of the last frame, or -1 before the first one. */
  lastFrame: number;
}

export interface ReplayState {
  readonly system: System;
  readonly battle: Battle;
  readonly header: TraceHeader;
  readonly file: string;
  readonly options: ReplayOptions;
  readonly bound: BoundCells;
  /** The recording's image; the battle's image is the model's. */
  readonly expected: Uint8Array;
  readonly compare: ImageCompare;
  readonly masks: MaskSchedule;
  readonly ring: ContextRing;
  readonly drawStream: DrawStream;
  /** Indexes of the cells that come from the recording. */
  readonly inputs: Int32Array;
  readonly clock: StepClock;
  /** Values of all cells of the recording. */
  readonly recorded: Uint32Array;
  /** Values of the changed cells of the row at hand, before it. */
  readonly before: Uint32Array;
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

function createClock(header: TraceHeader, bound: BoundCells, image: Uint8Array): StepClock {
  const { sequence } = header;
  if (sequence === null) return { begin: -1, end: -1, span: 0, lastBegin: 0, lastFrame: -1 };
  const begin = cellIndex(header, sequence.begin);
  return {
    begin,
    end: cellIndex(header, sequence.end),
    span: 2 ** (8 * (bound.widths[begin] ?? 0)),
    lastBegin: readBoundCell(image, bound, begin),
    lastFrame: -1,
  };
}

function cellIndex(header: TraceHeader, name: string): number {
  return header.cells.findIndex((cell) => cell[0] === name);
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
  const bound = bindCells(header, battle, file);
  loadImage(header, battle);
  const { image } = battle;
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  const padCommand = new Int32Array(2);
  if (header.unit === 'frame') padCommand[0] = frameCommand(system).code;
  return {
    system,
    battle,
    header,
    file,
    options,
    bound,
    expected,
    compare,
    masks: createMaskSchedule(header, bound, compare, image.length),
    ring: createContextRing(header.cells.map((cell) => cell[0])),
    drawStream: createDrawStream(system),
    inputs: Int32Array.from(header.inputs, (name) => cellIndex(header, name)),
    clock: createClock(header, bound, image),
    recorded: Uint32Array.from(header.cells, (_, index) => readBoundCell(image, bound, index)),
    before: new Uint32Array(header.cells.length),
    counts: emptyCounts(),
    from: rowNumber(header, options.from ?? 0),
    to: rowNumber(header, options.to ?? Number.MAX_SAFE_INTEGER),
    padCommand,
    events: createEventBuffer(EVENT_WORDS),
    first: undefined,
    stopped: false,
  };
}
