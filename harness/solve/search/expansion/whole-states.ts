/**
 * States of fixed length with all words of the battle, and the making of such states from children.
 */
import { mixWord, ROOT_HASH } from '../state/arena.js';
import { CHANGE_WORDS } from '../state/codec.js';
import type { Branching } from './branching.js';
import { CHILD_CHANGES, CHILD_WORDS } from './child-words.js';

/**
 * A state: words of the search, words of the battle in order of number as differences from the
 * root, words of time.
 */
export interface WholeStates {
  readonly keyWords: number;
  readonly stateWords: number;
  /** Puts the battle to the root and packs it. @returns its lower bound */
  packRoot(target: Int32Array, at: number): number;
  load(source: Int32Array, at: number): void;
  hashOf(source: Int32Array, at: number): number;
  /** Writes the state of a child in full. @param from start of its parent's state */
  write(block: Int32Array, child: number, source: Int32Array, from: number, target: Int32Array): void;
  /** Start of the next child. */
  after(block: Int32Array, child: number): number;
}

export function createWholeStates(branching: Branching): WholeStates {
  const { keyWords: battleWords, timeWords, searchWords } = branching;
  const keyWords = searchWords + battleWords;
  const numbers = Int32Array.from({ length: battleWords }, (_, number) => number);
  return {
    keyWords,
    stateWords: keyWords + timeWords,
    packRoot(target, at) {
      target.fill(0, at, at + keyWords);
      return branching.root(target, at + keyWords);
    },
    load(source, at) {
      branching.load(source, at, at + keyWords, numbers, battleWords);
    },
    hashOf(source, at) {
      let hash = ROOT_HASH;
      for (let word = 0; word < keyWords; word++) {
        const value = source[at + word] as number;
        if (value === 0) continue;
        const number = word < searchWords ? battleWords + word : word - searchWords;
        hash = (hash + mixWord(number, value) - mixWord(number, 0)) | 0;
      }
      return hash;
    },
    write(block, child, source, from, target) {
      const times = child + CHILD_WORDS;
      const own = times + timeWords;
      for (let word = 0; word < searchWords; word++) target[word] = block[own + word] as number;
      for (let word = searchWords; word < keyWords; word++) target[word] = source[from + word] as number;
      for (let word = 0; word < timeWords; word++) target[keyWords + word] = block[times + word] as number;
      const changes = own + searchWords;
      const end = changes + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
      for (let change = changes; change < end; change += CHANGE_WORDS) {
        target[searchWords + (block[change] as number)] = block[change + 1] as number;
      }
    },
    after(block, child) {
      return child + CHILD_WORDS + timeWords + searchWords + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
    },
  };
}
