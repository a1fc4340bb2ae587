/** Second reading: in how many frames a candidate holds the predicted value, and how many of its changes it follows. */
import { readCell } from '../../../core/battle.js';
import type { CellDeclaration } from '../../../core/system.js';
import { readDump } from './dump.js';
import type { Candidate, DumpPlace } from './find-candidates.js';
import type { Prediction } from './prediction.js';

export interface Evidence {
  /** Offset in a frame of the dump. */
  readonly offset: number;
  /** Frames with the predicted value. */
  readonly equal: number;
  /** Predicted changes that are there in the same frame, from the value before to the value after. */
  readonly followed: number;
  /** First frame of the prediction with another value, or -1. */
  readonly firstDifference: number;
}

export interface CellEvidence {
  readonly cell: CellDeclaration;
  /** Frames in which the predicted value is another one than before. */
  readonly changes: number;
  /** Different predicted values, at most 256 are counted. */
  readonly values: number;
  readonly candidates: readonly Evidence[];
}

const MOST_VALUES = 256;

export async function weighCandidates(
  dump: DumpPlace,
  prediction: Prediction,
  cells: readonly CellDeclaration[],
  candidates: readonly Candidate[],
): Promise<CellEvidence[]> {
  const frame = new Uint8Array(dump.size);
  const { image } = prediction.battle;
  const count = candidates.length;
  const cellOf = Int32Array.from(candidates, ({ cell }) => cell);
  const offsetOf = Int32Array.from(candidates, ({ offset }) => offset);
  const equal = new Int32Array(count);
  const followed = new Int32Array(count);
  const firstDifference = new Int32Array(count).fill(-1);
  const wasEqual = new Uint8Array(count);
  const before = new Float64Array(cells.length);
  const changedNow = new Uint8Array(cells.length);
  const changes = new Int32Array(cells.length);
  const values = cells.map(() => new Set<number>());
  let frames = 0;

  function model(): void {
    for (let index = 0; index < cells.length; index++) {
      const value = readCell(image, cells[index] as CellDeclaration);
      const changed = frames > 0 && value !== before[index];
      changedNow[index] = changed ? 1 : 0;
      if (changed) changes[index] = (changes[index] as number) + 1;
      if (frames === 0 || changed) {
        const seen = values[index] as Set<number>;
        if (seen.size < MOST_VALUES) seen.add(value);
      }
      before[index] = value;
    }
  }

  function holds(candidate: number, cell: CellDeclaration): boolean {
    const offset = offsetOf[candidate] as number;
    for (let byte = 0; byte < cell.width; byte++) {
      if (frame[offset + byte] !== image[cell.offset + byte]) return false;
    }
    return true;
  }

  prediction.restart();
  for await (const _ of readDump(dump.path, frame, dump.skip)) {
    if (frames === prediction.count) break;
    prediction.advance();
    model();
    for (let index = 0; index < count; index++) {
      const cell = cellOf[index] as number;
      const same = holds(index, cells[cell] as CellDeclaration);
      if (same) {
        equal[index] = (equal[index] as number) + 1;
        if (changedNow[cell] === 1 && wasEqual[index] === 1) followed[index] = (followed[index] as number) + 1;
      } else if (firstDifference[index] === -1) firstDifference[index] = frames;
      wasEqual[index] = same ? 1 : 0;
    }
    frames++;
  }
  return cells.map((cell, number) => ({
    cell,
    changes: changes[number] ?? 0,
    values: values[number]?.size ?? 0,
    candidates: candidates
      .flatMap((candidate, index) =>
        candidate.cell === number
          ? [
              {
                offset: candidate.offset,
                equal: equal[index] ?? 0,
                followed: followed[index] ?? 0,
                firstDifference: firstDifference[index] ?? -1,
              },
            ]
          : [],
      )
      .sort((a, b) => b.followed - a.followed || b.equal - a.equal || a.offset - b.offset),
  }));
}
