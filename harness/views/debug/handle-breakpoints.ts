/**
 * Requests that set breakpoints. Each replaces all of its kind; a wrong one is not verified and
 * says why.
 */
import { extname } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { LockstepError } from '../../base/index.js';
import { loadPlan, type Timeline } from '../../play/index.js';

import {
  type Breakpoint,
  type BreakpointKind,
  dataBreakpoint,
  dataIdOf,
  exceptionBreakpoint,
  FILTERS,
  functionBreakpoint,
  sourceBreakpoint,
} from './breakpoints.js';
import {
  type Arguments,
  errorText,
  type Handler,
  list,
  optionalText,
  type Session,
  text,
  wholeNumber,
} from './session.js';
import { held } from './state.js';
import { entryOfLine } from './variables.js';

// Lines of a plan's own text as places in its timeline.

/** A command of a plan: where its table begins, and its first entry. */
interface PlanLine {
  readonly line: number;
  readonly entry: number;
}

const known = new WeakMap<Timeline, readonly PlanLine[]>();

/** The commands of the plan that a timeline plays, by line; empty where it plays a log. */
function linesOf(timeline: Timeline): readonly PlanLine[] {
  const found = known.get(timeline);
  if (found !== undefined) return found;
  const plan = loadPlan(timeline.file);
  let entry = 1;
  const lines = plan.steps.map(({ repeat }, index) => {
    const line = { line: plan.locate(`do[${index}]`).line, entry };
    entry += repeat;
    return line;
  });
  known.set(timeline, lines);
  return lines;
}

/** Whether a source is the plan's own text and not the text of what was played. */
function isPlanText(timeline: Timeline, path: unknown): boolean {
  return timeline.kind === 'plan' && typeof path === 'string' && extname(path).toLowerCase() === '.toml';
}

/**
 * The command whose table a line of the plan belongs to; a line above the first is of none.
 * @param textLine from 1 on
 */
function planLineAt(timeline: Timeline, textLine: number): PlanLine | undefined {
  return linesOf(timeline)
    .filter(({ line }) => line <= textLine)
    .at(-1);
}

const MAX_LOCATIONS = 10_000;

/** @throws LockstepError `E_FRAME` for an empty line */
function entryOf(timeline: Timeline, textLine: number, line: number): number {
  const at = entryOfLine(timeline, textLine, line);
  if (at > 0) return at;
  throw new LockstepError('E_FRAME', `the log has no ${timeline.system.unit} on this line`, {
    found: String(textLine),
  });
}

/** @throws LockstepError `E_FRAME` for a line above the first command */
function entryOfPlan(timeline: Timeline, textLine: number): number {
  const found = planLineAt(timeline, textLine);
  if (found !== undefined) return found.entry;
  throw new LockstepError('E_FRAME', 'no command of the plan is on this line', {
    found: String(textLine),
    remedy: 'Choose a line of a [[do]] table',
  });
}

/** Replaces the breakpoints of a kind. */
function setAll(
  session: Session,
  kind: BreakpointKind,
  given: readonly Arguments[],
  make: (id: number, one: Arguments) => Breakpoint,
): DebugProtocol.Breakpoint[] {
  const state = session.state();
  const made: Breakpoint[] = [];
  const answers = given.map((one): DebugProtocol.Breakpoint => {
    const id = state.nextBreakpoint++;
    const line = typeof one['line'] === 'number' ? { line: one['line'] } : {};
    try {
      made.push(make(id, one));
      return { id, verified: true, ...line };
    } catch (error) {
      return { id, verified: false, message: errorText(error), ...line };
    }
  });
  state.breakpoints.set(kind, made);
  return answers;
}

/** A handler of breakpoints that are known by one text. @param key where it stands */
function breakpointsBy(
  kind: BreakpointKind,
  key: string,
  make: (timeline: Timeline, id: number, one: Arguments) => Breakpoint,
): Handler {
  return (args, session) => {
    const { timeline } = session.state();
    const made = setAll(session, kind, list(args, 'breakpoints'), (id, one) => {
      text(one, key);
      return make(timeline, id, one);
    });
    return { breakpoints: made };
  };
}

