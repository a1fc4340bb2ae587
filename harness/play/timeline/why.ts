/** The why-chain: traces a value back to inputs, draws and the start. */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import type { EntryEvent } from './event-tap.js';
import { guarded } from './guarded.js';
import { writeUnsigned } from './recorded-line.js';
import { lastChange } from './search.js';
import type { Entry, EntryInput, Timeline } from './timeline.js';
import type { CellWrite } from './writers.js';

// Finds what a value depends on: each cell of the state before, and the input, is changed alone,
// and the model steps again. It misses cells that matter only in combination. An impossible state
// may loop for ever, so that such a trial is ended. How many trials a search may make is counted in
// steps of the model: the answer is the same on a slow machine.

interface Dependencies {
  /** Cells of the state before. */
  readonly cells: readonly CellDeclaration[];
  /** Bits of the pad word that matter; -1: a command. */
  readonly pad: number;
  /** False when no step was left before every cell was tried. */
  readonly complete: boolean;
}

/** Steps of the model that a search for causes may still make. */
interface StepBudget {
  left: number;
}

/** Trials under one watch; far below the above. */
const WATCH_MILLISECONDS = 50;

/** Other values of a cell that are tried. */
function otherValues(value: number, width: number): number[] {
  const largest = 2 ** (8 * width) - 1;
  const values = [value ^ 1, value === largest ? 0 : value + 1, 0, largest, value + 16, Math.max(value - 256, 0)];
  return [...new Set(values.map((other) => other >>> 0))].filter((other) => other !== value && other <= largest);
}

/**
 * @param target the cell to explain
 * @param budget counted down by the steps
 */
function dependenciesOf(timeline: Timeline, entry: Entry, target: CellDeclaration, budget: StepBudget): Dependencies {
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

export interface Cause {
  readonly cell: CellDeclaration;
  readonly value: number;
  /** Entry that wrote this value; 0: the start. */
  readonly at: number;
  readonly frame: number;
  readonly writes: readonly CellWrite[];
  /** The entry's input, where the value depends on it. */
  readonly input: EntryInput | undefined;
  /** Buttons of the pad word that matter. */
  readonly pad: number;
  /** Draws of the entry before the value was written. */
  readonly draws: readonly EntryEvent[];
  readonly causes: readonly Cause[];
  /** Causes beyond the chain's depth and width. */
  readonly notFollowed: readonly CellDeclaration[];
  /** False when no step was left. */
  readonly complete: boolean;
}

interface WhyOptions {
  readonly line?: number;
  /** Steps back; 1 explains the last write alone. */
  readonly depth?: number;
  /** Causes of one value that are followed. */
  readonly width?: number;
  readonly signal?: AbortSignal;
  /** Steps of the model that the whole chain may take. */
  readonly steps?: number;
}

/** Below a second where a step is a frame. */
const STEPS = 100_000;
const DEPTH = 3;
const WIDTH = 6;

/**
 * Explains the value of a cell.
 * @param at position of the value
 */
export function why(timeline: Timeline, cell: CellDeclaration, at: number, options: WhyOptions = {}): Promise<Cause> {
  return causeOf(timeline, cell, at, options, { left: options.steps ?? STEPS });
}

async function causeOf(
  timeline: Timeline,
  cell: CellDeclaration,
  at: number,
  options: WhyOptions,
  budget: StepBudget,
): Promise<Cause> {
  const { line = 0, depth = DEPTH, width = WIDTH, signal } = options;
  const value = readCell(timeline.state(at, line), cell);
  const start: Cause = {
    cell,
    value,
    at: 0,
    frame: timeline.frameOf(0),
    writes: [],
    input: undefined,
    pad: 0,
    draws: [],
    causes: [],
    notFollowed: [],
    complete: true,
  };
  const change = await lastChange(timeline, cell, at, line, signal);
  if (change === undefined) return start;
  const { entry, writes, frame } = change;
  const last = writes.at(-1);
  const isModels = last?.writer.kind !== 'write' && last?.writer.kind !== 'recording';
  const found = isModels ? dependenciesOf(timeline, entry, cell, budget) : { cells: [], pad: 0, complete: true };
  // What changed lately says more than what stood since the start; the value's own past comes
  // first.
  const cells = [...found.cells].sort((first, second) => rank(first, cell) - rank(second, cell));
  const followed = depth > 1 ? cells.slice(0, width) : [];
  const causes: Cause[] = [];
  for (const one of followed) {
    causes.push(await causeOf(timeline, one, change.at - 1, { ...options, depth: depth - 1 }, budget));
  }
  const kind = timeline.system.capabilities.evidence?.draws;
  return {
    ...start,
    at: change.at,
    frame,
    writes,
    input: found.pad !== 0 && isModels ? entry.input : undefined,
    pad: found.pad,
    draws:
      kind === undefined ? [] : entry.events.slice(0, last?.call ?? 0).filter((event) => event.shape.kind === kind),
    causes,
    notFollowed: cells.slice(followed.length),
    complete: found.complete,
  };
}

/** Order in which causes are followed: the cell itself, named cells, working cells. */
function rank(cause: CellDeclaration, cell: CellDeclaration): number {
  if (cause.name === cell.name) return 0;
  if (cause.scratch === true) return 3;
  return cause.passive === true ? 2 : 1;
}
