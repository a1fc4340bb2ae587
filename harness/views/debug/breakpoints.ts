/**
 * The protocol's four kinds of breakpoints, as conditions of the timeline. Hits are counted from
 * the start of the log, so both directions stop at the same entries.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { parseAddress } from '../../../rom-map/windows.js';
import { LockstepError } from '../../base/index.js';
import {
  type CellIndex,
  type Condition,
  compileCondition,
  compileExpression,
  isRoutine,
  RECORDING,
  runForward,
  type Timeline,
} from '../../play/index.js';

export type BreakpointKind = 'source' | 'data' | 'function' | 'exception';

export interface Breakpoint {
  readonly id: number;
  readonly kind: BreakpointKind;
  readonly condition: Condition;
  /** Undefined: every hit. */
  readonly hits: HitRule | undefined;
  /** A log point says this and goes on; empty: it stops. */
  readonly log: string;
}

/** Says of a hit's number, from 1, whether it counts. */
type HitRule = (hit: number) => boolean;

/** `5`, `== 5`, `> 5`, `>= 5`, `< 5`, `<= 5`, `% 5`. @throws LockstepError `E_EXPRESSION` */
function parseHitRule(text: string | undefined): HitRule | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const match = /^\s*(==|>=|<=|>|<|%)?\s*([0-9]{1,9})\s*$/u.exec(text);
  const count = Number(match?.[2]);
  if (match === null || count === 0) {
    throw new LockstepError('E_EXPRESSION', 'this is not a hit count', {
      found: text,
      expected: 'a number from 1 on, with >, >=, <, <=, == or % before it',
    });
  }
  const rules: Readonly<Record<string, HitRule>> = {
    '>': (hit) => hit > count,
    '>=': (hit) => hit >= count,
    '<': (hit) => hit < count,
    '<=': (hit) => hit <= count,
    '%': (hit) => hit % count === 0,
  };
  return rules[match[1] ?? ''] ?? ((hit) => hit === count);
}

/** True of chosen entries. */
function placesCondition(timeline: Timeline, places: ReadonlySet<number>): Condition {
  const blocks = new Set([...places].map((at) => timeline.greenzone.blockOf(at)));
  return {
    text: `entry ${[...places].join(', ')}`,
    byFrame: false,
    needsEvents: false,
    offsets: undefined,
    skips: (block) => !blocks.has(block),
    test: (_before, _after, _events, { at }) => places.has(at),
  };
}

/** A condition together with an expression over the entry. */
function guarded(timeline: Timeline, condition: Condition, text: string | undefined): Condition {
  if (text === undefined || text.trim() === '') return condition;
  const guard = compileExpression(text, timeline.cells);
  return {
    ...condition,
    text: `${condition.text} if ${text}`,
    test: (before, after, events, around) =>
      condition.test(before, after, events, around) && guard.evaluate(before, after, around) !== 0,
  };
}

/** Id of what a data breakpoint watches: a cell's name, or `$7E03AE.2`. */
export function dataIdOf(cells: CellIndex, name: string): string | undefined {
  if (/^\$(?:HOST:)?[0-9a-f]{1,6}(?:\.[124])?$/iu.test(name)) {
    const [address = '', width = '1'] = name.slice(1).split('.');
    return cells.raw(parseAddress(address), Number(width) as 1 | 2 | 4) === undefined ? undefined : name;
  }
  return cells.names.find(name)?.name;
}

/** The exception filters; each is named for its condition. */
export const FILTERS: readonly DebugProtocol.ExceptionBreakpointsFilter[] = [
  { filter: 'difference', label: 'Difference to the recording', default: true },
  { filter: 'enemy turn', label: 'Enemy turn begins', default: false },
  { filter: 'draw', label: 'A random number is drawn', default: false },
  { filter: 'action', label: 'An action', default: false },
];

/** @throws LockstepError (for an expression with its column) */
export function sourceBreakpoint(
  timeline: Timeline,
  id: number,
  at: number,
  given: DebugProtocol.SourceBreakpoint,
): Breakpoint {
  const condition = guarded(timeline, placesCondition(timeline, new Set([at])), given.condition);
  return {
    id,
    kind: 'source',
    condition,
    hits: parseHitRule(given.hitCondition),
    log: checkedLog(timeline, given.logMessage),
  };
}

export function dataBreakpoint(timeline: Timeline, id: number, given: DebugProtocol.DataBreakpoint): Breakpoint {
  const condition = guarded(timeline, compileCondition(timeline, `change ${given.dataId}`), given.condition);
  return { id, kind: 'data', condition, hits: parseHitRule(given.hitCondition), log: '' };
}

/** @param given its name is a routine's address or name, a rule's id, or any condition */
export function functionBreakpoint(
  timeline: Timeline,
  id: number,
  given: DebugProtocol.FunctionBreakpoint,
): Breakpoint {
  const condition = compileCondition(timeline, isRoutine(timeline, given.name) ? `routine ${given.name}` : given.name);
  return {
    id,
    kind: 'function',
    condition: guarded(timeline, condition, given.condition),
    hits: parseHitRule(given.hitCondition),
    log: '',
  };
}

export function exceptionBreakpoint(timeline: Timeline, id: number, filter: string, condition?: string): Breakpoint {
  return {
    id,
    kind: 'exception',
    condition: guarded(timeline, compileCondition(timeline, filter), condition),
    hits: undefined,
    log: '',
  };
}

const HOLES = /\{([^{}]*)\}/gu;

/** @throws ExpressionError for a wrong expression in the message */
function checkedLog(timeline: Timeline, text: string | undefined): string {
  for (const [, hole = ''] of (text ?? '').matchAll(HOLES)) compileExpression(hole, timeline.cells);
  return text ?? '';
}

/** A log point's message with its expressions filled in. */
export function filledLog(timeline: Timeline, text: string, at: number, line: number): string {
  const { before, after, frame, input } = timeline.entry(at, line);
  return text.replaceAll(HOLES, (_whole, hole: string) =>
    String(compileExpression(hole, timeline.cells).evaluate(before, after, { frame, pad: input.pad })),
  );
}

/** Hits of breakpoints in the recording, as far as they were searched. */
const knownHits = new WeakMap<Breakpoint, { readonly places: number[]; upTo: number }>();

/**
 * Whether the hit of a breakpoint at an entry counts. Hits are counted from the start.
 * @returns false too when it was interrupted
 */
export async function isHit(
  timeline: Timeline,
  breakpoint: Breakpoint,
  at: number,
  line: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { condition, hits } = breakpoint;
  if (hits === undefined) return true;
  const known = (line === RECORDING && knownHits.get(breakpoint)) || { places: [], upTo: 0 };
  while (known.upTo < at) {
    const next = await runForward(timeline, condition, known.upTo, { line, signal });
    if (next < 0) return false;
    if (next > 0) known.places.push(next);
    known.upTo = next > 0 ? next : timeline.length(line);
  }
  if (line === RECORDING) knownHits.set(breakpoint, known);
  return hits(known.places.indexOf(at) + 1);
}
