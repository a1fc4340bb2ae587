/** What a trace shows about each unpublished stretch: from where it is entered, what it calls, what it changes, where it ends. */

import type { CpuRow } from './instruction/row.js';
import { canonical, isWorkRam, type Mapping } from './memory.js';
import type { Stretch } from './stretches.js';

/** A pass that goes on for so many rows is given up. */
const MOST_ROWS = 500_000;
const MOST_CELLS = 4096;
/** Different ways that are kept for each stretch. */
const MOST_WAYS = 64;

/** One cell that passes changed. */
export interface CellChange {
  readonly address: number;
  /** Passes that wrote it. */
  writes: number;
  /** Passes that wrote another value than was there, as far as that is known. */
  changes: number;
  /** Passes in which the value before or after was not known. */
  unknown: number;
  /** First known change. */
  before: number;
  after: number;
  /** Difference modulo 256 that all known changes share, or -1. */
  difference: number;
}

export interface StretchReport {
  readonly stretch: Stretch;
  passes: number;
  firstLine: number;
  firstFrame: number;
  /** Where the instruction before a pass stands -> passes. */
  readonly entries: Map<number, number>;
  /** First address after a pass -> passes. */
  readonly exits: Map<number, number>;
  /** Subroutines that passes call, by address. */
  readonly calls: Map<number, number>;
  readonly cells: Map<number, CellChange>;
  /** Passes that never ended, or in which rows are missing. */
  unfinished: number;
}

interface OpenPass {
  readonly report: StretchReport;
  readonly depth: number;
  readonly stack: number;
  rows: number;
  /** Address -> value before the first write; -1 unknown. */
  readonly before: Map<number, number>;
}

export interface PassFinder {
  row(row: CpuRow, depth: number, frame: number): void;
  /** Before the memory takes the value. */
  write(address: number): void;
  gap(): void;
  reports(): readonly StretchReport[];
}

function count(map: Map<number, number>, key: number): void {
  const known = map.get(key);
  if (known !== undefined || map.size < MOST_WAYS) map.set(key, (known ?? 0) + 1);
}

/** @param known what is known of a byte of memory, or -1 */
export function createPassFinder(
  stretches: readonly Stretch[],
  mapping: Mapping,
  known: (address: number) => number,
): PassFinder {
  const reports = stretches.map(
    (stretch): StretchReport => ({
      stretch,
      passes: 0,
      firstLine: 0,
      firstFrame: 0,
      entries: new Map(),
      exits: new Map(),
      calls: new Map(),
      cells: new Map(),
      unfinished: 0,
    }),
  );
  const lowest = Math.min(...stretches.map((stretch) => stretch.from));
  const highest = Math.max(...stretches.map((stretch) => stretch.to ?? stretch.from));
  const open = new Set<OpenPass>();
  let depth = 0;
  let last = -1;
  let lastIsCall = false;

  function isInside({ from, to }: Stretch, pc: number): boolean {
    return pc >= from && pc <= (to ?? from);
  }

  function settle(pass: OpenPass): void {
    for (const [address, before] of pass.before) {
      const after = known(address);
      let cell = pass.report.cells.get(address);
      if (cell === undefined) {
        cell = { address, writes: 0, changes: 0, unknown: 0, before: -1, after: -1, difference: -1 };
        pass.report.cells.set(address, cell);
      }
      cell.writes++;
      if (before < 0 || after < 0) cell.unknown++;
      else if (before !== after) {
        const difference = (after - before) & 0xff;
        cell.difference = cell.changes === 0 || cell.difference === difference ? difference : -1;
        if (cell.changes === 0) {
          cell.before = before;
          cell.after = after;
        }
        cell.changes++;
      }
    }
  }

  function leave(pass: OpenPass, pc: number): void {
    open.delete(pass);
    settle(pass);
    count(pass.report.exits, pc);
  }

  function follow(pass: OpenPass, row: CpuRow, pc: number): void {
    pass.rows++;
    if (pass.rows > MOST_ROWS || pass.depth > depth) {
      open.delete(pass);
      pass.report.unfinished++;
      return;
    }
    if (pass.depth < depth) return;
    const { to } = pass.report.stretch;
    const isOver =
      row.s > pass.stack || (to !== undefined && row.s === pass.stack && !isInside(pass.report.stretch, pc));
    if (isOver) leave(pass, pc);
    else if (lastIsCall && isInside(pass.report.stretch, last)) count(pass.report.calls, pc);
  }

  function enter(report: StretchReport, row: CpuRow, frame: number): void {
    for (const pass of open) if (pass.report === report && pass.depth === depth) return;
    if (report.passes === 0) {
      report.firstLine = row.line;
      report.firstFrame = frame;
    }
    report.passes++;
    count(report.entries, last);
    open.add({ report, depth, stack: row.s, rows: 0, before: new Map() });
  }

  function row(current: CpuRow, served: number, frame: number): void {
    depth = served;
    const pc = canonical(current.pc, mapping);
    for (const pass of open) follow(pass, current, pc);
    if (pc >= lowest && pc <= highest) {
      for (const report of reports) if (isInside(report.stretch, pc)) enter(report, current, frame);
    }
    last = pc;
    lastIsCall = current.opcode === 0x20 || current.opcode === 0x22 || current.opcode === 0xfc;
  }

  return {
    row,
    write(address) {
      if (!isWorkRam(address)) return;
      for (const pass of open) {
        if (pass.depth !== depth || pass.before.has(address) || pass.before.size >= MOST_CELLS) continue;
        pass.before.set(address, known(address));
      }
    },
    gap() {
      for (const pass of open) pass.report.unfinished++;
      open.clear();
      last = -1;
      lastIsCall = false;
    },
    reports: () => reports,
  };
}
