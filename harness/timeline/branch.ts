/**
 * A branch: from a position on it goes its own way, with the script of its parent except where it was changed. Writes
 * are made here and nowhere else; a recording is never written.
 */
import type { ScriptCommand } from './script.js';

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

export interface Branch {
  readonly id: number;
  name: string;
  /** Number of the parent line; 0 is the recording. */
  readonly parent: number;
  /** Last position shared with the parent. */
  readonly fork: number;
  readonly pokes: Map<number, Poke[]>;
  /** Changed or appended inputs by entry. */
  readonly inputs: Map<number, BranchInput>;
  /** Number of entries. */
  length: number;
  /** States that were come by, by position; forgotten after a change before them. */
  readonly kept: Map<number, Uint8Array>;
}

export function createBranch(id: number, name: string, parent: number, fork: number, length: number): Branch {
  return { id, name, parent, fork, length, pokes: new Map(), inputs: new Map(), kept: new Map() };
}

/** Forgets the states that a change at a position made wrong. */
export function forgetFrom(branch: Branch, at: number): void {
  for (const kept of branch.kept.keys()) if (kept >= at) branch.kept.delete(kept);
}
