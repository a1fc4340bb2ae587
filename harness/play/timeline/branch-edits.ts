/**
 * Changes the branches of a timeline. A wrong position is the error `E_FRAME`, a wrong line
 * `E_BRANCH`.
 */
import { LockstepError } from '../../base/index.js';
import {
  addPoke,
  type Branch,
  type BranchInput,
  type BranchSet,
  type BranchStore,
  branchOf,
  checkOwnEntry,
  checkPosition,
  deleteEntries,
  forkBranch,
  insertEntries,
  RECORDING,
  setInputs,
  writableBranch,
} from './branch-store.js';

import type { ScriptCommand } from './script.js';

/** Entries that a branch may have. */
export const MAX_ENTRIES = 10_000_000;

export interface BranchEdits {
  /** @returns number of the new branch */
  branch(at: number, line?: number, name?: string): number;
  renameBranch(line: number, name: string): void;
  removeBranch(line: number): void;
  /** Writes bytes at a position of a branch. */
  poke(line: number, at: number, offset: number, bytes: Uint8Array): void;
  /** Changes inputs of a branch; may go on after its end. */
  setInput(line: number, at: number, pad: number, command?: ScriptCommand, count?: number): void;
  /** Inserts entries before an entry of a branch, or at its length + 1. */
  insertInput(line: number, at: number, pad: number, command?: ScriptCommand, count?: number): void;
  /** Removes entries of a branch. */
  deleteInputs(line: number, at: number, count: number): void;
  branchSet(): BranchSet;
  /**
   * Restores an earlier set of branches.
   * @param from both sets have the same states before this position
   */
  restoreBranches(set: BranchSet, from?: number): void;
}

function checkInput({ system }: BranchStore, pad: number, command: ScriptCommand | undefined): BranchInput {
  if (command !== undefined) return { pad: -1, command };
  if (system.unit === 'frame' && pad >= 0 && pad <= 0xffff) return { pad, command };
  throw new LockstepError('E_BRANCH', 'this is not an input', {
    found: String(pad),
    remedy: system.unit === 'frame' ? 'Give a 16-bit pad word' : 'Give a command',
  });
}

function checkCount(count: number, before: number): void {
  if (Number.isInteger(count) && count >= 1 && before + count <= MAX_ENTRIES) return;
  throw new LockstepError('E_BRANCH', 'a branch cannot have so many entries', {
    found: String(before + count),
    expected: `at most ${MAX_ENTRIES}`,
    remedy: 'Add fewer',
  });
}

function put(store: BranchStore, branch: Branch): void {
  store.set = { ...store.set, branches: new Map(store.set.branches).set(branch.id, branch) };
}

/** @param at position from which the branch has other states */
function change(store: BranchStore, branch: Branch, at: number): void {
  put(store, branch);
  store.states.forget(branch.id, at);
  store.onChange();
}

function fork(store: BranchStore, at: number, line: number, name: string | undefined): number {
  checkPosition(store, at, line, 0);
  const { branches, next: id } = store.set;
  store.set = { branches, next: id + 1 };
  const parent = line === RECORDING ? undefined : branchOf(store, line);
  put(store, forkBranch(id, name ?? `branch ${id}`, parent, store.script.length, at));
  store.states.fork(id, line, at);
  return id;
}

function remove(store: BranchStore, line: number): void {
  writableBranch(store, line);
  const { branches, next } = store.set;
  const child = [...branches.values()].find((branch) => branch.parent === line);
  if (child !== undefined) {
    throw new LockstepError('E_BRANCH', `branch ${line} has branches of its own`, {
      found: child.name,
      remedy: 'Remove those first',
    });
  }
  store.set = { branches: new Map([...branches].filter(([id]) => id !== line)), next };
  store.states.forget(line, 0);
  store.onChange();
}

function poke(store: BranchStore, line: number, at: number, offset: number, bytes: Uint8Array): void {
  const branch = writableBranch(store, line);
  if (at !== branch.fork) checkOwnEntry(store, at, line, branch.length);
  if (offset < 0 || offset + bytes.length > store.imageBytes) {
    throw new LockstepError('E_BRANCH', 'the write is not within the memory windows', {
      remedy: 'Write within the memory windows',
    });
  }
  change(store, addPoke(branch, at, { offset, bytes: bytes.slice() }), at);
}

function restore(store: BranchStore, set: BranchSet, from: number): void {
  for (const branch of store.set.branches.values()) {
    if (set.branches.get(branch.id) !== branch) store.states.forget(branch.id, from);
  }
  store.set = set;
  store.onChange();
}

/** The changes as methods of a timeline. */
export function editsOf(store: BranchStore): BranchEdits {
  return {
    branch: (at, line = RECORDING, name) => fork(store, at, line, name),
    renameBranch: (line, name) => put(store, { ...writableBranch(store, line), name }),
    removeBranch: (line) => remove(store, line),
    poke: (line, at, offset, bytes) => poke(store, line, at, offset, bytes),
    setInput(line, at, pad, command, count = 1) {
      const branch = writableBranch(store, line);
      checkOwnEntry(store, at, line);
      const input = checkInput(store, pad, command);
      checkCount(count, at - 1);
      change(store, setInputs(branch, at, count, input), at);
    },
    insertInput(line, at, pad, command, count = 1) {
      const branch = writableBranch(store, line);
      checkOwnEntry(store, at, line);
      const input = checkInput(store, pad, command);
      checkCount(count, branch.length);
      change(store, insertEntries(branch, at, count, input), at);
    },
    deleteInputs(line, at, count) {
      const branch = writableBranch(store, line);
      checkOwnEntry(store, at, line, branch.length);
      checkOwnEntry(store, at + count - 1, line, branch.length);
      change(store, deleteEntries(branch, at, count), at);
    },
    branchSet: () => store.set,
    restoreBranches: (set, from = 0) => restore(store, set, from),
  };
}
