/**
 * Finds what a value depends on: each cell of the state before, and the input, is changed alone,
 * and the model steps again. It misses cells that matter only in combination. An impossible state
 * may loop for ever, so that such a trial is ended. How many trials a search may make is counted in
 * steps of the model: the answer is the same on a slow machine.
 */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { guarded } from './guarded.js';
import { writeUnsigned } from './recorded-line.js';
import type { Entry, Timeline } from './timeline.js';

export interface Dependencies {
  /** Cells of the state before. */
  readonly cells: readonly CellDeclaration[];
  /** Bits of the pad word that matter; -1: a command. */
  readonly pad: number;
  /** False when no step was left before every cell was tried. */
  readonly complete: boolean;
}

/** Steps of the model that a search for causes may still make. */
export interface StepBudget {
  left: number;
}

/** Trials under one watch; far below the above. */
const WATCH_MILLISECONDS = 50;

/** Other values of a cell that are tried. */
function otherValues(value: number, width: number): number[] {
  const largest = 2 ** (8 * width) - 1;
  const values = [value ^ 1, value === largest ? 0 : value + 1, 0, largest, value >= 256 ? value - 256 : value + 16];
  return [...new Set(values.map((other) => other >>> 0))].filter((other) => other !== value && other <= largest);
}

/**
 * @param target the cell to explain
 * @param budget counted down by the steps
 */
export function dependenciesOf(
  timeline: Timeline,
  entry: Entry,
  target: CellDeclaration,
  budget: StepBudget,
): Dependencies {
  const { at, line, before } = entry;
  const state = before.slice();
  const wanted = readCell(timeline.probe(state, at, line), target);
  const differs = (pad?: number): boolean => {
    budget.left--;
    try {
      return readCell(timeline.probe(state, at, line, pad), target) !== wanted;
    } catch {
      // A state that no battle can be in made the model throw: the cell steers the step.
      timeline.forgetProbe();
      return true;
    }
  };
  const candidates = timeline.cells.cells;
  const found: CellDeclaration[] = [];
  let index = 0;

  /** Goes on where the last call was ended. */
  function tryCells(): void {
    const watch = performance.now() + WATCH_MILLISECONDS;
    for (; index < candidates.length && budget.left > 0 && performance.now() < watch; index++) {
      const cell = candidates[index] as CellDeclaration;
      const value = readCell(before, { ...cell, signed: false });
      for (const other of otherValues(value, cell.width)) {
        writeUnsigned(state, cell.offset, cell.width, other);
        const matters = differs();
        writeUnsigned(state, cell.offset, cell.width, value);
        if (!matters) continue;
        found.push(cell);
        break;
      }
    }
  }

  while (index < candidates.length && budget.left > 0) {
    if (guarded(tryCells)) continue;
    state.set(before);
    timeline.forgetProbe();
    // It was led astray by this very cell: the step depends on it.
    found.push(candidates[index] as CellDeclaration);
    index++;
  }
  return { cells: found, pad: padBits(entry, differs), complete: index >= candidates.length };
}

/** Pressed buttons that matter: releasing them changes the value. */
function padBits(entry: Entry, differs: (pad: number) => boolean): number {
  const { pad, command } = entry.input;
  if (command !== undefined || pad < 0) return -1;
  let bits = 0;
  for (let bit = 1; bit <= 0x8000; bit <<= 1) if ((pad & bit) !== 0 && differs(pad & ~bit)) bits |= bit;
  if (bits === 0 && pad !== 0 && differs(0)) bits = pad;
  return bits;
}
