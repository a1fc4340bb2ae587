/**
 * A battle as its differing words from the state at the search's start. Every image word in the key
 * of a state has a number; the changes of a move are numbers with words, found by comparing the
 * image with the state before. Cells that only time changes are kept beside the key, and belong to
 * it only where they matter.
 */
import type { Battle, System } from '../../../../core/system/system.js';
import type { Reading } from '../../../play/plan/readings.js';
import { createChangeScanner } from './changed-words.js';
import { createStateChanges, type StateChanges } from './state-changes.js';
import { createStateLayout } from './state-layout.js';
import { createStateLoader, type StateLoader } from './state-loader.js';

export { CHANGE_WORDS } from './state-changes.js';

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
