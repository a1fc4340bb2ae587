/** The changes of a move in the loaded state: found, written, and undone. */
import { mixWord } from './arena.js';
import type { ChangeScanner } from './changed-words.js';
import { createStateDeltas } from './state-delta.js';
import type { StateLayout } from './state-layout.js';
import type { LoadedState } from './state-loader.js';

/** Words of a change: number, and the word's exclusive or with the root's. */
export const CHANGE_WORDS = 2;

export interface StateChanges {
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
