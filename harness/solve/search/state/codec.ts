/**
 * A battle as its differing words from the state at the search's start. Every image word in the key
 * of a state has a number; the changes of a move are numbers with words, found by comparing the
 * image with the state before. Cells that only time changes are kept beside the key, and belong to
 * it only where they matter.
 */

import type { Battle, System } from '../../../../core/system/system.js';
import type { Reading } from '../../../play/index.js';
import { mixWord } from './arena.js';
import { type ChangeScanner, createChangeScanner } from './changed-words.js';
import {
  createStateLayout,
  createStateLoader,
  type LoadedState,
  type StateLayout,
  type StateLoader,
} from './state-layout.js';

// The changes that shared prefixes made in a loaded state, saved for reuse.

interface StateDeltas {
  /**
   * Saves the present battle.
   * @param slot 0..`slots` - 1
   * @param from the slot applied before, -1: the loaded state
   * @param count number of places in the list of changed words, ascending
   */
  save(slot: number, from: number, count: number): void;
  /** Puts the battle to a saved state, from the loaded state or the slot's predecessor. */
  apply(slot: number): void;
  /**
   * Writes the places that differ from the loaded state into the list of changed words.
   * @returns their number
   */
  list(slot: number): number;
}

interface Delta {
  readonly places: Int32Array;
  readonly words: Int32Array;
  /**
   * Number of places that differ from the loaded state; places after them differ only from the
   * slot's predecessor.
   */
  changed: number;
  count: number;
  readonly times: Int32Array;
}

/**
 * Creates the deltas.
 * @param image as words
 * @param times places of the words of time, always saved
 * @param changed the list of changed words
 * @param slots number of deltas
 */
function createStateDeltas(image: Int32Array, times: Int32Array, changed: Int32Array, slots: number): StateDeltas {
  const all = Array.from(
    { length: slots },
    (): Delta => ({
      places: new Int32Array(2 * changed.length),
      words: new Int32Array(2 * changed.length),
      changed: 0,
      count: 0,
      times: new Int32Array(times.length),
    }),
  );
  const at = (slot: number): Delta => all[slot] as Delta;
  return {
    save(slot, from, count) {
      const delta = at(slot);
      const { places, words } = delta;
      for (let index = 0; index < count; index++) places[index] = changed[index] as number;
      delta.changed = count;
      delta.count = count;
      if (from >= 0) {
        const before = at(from);
        for (let index = 0; index < before.changed; index++) places[delta.count++] = before.places[index] as number;
      }
      for (let index = 0; index < delta.count; index++) words[index] = image[places[index] as number] as number;
      for (let index = 0; index < times.length; index++) delta.times[index] = image[times[index] as number] as number;
    },
    apply(slot) {
      const { places, words, count, times: ownTimes } = at(slot);
      for (let index = 0; index < count; index++) image[places[index] as number] = words[index] as number;
      for (let index = 0; index < times.length; index++) image[times[index] as number] = ownTimes[index] as number;
    },
    list(slot) {
      const { places, changed: count } = at(slot);
      for (let index = 0; index < count; index++) changed[index] = places[index] as number;
      return count;
    },
  };
}

// The changes of a move in the loaded state: found, written, and undone.

/** Words of a change: number, and the word's exclusive or with the root's. */
export const CHANGE_WORDS = 2;

interface StateChanges {
  /**
   * Writes the differences from the loaded state: words of time, then changes.
   * @returns number of changes; `found` holds their share in the key's hash
   */
  differences(target: Int32Array, timeAt: number, changesAt: number): number;
  /** Share of the last differences in the key's hash. */
  readonly found: { readonly hashed: number };
  /** Restores the words found by `differences`. */
  undo(): void;
  /** Restores the loaded state after a move without a call of `differences`. */
  discard(): void;
  /**
   * Saves the present battle.
   * @param slot 0..`slots` - 1
   * @param from the slot applied before, or -1
   */
  saveDelta(slot: number, from: number): void;
  /** Puts the battle from the loaded state, or from the slot before it, to the saved state. */
  applyDelta(slot: number): void;
  /** Tells that the battle is as saved: the next `differences` does not scan. */
  reuseDelta(slot: number): void;
  /** Tells that nothing differs from the loaded state. */
  clear(): void;
}

/** The changed words, and their share in the key's hash. */
interface FoundChanges {
  readonly changed: Int32Array;
  count: number;
  hashed: number;
}

