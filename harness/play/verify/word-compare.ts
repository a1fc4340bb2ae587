/**
 * Compares chosen bytes of two images of equal length without allocation. Other bytes are copied
 * from the first image to the second, so that most comparisons cover all bytes; only when that
 * fails are the chosen ones compared, 32 bits at a time.
 */
import { type BoundCells, readBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceMask, TraceRow } from '../trace/types.js';

export interface ImageCompare {
  /**
   * Chooses the compared bytes. The caller writes newly chosen bytes of the second image again.
   * @param chosen 1 for every compared offset
   */
  choose(chosen: Uint8Array): void;
  /**
   * Whether the chosen bytes are equal. The other bytes of the second image are undefined
   * afterwards.
   */
  equal(): boolean;
  /** Number of chosen bytes. */
  chosenBytes(): number;
}

/**
 * Maximum number of bytes that change often without being chosen: they are copied before every
 * comparison.
 */
const CARRIED_BYTES = 32;

interface CompareState {
  readonly first: Uint8Array;
  readonly second: Uint8Array;
  /** The same images for the comparison of all bytes. */
  readonly firstBuffer: Buffer;
  readonly secondBuffer: Buffer;
  /** The same images in words of 32 bits; empty when they are not aligned. */
  readonly firstWords: Int32Array;
  readonly secondWords: Int32Array;
  /** Indexes of the words with chosen bytes, and which of their bits count. */
  places: Int32Array;
  masks: Int32Array;
  /** Offsets of chosen bytes outside of the words. */
  single: Int32Array;
  chosenBytes: number;
  /** Offsets of bytes that are carried over. */
  readonly carried: Int32Array;
  carriedCount: number;
}

function createState(first: Uint8Array, second: Uint8Array): CompareState {
  // Words need alignment, which a battle's image may lack when it is a part of a larger buffer.
  const aligned = first.byteOffset % 4 === 0 && second.byteOffset % 4 === 0;
  const words = aligned ? first.length >> 2 : 0;
  return {
    first,
    second,
    firstBuffer: Buffer.from(first.buffer, first.byteOffset, first.length),
    secondBuffer: Buffer.from(second.buffer, second.byteOffset, second.length),
    firstWords: new Int32Array(first.buffer, aligned ? first.byteOffset : 0, words),
    secondWords: new Int32Array(second.buffer, aligned ? second.byteOffset : 0, words),
    places: new Int32Array(0),
    masks: new Int32Array(0),
    single: new Int32Array(0),
    chosenBytes: 0,
    carried: new Int32Array(CARRIED_BYTES),
    carriedCount: 0,
  };
}

function chooseBytes(state: CompareState, chosen: Uint8Array): void {
  state.carriedCount = 0;
  const words = state.firstWords.length;
  const places: number[] = [];
  const masks: number[] = [];
  const single: number[] = [];
  // The mask is put together through the same memory layout that the words are read with.
  const maskBytes = new Uint8Array(4);
  const maskWord = new Int32Array(maskBytes.buffer);
  for (let word = 0; word < words; word++) {
    for (let byte = 0; byte < 4; byte++) maskBytes[byte] = chosen[4 * word + byte] === 1 ? 0xff : 0;
    if (maskWord[0] !== 0) {
      places.push(word);
      masks.push(maskWord[0] ?? 0);
    }
  }
  for (let offset = 4 * words; offset < state.first.length; offset++) if (chosen[offset] === 1) single.push(offset);
  state.places = Int32Array.from(places);
  state.masks = Int32Array.from(masks);
  state.single = Int32Array.from(single);
  state.chosenBytes = chosen.reduce((sum, value) => sum + value, 0);
}

function areChosenEqual({ first, second, firstWords, secondWords, places, masks, single }: CompareState): boolean {
  let difference = 0;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] as number;
    difference |= ((firstWords[place] as number) ^ (secondWords[place] as number)) & (masks[index] as number);
  }
  for (let index = 0; index < single.length; index++) {
    const place = single[index] as number;
    difference |= (first[place] as number) ^ (second[place] as number);
  }
  return difference === 0;
}

