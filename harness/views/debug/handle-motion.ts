/**
 * Requests that move: by entry (`next`, `stepBack`), by event (`stepIn`), to the next action
 * (`stepOut`), to a breakpoint both ways, to a frame. Each ends in a `stopped` event.
 */
import { basename } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { countText } from '../../../core/system/names.js';
import { LockstepError, languageOf } from '../../base/index.js';

import { doubtOf, imageOfSystem } from '../../files/index.js';

import {
  anyOf,
  type BranchBook,
  compileCondition,
  editText,
  openLine,
  placeOf,
  placeOfFrame,
  runBackward,
  runForward,
  stepFrames,
  type Timeline,
} from '../../play/index.js';

import { type Breakpoint, type BreakpointKind, FILTERS, filledLog, isHit } from './breakpoints.js';
import { hasCode } from './handle-memory.js';
import {
  fileName,
  type Handler,
  optionalFileName,
  optionalNumber,
  optionalText,
  type Session,
  wholeNumber,
} from './session.js';
import { codeText, createState, type DebugState, moveTo, moveToPlace, shownEntry, shownFacts } from './state.js';
import { changesText, entryOfLine, lineOfEntry } from './variables.js';

// Requests that begin and end a session.

const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsDataBreakpoints: true,
  supportsDataBreakpointBytes: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsGotoTargetsRequest: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '['],
  supportsExceptionFilterOptions: true,
  exceptionBreakpointFilters: [...FILTERS],
  supportsExceptionInfoRequest: true,
  supportsValueFormattingOptions: true,
  supportsLoadedSourcesRequest: true,
  supportsReadMemoryRequest: true,
  supportsWriteMemoryRequest: true,
  supportsTerminateRequest: true,
  supportsBreakpointLocationsRequest: true,
  supportsSteppingGranularity: false,
  supportsCancelRequest: true,
};

function lastEdit(book: BranchBook): string {
  const edit = book.done().at(-1);
  return edit === undefined ? 'none' : editText(edit, book.timeline);
}

/** What `launch.json` may hold. */
const launch: Handler = async (args, session) => {
  const file = fileName(args, 'program');
  const against = optionalFileName(args, 'against');
  const names = optionalText(args, 'names');
  const failures: string[] = [];
  const load = {
    onFailures: (sentences: readonly string[]) => void failures.push(...sentences),
    systems: session.systems,
    forceRuleset: args['forceRuleset'] === true,
    signal: session.signal(),
    language: names === undefined ? session.language : languageOf(names),
    ...session.opened,
    ...(against === undefined ? {} : { against }),
  };
  const { timeline, book, named } = await openLine(file, load, optionalFileName(args, 'branches'));
  const state = createState(book, named);
  const frame = optionalNumber(args, 'frame', Number.NaN);
  const place = optionalText(args, 'at');
  if (!Number.isNaN(frame)) moveToPlace(state, placeOfFrame(timeline, frame, state.line));
  if (place !== undefined) moveToPlace(state, placeOf(timeline, place, state.line));
  session.begin(state);
  const { system, end } = timeline;
  const differences = timeline.differences.filter(({ kind }) => failures.length === 0 || kind === 'recording');
  session.say(`${basename(file)}: ${system.id}, ${countText(timeline.length(), system.unit)}`);
  for (const failure of failures) session.say(`The plan does not hold: ${failure}`);
  const image = imageOfSystem(system);
  const doubt = image === undefined ? '' : doubtOf(image);
  if (doubt !== '') session.say(doubt);
  const branches = timeline.lines().length - 1;
  if (branches > 0) session.say(`${countText(branches, 'branch', 'branches')}; the last edit: ${lastEdit(book)}`);
  if (!end.whole) session.say(`It ends early: ${end.reason}`);
  if (timeline.rulesetForced) session.say('It was made under other rules; what is shown is what these rules do');
  if (differences.length > 0)
    session.say(`The model and the recording differ in ${countText(differences.length, system.unit)}`);
  session.later(() => session.initialized());
};

export const lifeHandlers: Readonly<Record<string, Handler>> = {
  initialize: (_args, session) => ({ ...CAPABILITIES, supportsDisassembleRequest: hasCode(session) }),
  launch,
  configurationDone(_args, session) {
    const { at, inner } = session.state();
    session.later(() => session.stopped('entry', at === 0 && inner === 0 ? 'Before the first entry' : ''));
  },
  /** What runs was interrupted before this is called. */
  pause: () => undefined,
  cancel: () => undefined,
  disconnect: (_args, session) => session.later(() => session.end()),
  terminate: (_args, session) => session.later(() => session.end()),
};

// Runs to the next breakpoint, forwards or backwards. Log points print their message and do not
// stop.

interface Stop {
  /** Where it stopped: a hit, or an end of the line. */
  readonly at: number;
  readonly hit: readonly Breakpoint[];
  readonly interrupted: boolean;
}

interface RunOrder {
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

async function runToBreakpoint(order: RunOrder): Promise<Stop> {
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
