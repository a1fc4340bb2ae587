/**
 * The part of a battle that a log shows: its declared cells other than input and scratch, and
 * whether the battle's image agrees with them. Reuses one buffer; a frame allocates nothing.
 */
import type { Battle, InputShape } from '../../../core/system/system.js';
import { type BoundCells, bindCells, readBoundCell, writeBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceRow } from '../trace/types.js';
import {
  createImageCompare,
  createMaskSchedule,
  type ImageCompare,
  type MaskSchedule,
} from '../verify/word-compare.js';

// The explanation of a log: one entry for each frame, and the unexplained frames.

/** The kind of a frame's entry: the recording made a step. */
export const STEP = 0;
/** The recording made no step. */
export const LAG = 1;
/** The log left the frame out. */
export const MISSING = 2;
/** No choice explains what the log shows. */
export const UNEXPLAINED = 3;
/** As `UNEXPLAINED`, and the model continued from the cells of the log. */
export const TAKEN_OVER = 4;

/** A choice whose result comes close to an unexplained frame. */
export interface NearChoice {
  /** Index into `InputShape.choices`. */
  readonly choice: number;
  readonly cells: readonly { readonly cell: string; readonly mine: number; readonly theirs: number }[];
}

export interface UnexplainedFrame {
  readonly frame: number;
  /** 1-based line of the log. */
  readonly line: number;
  /** Nearest first. */
  readonly nearest: readonly NearChoice[];
}

/** Entries grow by one in each frame; an entry takes 16 bytes. */
export interface FrameLog {
  /** Number of entries. */
  length(): number;
  /** Number of the frame. */
  frame(at: number): number;
  /** Index into `InputShape.choices`. */
  choice(at: number): number;
  /** `STEP`, `LAG`, `MISSING`, `UNEXPLAINED` or `TAKEN_OVER`. */
  kind(at: number): number;
  /** Replaces the choice of an entry. */
  choose(at: number, choice: number): void;
  add(frame: number, choice: number, kind: number): void;
}

export function createFrameLog(): FrameLog {
  let frames = new Float64Array(4096);
  let codes = new Uint16Array(4096);
  let used = 0;
  return {
    length: () => used,
    frame: (at) => frames[at] ?? -1,
    choice: (at) => (codes[at] ?? 0) & 0xff,
    kind: (at) => (codes[at] ?? 0) >> 8,
    choose(at, choice) {
      codes[at] = choice | ((codes[at] ?? 0) & 0xff00);
    },
    add(frame, choice, kind) {
      if (used === frames.length) {
        const [oldFrames, oldCodes] = [frames, codes];
        frames = new Float64Array(2 * used);
        codes = new Uint16Array(2 * used);
        frames.set(oldFrames);
        codes.set(oldCodes);
      }
      frames[used] = frame;
      codes[used++] = choice | (kind << 8);
    },
  };
}

export interface Observed {
  readonly bound: BoundCells;
  /** Number of examined cells. */
  readonly cells: number;
  /** 1 for every byte of the image that the log shows. */
  readonly seen: Uint8Array;
  /**
   * Takes the log's cells of a frame.
   * @param first true for the first frame of a row, which has the changes
   */
  enter(row: TraceRow, frame: number, first: boolean): void;
  /** True when the image agrees with the entered frame. */
  agrees(): boolean;
  /** Number of cells that differ. */
  distance(): number;
  /** Indexes of the cells that differ. */
  differing(): number[];
  /** Writes the cells of the frame into the image. */
  takeOver(): void;
}

interface ObservedState {
  /** The battle's image. */
  readonly image: Uint8Array;
  readonly bound: BoundCells;
  /** The log's image of the entered frame. */
  readonly expected: Uint8Array;
  readonly compare: ImageCompare;
  readonly masks: MaskSchedule;
  /** Values of the log's cells. */
  readonly recorded: Uint32Array;
  /** Examined cells of the row that changed: they distinguish most candidates. */
  readonly changed: Int32Array;
  changedCount: number;
}

