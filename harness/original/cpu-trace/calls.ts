/** Finds every call of a mirrored routine in a trace, with its reads and writes. */

import { BATTLE_GENERATOR_ROUTINE, isWorkRam } from '../../../rom-map/index.js';
import { type CpuRow, FLAG_M, FLAG_X } from './instruction/instruction.js';
import { canonical, isRegister } from './memory.js';
import type { LeftOut, Profile, RoutinePlan } from './profile.js';

// A call of a mirrored routine in a trace, from its entry to its exit.

/** The reason why a call could not be compared; `whole`: it can. */
type CallState =
  | 'whole'
  /** Entered with other register widths than the routine's. */
  | 'width'
  /** An interrupt or a left-out stretch changed memory that the call uses. */
  | 'disturbed'
  /** Rows are missing, or the trace ended within the call. */
  | 'cut'
  /** The call reached no known exit. */
  | 'left';

export interface Call {
  readonly plan: RoutinePlan;
  readonly line: number;
  readonly frame: number;
  /** Registers at the entry. */
  readonly a: number;
  readonly x: number;
  readonly y: number;
  readonly p: number;
  readonly s: number;
  /** Bytes that the call read before it wrote them, by address; -1: unknown. */
  readonly reads: Map<number, number>;
  readonly writes: Map<number, number>;
  readonly draws: number[];
  /** True when the value of an input is known only from the result of its own instruction. */
  derived: boolean;
  /** Name of the exit. */
  exit: string;
  exitLine: number;
  /** Registers at the exit. */
  outA: number;
  outX: number;
  outY: number;
  outP: number;
  state: CallState;
}

/** A call before its exit. */
interface OpenCall extends Call {
  /** Number of nested interrupts at its entry. */
  readonly depth: number;
  rows: number;
  exitNumber: number;
  /** S at the entry of a left-out stretch, or -1. */
  leftOutAt: number;
  leftOut: LeftOut | undefined;
}

function openCall(plan: RoutinePlan, row: CpuRow, depth: number, frame: number): OpenCall {
  const { line, a, x, y, p, s } = row;
  return {
    plan,
    line,
    frame,
    a,
    x,
    y,
    p,
    s,
    depth,
    reads: new Map(),
    writes: new Map(),
    draws: [],
    derived: false,
    exit: '',
    exitLine: 0,
    outA: 0,
    outX: 0,
    outY: 0,
    outP: 0,
    rows: 0,
    exitNumber: 0,
    leftOutAt: -1,
    leftOut: undefined,
    state: (p & FLAG_M) === 0 || (p & FLAG_X) !== 0 || row.e === 1 ? 'width' : 'whole',
  };
}

/** Notes the exit of a call. @param row the first row after it */
function noteExit(call: OpenCall, exit: string, row: CpuRow): void {
  call.exit = exit;
  call.exitLine = row.line;
  call.outA = row.a;
  call.outX = row.x;
  call.outY = row.y;
  call.outP = row.p;
}

/** Name of the exit that a return takes. */
function exitOfReturn({ plan, exitNumber }: OpenCall): string {
  return plan.exits === undefined ? 'return' : (plan.exits[exitNumber] ?? `exit ${exitNumber}`);
}

/** Number of rows after which a call counts as not returned. */
const MAX_ROWS = 2_000_000;
/** A mirrored routine reads and writes far fewer bytes. */
const MAX_BYTES = 20_000;
const MAX_OPEN = 256;

const RTS = 0x60;
const RTL = 0x6b;

export interface CallFinder {
  /**
   * Takes an instruction before it executes.
   * @param depth number of nested interrupts
   * @param frame number of the frame
   */
  row(row: CpuRow, depth: number, frame: number): void;
  read(address: number, value: number, derived?: boolean): void;
  write(address: number, value: number): void;
  /** All open calls end unfinished. */
  cut(): void;
  /** Memory changed in an unknown way: no open call can be compared. */
  disturb(): void;
}

interface FinderState {
  readonly profile: Profile;
  readonly done: (call: Call) => void;
  /** Plans by the address of their entry. */
  readonly entries: ReadonlyMap<number, readonly RoutinePlan[]>;
  /** Addresses of entries, exits and left-out stretches. */
  readonly interesting: ReadonlySet<number>;
  readonly open: OpenCall[];
  /** Number of nested interrupts, and S, at the last row. */
  depth: number;
  stack: number;
}

function createState(profile: Profile, done: (call: Call) => void): FinderState {
  const entries = new Map<number, RoutinePlan[]>();
  const interesting = new Set<number>();
  for (const plan of profile.plans) {
    const list = entries.get(plan.entry) ?? [];
    list.push(plan);
    entries.set(plan.entry, list);
    interesting.add(plan.entry);
    for (const stop of plan.stops.keys()) interesting.add(stop);
    for (const stretch of plan.leftOut) interesting.add(canonical(stretch.from, profile.mapping));
  }
  return { profile, done, entries, interesting, open: [], depth: 0, stack: 0 };
}

