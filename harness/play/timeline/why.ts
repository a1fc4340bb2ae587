/** The why-chain: traces a value back to inputs, draws and the start. */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { dependenciesOf, type StepBudget } from './dependencies.js';
import type { EntryEvent } from './event-tap.js';
import { lastChange } from './journal.js';
import type { EntryInput, Timeline } from './timeline.js';
import type { CellWrite } from './writers.js';

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

export interface WhyOptions {
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
