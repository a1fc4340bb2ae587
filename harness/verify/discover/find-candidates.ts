/**
 * First reading: every address at which the values of a cell are the predicted ones through at least one block of frames in which the cell
 * changes. Memory does not grow with the dump.
 */
import type { CellDeclaration } from '../../../core/system.js';
import { createByteSums, keyOf, sameSum } from './byte-sums.js';
import { readDump } from './dump.js';
import type { Prediction } from './prediction.js';

/** Frames of a block: a torn frame spoils one block, not the search. */
const BLOCK_FRAMES = 128;
/** Addresses that are remembered of a cell, and those that are looked at again. */
const MOST_REMEMBERED = 4096;
const MOST_CANDIDATES = 64;

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
  /** Frames before the one that shows the state after the first predicted step. */
  readonly skip: number;
}

export interface Found {
  readonly frames: number;
  readonly candidates: Candidate[];
}

/** Offsets in the battle's image of all bytes of the cells, and where each cell begins in that list. */
function bytesOf(cells: readonly CellDeclaration[]): { readonly offsets: Int32Array; readonly starts: Int32Array } {
  const offsets: number[] = [];
  const starts = cells.map((cell) => {
    const start = offsets.length;
    for (let byte = 0; byte < cell.width; byte++) offsets.push(cell.offset + byte);
    return start;
  });
  return { offsets: Int32Array.from(offsets), starts: Int32Array.from(starts) };
}

export async function findCandidates(
  dump: DumpPlace,
  prediction: Prediction,
  cells: readonly CellDeclaration[],
): Promise<Found> {
  const { size } = dump;
  const words = (size + 3) >> 2;
  const now = new Uint8Array(4 * words);
  const before = new Uint8Array(4 * words);
  const nowWords = new Int32Array(now.buffer);
  const beforeWords = new Int32Array(before.buffer);
  const theirs = createByteSums(size);
  const { offsets, starts } = bytesOf(cells);
  const mine = createByteSums(offsets.length);
  const model = new Uint8Array(offsets.length);
  const remembered = cells.map(() => new Map<number, number>());
  const { image } = prediction.battle;
  let frames = 0;

  function modelFrame(first: boolean): void {
    for (let index = 0; index < offsets.length; index++) {
      const value = image[offsets[index] as number] as number;
      if (!first && value !== model[index]) mine.change(index, model[index] as number, value);
      model[index] = value;
    }
  }

  function dumpFrame(): void {
    for (let word = 0; word < words; word++) {
      if (nowWords[word] === beforeWords[word]) continue;
      for (let index = 4 * word; index < 4 * word + 4 && index < size; index++) {
        const [was, is] = [before[index] as number, now[index] as number];
        if (was !== is) theirs.change(index, was, is);
      }
    }
  }

  function endBlock(): void {
    const places = new Map<number, number[]>();
    for (let index = 0; index < size; index++) {
      if (theirs.touched[index] === 0) continue;
      const key = keyOf(theirs, index);
      const list = places.get(key);
      if (list === undefined) places.set(key, [index]);
      else list.push(index);
    }
    cells.forEach((cell, number) => {
      const start = starts[number] as number;
      let byte = 0;
      while (byte < cell.width && mine.touched[start + byte] === 0) byte++;
      if (byte === cell.width) return;
      for (const index of places.get(keyOf(mine, start + byte)) ?? []) {
        const offset = index - byte;
        if (offset < 0 || offset + cell.width > size) continue;
        let same = true;
        for (let at = 0; at < cell.width && same; at++) same = sameSum(mine, start + at, theirs, offset + at);
        if (!same) continue;
        const map = remembered[number] as Map<number, number>;
        const times = map.get(offset) ?? 0;
        if (times > 0 || map.size < MOST_REMEMBERED) map.set(offset, times + 1);
      }
    });
  }

  prediction.restart();
  for await (const _ of readDump(dump.path, now.subarray(0, size), dump.skip)) {
    if (frames === prediction.count) break;
    prediction.advance();
    if (frames % BLOCK_FRAMES === 0) {
      if (frames > 0) endBlock();
      theirs.begin(now, frames);
      modelFrame(true);
      mine.begin(model, frames);
    } else {
      theirs.enter(frames);
      mine.enter(frames);
      dumpFrame();
      modelFrame(false);
    }
    before.set(now);
    frames++;
  }
  if (frames > 0) endBlock();
  const candidates = remembered.flatMap((map, cell) =>
    [...map]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_CANDIDATES)
      .map(([offset]) => ({ cell, offset })),
  );
  return { frames, candidates };
}
