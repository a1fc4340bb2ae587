/**
 * A branch: after its fork it has the inputs of its parent except for its changes. A branch is an
 * immutable value: every change makes a new one. Later changes of the parent do not affect it.
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

/** Consecutive entries with one origin; a piece ends where the next one begins. */
export interface Piece {
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
export function ownInputs({ pieces, length }: Branch): number {
  return pieces.reduce(
    (sum, { first, input }, index) =>
      sum + (input === undefined ? 0 : (pieces[index + 1]?.first ?? length + 1) - first),
    0,
  );
}
