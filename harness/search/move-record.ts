/** What a move of a state may lead to, as words: written by any thread, and read by the one that takes children over. */
import type { UnpublishedNotes } from '../../core/system.js';
import type { ChildTaker } from './successors.js';

/** Words: children, what became of the move, and what was noted on the way. */
const CHILDREN = 0;
const FATE = 1;
const NOTES = 2;
const DROPPED = 1;
const OPENED = 2;
/** Words of a child before its state. */
const HASH = 0;
const COST = 1;
const BOUND = 2;
const CHILD_HEADER = 3;
const NOTES_OF_A_WORD = 32;
const FIRST_CHILDREN = 64;

/** The first `length` words are in use. */
export interface MoveRecord {
  readonly words: Int32Array;
  readonly length: number;
}

/** The moves of a state by number: each of them can be played by itself, in any thread. */
export interface MoveParts {
  readonly count: number;
  /**
   * Plays a move of a state in every way it may come out. What is noted on the way goes into the record alone.
   * @returns valid until the next one
   */
  record(source: Int32Array, at: number, move: number): MoveRecord;
  /** Gives a record's children to a taker, in their order, and notes what it notes. @returns false when there was no room */
  replay(record: Int32Array, at: number, move: number, take: ChildTaker): boolean;
}

export interface PlayedMoves {
  readonly count: number;
  readonly keyWords: number;
  readonly stateWords: number;
  readonly notes: UnpublishedNotes | undefined;
  /** Plays a move of a state in every way it may come out. */
  play(source: Int32Array, at: number, move: number, take: ChildTaker): void;
}

export function createParts({ count, keyWords, stateWords, notes, play }: PlayedMoves): MoveParts {
  const flags = notes?.flags ?? new Uint8Array(0);
  const kept = flags.slice();
  const childrenAt = NOTES + Math.ceil(flags.length / NOTES_OF_A_WORD);
  const childWords = CHILD_HEADER + stateWords;
  let words = new Int32Array(childrenAt + FIRST_CHILDREN * childWords);
  let length = 0;

  /** The child with the same key: what draws lead to often is the same. */
  function find(source: Int32Array, at: number, hash: number): number {
    for (let child = childrenAt; child < length; child += childWords) {
      if (words[child + HASH] !== hash) continue;
      const state = child + CHILD_HEADER;
      let word = 0;
      while (word < keyWords && words[state + word] === source[at + word]) word++;
      if (word === keyWords) return child;
    }
    return -1;
  }

  const recording: ChildTaker = {
    child(source, at, hash, _move, cost, bound) {
      const known = find(source, at, hash);
      if (known >= 0) {
        words[known + COST] = Math.max(words[known + COST] as number, cost);
        return true;
      }
      if (length + childWords > words.length) {
        const longer = new Int32Array(2 * words.length);
        longer.set(words);
        words = longer;
      }
      const child = length;
      words[child + HASH] = hash;
      words[child + COST] = cost;
      words[child + BOUND] = bound;
      for (let word = 0; word < stateWords; word++) words[child + CHILD_HEADER + word] = source[at + word] as number;
      words[CHILDREN] = (words[CHILDREN] as number) + 1;
      length += childWords;
      return true;
    },
    open() {
      words[FATE] = (words[FATE] as number) | OPENED;
      return true;
    },
    drop() {
      words[FATE] = (words[FATE] as number) | DROPPED;
    },
  };

  function writeNotes(): void {
    for (let flag = 0; flag < flags.length; flag++) {
      const word = NOTES + Math.floor(flag / NOTES_OF_A_WORD);
      words[word] = (words[word] as number) | ((flags[flag] as number) << (flag % NOTES_OF_A_WORD));
    }
  }

  function addNotes(source: Int32Array, at: number): void {
    for (let flag = 0; flag < flags.length; flag++) {
      const word = source[at + NOTES + Math.floor(flag / NOTES_OF_A_WORD)] as number;
      flags[flag] = (flags[flag] as number) | ((word >>> (flag % NOTES_OF_A_WORD)) & 1);
    }
  }

  return {
    count,
    record(source, at, move) {
      words.fill(0, 0, childrenAt);
      length = childrenAt;
      kept.set(flags);
      flags.fill(0);
      play(source, at, move, recording);
      writeNotes();
      flags.set(kept);
      return { words, length };
    },
    replay(record, at, move, take) {
      addNotes(record, at);
      let child = at + childrenAt;
      for (let left = record[at + CHILDREN] as number; left > 0; left--) {
        const [hash, cost] = [record[child + HASH] as number, record[child + COST] as number];
        const bound = record[child + BOUND] as number;
        if (!take.child(record, child + CHILD_HEADER, hash, move, cost, bound)) return false;
        child += childWords;
      }
      const fate = record[at + FATE] as number;
      if ((fate & DROPPED) !== 0) take.drop(move);
      return (fate & OPENED) === 0 || take.open(move);
    },
  };
}