/** Binds the cells of the log; input and sequence cells are not examined. */
function bindObserved(header: TraceHeader, battle: Battle, inputs: InputShape, file: string): BoundCells {
  const bound = bindCells(header, battle, file);
  const notSeen = new Set([...inputs.cells, inputs.sequence?.begin, inputs.sequence?.end]);
  const compared = bound.compared.slice();
  header.cells.forEach((cell, index) => {
    if (notSeen.has(cell[0])) compared[index] = 0;
  });
  return { ...bound, compared };
}

/** 1 for every byte of the image that a compared cell covers. */
function seenBytes({ compared, offsets, widths }: BoundCells, bytes: number): Uint8Array {
  const seen = new Uint8Array(bytes);
  compared.forEach((isSeen, index) => {
    const offset = offsets[index] ?? 0;
    if (isSeen === 1) seen.fill(1, offset, offset + (widths[index] ?? 0));
  });
  return seen;
}

function differs({ image, expected, bound }: ObservedState, index: number): boolean {
  const offset = bound.offsets[index] as number;
  for (let byte = 0; byte < (bound.widths[index] as number); byte++) {
    if (image[offset + byte] !== expected[offset + byte]) return true;
  }
  return false;
}

function takeChanges(state: ObservedState, row: TraceRow): void {
  const { bound, changed, recorded, expected } = state;
  let count = 0;
  for (let pair = 0; pair < row.changed; pair++) {
    const index = row.changes[2 * pair] as number;
    const value = row.changes[2 * pair + 1] as number;
    if (recorded[index] !== value && bound.compared[index] === 1) changed[count++] = index;
    recorded[index] = value;
    writeBoundCell(expected, bound, index, value);
  }
  state.changedCount = count;
}

function enterFrame(state: ObservedState, row: TraceRow, frame: number, first: boolean): void {
  const { masks, recorded, expected, bound } = state;
  if (first) takeChanges(state, row);
  if (!masks.enter(frame)) return;
  for (let index = 0; index < recorded.length; index++) {
    writeBoundCell(expected, bound, index, recorded[index] as number);
  }
}

function agrees(state: ObservedState): boolean {
  const { changed, changedCount, masks, compare } = state;
  for (let at = 0; at < changedCount; at++) {
    const index = changed[at] as number;
    if (differs(state, index) && masks.covers(index)) return false;
  }
  return compare.equal();
}

function differingCells({ recorded, masks, image, bound }: ObservedState): number[] {
  const found: number[] = [];
  for (let index = 0; index < recorded.length; index++) {
    if (masks.covers(index) && readBoundCell(image, bound, index) !== recorded[index]) found.push(index);
  }
  return found;
}

function takeOver({ recorded, masks, image, bound }: ObservedState): void {
  for (let index = 0; index < recorded.length; index++) {
    if (masks.covers(index)) writeBoundCell(image, bound, index, recorded[index] as number);
  }
}

/**
 * Binds the examined cells of a log to a battle.
 * @throws LockstepError when they do not fit
 */
export function createObserved(header: TraceHeader, battle: Battle, inputs: InputShape, file: string): Observed {
  const bound = bindObserved(header, battle, inputs, file);
  const { image } = battle;
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  const state: ObservedState = {
    image,
    bound,
    expected,
    compare,
    masks: createMaskSchedule(header, bound, compare, image.length),
    recorded: new Uint32Array(header.cells.length),
    changed: new Int32Array(header.cells.length),
    changedCount: 0,
  };
  return {
    bound,
    cells: bound.compared.reduce((sum, value) => sum + value, 0),
    seen: seenBytes(bound, image.length),
    enter: (row, frame, first) => enterFrame(state, row, frame, first),
    agrees: () => agrees(state),
    distance: () => differingCells(state).length,
    differing: () => differingCells(state),
    takeOver: () => takeOver(state),
  };
}
