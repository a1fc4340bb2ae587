/** Finds the first entry after which two lines differ. */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { offsetsOf } from '../expression/cell-index.js';
import { type Branch, RECORDING } from './branch-store.js';
import type { DifferingCell, LineDifference } from './recorded-line.js';
import type { Timeline } from './timeline.js';

/** A line of a timeline. */
export interface LineOf {
  readonly timeline: Timeline;
  readonly line: number;
}

/**
 * Last position up to which a line is the recording by its making: no input of its own, no write,
 * and no entry after the fork that the recording corrected: a branch steps it by the model alone.
 */
function followsRecording(timeline: Timeline, line: number): number {
  if (line === RECORDING) return timeline.length(RECORDING);
  const branch = timeline.branchSet().branches.get(line);
  if (branch === undefined) return 0;
  const { pieces, pokes, shared } = branch;
  const changed = pieces.find(({ first, from, input }) => input !== undefined || from !== first);
  const corrected = timeline.differences.find(({ at }) => at > shared);
  const firsts = [branch.length + 1, changed?.first, corrected?.at, ...pokes.keys()];
  return Math.min(...firsts.filter((at) => at !== undefined)) - 1;
}

/**
 * Position up to which two lines of a timeline have one input and one state; 0: nothing is known,
 * not even of the starts.
 */
export function commonStart(one: LineOf, other: LineOf): number {
  const { timeline } = one;
  if (timeline !== other.timeline) return 0;
  return Math.max(0, Math.min(followsRecording(timeline, one.line), followsRecording(timeline, other.line)));
}

/** Entries of one line that are stepped before the other line's. */
const STRETCH = 256;

/** The compared cells: no working cells, none that is fed from the recording. */
export function comparedCells({ cells, fed }: Timeline): CellDeclaration[] {
  return cells.cells.filter((cell) => cell.scratch !== true && !fed.has(cell.offset));
}

/** One cell of two battles. Each has its own declaration: its place depends on the setup. */
type CellOfBoth = readonly [mine: CellDeclaration, theirs: CellDeclaration];

/** The compared cells of the one line that the other has too, by name and width. */
export function cellsOfBoth(one: LineOf, other: LineOf): CellOfBoth[] {
  return comparedCells(one.timeline).flatMap((mine) => {
    const theirs = other.timeline.cells.find(mine.name);
    return theirs?.width === mine.width ? [[mine, theirs] as const] : [];
  });
}

/** Copies the states after entries, one after the other. */
function statesOf({ timeline, line }: LineOf, first: number, last: number, into: Uint8Array): void {
  const size = timeline.battle.image.length;
  into.set(timeline.state(first, line));
  for (let at = first + 1; at <= last; at++) into.set(timeline.advance(), (at - first) * size);
}

/** The cells in which two states differ. */
export function differingCells(cells: readonly CellOfBoth[], mine: Uint8Array, theirs: Uint8Array): DifferingCell[] {
  return cells
    .map(([cell, other]) => ({ cell: cell.name, mine: readCell(mine, cell), theirs: readCell(theirs, other) }))
    .filter((both) => both.mine !== both.theirs);
}

/**
 * The first position with different compared cells, or -1. The end of the shorter line is no
 * difference, nor is a cell that only one of the battles has.
 * @param from position to begin with
 */
export function firstDifferingState(one: LineOf, other: LineOf, from = 0): number {
  const size = one.timeline.battle.image.length;
  const otherSize = other.timeline.battle.image.length;
  const length = Math.min(one.timeline.length(one.line), other.timeline.length(other.line));
  if (from > length) return -1;
  const stretch = Math.min(STRETCH, length - from + 1);
  const [mine, theirs] = [new Uint8Array(stretch * size), new Uint8Array(stretch * otherSize)];
  const cells = cellsOfBoth(one, other);
  const offsets = offsetsOf(cells.map(([cell]) => cell));
  const otherOffsets = offsetsOf(cells.map(([, cell]) => cell));
  for (let first = from; first <= length; first += STRETCH) {
    const last = Math.min(length, first + STRETCH - 1);
    statesOf(one, first, last, mine);
    statesOf(other, first, last, theirs);
    for (let at = first; at <= last; at++) {
      const [base, otherBase] = [(at - first) * size, (at - first) * otherSize];
      for (let byte = 0; byte < offsets.length; byte++) {
        const there = theirs[otherBase + (otherOffsets[byte] as number)];
        if (mine[base + (offsets[byte] as number)] !== there) return at;
      }
    }
  }
  return -1;
}

const known = new WeakMap<Branch, LineDifference | null>();

/** The first state of a branch that differs from the recording. */
export function divergenceOf(timeline: Timeline, line: number): LineDifference | undefined {
  const branch = timeline.branchSet().branches.get(line);
  if (branch === undefined) return undefined;
  let found = known.get(branch);
  if (found === undefined) {
    const at = firstDifferingState({ timeline, line }, { timeline, line: RECORDING }, branch.shared);
    if (at < 0) found = null;
    else {
      const mine = timeline.state(at, line).slice();
      // What time or input alone move comes last.
      const compared = comparedCells(timeline);
      const ordered = [
        ...compared.filter(({ passive }) => passive !== true),
        ...compared.filter(({ passive }) => passive === true),
      ];
      const cells = differingCells(
        ordered.map((cell) => [cell, cell] as const),
        mine,
        timeline.state(at),
      );
      found = { at, kind: 'branch', cells, note: '' };
    }
    known.set(branch, found);
  }
  return found ?? undefined;
}

/**
 * The differences of model and recording, ascending; of a branch its divergence from the recording.
 */
export function differencesOf(timeline: Timeline, line: number): readonly LineDifference[] {
  if (line === RECORDING) return timeline.differences;
  const divergence = divergenceOf(timeline, line);
  return divergence === undefined ? [] : [divergence];
}
