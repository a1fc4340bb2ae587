/**
 * Compares two traces frame by frame: the first difference, then how much of the rest differs.
 * Needs no system.
 */
import type { System } from '../../../core/system/system.js';
import { createYielder, entryNumber, LockstepError, type LockstepErrorCode, systemNamed } from '../../base/index.js';

import { inputText } from './draws.js';

import { openTrace, type ReaderOptions, type TraceReader } from './reader.js';
import type { TraceHeader, TraceRow } from './types.js';

/** Frames between two checks of the caller's signal. */
const FRAMES_BETWEEN_CHECKS = 4096;

interface CompareOptions extends ReaderOptions {
  /** Compare although the rulesets differ. */
  readonly force?: boolean;
  /** The systems of the traces: a system with an earlier id counts as the same under both. */
  readonly systems?: readonly System[];
  readonly signal?: AbortSignal;
  /** Called now and then with the number of frames compared. */
  readonly progress?: (frames: number) => void;
}

interface ComparedCell {
  readonly cell: string;
  readonly address: string;
  readonly first: number;
  readonly second: number;
}

interface CompareDifference {
  /** Number of the frame; commands and steps count from 1. */
  readonly frame: number;
  /** Line in each file, or 0 for a file without such a frame. */
  readonly lines: readonly [number, number];
  /** Input of each side; empty for a side without such a frame. */
  readonly inputs: readonly [string, string];
  readonly cells: readonly ComparedCell[];
}

export interface CompareResult {
  readonly files: readonly [string, string];
  /** What an entry is: a frame, a command or a step. */
  readonly unit: TraceHeader['unit'];
  readonly cells: number;
  /** Cells that only one side declares. */
  readonly onlyOne: readonly string[];
  readonly equal: number;
  readonly different: number;
  readonly first: CompareDifference | undefined;
  /** Number of differing frames for each cell, the highest first. */
  readonly perCell: readonly (readonly [cell: string, frames: number])[];
  readonly rulesetForced: boolean;
  readonly interrupted: boolean;
}

/** A trace read frame by frame, also within folded rows. */
interface Side {
  readonly reader: TraceReader;
  /** Number of the present frame, or -1 at the end. */
  frame: number;
  /** Remaining frames of the present row, this one included. */
  left: number;
}

async function openSide(file: string, options: ReaderOptions): Promise<Side> {
  return { reader: await openTrace(file, options), frame: -1, left: 0 };
}

/** Advances to the next frame. */
async function moveOn(side: Side): Promise<void> {
  if (side.left > 1) {
    side.left--;
    side.frame++;
    return;
  }
  const { reader } = side;
  while (!reader.next()) {
    if (!(await reader.fill())) {
      side.frame = -1;
      side.left = 0;
      return;
    }
  }
  side.frame = reader.row.frame;
  side.left = reader.row.count;
}

/**
 * Compares two traces of one system.
 * @throws LockstepError for damaged traces, other systems, other rulesets without `force`
 */
export async function compareTraces(
  firstFile: string,
  secondFile: string,
  options: CompareOptions = {},
): Promise<CompareResult> {
  const first = await openSide(firstFile, options);
  try {
    const second = await openSide(secondFile, options);
    try {
      return await compareSides(first, second, options);
    } finally {
      second.reader.close();
    }
  } finally {
    first.reader.close();
  }
}

function checkHeaders(first: TraceReader, second: TraceReader, { force, systems = [] }: CompareOptions): boolean {
  const refuse = (code: LockstepErrorCode, message: string, found: string, expected: string, remedy: string): never => {
    throw new LockstepError(code, message, { file: second.file, line: 1, found, expected, remedy });
  };
  const [a, b] = [first.header, second.header];
  const nameOf = ({ system, setup }: TraceHeader): string => systemNamed(systems, system, setup)?.id ?? system;
  if (nameOf(a) !== nameOf(b) || a.unit !== b.unit) {
    refuse(
      'E_COMPARE_SYSTEM',
      'the traces are of different systems',
      b.system,
      a.system,
      'Compare traces of one system',
    );
  }
  const same = a.ruleset.hash === b.ruleset.hash;
  if (!same && force !== true) {
    const remedy = 'Give --force to compare all the same';
    refuse('E_RULESET_HASH', 'the traces were made under different rules', b.ruleset.hash, a.ruleset.hash, remedy);
  }
  return !same;
}

/** A cell of both traces, with its index in each. */
interface CommonCell {
  readonly name: string;
  readonly address: string;
  readonly first: number;
  readonly second: number;
}

