/**
 * First pass over a dump: every address that holds the predicted values of a cell through at least
 * one block of frames with a change of the cell. Memory does not grow with the dump.
 */
import type { CellDeclaration } from '../../../core/system/system.js';
import { createPause } from '../../base/index.js';
import { readDump } from './dump.js';
import type { Prediction } from './prediction.js';

// One 64-bit sum for each byte over the frames of a block: bytes with equal values in all frames
// have equal sums. After the first frame only changed bytes take time.

interface ByteSums {
  /** Low and high half. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** 1: the byte changed within the block. */
  readonly touched: Uint8Array;
  /**
   * Starts a block with the bytes as they are.
   * @param place number of the frame, the same for all sums that are compared
   */
  begin(bytes: Uint8Array, place: number): void;
  /** Records the new value of a byte from this frame on. */
  change(index: number, from: number, to: number): void;
  /** Enters a frame, to which the next changes belong. */
  enter(place: number): void;
}

/** A 32-bit mixture of a number (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

function createByteSums(count: number): ByteSums {
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  const touched = new Uint8Array(count);
  let first = 1;
  let second = 1;
  const enter = (place: number): void => {
    first = mixed(2 * place + 1) | 1;
    second = mixed(2 * place + 0x5bd1e995) | 1;
  };
  return {
    low,
    high,
    touched,
    enter,
    begin(bytes, place) {
      enter(place);
      touched.fill(0);
      for (let index = 0; index < count; index++) {
        const value = bytes[index] as number;
        low[index] = Math.imul(value, first);
        high[index] = Math.imul(value, second);
      }
    },
    change(index, from, to) {
      low[index] = (low[index] as number) + Math.imul(to - from, first);
      high[index] = (high[index] as number) + Math.imul(to - from, second);
      touched[index] = 1;
    },
  };
}

/** Both halves as one number of 53 bits, for finding; the halves decide about equality. */
function keyOf(sums: ByteSums, index: number): number {
  return ((sums.low[index] as number) >>> 0) * 0x20_0000 + ((sums.high[index] as number) >>> 11);
}

function sameSum(a: ByteSums, atA: number, b: ByteSums, atB: number): boolean {
  return a.low[atA] === b.low[atB] && a.high[atA] === b.high[atB];
}

/** Frames of a block: a torn frame spoils one block, not the whole search. */
const BLOCK_FRAMES = 128;
/** Maximum number of addresses kept for a cell and examined again. */
const MAX_REMEMBERED = 4096;
const MAX_CANDIDATES = 64;

export interface Candidate {
  /** Index into the list of cells. */
  readonly cell: number;
  /** Offset in a frame of the dump. */
  readonly offset: number;
}

