/**
 * What a log shows of a battle: the cells that it declares, as far as they are neither input nor scratch, and whether the battle's image
 * agrees with them. Reuses one buffer; nothing is allocated per frame.
 */
import type { Battle, InputShape } from '../../../core/system.js';
import { type BoundCells, bindCells, readBoundCell } from '../../trace/bind.js';
import type { TraceHeader, TraceRow } from '../../trace/types.js';
import { createMaskSchedule } from '../mask-schedule.js';
import { createImageCompare } from '../word-compare.js';

export interface Observed {
  readonly bound: BoundCells;
  /** Number of cells that are looked at. */
  readonly cells: number;
  /** 1 for every byte of the image that the log shows. */
  readonly seen: Uint8Array;
  /** Takes a frame over. @param first true for the first frame of a row, which has the changes */
  enter(row: TraceRow, frame: number, first: boolean): void;
  /** True when the image agrees with the frame that was entered. */
  agrees(): boolean;
  /** Number of cells that differ. */
  distance(): number;
  /** Indexes of the cells that differ. */
  differing(): number[];
  /** Writes the cells of the frame into the image. */
  takeOver(): void;
}

export function createObserved(header: TraceHeader, battle: Battle, inputs: InputShape, file: string): Observed {
  const plain = bindCells(header, battle, file);
  const { image } = battle;
  const { offsets, widths } = plain;
  const notSeen = new Set([...inputs.cells, inputs.sequence?.begin, inputs.sequence?.end]);
  const compared = plain.compared.slice();
  header.cells.forEach((cell, index) => {
    if (notSeen.has(cell[0])) compared[index] = 0;
  });
  const bound: BoundCells = { ...plain, compared };
  const expected = image.slice();
  const compare = createImageCompare(image, expected);
  const masks = createMaskSchedule(header, bound, compare, image.length);
  const recorded = new Uint32Array(header.cells.length);
  /** Cells of the row that changed and are looked at: they tell most candidates apart. */
  const changed = new Int32Array(header.cells.length);
  let changedCount = 0;

  const seen = new Uint8Array(image.length);
  compared.forEach((isSeen, index) => {
    const offset = offsets[index] ?? 0;
    if (isSeen === 1) seen.fill(1, offset, offset + (widths[index] ?? 0));
  });

  function write(target: Uint8Array, index: number): void {
    const offset = offsets[index] as number;
    let value = recorded[index] as number;
    for (let byte = 0; byte < (widths[index] as number); byte++) {
      target[offset + byte] = value;
      value >>>= 8;
    }
  }

  function differs(index: number): boolean {
    const offset = offsets[index] as number;
    for (let byte = 0; byte < (widths[index] as number); byte++) {
      if (image[offset + byte] !== expected[offset + byte]) return true;
    }
    return false;
  }

  function enter(row: TraceRow, frame: number, first: boolean): void {
    if (first) {
      changedCount = 0;
      for (let pair = 0; pair < row.changed; pair++) {
        const index = row.changes[2 * pair] as number;
        const value = row.changes[2 * pair + 1] as number;
        if (recorded[index] !== value && compared[index] === 1) changed[changedCount++] = index;
        recorded[index] = value;
        write(expected, index);
      }
    }
    if (masks.enter(frame)) for (let index = 0; index < recorded.length; index++) write(expected, index);
  }

  function agrees(): boolean {
    for (let at = 0; at < changedCount; at++) {
      const index = changed[at] as number;
      if (differs(index) && masks.covers(index)) return false;
    }
    return compare.equal();
  }

  function differing(): number[] {
    const found: number[] = [];
    for (let index = 0; index < recorded.length; index++) {
      if (masks.covers(index) && readBoundCell(image, bound, index) !== recorded[index]) found.push(index);
    }
    return found;
  }

  return {
    bound,
    cells: compared.reduce((sum, value) => sum + value, 0),
    seen,
    enter,
    agrees,
    differing,
    distance: () => differing().length,
    takeOver() {
      for (let index = 0; index < recorded.length; index++) if (masks.covers(index)) write(image, index);
    },
  };
}