interface Comparison {
  readonly first: Side;
  readonly second: Side;
  readonly common: readonly CommonCell[];
  readonly perCell: Map<string, number>;
  equal: number;
  different: number;
  difference: CompareDifference | undefined;
}

function commonCells(first: TraceHeader, second: TraceHeader): CommonCell[] {
  return first.cells.flatMap(([name, address, width], index) => {
    const other = second.cells.findIndex((cell) => cell[0] === name && cell[1] === address && cell[2] === width);
    return other < 0 ? [] : [{ name, address, first: index, second: other }];
  });
}

/** The smaller number of the two present frames. */
function frameAtHand(first: Side, second: Side): number {
  if (first.frame < 0) return second.frame;
  return second.frame < 0 ? first.frame : Math.min(first.frame, second.frame);
}

function differingCells({ first, second, common, perCell }: Comparison): ComparedCell[] {
  const cells: ComparedCell[] = [];
  const [mine, theirs] = [first.reader.row.values, second.reader.row.values];
  for (const cell of common) {
    const [one, other] = [mine[cell.first] ?? 0, theirs[cell.second] ?? 0];
    if (one === other) continue;
    perCell.set(cell.name, (perCell.get(cell.name) ?? 0) + 1);
    cells.push({ cell: cell.name, address: cell.address, first: one, second: other });
  }
  return cells;
}

function rowInput({ pad, command, error }: TraceRow): string {
  return `${inputText(pad, command)}${error === '' ? '' : ` ${error}`}`;
}

function isSameInput(first: TraceRow, second: TraceRow): boolean {
  if (first.pad !== second.pad || first.error !== second.error) return false;
  return first.command === undefined || rowInput(first) === rowInput(second);
}

function compareFrame(comparison: Comparison, frame: number): void {
  const { first, second } = comparison;
  const hasFirst = first.frame === frame;
  const hasSecond = second.frame === frame;
  const [one, other] = [first.reader.row, second.reader.row];
  const cells = hasFirst && hasSecond ? differingCells(comparison) : [];
  if (hasFirst && hasSecond && cells.length === 0 && isSameInput(one, other)) {
    comparison.equal++;
    return;
  }
  comparison.different++;
  comparison.difference ??= {
    frame: entryNumber(first.reader.header, frame),
    lines: [hasFirst ? one.line : 0, hasSecond ? other.line : 0],
    inputs: [hasFirst ? rowInput(one) : '', hasSecond ? rowInput(other) : ''],
    cells,
  };
}

async function compareFrames(comparison: Comparison, options: CompareOptions): Promise<void> {
  const { first, second } = comparison;
  const yieldNow = createYielder();
  await moveOn(first);
  await moveOn(second);
  for (let frames = 1; first.frame >= 0 || second.frame >= 0; frames++) {
    if (frames % FRAMES_BETWEEN_CHECKS === 0) {
      const pause = yieldNow();
      if (pause !== undefined) options.progress?.(frames);
      await pause;
      if (options.signal?.aborted === true) return;
    }
    const frame = frameAtHand(first, second);
    compareFrame(comparison, frame);
    const [moveFirst, moveSecond] = [first.frame === frame, second.frame === frame];
    if (moveFirst) await moveOn(first);
    if (moveSecond) await moveOn(second);
  }
}

async function compareSides(first: Side, second: Side, options: CompareOptions): Promise<CompareResult> {
  const rulesetForced = checkHeaders(first.reader, second.reader, options);
  const [a, b] = [first.reader.header, second.reader.header];
  const common = commonCells(a, b);
  const shared = new Set(common.map(({ name }) => name));
  if (common.length === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the traces have no cell in common', {
      file: second.reader.file,
      remedy: 'Compare traces that declare the same cells',
    });
  }
  const comparison: Comparison = {
    first,
    second,
    common,
    perCell: new Map(),
    equal: 0,
    different: 0,
    difference: undefined,
  };
  await compareFrames(comparison, options);
  const { equal, different, difference, perCell } = comparison;
  return {
    files: [first.reader.file, second.reader.file],
    unit: a.unit,
    cells: common.length,
    onlyOne: [...a.cells, ...b.cells].map((cell) => cell[0]).filter((name) => !shared.has(name)),
    equal,
    different,
    first: difference,
    perCell: [...perCell].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)),
    rulesetForced,
    interrupted: options.signal?.aborted === true,
  };
}
