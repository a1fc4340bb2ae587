/**
 * A battle as the words in which it differs from the state that a search began with. Every word of
 * the image that belongs to the key of a state has a number; what a move changed is a list of
 * numbers with their words, found by comparing the image with the state before. Cells that only
 * time changes are kept beside the key, and belong to it only where they matter.
 */
import type { Battle, System } from '../../../core/system/system.js';
import type { Reading } from '../../plan/readings.js';
import { createChangeScanner } from './changed-words.js';
import { createStateChanges, type StateChanges } from './state-changes.js';
import { createStateLayout } from './state-layout.js';
import { createStateLoader, type StateLoader } from './state-loader.js';

export { CHANGE_WORDS } from './state-changes.js';

export interface Codec {
  /** Words that may be part of a key: numbers from 0 on. */
  readonly keyWords: number;
  /** Words that only time changes: restored, whatever matters. */
  readonly timeWords: number;
  /** Words of a state with all of them: what `pack` writes, the key first. */
  readonly words: number;
  /** What stands where, as text: two codecs whose texts are equal number the same bytes. */
  readonly layout: string;
  readonly loader: StateLoader;
  readonly changes: StateChanges;
  /** Writes all words as they are in the image. */
  pack(target: Int32Array, at: number): void;
  /** Puts the battle to the root: as it was when the codec was made. */
  toRoot(): void;
}

/**
 * @param battle the battle the search plays on, as it is at the root
 * @param readings of the goal and of what must be kept: their cells belong to the key, even if only
 * time moves them
 * @param slots number of deltas that can be saved
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
