/** Chooses the compared bytes of each frame: the declared cells without the masks of that frame. */

import { type BoundCells, readBoundCell } from '../trace/bind.js';
import type { TraceHeader, TraceMask, TraceRow } from '../trace/types.js';
import type { ImageCompare } from './word-compare.js';

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
