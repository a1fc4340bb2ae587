/** The branches of a timeline: their lengths and states, and checks of positions in them. */
import type { System } from '../../../core/system/system.js';
import { entryNumber } from '../../base/entry-number.js';
import { LockstepError } from '../../base/errors.js';
import { type Branch, ownInputs, type Piece, pieceOf } from './branch.js';
import { frameNumber, type Script } from './script.js';
import { createStateCache, type StateCache } from './state-cache.js';

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
