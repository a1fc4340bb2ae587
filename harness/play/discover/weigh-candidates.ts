/**
 * Second pass: the number of frames in which a candidate holds the predicted value, and of changes
 * that it follows.
 */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { readDump } from './dump.js';
import type { Candidate, DumpPlace } from './find-candidates.js';
import type { Prediction } from './prediction.js';

export interface Evidence {
  /** Offset in a frame of the dump. */
  readonly offset: number;
  /** Frames with the predicted value. */
  readonly equal: number;
  /** Predicted changes that occur in the same frame, from the same value to the same value. */
  readonly followed: number;
  /** First frame of the prediction with another value, or -1. */
  readonly firstDifference: number;
}

export interface CellEvidence {
  readonly cell: CellDeclaration;
  /** Frames in which the predicted value changes. */
  readonly changes: number;
  /** Number of distinct predicted values; at most 256 are counted. */
  readonly values: number;
  readonly candidates: readonly Evidence[];
}

const MAX_VALUES = 256;

/** The predicted values of the cells, by cell. */
interface PredictedCells {
  readonly cells: readonly CellDeclaration[];
  readonly image: Uint8Array;
  /** Values after the frame before. */
  readonly before: Float64Array;
  readonly changedNow: Uint8Array;
  readonly changes: Int32Array;
  readonly values: readonly Set<number>[];
}

/** The counts of each candidate. */
interface Weights {
  readonly candidates: readonly Candidate[];
  readonly equal: Int32Array;
  readonly followed: Int32Array;
  readonly firstDifference: Int32Array;
  readonly wasEqual: Uint8Array;
}

function createPredicted(image: Uint8Array, cells: readonly CellDeclaration[]): PredictedCells {
  return {
    cells,
    image,
    before: new Float64Array(cells.length),
    changedNow: new Uint8Array(cells.length),
    changes: new Int32Array(cells.length),
    values: cells.map(() => new Set<number>()),
  };
}

function createWeights(candidates: readonly Candidate[]): Weights {
  const { length } = candidates;
  return {
    candidates,
    equal: new Int32Array(length),
    followed: new Int32Array(length),
    firstDifference: new Int32Array(length).fill(-1),
    wasEqual: new Uint8Array(length),
  };
}

function takePrediction({ cells, image, before, changedNow, changes, values }: PredictedCells, frame: number): void {
  for (let index = 0; index < cells.length; index++) {
    const value = readCell(image, cells[index] as CellDeclaration);
    const changed = frame > 0 && value !== before[index];
    changedNow[index] = changed ? 1 : 0;
    if (changed) changes[index] = (changes[index] as number) + 1;
    if (frame === 0 || changed) {
      const seen = values[index] as Set<number>;
      if (seen.size < MAX_VALUES) seen.add(value);
    }
    before[index] = value;
  }
}

function holdsCell(bytes: Uint8Array, offset: number, image: Uint8Array, cell: CellDeclaration): boolean {
  for (let byte = 0; byte < cell.width; byte++) {
    if (bytes[offset + byte] !== image[cell.offset + byte]) return false;
  }
  return true;
}

function weighFrame(weights: Weights, predicted: PredictedCells, bytes: Uint8Array, frame: number): void {
  const { candidates, equal, followed, firstDifference, wasEqual } = weights;
  for (let index = 0; index < candidates.length; index++) {
    const { cell, offset } = candidates[index] as Candidate;
    const same = holdsCell(bytes, offset, predicted.image, predicted.cells[cell] as CellDeclaration);
    if (same) {
      equal[index] = (equal[index] as number) + 1;
      const follows = predicted.changedNow[cell] === 1 && wasEqual[index] === 1;
      if (follows) followed[index] = (followed[index] as number) + 1;
    } else if (firstDifference[index] === -1) firstDifference[index] = frame;
    wasEqual[index] = same ? 1 : 0;
  }
}

/** The candidates of a cell, those that follow the most changes first. */
function evidenceOf({ candidates, equal, followed, firstDifference }: Weights, cell: number): Evidence[] {
  return candidates
    .flatMap((candidate, index) => {
      if (candidate.cell !== cell) return [];
      return [
        {
          offset: candidate.offset,
          equal: equal[index] ?? 0,
          followed: followed[index] ?? 0,
          firstDifference: firstDifference[index] ?? -1,
        },
      ];
    })
    .sort((a, b) => b.followed - a.followed || b.equal - a.equal || a.offset - b.offset);
}

/** Reads the dump again and weighs the candidates of each cell. */
export async function weighCandidates(
  dump: DumpPlace,
  prediction: Prediction,
  cells: readonly CellDeclaration[],
  candidates: readonly Candidate[],
): Promise<CellEvidence[]> {
  const bytes = new Uint8Array(dump.size);
  const predicted = createPredicted(prediction.battle.image, cells);
  const weights = createWeights(candidates);
  let frame = 0;
  prediction.restart();
  for await (const _ of readDump(dump.path, bytes, dump.skip)) {
    if (frame === prediction.count) break;
    prediction.advance();
    takePrediction(predicted, frame);
    weighFrame(weights, predicted, bytes, frame);
    frame++;
  }
  return cells.map((cell, index) => ({
    cell,
    changes: predicted.changes[index] ?? 0,
    values: predicted.values[index]?.size ?? 0,
    candidates: evidenceOf(weights, index),
  }));
}
