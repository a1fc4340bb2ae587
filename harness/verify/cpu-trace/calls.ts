/** Finds every call of a mirrored routine in a trace, with what it read and wrote. */

import { type CpuRow, FLAG_M, FLAG_X } from './instruction/row.js';
import { canonical, isRegister, isWorkRam } from './memory.js';
import type { LeftOut, Profile, RoutinePlan } from './profile.js';

/** The battle generator: what it returns is a draw. */
const GENERATOR = 'C1:6150';
/** A call that goes on for so many rows has never returned. */
const MOST_ROWS = 2_000_000;
/** A mirrored routine reads and writes far fewer bytes. */
const MOST_BYTES = 20_000;
const MOST_OPEN = 256;

/** Why a call could not be compared; `whole`: it can. */
export type CallState =
  | 'whole'
  /** Entered with other register widths than the routine has. */
  | 'width'
  /** An interrupt or a left-out stretch changed what the call works on. */
  | 'disturbed'
  /** Rows are missing, or the trace ended within it. */
  | 'cut'
  /** It never came to a known exit. */
  | 'left';

export interface Call {
  readonly plan: RoutinePlan;
  readonly line: number;
  readonly frame: number;
  readonly a: number;
  readonly x: number;
  readonly y: number;
  readonly p: number;
  readonly s: number;
  readonly reads: Map<number, number>;
  readonly writes: Map<number, number>;
  readonly draws: number[];
  /** An input is known from nothing but the result of the instruction that took it. */
  derived: boolean;
  exit: string;
  exitLine: number;
  outA: number;
  outX: number;
  outY: number;
  outP: number;
  state: CallState;
}

interface OpenCall extends Call {
  readonly depth: number;
  rows: number;
  exitNumber: number;
  /** S at the entry of a stretch that is left out, or -1. */
  leftOutAt: number;
  leftOut: LeftOut | undefined;
}

export interface CallFinder {
  /** @param depth interrupts that are being served @param frame number of the frame */
  row(row: CpuRow, depth: number, frame: number): void;
  read(address: number, value: number, derived?: boolean): void;
  write(address: number, value: number): void;
  /** All open calls end unfinished. */
  cut(): void;
  disturb(): void;
}

const RTS = 0x60;
const RTL = 0x6b;

export function createCallFinder(profile: Profile, done: (call: Call) => void): CallFinder {
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
  const open: OpenCall[] = [];
  let depth = 0;
  let stack = 0;

  function close(index: number, state: CallState): void {
    const [call] = open.splice(index, 1);
    if (call === undefined) return;
    if (call.state === 'whole') call.state = state;
    done(call);
  }

  function finish(index: number, exit: string, row: CpuRow): void {
    const call = open[index] as OpenCall;
    call.exit = exit;
    call.exitLine = row.line;
    call.outA = row.a;
    call.outX = row.x;
    call.outY = row.y;
    call.outP = row.p;
    if (call.plan.routine === GENERATOR) {
      for (const other of open) {
        if (other !== call && other.depth === call.depth && other.leftOut === undefined) other.draws.push(row.a & 0xff);
      }
    }
    close(index, 'whole');
  }

  /** A stretch that is left out begins, goes on or ends. True: the row belongs to it. */
  function isLeftOut(call: OpenCall, pc: number, row: CpuRow): boolean {
    const current = call.leftOut;
    if (current !== undefined) {
      const over =
        current.to === undefined
          ? row.s > call.leftOutAt
          : row.s >= call.leftOutAt && (pc < current.from || pc > current.to);
      if (!over) return true;
      call.leftOut = undefined;
    }
    if (call.plan.leftOut.length === 0 || !interesting.has(pc)) return false;
    for (const stretch of call.plan.leftOut) {
      if (pc !== canonical(stretch.from, profile.mapping)) continue;
      call.leftOut = stretch;
      call.leftOutAt = row.s;
      return true;
    }
    return false;
  }

  function exitOfReturn(call: OpenCall): string {
    return call.plan.exits === undefined ? 'return' : (call.plan.exits[call.exitNumber] ?? `exit ${call.exitNumber}`);
  }

  function enter(plan: RoutinePlan, row: CpuRow, frame: number): void {
    // a routine that jumps back to its own entry is still the same call
    if (open.some((call) => call.plan === plan && call.s === row.s && call.depth === depth)) return;
    if (open.length >= MOST_OPEN) close(0, 'left');
    open.push({
      plan,
      line: row.line,
      frame,
      a: row.a,
      x: row.x,
      y: row.y,
      p: row.p,
      s: row.s,
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
      state: (row.p & FLAG_M) === 0 || (row.p & FLAG_X) !== 0 || row.e === 1 ? 'width' : 'whole',
    });
  }

  function row(current: CpuRow, served: number, frame: number): void {
    depth = served;
    stack = current.s;
    const pc = canonical(current.pc, profile.mapping);
    const isReturn = current.opcode === RTS || current.opcode === RTL;
    for (let index = open.length - 1; index >= 0; index--) {
      const call = open[index] as OpenCall;
      if (call.depth > depth) {
        close(index, 'left');
        continue;
      }
      if (call.depth < depth) continue;
      call.rows++;
      if (isLeftOut(call, pc, current)) continue;
      if (current.s > call.s || call.rows > MOST_ROWS) close(index, 'left');
      else if (isReturn && current.s === call.s) finish(index, exitOfReturn(call), current);
      else if (call.rows > 1 && call.plan.stops.size > 0 && interesting.has(pc)) {
        const stop = call.plan.stops.get(pc);
        if (stop !== undefined) finish(index, stop, current);
      }
    }
    if (!interesting.has(pc)) return;
    const plans = entries.get(pc);
    if (plans === undefined) return;
    for (const plan of plans) enter(plan, current, frame);
  }

  function read(address: number, value: number, derived = false): void {
    for (const call of open) {
      if (call.depth !== depth || call.leftOut !== undefined) continue;
      if (call.reads.size > MOST_BYTES) call.state = 'left';
      else if (isRegister(address)) call.reads.set(address, value);
      else if (!call.writes.has(address) && !call.reads.has(address)) {
        call.reads.set(address, value);
        if (derived) call.derived = true;
      }
    }
  }

  function write(address: number, value: number): void {
    for (const call of open) {
      if (call.depth === depth && call.leftOut === undefined) {
        if (call.writes.size > MOST_BYTES) call.state = 'left';
        else call.writes.set(address, value);
        // an exit is noted at the routine's own level; the accumulator may lie on the stack meanwhile
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

  return {
    row,
    read,
    write,
    cut() {
      while (open.length > 0) close(open.length - 1, 'cut');
    },
    disturb() {
      for (const call of open) call.state = 'disturbed';
    },
  };
}