const dataBreakpointInfo: Handler = (args, session) => {
  const state = session.state();
  const { timeline } = state;
  const name = text(args, 'name');
  const reference = args['variablesReference'];
  const child =
    typeof reference === 'number' && reference > 0
      ? held(state, reference)
          .children()
          .find((one) => one.name === name)
      : undefined;
  const dataId = args['asAddress'] === true ? addressId(name, args) : (child?.cell?.name ?? name);
  const known = dataIdOf(timeline.cells, dataId);
  if (known === undefined) return { dataId: null, description: `${name} is no cell and no address of a memory window` };
  return { dataId: known, description: known, accessTypes: ['write'], canPersist: true };
};

/** `$7E03AE.2` of an address and a number of bytes. */
function addressId(name: string, args: Arguments): string {
  const digits = name.replace(/^(?:0x|\$)/iu, '');
  const bytes = args['bytes'] === undefined ? 1 : wholeNumber(args, 'bytes', 1, 4);
  return `$${digits}.${bytes === 3 ? 4 : bytes}`;
}

export const breakpointHandlers: Readonly<Record<string, Handler>> = {
  setBreakpoints(args, session) {
    const { timeline, line } = session.state();
    const isPlan = isPlanText(timeline, (args['source'] as { readonly path?: unknown } | undefined)?.path);
    const made = setAll(session, 'source', list(args, 'breakpoints'), (id, one) => {
      const textLine = wholeNumber(one, 'line', 1);
      const at = isPlan ? entryOfPlan(timeline, textLine) : entryOf(timeline, textLine, line);
      return sourceBreakpoint(timeline, id, at, one as unknown as DebugProtocol.SourceBreakpoint);
    });
    if (!isPlan) return { breakpoints: made };
    // shown where the table of the command begins
    const moved = made.map((one) =>
      one.verified && one.line !== undefined ? { ...one, line: planLineAt(timeline, one.line)?.line ?? one.line } : one,
    );
    return { breakpoints: moved };
  },
  setFunctionBreakpoints: breakpointsBy('function', 'name', (timeline, id, one) =>
    functionBreakpoint(timeline, id, one as unknown as DebugProtocol.FunctionBreakpoint),
  ),
  setDataBreakpoints: breakpointsBy('data', 'dataId', (timeline, id, one) =>
    dataBreakpoint(timeline, id, one as unknown as DebugProtocol.DataBreakpoint),
  ),
  setExceptionBreakpoints(args, session) {
    const { timeline } = session.state();
    const plain = Array.isArray(args['filters']) ? args['filters'].map((filterId: unknown) => ({ filterId })) : [];
    const made = setAll(session, 'exception', [...plain, ...list(args, 'filterOptions')], (id, one) => {
      const filter = text(one, 'filterId');
      if (!FILTERS.some((known) => known.filter === filter))
        throw new LockstepError('E_REQUEST', `there is no filter ${filter}`);
      return exceptionBreakpoint(timeline, id, filter, optionalText(one, 'condition'));
    });
    return { breakpoints: made };
  },
  dataBreakpointInfo,
  breakpointLocations(args, session) {
    const { timeline, line } = session.state();
    const isPlan = isPlanText(timeline, (args['source'] as { readonly path?: unknown } | undefined)?.path);
    const isPlace = (one: number): boolean =>
      isPlan ? planLineAt(timeline, one)?.line === one : entryOfLine(timeline, one, line) > 0;
    const first = wholeNumber(args, 'line', 1);
    const last = args['endLine'] === undefined ? first : wholeNumber(args, 'endLine', first, first + MAX_LOCATIONS);
    const lines = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return { breakpoints: lines.filter(isPlace).map((one) => ({ line: one })) };
  },
};
