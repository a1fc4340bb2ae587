/**
 * The recorded side of a replay, the same for verification and for the timeline: the log's cells
 * tied to a battle, their values row by row, the bytes that a frame compares, and the number of
 * steps that the recording made. Both step the model themselves and listen to this side.
 */
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/index.js';
import { type BoundCells, bindCells, frameCommand, loadImage, readBoundCell, writeBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import { createImageCompare, createMaskSchedule, type ImageCompare, type MaskSchedule } from './word-compare.js';

/** How the steps between two frames of the recording are counted. */
interface StepClock {
  /** Indexes of the two cells that a tick writes first and last, or -1: every frame is a step. */
  readonly begin: number;
  readonly end: number;
  /** Number of values of the counter in `begin`. */
  readonly span: number;
  lastBegin: number;
  /** Number of the last frame, or -1 before the first one. */
  lastFrame: number;
}

export interface RecordedSide {
  readonly header: TraceHeader;
  readonly bound: BoundCells;
  /** The recording's image; the battle's image is the model's. */
  readonly expected: Uint8Array;
  readonly compare: ImageCompare;
  readonly masks: MaskSchedule;
  /** Indexes of the cells that are fed from the recording. */
  readonly inputs: Int32Array;
  readonly clock: StepClock;
  /** Values of all cells of the recording. */
  readonly recorded: Uint32Array;
  /** Values of the changed cells of the row at hand, before it. */
  readonly before: Uint32Array;
  /** Code of the command that takes a pad word; 0: the system has none. */
  readonly frameCode: number;
}

function cellIndex(header: TraceHeader, name: string): number {
  return header.cells.findIndex((cell) => cell[0] === name);
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

/**
 * Ties a log to a battle and loads its starting image into it.
 * @throws LockstepError `E_TRACE_UNIT`, and those of binding the header's cells
 */
export function openRecordedSide(system: System, battle: Battle, header: TraceHeader, file: string): RecordedSide {
  if (header.unit !== system.unit) {
    throw new LockstepError('E_TRACE_UNIT', `the trace has another unit of time than ${system.id}`, {
      file,
      line: 1,
      found: header.unit,
      expected: system.unit,
      remedy: 'Record the log again',
    });
  }
  const bound = bindCells(header, battle, file);
  loadImage(header, battle);
  const { image } = battle;
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  return {
    header,
    bound,
    expected,
    compare,
    masks: createMaskSchedule(header, bound, compare, image.length),
    inputs: Int32Array.from(header.inputs, (name) => cellIndex(header, name)),
    clock: createClock(header, bound, image),
    recorded: Uint32Array.from(header.cells, (_, index) => readBoundCell(image, bound, index)),
    before: new Uint32Array(header.cells.length),
    frameCode: header.unit === 'frame' ? frameCommand(system).code : 0,
  };
}

/** Writes the changes of a row into the recording's image, and keeps the values before it. */
export function takeChanges({ before, recorded, expected, bound }: RecordedSide, row: TraceRow): void {
  const { changes, changed } = row;
  for (let pair = 0; pair < changed; pair++) {
    const index = changes[2 * pair] as number;
    const value = changes[2 * pair + 1] as number;
    before[pair] = recorded[index] as number;
    recorded[index] = value;
    writeBoundCell(expected, bound, index, value);
  }
}

/** Number of steps that the recording made since the frame before. */
export function countSteps({ clock }: RecordedSide, row: TraceRow, frame: number): number {
  if (clock.begin >= 0) {
    const value = row.values[clock.begin] as number;
    const steps = value >= clock.lastBegin ? value - clock.lastBegin : value - clock.lastBegin + clock.span;
    clock.lastBegin = value;
    return steps;
  }
  const steps = clock.lastFrame < 0 ? 1 : frame - clock.lastFrame;
  clock.lastFrame = frame;
  return steps;
}

/** Whether the row was recorded in the middle of a tick. */
export function isTorn({ clock }: RecordedSide, row: TraceRow): boolean {
  return clock.begin >= 0 && row.values[clock.begin] !== row.values[clock.end];
}

function verdictText(code: string): string {
  return code === '' ? 'accepted' : `rejected with ${code}`;
}

/** The sentence where one side rejects a command. @param mine code of the rejection, or empty */
export function resultText(mine: string, theirs: string): string {
  return `mine: ${verdictText(mine)}; theirs: ${verdictText(theirs)}`;
}