/**
 * Copies the differing bytes over from now on. Every chosen byte is equal: none of them is chosen.
 */
function carryRest(state: CompareState): void {
  const { first, second, carried } = state;
  let count = state.carriedCount;
  for (let offset = 0; offset < first.length && count < CARRIED_BYTES; offset++) {
    if (first[offset] !== second[offset]) carried[count++] = offset;
  }
  state.carriedCount = count;
  second.set(first);
}

function areEqual(state: CompareState): boolean {
  const { first, second, carried, carriedCount } = state;
  for (let index = 0; index < carriedCount; index++) {
    const offset = carried[index] as number;
    second[offset] = first[offset] as number;
  }
  if (state.firstBuffer.compare(state.secondBuffer) === 0) return true;
  if (!areChosenEqual(state)) return false;
  carryRest(state);
  return true;
}

/** Compares two images of equal length; at first no byte is chosen. */
export function createImageCompare(first: Uint8Array, second: Uint8Array): ImageCompare {
  const state = createState(first, second);
  return {
    choose: (chosen) => chooseBytes(state, chosen),
    equal: () => areEqual(state),
    chosenBytes: () => state.chosenBytes,
  };
}

// Chooses the compared bytes of each frame: the declared cells without the masks of that frame.

/** A mask and its effect. */
export interface MaskUse extends TraceMask {
  /** Frames in which the cell was left out. */
  readonly frames: number;
  /** Of these, frames in which it would have differed. */
  readonly differed: number;
}

export interface MaskSchedule {
  /**
   * Chooses the bytes for a frame; call it before every comparison.
   * @returns true if the choice changed
   */
  enter(frame: number): boolean;
  /** Counts a compared frame. */
  count(image: Uint8Array, row: TraceRow): void;
  /** Whether the cell is compared in the entered frame. */
  covers(index: number): boolean;
  uses(): MaskUse[];
}

export function createMaskSchedule(header: TraceHeader, bound: BoundCells, compare: ImageCompare, imageBytes: number) {
  const masks = header.masks.map((mask) => ({
    mask,
    index: header.cells.findIndex((cell) => cell[0] === mask.cell),
    frames: 0,
    differed: 0,
  }));
  const active = new Uint8Array(header.cells.length);
  let current: typeof masks = [];
  /** The chosen bytes hold for frames in this range. */
  let rightFrom = 1;
  let rightTo = 0;

  function rebuild(frame: number): void {
    current = masks.filter(({ mask }) => mask.from <= frame && frame <= mask.to);
    rightFrom = frame;
    rightTo = Number.MAX_SAFE_INTEGER;
    for (const { mask } of masks) {
      if (mask.from > frame) rightTo = Math.min(rightTo, mask.from - 1);
      else if (mask.to >= frame) rightTo = Math.min(rightTo, mask.to);
    }
    active.set(bound.compared);
    for (const { index } of current) active[index] = 0;
    const chosen = new Uint8Array(imageBytes);
    active.forEach((isActive, index) => {
      const offset = bound.offsets[index] ?? 0;
      if (isActive === 1) chosen.fill(1, offset, offset + (bound.widths[index] ?? 0));
    });
    compare.choose(chosen);
  }

  const schedule: MaskSchedule = {
    enter(frame) {
      if (frame >= rightFrom && frame <= rightTo) return false;
      rebuild(frame);
      return true;
    },
    count(image, row) {
      for (const use of current) {
        use.frames++;
        if (readBoundCell(image, bound, use.index) !== row.values[use.index]) use.differed++;
      }
    },
    covers: (index) => active[index] === 1,
    uses: () => masks.map(({ mask, frames, differed }) => ({ ...mask, frames, differed })),
  };
  return schedule;
}
