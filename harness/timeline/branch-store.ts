/** The branches of a timeline: which there are, what may be changed in them, and the states of them that are kept. */
import type { System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import {
  addPoke,
  type Branch,
  deleteEntries,
  forkBranch,
  insertEntries,
  ownInputs,
  type Piece,
  pieceOf,
  setInputs,
} from './branch.js';
import { frameNumber, type Script, type ScriptCommand } from './script.js';
import { createKeptStates, type KeptStates } from './state-cache.js';

/** Number of the line that the log or the plan tells, and what lists call it. */
export const RECORDING = 0;
export const RECORDING_NAME = 'recording';

/** Entries that a branch may have. */
export const MOST_ENTRIES = 10_000_000;

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

/** All branches as they are at a moment; a value that can be put back. */
export interface BranchSet {
  readonly branches: ReadonlyMap<number, Branch>;
  /** Number of the next new branch. */
  readonly next: number;
}

/** What may be done with branches. Positions are checked; a wrong one is an error `E_FRAME`, a wrong line `E_BRANCH`. */
export interface BranchEdits {
  /** @returns number of the new branch */
  branch(at: number, line?: number, name?: string): number;
  renameBranch(line: number, name: string): void;
  removeBranch(line: number): void;
  /** Writes bytes at a position of a branch. */
  poke(line: number, at: number, offset: number, bytes: Uint8Array): void;
  /** Changes inputs of a branch; may go on behind its end. */
  setInput(line: number, at: number, pad: number, command?: ScriptCommand, count?: number): void;
  /** New entries before an entry of a branch, or at its length + 1. */
  insertInput(line: number, at: number, pad: number, command?: ScriptCommand, count?: number): void;
  /** Takes entries of a branch out. */
  deleteInputs(line: number, at: number, count: number): void;
  branchSet(): BranchSet;
  /** Puts an earlier set of branches back. @param from states before this position are the same in both sets */
  restoreBranches(set: BranchSet, from?: number): void;
}

export interface Branches {
  readonly edits: BranchEdits;
  readonly kept: KeptStates;
  /** @throws LockstepError `E_BRANCH` */
  of(line: number): Branch;
  length(line?: number): number;
  checkAt(at: number, line: number, least: number): void;
  /** Checks that an entry is the branch's own: behind its fork, up to `most` (by default the one behind its last). */
  checkOwn(at: number, line: number, most?: number): void;
  infos(): LineInfo[];
  /** The recording's entry that an entry of a line follows, or 0. */
  recordedEntry(at: number, line: number): number;
}

/** @param onChange called after every change: what was looked up may no longer hold */
export function createBranches(
  file: string,
  system: System,
  script: Script,
  imageBytes: number,
  onChange: () => void,
): Branches {
  let branches: ReadonlyMap<number, Branch> = new Map();
  let next = 1;
  const kept = createKeptStates(imageBytes);

  function of(line: number): Branch {
    const branch = branches.get(line);
    if (branch !== undefined) return branch;
    throw new LockstepError('E_BRANCH', `there is no branch ${line}`, {
      remedy: `There are 0 (the recording)${[...branches.keys()].map((id) => `, ${id}`).join('')}`,
    });
  }

  function own(line: number): Branch {
    if (line !== RECORDING) return of(line);
    throw new LockstepError('E_BRANCH', 'the recording is never written', { remedy: 'Make a branch and write there' });
  }

  const length = (line = RECORDING): number => (line === RECORDING ? script.length : of(line).length);

  function checkAt(at: number, line: number, least: number): void {
    const most = length(line);
    if (Number.isInteger(at) && at >= least && at <= most) return;
    throw new LockstepError('E_FRAME', 'there is no such entry', {
      file,
      found: String(at),
      expected: `${least} to ${most}`,
      remedy: 'Choose one of them',
    });
  }

  function checkOwn(at: number, line: number, most = length(line) + 1): void {
    const { fork, name } = own(line);
    if (Number.isInteger(at) && at > fork && at <= most) return;
    const { unit } = system;
    const [first, last] = [frameNumber(script, fork + 1), frameNumber(script, most)];
    const what = at > most ? `${name} has no such ${unit}` : `${name} shares this ${unit} with the line that it leaves`;
    throw new LockstepError('E_BRANCH', what, {
      found: `${unit} ${frameNumber(script, at)}`,
      expected: last < first ? `none: it has no ${unit} of its own` : `${first} to ${last}`,
      remedy: 'Choose a later place, or fork earlier',
    });
  }

  function checkInput(pad: number, command: ScriptCommand | undefined): void {
    if (command !== undefined || (system.unit === 'frame' && pad >= 0 && pad <= 0xffff)) return;
    throw new LockstepError('E_BRANCH', 'this is no input', {
      found: String(pad),
      remedy: system.unit === 'frame' ? 'Give a 16-bit pad word' : 'Give a command',
    });
  }

  function checkCount(count: number, before: number): void {
    if (Number.isInteger(count) && count >= 1 && before + count <= MOST_ENTRIES) return;
    throw new LockstepError('E_BRANCH', 'a branch cannot have so many entries', {
      found: String(before + count),
      expected: `at most ${MOST_ENTRIES}`,
      remedy: 'Add fewer',
    });
  }

  function put(branch: Branch): void {
    branches = new Map(branches).set(branch.id, branch);
  }

  /** Takes a changed branch over. @param at position from which its states are others */
  function change(branch: Branch, at: number): void {
    put(branch);
    kept.forget(branch.id, at);
    onChange();
  }

  const edits: BranchEdits = {
    branch(at, line = RECORDING, name) {
      checkAt(at, line, 0);
      const id = next++;
      put(forkBranch(id, name ?? `branch ${id}`, line === RECORDING ? undefined : of(line), script.length, at));
      kept.fork(id, line, at);
      return id;
    },
    renameBranch: (line, name) => put({ ...own(line), name }),
    removeBranch(line) {
      own(line);
      const child = [...branches.values()].find((branch) => branch.parent === line);
      if (child !== undefined) {
        throw new LockstepError('E_BRANCH', `branch ${line} has branches of its own`, {
          found: child.name,
          remedy: 'Remove those first',
        });
      }
      branches = new Map([...branches].filter(([id]) => id !== line));
      kept.forget(line, 0);
      onChange();
    },
    poke(line, at, offset, bytes) {
      const branch = own(line);
      if (at !== branch.fork) checkOwn(at, line, branch.length);
      if (offset < 0 || offset + bytes.length > imageBytes) {
        throw new LockstepError('E_BRANCH', 'the write leaves the image', {
          remedy: 'Write within the memory windows',
        });
      }
      change(addPoke(branch, at, { offset, bytes: bytes.slice() }), at);
    },
    setInput(line, at, pad, command, count = 1) {
      const branch = own(line);
      checkOwn(at, line);
      checkInput(pad, command);
      checkCount(count, at - 1);
      change(setInputs(branch, at, count, { pad: command === undefined ? pad : -1, command }), at);
    },
    insertInput(line, at, pad, command, count = 1) {
      const branch = own(line);
      checkOwn(at, line);
      checkInput(pad, command);
      checkCount(count, branch.length);
      change(insertEntries(branch, at, count, { pad: command === undefined ? pad : -1, command }), at);
    },
    deleteInputs(line, at, count) {
      const branch = own(line);
      checkOwn(at, line, branch.length);
      checkOwn(at + count - 1, line, branch.length);
      change(deleteEntries(branch, at, count), at);
    },
    branchSet: () => ({ branches, next }),
    restoreBranches(set, from = 0) {
      for (const branch of branches.values()) if (set.branches.get(branch.id) !== branch) kept.forget(branch.id, from);
      ({ branches, next } = set);
      onChange();
    },
  };

  return {
    edits,
    kept,
    of,
    length,
    checkAt,
    checkOwn,
    infos: () => [
      { line: RECORDING, name: RECORDING_NAME, parent: -1, fork: 0, length: script.length, pokes: 0, inputs: 0 },
      ...[...branches.values()].map((branch) => ({
        line: branch.id,
        name: branch.name,
        parent: branch.parent,
        fork: branch.fork,
        length: branch.length,
        pokes: branch.pokes.size,
        inputs: ownInputs(branch),
      })),
    ],
    recordedEntry(at, line) {
      if (line === RECORDING) return at;
      const branch = of(line);
      const { first, from } = branch.pieces[pieceOf(branch, at)] as Piece;
      return from === 0 ? 0 : from + at - first;
    },
  };
}
