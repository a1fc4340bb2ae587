/** The state of a debug session: timeline, position, breakpoints, and the client's references. */

import { LockstepError } from '../../base/index.js';
import { imageOfSystem } from '../../files/index.js';
import { routinesOfImage, standingText, standingUntil } from '../../original/index.js';
import {
  type BranchBook,
  type EntryFacts,
  factsOf,
  type Position,
  RECORDING,
  type Timeline,
} from '../../play/index.js';

import type { Breakpoint, BreakpointKind } from './breakpoints.js';
import { type Images, type Scope, scopesOf } from './variables.js';

/** The one thread there is. */
export const THREAD = 1;

export interface DebugState {
  readonly timeline: Timeline;
  readonly book: BranchBook;
  line: number;
  at: number;
  /** Events of the next entry that were reported; 0: at the end of entry `at`. */
  call: number;
  /** Frames of the next entry that were done, where a command takes several; 0: none. */
  inner: number;
  readonly breakpoints: Map<BreakpointKind, Breakpoint[]>;
  nextBreakpoint: number;
  /** Scopes by the client's reference - 1; emptied at every stop. */
  scopes: Scope[];
  /** Lines of the source views, by line of time. */
  readonly sources: Map<number, string[]>;
}

/** @param line where it begins */
export function createState(book: BranchBook, line = RECORDING): DebugState {
  return {
    timeline: book.timeline,
    book,
    line,
    at: 0,
    call: 0,
    inner: 0,
    breakpoints: new Map(),
    nextBreakpoint: 1,
    scopes: [],
    sources: new Map(),
  };
}

/** Copies of the state before the shown entry and of the present state. */
export function imagesOf({ timeline, line, at, call, inner }: DebugState): Images {
  if (inner > 0) {
    const before = timeline.stateAt({ line, at, call: 0, inner: inner - 1 }).slice();
    return { before, after: timeline.stateAt({ line, at, call: 0, inner }).slice() };
  }
  if (call > 0) {
    const before = timeline.state(at, line).slice();
    return { before, after: timeline.stateAt({ line, at, call }).slice() };
  }
  const after = timeline.state(at, line).slice();
  return { before: at === 0 ? after : timeline.state(at - 1, line).slice(), after };
}

/** The entry that is shown: the last one, or the one in progress. */
export function shownEntry({ at, call, inner }: DebugState): number {
  return call > 0 || inner > 0 ? at + 1 : at;
}

/** Facts of the shown entry, or of the shown frame inside it. */
export function shownFacts(state: DebugState): EntryFacts {
  return factsOf(state.timeline, shownEntry(state), state.line, state.inner);
}

/** @returns a reference for the client */
export function hold(state: DebugState, scope: Scope): number {
  return state.scopes.push(scope);
}

/** @throws LockstepError `E_REQUEST` for a reference of an earlier stop */
export function held(state: DebugState, reference: number): Scope {
  const scope = state.scopes[reference - 1];
  if (scope !== undefined) return scope;
  throw new LockstepError('E_REQUEST', 'this reference is unknown', {
    found: String(reference),
    remedy: 'A reference is valid until the next stop',
  });
}

/** Where the image's own code ran in the entry whose end is shown, or ''. */
export function codeText({ timeline, line, at, call, inner }: DebugState): string {
  const ran = call > 0 || inner > 0 ? [] : routinesOfImage(timeline, at, line);
  return ran.length === 0 ? '' : `by the image's own code: ${ran.join(', ')}`;
}

/** What the image's own code filled and settled up to the shown entry, and why not the rest. */
function codeScope(state: DebugState): Scope[] {
  const { timeline, line } = state;
  const children = () => {
    const lines = [codeText(state), ...standingText(timeline, standingUntil(timeline, shownEntry(state), line))];
    return lines.filter((text) => text !== '').map((value, index) => ({ name: String(index + 1), value }));
  };
  const isGiven = imageOfSystem(timeline.system) !== undefined || timeline.settled !== undefined;
  return isGiven ? [{ name: "The image's code", children }] : [];
}

export function currentScopes(state: DebugState, hex: boolean): Scope[] {
  return [...scopesOf(state.timeline, shownFacts(state), imagesOf(state), hex), ...codeScope(state)];
}

/** Moves; the client's references become invalid. */
export function moveTo(state: DebugState, at: number, call = 0, inner = 0): void {
  state.at = at;
  state.call = call;
  state.inner = inner;
  state.scopes = [];
}

/** Moves to a place of the shown line. */
export function moveToPlace(state: DebugState, { at, call, inner = 0 }: Position): void {
  moveTo(state, at, call, inner);
}
