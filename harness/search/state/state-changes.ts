/** What a move changed in the loaded state: finds it, writes it down, and puts it back. */
import { mixWord } from './arena.js';
import type { ChangeScanner } from './changed-words.js';
import { createStateDeltas } from './state-delta.js';
import type { StateLayout } from './state-layout.js';
import type { LoadedState } from './state-loader.js';

/** Words of a change: number, and the word's difference from the root's by bits. */
export const CHANGE_WORDS = 2;

export interface StateChanges {
  /**
   * Writes what differs from the loaded state: words of time, then changes.
   * @returns number of changes; what they add to the key's hash is in `found`
   */
  differences(target: Int32Array, timeAt: number, changesAt: number): number;
  /** What the last differences add to the key's hash. */
  readonly found: { readonly hashed: number };
  /** Puts the loaded state back: the words that `differences` found. */
  undo(): void;
  /** Puts the loaded state back after a move whose differences were not asked for. */
  discard(): void;
  /**
   * Saves the battle as it is.
   * @param slot 0..`slots` - 1
   * @param from slot that it was put to before, or -1
   */
  saveDelta(slot: number, from: number): void;
  /** Puts the battle, from the loaded state or from the slot before it, to what was saved. */
  applyDelta(slot: number): void;
  /**
   * The battle is as it was saved: until the next differences are asked for, none are looked for.
   */
  reuseDelta(slot: number): void;
  /** Nothing differs from the loaded state. */
  clear(): void;
}

/** The changed words that were found, and what they add to the key's hash. */
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
 * @param changed the scanner's list of changed words
 * @param slots number of deltas that can be saved
 */
export function createStateChanges(
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
  /** So many changed words are listed without scanning, or -1. */
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