function closeCall(state: FinderState, index: number, ending: CallState): void {
  const [call] = state.open.splice(index, 1);
  if (call === undefined) return;
  if (call.state === 'whole') call.state = ending;
  state.done(call);
}

function finishCall(state: FinderState, index: number, exit: string, row: CpuRow): void {
  const call = state.open[index] as OpenCall;
  noteExit(call, exit, row);
  if (call.plan.routine === BATTLE_GENERATOR_ROUTINE) {
    for (const other of state.open) {
      if (other !== call && other.depth === call.depth && other.leftOut === undefined) other.draws.push(row.a & 0xff);
    }
  }
  closeCall(state, index, 'whole');
}

/** Whether a call's left-out stretch has ended. */
function isOver({ leftOut, leftOutAt }: OpenCall, pc: number, row: CpuRow): boolean {
  if (leftOut === undefined) return true;
  if (leftOut.to === undefined) return row.s > leftOutAt;
  return row.s >= leftOutAt && (pc < leftOut.from || pc > leftOut.to);
}

/** Follows a left-out stretch. True: the row belongs to it. */
function isLeftOut({ profile, interesting }: FinderState, call: OpenCall, pc: number, row: CpuRow): boolean {
  if (!isOver(call, pc, row)) return true;
  call.leftOut = undefined;
  if (call.plan.leftOut.length === 0 || !interesting.has(pc)) return false;
  for (const stretch of call.plan.leftOut) {
    if (pc !== canonical(stretch.from, profile.mapping)) continue;
    call.leftOut = stretch;
    call.leftOutAt = row.s;
    return true;
  }
  return false;
}

function enterRoutine(state: FinderState, plan: RoutinePlan, row: CpuRow, frame: number): void {
  const { open, depth } = state;
  // A routine that jumps back to its own entry is still the same call.
  if (open.some((call) => call.plan === plan && call.s === row.s && call.depth === depth)) return;
  if (open.length >= MAX_OPEN) closeCall(state, 0, 'left');
  open.push(openCall(plan, row, depth, frame));
}

/** Follows one open call through a row; may close it. */
function followCall(state: FinderState, index: number, pc: number, row: CpuRow): void {
  const call = state.open[index] as OpenCall;
  if (call.depth > state.depth) {
    closeCall(state, index, 'left');
    return;
  }
  if (call.depth < state.depth) return;
  call.rows++;
  if (isLeftOut(state, call, pc, row)) return;
  const isReturn = row.opcode === RTS || row.opcode === RTL;
  if (row.s > call.s || call.rows > MAX_ROWS) closeCall(state, index, 'left');
  else if (isReturn && row.s === call.s) finishCall(state, index, exitOfReturn(call), row);
  else if (call.rows > 1 && call.plan.stops.size > 0 && state.interesting.has(pc)) {
    const stop = call.plan.stops.get(pc);
    if (stop !== undefined) finishCall(state, index, stop, row);
  }
}

function takeRow(state: FinderState, row: CpuRow, depth: number, frame: number): void {
  state.depth = depth;
  state.stack = row.s;
  const pc = canonical(row.pc, state.profile.mapping);
  for (let index = state.open.length - 1; index >= 0; index--) followCall(state, index, pc, row);
  if (!state.interesting.has(pc)) return;
  for (const plan of state.entries.get(pc) ?? []) enterRoutine(state, plan, row, frame);
}

function takeRead(state: FinderState, address: number, value: number, derived: boolean): void {
  for (const call of state.open) {
    if (call.depth !== state.depth || call.leftOut !== undefined) continue;
    if (call.reads.size > MAX_BYTES) call.state = 'left';
    else if (isRegister(address)) call.reads.set(address, value);
    else if (!call.writes.has(address) && !call.reads.has(address)) {
      call.reads.set(address, value);
      if (derived) call.derived = true;
    }
  }
}

function takeWrite({ open, depth, stack, profile }: FinderState, address: number, value: number): void {
  for (const call of open) {
    if (call.depth === depth && call.leftOut === undefined) {
      if (call.writes.size > MAX_BYTES) call.state = 'left';
      else call.writes.set(address, value);
      // An exit is noted at the routine's own level; the accumulator may lie on the stack
      // meanwhile.
      if (address === profile.exitCell && stack > call.s - 2) call.exitNumber = value;
    } else if (
      isWorkRam(address) &&
      !profile.scratch.has(address) &&
      (call.reads.has(address) || call.writes.has(address))
    ) {
      call.state = 'disturbed';
    }
  }
}

/** Creates a finder. @param done receives every ended call, whole or not */
export function createCallFinder(profile: Profile, done: (call: Call) => void): CallFinder {
  const state = createState(profile, done);
  return {
    row: (row, depth, frame) => takeRow(state, row, depth, frame),
    read: (address, value, derived = false) => takeRead(state, address, value, derived),
    write: (address, value) => takeWrite(state, address, value),
    cut() {
      while (state.open.length > 0) closeCall(state, state.open.length - 1, 'cut');
    },
    disturb() {
      for (const call of state.open) call.state = 'disturbed';
    },
  };
}
