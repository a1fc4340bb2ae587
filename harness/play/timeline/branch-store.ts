/** The branches of a timeline: their lengths and states, and checks of positions in them. */

import type { System } from '../../../core/system/system.js';
import { entryNumber, LockstepError } from '../../base/index.js';

import { frameNumber, type Script, type ScriptCommand } from './script.js';

// A branch: after its fork it has the inputs of its parent except for its changes. A branch is an
// immutable value: every change makes a new one. Later changes of the parent do not affect it.

/** An input of a branch. */
export interface BranchInput {
  /** Pad word, or -1 for a command. */
  readonly pad: number;
  readonly command: ScriptCommand | undefined;
}

/** Bytes written at a position, after its entry. */
export interface Poke {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Consecutive entries with one origin; a piece ends where the next one begins. */
interface Piece {
  /** Entry of the branch with which it begins. */
  readonly first: number;
  /** The recording's entry that it follows; 0: none. */
  readonly from: number;
  /** The one input of all its entries; undefined: the inputs of the recording. */
  readonly input: BranchInput | undefined;
}

export interface Branch {
  readonly id: number;
  readonly name: string;
  /** Number of the parent line; 0 is the recording. */
  readonly parent: number;
  /** Last position shared with the parent. */
  readonly fork: number;
  /** Up to this position it is the recording. */
  readonly shared: number;
  /** In order; they cover every entry. */
  readonly pieces: readonly Piece[];
  /** Number of entries. */
  readonly length: number;
  readonly pokes: ReadonlyMap<number, readonly Poke[]>;
}

/** @param parent undefined: the recording, of `length` entries */
export function forkBranch(id: number, name: string, parent: Branch | undefined, length: number, fork: number): Branch {
  if (parent === undefined) {
    const pieces = length === 0 ? [] : [{ first: 1, from: 1, input: undefined }];
    return { id, name, parent: 0, fork, shared: fork, pieces, length, pokes: new Map() };
  }
  const pokes = new Map([...parent.pokes].filter(([at]) => at <= fork));
  return { ...parent, id, name, parent: parent.id, fork, shared: Math.min(parent.shared, fork), pokes };
}

/** Index of the piece that holds an entry. */
export function pieceOf({ pieces }: Branch, at: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle] as Piece).first <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The pieces up to an entry (included). */
function upTo(branch: Branch, last: number): Piece[] {
  return branch.pieces.filter(({ first }) => first <= last);
}

/** The pieces from an entry on, moved by some entries. */
function fromOn(branch: Branch, at: number, by: number): Piece[] {
  if (at > branch.length) return [];
  const index = pieceOf(branch, at);
  return branch.pieces.slice(index).map((piece) => {
    const cut = Math.max(0, at - piece.first);
    return { ...piece, first: piece.first + cut + by, from: piece.from === 0 ? 0 : piece.from + cut };
  });
}

/** Moves the writes from a position on; writes to deleted entries are dropped. */
function movedPokes(branch: Branch, at: number, by: number): Branch['pokes'] {
  const moved = [...branch.pokes].filter(([place]) => place < at || place + by >= at);
  return new Map(moved.map(([place, pokes]) => [place < at ? place : place + by, pokes]));
}

/**
 * Inserts entries with one input before an entry.
 * @param at 1 to the length + 1
 */
export function insertEntries(branch: Branch, at: number, count: number, input: BranchInput): Branch {
  const pieces = [...upTo(branch, at - 1), { first: at, from: 0, input }, ...fromOn(branch, at, count)];
  return { ...branch, pieces, length: branch.length + count, pokes: movedPokes(branch, at, count) };
}

/**
 * Deletes entries; later ones move up.
 * @param at 1 to the length
 */
export function deleteEntries(branch: Branch, at: number, count: number): Branch {
  const pieces = [...upTo(branch, at - 1), ...fromOn(branch, at + count, -count)];
  return { ...branch, pieces, length: branch.length - count, pokes: movedPokes(branch, at, -count) };
}

/**
 * Changes the input of entries, also after the end. Cells that are fed from the recording stay fed.
 */
