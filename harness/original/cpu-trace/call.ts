/** A call of a mirrored routine in a trace, from its entry to its exit. */
import { type CpuRow, FLAG_M, FLAG_X } from './instruction/row.js';
import type { LeftOut, RoutinePlan } from './profile.js';

/** The reason why a call could not be compared; `whole`: it can. */
export type CallState =
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
export interface OpenCall extends Call {
  /** Number of nested interrupts at its entry. */
  readonly depth: number;
  rows: number;
  exitNumber: number;
  /** S at the entry of a left-out stretch, or -1. */
  leftOutAt: number;
  leftOut: LeftOut | undefined;
}

export function openCall(plan: RoutinePlan, row: CpuRow, depth: number, frame: number): OpenCall {
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
export function noteExit(call: OpenCall, exit: string, row: CpuRow): void {
  call.exit = exit;
  call.exitLine = row.line;
  call.outA = row.a;
  call.outX = row.x;
  call.outY = row.y;
  call.outP = row.p;
}

/** Name of the exit that a return takes. */
export function exitOfReturn({ plan, exitNumber }: OpenCall): string {
  return plan.exits === undefined ? 'return' : (plan.exits[exitNumber] ?? `exit ${exitNumber}`);
}