/** Returns `StateChanges.differences`, for changes that were found. */
function createDifferences(
  { image, mask, timeMask, keyIndex, timeIndex, numbers, timerMatters }: StateLayout,
  { root, before, rootTime, timeBefore }: LoadedState,
  found: FoundChanges,
): StateChanges['differences'] {
  const { changed } = found;
  const [keyCount, timeCount] = [keyIndex.length, timeIndex.length];
  return (target, timesAt, changesAt) => {
    // `| 0` at every step: without it the sum is one of floats
    let sum = 0;
    let at = changesAt | 0;
    const count = found.count | 0;
    for (let change = 0; change < count; change++) {
      const word = changed[change] as number;
      const number = numbers[word] as number;
      const bits = mask[word] as number;
      const value = ((image[word] as number) ^ (root[word] as number)) & bits;
      const old = ((before[word] as number) ^ (root[word] as number)) & bits;
      if (value === old) continue;
      sum = (sum + ((mixWord(number, value) - mixWord(number, old)) | 0)) | 0;
      target[at] = number;
      target[at + 1] = value;
      at += CHANGE_WORDS;
    }
    const matters = timerMatters();
    for (let number = 0; number < timeCount; number++) {
      const word = timeIndex[number] as number;
      const value = (image[word] as number) & (timeMask[word] as number);
      target[timesAt + number] = value;
      const key = matters ? value : 0;
      const old = timeBefore[number] as number;
      if (key === old) continue;
      const own = rootTime[number] as number;
      sum = (sum + ((mixWord(keyCount + number, key ^ own) - mixWord(keyCount + number, old ^ own)) | 0)) | 0;
      target[at] = keyCount + number;
      target[at + 1] = key ^ own;
      at += CHANGE_WORDS;
    }
    found.hashed = sum;
    return (at - changesAt) / CHANGE_WORDS;
  };
}

/**
 * Creates the changes. @param changed the scanner's list of changed words
 * @param slots maximum number of saved deltas
 */
function createStateChanges(
  layout: StateLayout,
  loaded: LoadedState,
  scanner: ChangeScanner,
  changed: Int32Array,
  slots: number,
): StateChanges {
  const { image, timeIndex } = layout;
  const { before } = loaded;
  const timeCount = timeIndex.length;
  const { scan } = scanner;
  const deltas = createStateDeltas(image, timeIndex, changed, slots);
  const found: FoundChanges = { changed, count: 0, hashed: 0 };
  const differences = createDifferences(layout, loaded, found);
  /** Number of changed words listed without a scan, or -1. */
  let listed = -1;

  function findChanges(): void {
    found.count = listed < 0 ? scan() : listed;
    listed = -1;
  }

  const changes: StateChanges = {
    found,
    differences(target, timesAt, changesAt) {
      findChanges();
      return differences(target, timesAt, changesAt);
    },
    undo() {
      const { count } = found;
      for (let change = 0; change < count; change++) {
        const word = changed[change] as number;
        image[word] = before[word] as number;
      }
      for (let number = 0; number < timeCount; number++) {
        const word = timeIndex[number] as number;
        image[word] = before[word] as number;
      }
    },
    discard() {
      findChanges();
      changes.undo();
    },
    saveDelta: (slot, from) => deltas.save(slot, from, scan()),
    applyDelta: deltas.apply,
    reuseDelta(slot) {
      listed = deltas.list(slot);
    },
    clear() {
      found.count = 0;
    },
  };
  return changes;
}

export interface Codec {
  /** Number of words that may belong to a key. */
  readonly keyWords: number;
  /** Number of words that only time changes; they are always restored. */
  readonly timeWords: number;
  /** Number of words in a whole state, as written by `pack`, the key first. */
  readonly words: number;
  /** The layout as text: two codecs with equal texts number the same bytes. */
  readonly layout: string;
  readonly loader: StateLoader;
  readonly changes: StateChanges;
  /** Writes all words of the image. */
  pack(target: Int32Array, at: number): void;
  /** Puts the battle to the root, its state at the codec's creation. */
  toRoot(): void;
}

/**
 * Creates a codec.
 * @param battle the search's battle, at the root
 * @param readings of the goal and of the conditions to keep: their cells belong to the key, even if
 *   only time changes them
 * @param slots maximum number of saved deltas
 */
export function createCodec(system: System, battle: Battle, readings: readonly Reading[] = [], slots = 0): Codec {
  const layout = createStateLayout(system, battle, readings);
  const { image, mask, timeMask, keyIndex, timeIndex, timerMatters } = layout;
  const [keyCount, timeCount] = [keyIndex.length, timeIndex.length];
  const [root, before] = [image.slice(), image.slice()];
  const rootMatters = timerMatters();
  const rootTime = Int32Array.from(timeIndex, (word) => (rootMatters ? timeAt(word) : 0));
  const loaded = { root, before, rootTime, timeBefore: rootTime.slice() };
  const changed = new Int32Array(keyCount + 1);
  const scanner = createChangeScanner(image, before, changed, keyIndex);
  timeIndex.forEach(scanner.expectChange);
  const changes = createStateChanges(layout, loaded, scanner, changed, slots);

  function timeAt(word: number): number {
    return (image[word] as number) & (timeMask[word] as number);
  }

  return {
    keyWords: keyCount + timeCount,
    timeWords: timeCount,
    words: keyCount + 2 * timeCount,
    layout: layout.text,
    loader: createStateLoader(layout, loaded, scanner),
    changes,
    pack(target, at) {
      for (let number = 0; number < keyCount; number++) {
        const word = keyIndex[number] as number;
        target[at + number] = (image[word] as number) & (mask[word] as number);
      }
      const matters = timerMatters();
      for (let number = 0; number < timeCount; number++) {
        const value = timeAt(timeIndex[number] as number);
        target[at + keyCount + number] = matters ? value : 0;
        target[at + keyCount + timeCount + number] = value;
      }
    },
    toRoot() {
      image.set(root);
      before.set(root);
      loaded.timeBefore.set(rootTime);
      changes.clear();
    },
  };
}