export function setInputs(branch: Branch, at: number, count: number, input: BranchInput): Branch {
  const changed: Piece[] = [];
  const end = Math.min(branch.length, at + count - 1);
  if (at <= end) {
    for (const piece of fromOn(branch, at, 0)) if (piece.first <= end) changed.push({ ...piece, input });
  }
  if (at + count - 1 > branch.length) changed.push({ first: Math.max(at, branch.length + 1), from: 0, input });
  const pieces = [...upTo(branch, at - 1), ...changed, ...fromOn(branch, at + count, 0)];
  return { ...branch, pieces, length: Math.max(branch.length, at + count - 1) };
}

/** Adds a write at a position, after the earlier ones there. */
export function addPoke(branch: Branch, at: number, poke: Poke): Branch {
  const pokes = new Map(branch.pokes);
  pokes.set(at, [...(pokes.get(at) ?? []), poke]);
  return { ...branch, pokes };
}

/** Entries with an input of their own. */
function ownInputs({ pieces, length }: Branch): number {
  return pieces.reduce(
    (sum, { first, input }, index) =>
      sum + (input === undefined ? 0 : (pieces[index + 1]?.first ?? length + 1) - first),
    0,
  );
}

// Caches states of branches, so that any position is a short replay away. Its memory is bounded.

/** Entries between states while there is room. */
const FIRST_INTERVAL = 256;
/** Bytes over all branches. */
const MAX_BYTES = 16 * 1024 * 1024;
/** States of one branch. */
const MAX_STATES_OF_BRANCH = 512;
const MIN_STATES = 16;

interface BranchStates {
  interval: number;
  /** By position, in the order in which they were added. */
  readonly states: Map<number, Uint8Array>;
}

interface StateCache {
  /** To be called after every step of a branch. @param image state after entry `at` */
  add(branch: number, at: number, image: Uint8Array): void;
  /** The nearest state at or before a position. */
  nearest(branch: number, at: number): { readonly at: number; readonly image: Uint8Array } | undefined;
  /** Gives a new branch the states of its parent. */
  fork(branch: number, parent: number, upTo: number): void;
  /** Forgets the states of a branch from a position on. */
  forget(branch: number, from: number): void;
  /** Bytes in use. */
  bytes(): number;
}

function createStateCache(imageBytes: number): StateCache {
  const byBranch = new Map<number, BranchStates>();
  const maxStates = Math.max(MIN_STATES, Math.floor(MAX_BYTES / imageBytes));

  const count = (): number => [...byBranch.values()].reduce((sum, { states }) => sum + states.size, 0);

  function thin(own: BranchStates): void {
    own.interval *= 2;
    for (const at of own.states.keys()) if (at % own.interval !== 0) own.states.delete(at);
  }

  /** Drops the states of the branches that were stepped least recently. */
  function makeRoom(branch: number): void {
    for (const other of byBranch.keys()) {
      if (count() < maxStates) return;
      if (other !== branch) byBranch.delete(other);
    }
  }

  return {
    add(branch, at, image) {
      const own = byBranch.get(branch) ?? { interval: FIRST_INTERVAL, states: new Map<number, Uint8Array>() };
      if (at % own.interval !== 0 || own.states.has(at)) return;
      // The one in use goes to the end.
      byBranch.delete(branch);
      byBranch.set(branch, own);
      if (own.states.size >= Math.min(MAX_STATES_OF_BRANCH, maxStates)) thin(own);
      makeRoom(branch);
      if (at % own.interval === 0) own.states.set(at, image.slice());
    },
    nearest(branch, at) {
      const own = byBranch.get(branch);
      if (own === undefined) return undefined;
      for (let place = at - (at % own.interval); place >= 0; place -= own.interval) {
        const image = own.states.get(place);
        if (image !== undefined) return { at: place, image };
      }
      return undefined;
    },
    fork(branch, parent, upTo) {
      const own = byBranch.get(parent);
      if (own === undefined) return;
      const states = new Map([...own.states].filter(([at]) => at <= upTo));
      byBranch.set(branch, { interval: own.interval, states });
    },
    forget(branch, from) {
      const own = byBranch.get(branch);
      if (own === undefined) return;
      for (const at of own.states.keys()) if (at >= from) own.states.delete(at);
    },
    bytes: () => count() * imageBytes,
  };
}

/** Number and name of the line of the log or plan itself. */
export const RECORDING = 0;
export const RECORDING_NAME = 'recording';

/** A line as lists of branches show it. */
export interface LineInfo {
  readonly line: number;
  readonly name: string;
  /** The parent, or -1 for the recording. */
  readonly parent: number;
  readonly fork: number;
  readonly length: number;
  /** Number of positions with writes. */
  readonly pokes: number;
  /** Number of entries with inputs of their own. */
  readonly inputs: number;
}

