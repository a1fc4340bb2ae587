/** Records the first difference of a replay, and ends it or takes over the recording's cells. */
import { entryNumber } from '../../base/entry-number.js';
import { readBoundCell, writeBoundCell } from '../trace/bind.js';
import { inputText } from '../trace/input-text.js';
import type { TraceRow } from '../trace/types.js';
import { type CellDifference, type Difference, rulesOf, shellWord } from './difference.js';
import type { ReplayState } from './replay-state.js';

function valueBefore(state: ReplayState, row: TraceRow, frame: number, index: number): number {
  // Of a folded row only the first frame changes anything.
  if (frame === row.frame) {
    for (let pair = 0; pair < row.changed; pair++) {
      if (row.changes[2 * pair] === index) return state.before[pair] ?? 0;
    }
  }
  return row.values[index] ?? 0;
}

/** The compared cells that differ, in address order. */
function differingCells(state: ReplayState, row: TraceRow, frame: number): CellDifference[] {
  const { battle, bound, masks } = state;
  const found: CellDifference[] = [];
  state.header.cells.forEach(([cell, address], index) => {
    const mine = readBoundCell(battle.image, bound, index);
    const theirs = row.values[index] ?? 0;
    if (mine === theirs || !masks.covers(index)) return;
    found.push({ cell, address, mine, theirs, before: valueBefore(state, row, frame, index) });
  });
  return found.sort((a, b) => (a.address < b.address ? -1 : 1));
}

function differenceOf(
  state: ReplayState,
  row: TraceRow,
  frame: number,
  kind: Difference['kind'],
  note: string,
): Difference {
  const { system, file, options, header } = state;
  const cells = kind === 'cell' ? differingCells(state, row, frame) : [];
  const [cell] = cells;
  const number = entryNumber(header, frame);
  const words = ['lockstep', 'verify', shellWord(file), '--from', String(number), ...(options.extraWords ?? [])];
  const rules = rulesOf(system, state.events);
  return {
    kind,
    file,
    line: row.line,
    frame: number,
    input: inputText(row.pad, row.command),
    cells,
    note,
    rules,
    owner: cell === undefined ? undefined : options.ownerOf?.(header.system, cell.cell, rules),
    context: state.ring.frames().map((one) => ({ ...one, frame: entryNumber(header, one.frame) })),
    reproduce: words.join(' '),
  };
}

/** Counts a differing frame. @param note the difference in words, if it is not in a cell */
export function noteDifference(
  state: ReplayState,
  row: TraceRow,
  frame: number,
  kind: Difference['kind'],
  note: string,
): void {
  state.counts.different++;
  state.first ??= differenceOf(state, row, frame, kind, note);
  if (state.options.continueAfterDifference !== true) {
    state.stopped = true;
    return;
  }
  const { bound, battle } = state;
  for (let index = 0; index < state.header.cells.length; index++) {
    writeBoundCell(battle.image, bound, index, row.values[index] as number);
  }
}
