/** The evidence of a trace about each unpublished stretch: its entries, calls, changes and ends. */
import { isWorkRam } from '../../../rom-map/index.js';
import type { CpuRow } from './instruction/row.js';
import { canonical, type Mapping } from './memory.js';
import { countPlace, createReport, noteChange, type StretchReport } from './stretch-report.js';
import type { Stretch } from './stretches.js';

/** Number of rows after which a pass is abandoned. */
const MAX_ROWS = 500_000;
const MAX_CELLS = 4096;

const JSR = 0x20;
const JSL = 0x22;
const JSR_INDIRECT = 0xfc;

export interface PassFinder {
  /** Takes an instruction before it executes. */
  row(row: CpuRow, depth: number, frame: number): void;
  /** Called before the memory takes the value. */
  write(address: number): void;
  /** Rows are missing: no open pass can be followed. */
  gap(): void;
  reports(): readonly StretchReport[];
}

/** An open pass through a stretch. */
interface OpenPass {
  readonly report: StretchReport;
  readonly depth: number;
  readonly stack: number;
  rows: number;
  /** Address -> value before the first write; -1 unknown. */
  readonly before: Map<number, number>;
}

interface FinderState {
  readonly mapping: Mapping;
  readonly known: (address: number) => number;
  readonly reports: readonly StretchReport[];
  /** Lowest and highest address of all stretches. */
  readonly lowest: number;
  readonly highest: number;
  readonly open: Set<OpenPass>;
  depth: number;
  /** Address of the last row, or -1. */
  last: number;
  lastIsCall: boolean;
}

function isInside({ from, to }: Stretch, pc: number): boolean {
  return pc >= from && pc <= (to ?? from);
}

function leave({ open, known }: FinderState, pass: OpenPass, pc: number): void {
  open.delete(pass);
  for (const [address, before] of pass.before) noteChange(pass.report, address, before, known(address));
  countPlace(pass.report.exits, pc);
}

function follow(state: FinderState, pass: OpenPass, row: CpuRow, pc: number): void {
  pass.rows++;
  if (pass.rows > MAX_ROWS || pass.depth > state.depth) {
    state.open.delete(pass);
    pass.report.unfinished++;
    return;
  }
  if (pass.depth < state.depth) return;
  const { stretch, calls } = pass.report;
  const isOver = row.s > pass.stack || (stretch.to !== undefined && row.s === pass.stack && !isInside(stretch, pc));
  if (isOver) leave(state, pass, pc);
  else if (state.lastIsCall && isInside(stretch, state.last)) countPlace(calls, pc);
}

function enter({ open, depth, last }: FinderState, report: StretchReport, row: CpuRow, frame: number): void {
  for (const pass of open) if (pass.report === report && pass.depth === depth) return;
  if (report.passes === 0) {
    report.firstLine = row.line;
    report.firstFrame = frame;
  }
  report.passes++;
  countPlace(report.entries, last);
  open.add({ report, depth, stack: row.s, rows: 0, before: new Map() });
}

function takeRow(state: FinderState, row: CpuRow, depth: number, frame: number): void {
  state.depth = depth;
  const pc = canonical(row.pc, state.mapping);
  for (const pass of state.open) follow(state, pass, row, pc);
  if (pc >= state.lowest && pc <= state.highest) {
    for (const report of state.reports) if (isInside(report.stretch, pc)) enter(state, report, row, frame);
  }
  state.last = pc;
  state.lastIsCall = row.opcode === JSR || row.opcode === JSL || row.opcode === JSR_INDIRECT;
}

function takeWrite({ open, depth, known }: FinderState, address: number): void {
  if (!isWorkRam(address)) return;
  for (const pass of open) {
    if (pass.depth !== depth || pass.before.has(address) || pass.before.size >= MAX_CELLS) continue;
    pass.before.set(address, known(address));
  }
}

function takeGap(state: FinderState): void {
  for (const pass of state.open) pass.report.unfinished++;
  state.open.clear();
  state.last = -1;
  state.lastIsCall = false;
}

/** @param known the value of a byte of memory, or -1 while it is not known */
export function createPassFinder(
  stretches: readonly Stretch[],
  mapping: Mapping,
  known: (address: number) => number,
): PassFinder {
  const state: FinderState = {
    mapping,
    known,
    reports: stretches.map(createReport),
    lowest: Math.min(...stretches.map((stretch) => stretch.from)),
    highest: Math.max(...stretches.map((stretch) => stretch.to ?? stretch.from)),
    open: new Set(),
    depth: 0,
    last: -1,
    lastIsCall: false,
  };
  return {
    row: (row, depth, frame) => takeRow(state, row, depth, frame),
    write: (address) => takeWrite(state, address),
    gap: () => takeGap(state),
    reports: () => state.reports,
  };
}