/** All branches at one moment, an immutable value for `restoreBranches`. */
export interface BranchSet {
  readonly branches: ReadonlyMap<number, Branch>;
  /** Number of the next new branch. */
  readonly next: number;
}

export interface BranchStore {
  /** The log or plan, for errors. */
  readonly file: string;
  readonly system: System;
  readonly script: Script;
  readonly imageBytes: number;
  readonly states: StateCache;
  /** Called after every change; cached look-ups are then out of date. */
  readonly onChange: () => void;
  /** Replaced as a whole by every change. */
  set: BranchSet;
}

export function createBranchStore(
  file: string,
  system: System,
  script: Script,
  imageBytes: number,
  onChange: () => void,
): BranchStore {
  const set: BranchSet = { branches: new Map(), next: 1 };
  return { file, system, script, imageBytes, states: createStateCache(imageBytes), onChange, set };
}

/** @throws LockstepError `E_BRANCH` when there is no such branch */
export function branchOf({ set: { branches } }: BranchStore, line: number): Branch {
  const branch = branches.get(line);
  if (branch !== undefined) return branch;
  throw new LockstepError('E_BRANCH', `there is no branch ${line}`, {
    remedy: `There are 0 (the recording)${[...branches.keys()].map((id) => `, ${id}`).join('')}`,
  });
}

/** A branch that may be written. @throws LockstepError `E_BRANCH` for the recording too */
export function writableBranch(store: BranchStore, line: number): Branch {
  if (line !== RECORDING) return branchOf(store, line);
  throw new LockstepError('E_BRANCH', 'the recording is never written', { remedy: 'Make a branch and write there' });
}

/** Number of entries of a line. @throws LockstepError `E_BRANCH` */
export function lengthOf(store: BranchStore, line: number): number {
  return line === RECORDING ? store.script.length : branchOf(store, line).length;
}

/**
 * @param min smallest allowed position: 0, or 1 for an entry.
 * @throws LockstepError `E_FRAME`
 */
export function checkPosition(store: BranchStore, at: number, line: number, min: number): void {
  const max = lengthOf(store, line);
  if (Number.isInteger(at) && at >= min && at <= max) return;
  throw new LockstepError('E_FRAME', 'there is no such entry', {
    file: store.file,
    found: String(at),
    expected: `${min} to ${max}`,
    remedy: 'Choose one of them',
  });
}

/**
 * Checks that an entry lies after the branch's fork, up to `max`.
 * @param max by default the entry after its last one.
 * @throws LockstepError `E_BRANCH`
 */
export function checkOwnEntry(store: BranchStore, at: number, line: number, max = lengthOf(store, line) + 1): void {
  const { system, script } = store;
  const { fork, name } = writableBranch(store, line);
  if (Number.isInteger(at) && at > fork && at <= max) return;
  const { unit } = system;
  const number = (place: number): number => entryNumber(system, frameNumber(script, place));
  const [first, last] = [number(fork + 1), number(max)];
  const what = at > max ? `${name} has no such ${unit}` : `${name} shares this ${unit} with its parent`;
  throw new LockstepError('E_BRANCH', what, {
    found: `${unit} ${number(at)}`,
    expected: last < first ? `none: it has no ${unit} of its own` : `${first} to ${last}`,
    remedy: 'Choose a later place, or fork earlier',
  });
}

/** The recording, then the branches in the order in which they were made. */
export function lineInfos({ script, set }: BranchStore): LineInfo[] {
  const recording = { line: RECORDING, name: RECORDING_NAME, parent: -1, fork: 0 };
  return [
    { ...recording, length: script.length, pokes: 0, inputs: 0 },
    ...[...set.branches.values()].map((branch) => ({
      line: branch.id,
      name: branch.name,
      parent: branch.parent,
      fork: branch.fork,
      length: branch.length,
      pokes: branch.pokes.size,
      inputs: ownInputs(branch),
    })),
  ];
}

/** The recording's entry that an entry of a line follows; 0 for an inserted entry. */
export function recordedEntry(store: BranchStore, at: number, line: number): number {
  if (line === RECORDING) return at;
  const branch = branchOf(store, line);
  const { first, from } = branch.pieces[pieceOf(branch, at)] as Piece;
  return from === 0 ? 0 : from + at - first;
}
