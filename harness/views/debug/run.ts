/**
 * Runs to the next breakpoint, forwards or backwards. Log points print their message and do not
 * stop.
 */
import { anyOf, runBackward, runForward, type Timeline } from '../../play/timeline/index.js';
import { type Breakpoint, filledLog, isHit } from './breakpoints.js';

export interface Stop {
  /** Where it stopped: a hit, or an end of the line. */
  readonly at: number;
  readonly hit: readonly Breakpoint[];
  readonly interrupted: boolean;
}

export interface RunOrder {
  readonly timeline: Timeline;
  readonly line: number;
  readonly breakpoints: readonly Breakpoint[];
  readonly direction: 'forward' | 'backward';
  /** The present position; a breakpoint there does not count again. */
  readonly from: number;
  readonly signal: AbortSignal;
  /** Called with the message of each log point. */
  readonly say: (text: string, at: number) => void;
}

export async function runToBreakpoint(order: RunOrder): Promise<Stop> {
  const { timeline, line, breakpoints, direction, from, signal, say } = order;
  const end = direction === 'forward' ? timeline.length(line) : 0;
  const none: Stop = { at: end, hit: [], interrupted: false };
  if (breakpoints.length === 0) return none;
  const condition = anyOf(
    timeline,
    breakpoints.map((breakpoint) => breakpoint.condition),
  );
  const options = { line, signal };
  for (let at = from; ; ) {
    const next =
      direction === 'forward'
        ? await runForward(timeline, condition, at, options)
        : await runBackward(timeline, condition, at - 1, options);
    if (next < 0) return { at, hit: [], interrupted: true };
    if (next === 0) return none;
    at = next;
    const hit: Breakpoint[] = [];
    for (const index of condition.matched.slice()) {
      const breakpoint = breakpoints[index] as Breakpoint;
      if (!(await isHit(timeline, breakpoint, at, line, signal))) continue;
      if (breakpoint.log === '') hit.push(breakpoint);
      else say(filledLog(timeline, breakpoint.log, at, line), at);
    }
    if (hit.length > 0 || signal.aborted) return { at, hit, interrupted: signal.aborted };
  }
}