export interface DumpPlace {
  readonly path: string;
  /** Bytes of a frame. */
  readonly size: number;
  /** Number of frames before the one after the first predicted step. */
  readonly skip: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a reading of a dump that is ended early comes to. */
export const NOT_READ = 'the recording was not read to its end';

interface Found {
  readonly frames: number;
  readonly candidates: Candidate[];
}

/**
 * Offsets in the battle's image of all bytes of the cells, and where each cell begins in that list.
 */
function bytesOf(cells: readonly CellDeclaration[]): { readonly offsets: Int32Array; readonly starts: Int32Array } {
  const offsets: number[] = [];
  const starts = cells.map((cell) => {
    const start = offsets.length;
    for (let byte = 0; byte < cell.width; byte++) offsets.push(cell.offset + byte);
    return start;
  });
  return { offsets: Int32Array.from(offsets), starts: Int32Array.from(starts) };
}

/** The bytes of the cells in the model, one after the other. */
interface ModelBytes {
  readonly image: Uint8Array;
  /** Offsets in the image. */
  readonly offsets: Int32Array;
  /** Where each cell begins in `offsets`. */
  readonly starts: Int32Array;
  readonly values: Uint8Array;
  readonly sums: ByteSums;
}

/** A frame of the dump beside the one before it, as bytes and as words of 32 bits. */
interface DumpBytes {
  readonly size: number;
  readonly now: Uint8Array;
  readonly before: Uint8Array;
  readonly nowWords: Int32Array;
  readonly beforeWords: Int32Array;
  readonly sums: ByteSums;
}

/** Blocks in which an address held a cell's values: address -> blocks. */
type Remembered = Map<number, number>;

function createModelBytes(image: Uint8Array, cells: readonly CellDeclaration[]): ModelBytes {
  const { offsets, starts } = bytesOf(cells);
  return { image, offsets, starts, values: new Uint8Array(offsets.length), sums: createByteSums(offsets.length) };
}

function createDumpBytes(size: number): DumpBytes {
  const words = (size + 3) >> 2;
  const now = new Uint8Array(4 * words);
  const before = new Uint8Array(4 * words);
  const [nowWords, beforeWords] = [new Int32Array(now.buffer), new Int32Array(before.buffer)];
  return { size, now, before, nowWords, beforeWords, sums: createByteSums(size) };
}

function takeModelFrame({ image, offsets, values, sums }: ModelBytes, first: boolean): void {
  for (let index = 0; index < offsets.length; index++) {
    const value = image[offsets[index] as number] as number;
    if (!first && value !== values[index]) sums.change(index, values[index] as number, value);
    values[index] = value;
  }
}

function takeDumpFrame({ size, now, before, nowWords, beforeWords, sums }: DumpBytes): void {
  for (let word = 0; word < nowWords.length; word++) {
    if (nowWords[word] === beforeWords[word]) continue;
    for (let index = 4 * word; index < 4 * word + 4 && index < size; index++) {
      const [was, is] = [before[index] as number, now[index] as number];
      if (was !== is) sums.change(index, was, is);
    }
  }
}

/** Addresses of the dump that changed in the block, by the key of their sum. */
function changedAddresses({ size, sums }: DumpBytes): Map<number, number[]> {
  const addresses = new Map<number, number[]>();
  for (let index = 0; index < size; index++) {
    if (sums.touched[index] === 0) continue;
    const key = keyOf(sums, index);
    const list = addresses.get(key);
    if (list === undefined) addresses.set(key, [index]);
    else list.push(index);
  }
  return addresses;
}

function isSameCell(model: ModelBytes, dump: DumpBytes, start: number, offset: number, width: number): boolean {
  if (offset < 0 || offset + width > dump.size) return false;
  for (let at = 0; at < width; at++) if (!sameSum(model.sums, start + at, dump.sums, offset + at)) return false;
  return true;
}

/** Records every address that held a cell's values throughout the block. */
function endBlock(
  model: ModelBytes,
  dump: DumpBytes,
  cells: readonly CellDeclaration[],
  remembered: readonly Remembered[],
): void {
  const addresses = changedAddresses(dump);
  cells.forEach(({ width }, number) => {
    const start = model.starts[number] as number;
    let byte = 0;
    while (byte < width && model.sums.touched[start + byte] === 0) byte++;
    if (byte === width) return;
    const map = remembered[number] as Remembered;
    for (const index of addresses.get(keyOf(model.sums, start + byte)) ?? []) {
      if (!isSameCell(model, dump, start, index - byte, width)) continue;
      const times = map.get(index - byte) ?? 0;
      if (times > 0 || map.size < MAX_REMEMBERED) map.set(index - byte, times + 1);
    }
  });
}

/** The addresses with the most blocks, of each cell. */
function bestCandidates(remembered: readonly Remembered[]): Candidate[] {
  return remembered.flatMap((map, cell) =>
    [...map]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_CANDIDATES)
      .map(([offset]) => ({ cell, offset })),
  );
}

/** Reads the dump once and finds the possible addresses of each cell. */
export async function findCandidates(
  place: DumpPlace,
  prediction: Prediction,
  cells: readonly CellDeclaration[],
): Promise<Found> {
  const dump = createDumpBytes(place.size);
  const model = createModelBytes(prediction.battle.image, cells);
  const remembered = cells.map((): Remembered => new Map());
  let frames = 0;
  prediction.restart();
  const pause = createPause(place.signal, NOT_READ);
  for await (const _ of readDump(place.path, dump.now.subarray(0, place.size), place.skip)) {
    if (frames === prediction.count) break;
    await pause();
    prediction.advance();
    if (frames % BLOCK_FRAMES === 0) {
      if (frames > 0) endBlock(model, dump, cells, remembered);
      dump.sums.begin(dump.now, frames);
      takeModelFrame(model, true);
      model.sums.begin(model.values, frames);
    } else {
      dump.sums.enter(frames);
      model.sums.enter(frames);
      takeDumpFrame(dump);
      takeModelFrame(model, false);
    }
    dump.before.set(dump.now);
    frames++;
  }
  if (frames > 0) endBlock(model, dump, cells, remembered);
  return { frames, candidates: bestCandidates(remembered) };
}
