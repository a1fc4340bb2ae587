/** Compares two traces row by row: first difference, then how much of the rest differs. No battle is run. */
import type { System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import { systemNamed } from '../base/system-names.js';
import { inputText } from '../verify/context-ring.js';
import { openTrace, type ReaderOptions, type TraceReader } from './reader.js';
import type { TraceHeader } from './types.js';

export interface CompareOptions extends ReaderOptions {
  /** Compare although the rulesets differ. */
  readonly force?: boolean;
  /** The systems that the traces may be of: a system that had another id is the same under both. */
  readonly systems?: readonly System[];
  readonly signal?: AbortSignal;
}

export interface ComparedCell {
  readonly cell: string;
  readonly address: string;
  readonly first: number;
  readonly second: number;
}

export interface CompareDifference {
  readonly frame: number;
  /** Line in each file, 0 where the file has no such frame. */
  readonly lines: readonly [number, number];
  /** Input of each side; empty where the side has no such frame. */
  readonly inputs: readonly [string, string];
  readonly cells: readonly ComparedCell[];
}

export interface CompareResult {
  readonly files: readonly [string, string];
  readonly cells: number;
  /** Cells that only one of the two declares. */
  readonly onlyOne: readonly string[];
  readonly equal: number;
  readonly different: number;
  readonly first: CompareDifference | undefined;
  /** Frames in which each cell differs, most first. */
  readonly perCell: readonly (readonly [cell: string, frames: number])[];
  readonly rulesetForced: boolean;
  readonly interrupted: boolean;
}

/** A reader that hands out single frames of folded rows. */
interface Side {
  readonly reader: TraceReader;
  /** Frame at hand, or -1 at the end. */
  frame: number;
  left: number;
  next(): Promise<void>;
}

async function openSide(file: string, options: ReaderOptions): Promise<Side> {
  const reader = await openTrace(file, options);
  const side: Side = {
    reader,
    frame: -1,
    left: 0,
    async next() {
      if (side.left > 1) {
        side.left--;
        side.frame++;
        return;
      }
      while (!reader.next()) {
        if (!(await reader.fill())) {
          side.frame = -1;
          side.left = 0;
          return;
        }
      }
      side.frame = reader.row.frame;
      side.left = reader.row.count;
    },
  };
  return side;
}

/** @throws LockstepError for damaged traces, other systems, other rulesets without `force` */
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
  const refuse = (code: string, message: string, found: string, expected: string, remedy: string): never => {
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

async function compareSides(first: Side, second: Side, options: CompareOptions): Promise<CompareResult> {
  const rulesetForced = checkHeaders(first.reader, second.reader, options);
  const [a, b] = [first.reader.header, second.reader.header];
  const places = a.cells.map((cell) =>
    b.cells.findIndex((other) => other[0] === cell[0] && other[1] === cell[1] && other[2] === cell[2]),
  );
  const common = places.map((place, index) => [index, place] as const).filter(([, place]) => place >= 0);
  const shared = new Set(common.map(([index]) => a.cells[index]?.[0]));
  const onlyOne = [...a.cells, ...b.cells].map((cell) => cell[0]).filter((name) => !shared.has(name));
  if (common.length === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the traces have no cell in common', {
      file: second.reader.file,
      remedy: 'Compare traces that declare the same cells',
    });
  }
  const perCell = new Map<string, number>();
  const counts = { equal: 0, different: 0 };
  let difference: CompareDifference | undefined;
  let steps = 0;

  function compareFrame(): void {
    const frame = first.frame < 0 ? second.frame : second.frame < 0 ? first.frame : Math.min(first.frame, second.frame);
    const hasFirst = first.frame === frame;
    const hasSecond = second.frame === frame;
    const [rowA, rowB] = [first.reader.row, second.reader.row];
    const cells: ComparedCell[] = [];
    if (hasFirst && hasSecond) {
      for (const [index, place] of common) {
        const [mine, theirs] = [rowA.values[index] ?? 0, rowB.values[place] ?? 0];
        if (mine === theirs) continue;
        const [name = '', address = ''] = a.cells[index] ?? [];
        perCell.set(name, (perCell.get(name) ?? 0) + 1);
        cells.push({ cell: name, address, first: mine, second: theirs });
      }
    }
    const input = (has: boolean, row: typeof rowA): string =>
      has ? `${inputText(row.pad, row.command)}${row.error === '' ? '' : ` ${row.error}`}` : '';
    const same =
      hasFirst &&
      hasSecond &&
      cells.length === 0 &&
      rowA.pad === rowB.pad &&
      rowA.error === rowB.error &&
      (rowA.command === undefined || input(true, rowA) === input(true, rowB));
    if (same) {
      counts.equal++;
      return;
    }
    counts.different++;
    difference ??= {
      frame,
      lines: [hasFirst ? rowA.line : 0, hasSecond ? rowB.line : 0],
      inputs: [input(hasFirst, rowA), input(hasSecond, rowB)],
      cells,
    };
  }

  await first.next();
  await second.next();
  while (first.frame >= 0 || second.frame >= 0) {
    if (++steps % 65_536 === 0 && options.signal?.aborted === true) break;
    compareFrame();
    const frame = first.frame < 0 ? second.frame : second.frame < 0 ? first.frame : Math.min(first.frame, second.frame);
    const [moveFirst, moveSecond] = [first.frame === frame, second.frame === frame];
    if (moveFirst) await first.next();
    if (moveSecond) await second.next();
  }
  return {
    files: [first.reader.file, second.reader.file],
    cells: common.length,
    onlyOne,
    ...counts,
    first: difference,
    perCell: [...perCell].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)),
    rulesetForced,
    interrupted: options.signal?.aborted === true,
  };
}
