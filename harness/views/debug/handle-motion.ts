/**
 * Requests that move: by entry (`next`, `stepBack`), by event (`stepIn`), to the next action
 * (`stepOut`), to a breakpoint both ways, to a frame. Each ends in a `stopped` event.
 */
import { LockstepError } from '../../base/errors.js';
import { compileCondition, runForward, stepFrames } from '../../play/timeline/index.js';
import { wholeNumber } from './arguments.js';
import type { Breakpoint, BreakpointKind } from './breakpoints.js';
import { runToBreakpoint } from './run.js';
import type { Handler, Session } from './session.js';
import { entryOfLine, lineOfEntry } from './source-view.js';
import { codeText, type DebugState, moveTo, moveToPlace, shownEntry, shownFacts } from './state.js';
import { changesText } from './variables.js';

const REASONS: Readonly<Record<BreakpointKind, string>> = {
  source: 'breakpoint',
  data: 'data breakpoint',
  function: 'function breakpoint',
  exception: 'exception',
};

/** The reason of the stop in words; at a data breakpoint, the writer of the cell. */
function descriptionOf(state: DebugState, hit: readonly Breakpoint[]): string {
  const names = new Set(
    hit.filter(({ kind }) => kind === 'data').map(({ condition }) => condition.text.replace(/^change (\S+).*$/u, '$1')),
  );
  const written = names.size === 0 ? '' : changesText(shownFacts(state), names);
  return written === '' ? hit.map(({ condition }) => condition.text).join('; ') : written;
}

/** The end of the line, or its beginning. */
function endText({ timeline, line, at }: DebugState): string {
  const what = timeline.moveEnds === undefined ? 'recording' : 'plan';
  if (at === 0) return `Start of the ${what}`;
  if (line !== 0) return 'End of the branch';
  return timeline.end.whole ? `End of the ${what}` : `The ${what} ends here: ${timeline.end.reason}`;
}

async function run(session: Session, direction: 'forward' | 'backward'): Promise<void> {
  const state = session.state();
  const { timeline, line } = state;
  const breakpoints = [...state.breakpoints.values()].flat();
  // Halfway through an entry it has not been reached, and going back the one before is the next.
  const from = direction === 'backward' ? shownEntry(state) : state.at;
  const say = (text: string, at: number): void => session.say(text, lineOfEntry(timeline, at));
  const stop = await runToBreakpoint({
    timeline,
    line,
    breakpoints,
    direction,
    from,
    signal: session.signal(),
    say,
  });
  moveTo(state, stop.at);
  const [first] = stop.hit;
  if (first !== undefined) {
    session.stopped(
      REASONS[first.kind],
      descriptionOf(state, stop.hit),
      stop.hit.map(({ id }) => id),
    );
  } else if (stop.interrupted) session.stopped('pause', '');
  else session.stopped('step', endText(state));
}

/** One entry on, from halfway through it to its end. */
function next(state: DebugState): string {
  const { timeline, line, at } = state;
  if (at === timeline.length(line)) return endText(state);
  moveTo(state, at + 1);
  return '';
}

/** One entry back, from halfway through it to its beginning. */
function stepBack(state: DebugState): string {
  if (state.call > 0 || state.inner > 0) moveTo(state, state.at);
  else if (state.at === 0) return endText(state);
  else moveTo(state, state.at - 1);
  return '';
}

/**
 * One routine call on, from a frame inside a command one frame; after the last one the entry is
 * over.
 */
function stepIn(state: DebugState): string {
  const { timeline, line, at, call, inner } = state;
  if (inner > 0) {
    moveToPlace(state, stepFrames(timeline, { line, at, call, inner }, 1));
    return '';
  }
  if (at === timeline.length(line)) return endText(state);
  const { events } = timeline.entry(at + 1, line);
  if (call < events.length) moveTo(state, at, call + 1);
  else moveTo(state, at + 1);
  return '';
}

/** Halfway through an entry: to its end. Else: to the end of the next action. */
async function stepOut(state: DebugState, signal: AbortSignal): Promise<string> {
  const { timeline, line, at, call, inner } = state;
  if (call > 0 || inner > 0) return next(state);
  const found = await runForward(timeline, compileCondition(timeline, 'action'), at, { line, signal });
  if (found < 0) return '';
  moveTo(state, found === 0 ? timeline.length(line) : found);
  return found === 0 ? endText(state) : '';
}

/** A request that moves by a step. */
function step(move: (state: DebugState, signal: AbortSignal) => string | Promise<string>): Handler {
  return (_args, session) => {
    session.state();
    session.later(async () => {
      const text = await move(session.state(), session.signal());
      session.stopped('step', text === '' ? codeText(session.state()) : text);
    });
  };
}

export const motionHandlers: Readonly<Record<string, Handler>> = {
  continue(_args, session) {
    session.state();
    session.later(() => run(session, 'forward'));
    return { allThreadsContinued: true };
  },
  reverseContinue(_args, session) {
    session.state();
    session.later(() => run(session, 'backward'));
  },
  next: step(next),
  stepBack: step(stepBack),
  stepIn: step(stepIn),
  stepOut: step(stepOut),
  gotoTargets(args, session) {
    const { timeline, line } = session.state();
    const textLine = wholeNumber(args, 'line', 1);
    const at = entryOfLine(timeline, textLine, line);
    if (at === 0) return { targets: [] };
    return { targets: [{ id: at, label: `${timeline.system.unit} ${timeline.frameOf(at)}`, line: textLine }] };
  },
  goto(args, session) {
    const state = session.state();
    const at = wholeNumber(args, 'targetId', 0);
    if (at > state.timeline.length(state.line))
      throw new LockstepError('E_FRAME', 'there is no such place', { found: String(at) });
    moveTo(state, at);
    session.later(() => session.stopped('goto', codeText(state)));
  },
};
