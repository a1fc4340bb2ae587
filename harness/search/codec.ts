/**
 * A battle as the words in which it differs from the state that a search began with. Every word of the image that decides what can happen
 * has a number; what a move changed is a list of numbers with their words, found by comparing the image with the state before. Cells
 * that only time changes are kept beside the key, and in it only where they decide something.
 */
import type { Battle, System } from '../../core/system.js';
import type { Reading } from '../plan/readings.js';
import { mixWord } from './arena.js';
import { createLook } from './changed-words.js';
import { indexOf, masksOf, wordsOf } from './image-words.js';
import { createKeptChanges } from './kept-changes.js';
import { createLoadBytes } from './load-bytes.js';

/** Words of a change: number, and the word's difference from the root's by bits. */
export const CHANGE_WORDS = 2;

export interface Codec {
  /** Words that may be part of a key: numbers from 0 on. */
  readonly keyWords: number;
  /** Words that only time changes: restored, whatever decides. */
  readonly timeWords: number;
  /** Words of a state with all of them: what `pack` writes, the key first. */
  readonly words: number;
  /** What stands where, as text: two codecs whose texts are equal number the same bytes. */
  readonly layout: string;
  /** Writes all words as they are in the image. */
  pack(target: Int32Array, at: number): void;
  /** Puts the battle to the root: as it was when the codec was made. */
  toRoot(): void;
  /**
   * Puts the battle into a state.
   * @param keyAt of the state's differences from the root, one for each of the `count` first `numbers`; all other words are the root's
   * @param timeAt of its words of time
   */
  load(source: Int32Array, keyAt: number, timeAt: number, numbers: Int32Array, count: number): void;
  /**
   * The same for a state that is kept by bytes, as the nodes of an exact search are.
   * @param bytesAt of its differences from the root, one byte for each of the `count` first `lanes`; see `Places`
   */
  loadBytes(
    bytes: Uint8Array,
    bytesAt: number,
    lanes: Int32Array,
    count: number,
    times: Int32Array,
    timeAt: number,
  ): void;
  /**
   * Writes what differs from the loaded state: words of time, then changes.
   * @returns number of changes; what they add to the key's hash is in `hashed`
   */
  differences(target: Int32Array, timeAt: number, changesAt: number): number;
  hashed: number;
  /** Puts the loaded state back: the words that `differences` found. */
  undo(): void;
  /** Keeps the battle as it is. @param slot 0..`slots` - 1 @param from slot that it was put to before, or -1 */
  keep(slot: number, from: number): void;
  /** Puts the battle, from the loaded state or from the slot before it, to what was kept. */
  putKept(slot: number): void;
  /** The battle is as it was kept: what differs need not be looked for. Until the next differences are asked for. */
  isKept(slot: number): void;
  /** Puts the loaded state back after a move whose differences were not asked for. */
  discard(): void;
}

/**
 * @param battle the battle the search plays on, as it is at the root
 * @param asked what is asked of a state: cells that decide because of that, even if only time or a count moves them
 * @param slots of changes that are kept
 */
export function createCodec(system: System, battle: Battle, asked: readonly Reading[] = [], slots = 0): Codec {
  const { stateKeyCells, timerMatters } = system.capabilities.planning ?? {};
  const names = new Set(asked.map(({ name }) => name));
  const found = stateKeyCells?.(battle) ?? battle.cells.filter((cell) => cell.scratch !== true);
  const cells = [
    ...found.filter(({ name }) => !names.has(name)),
    ...battle.cells.filter(({ name }) => names.has(name)).map((cell) => ({ ...cell, passive: false })),
  ];
  const image = wordsOf(battle.image);
  const mask = masksOf(
    cells.filter((cell) => cell.passive !== true),
    image.length,
  );
  const timeMask = masksOf(
    cells.filter((cell) => cell.passive === true),
    image.length,
  );
  const keyIndex = indexOf(mask);
  const timeIndex = indexOf(timeMask);
  const keyCount = keyIndex.length;
  const timeCount = timeIndex.length;
  const numbers = new Int32Array(image.length);
  for (let number = 0; number < keyCount; number++) numbers[keyIndex[number] as number] = number;

  /** The image at the root, and in the state that is loaded. */
  const root = image.slice();
  const before = image.slice();
  /** Words that changed since, when that was looked for. */
  const changed = new Int32Array(keyCount + 1);
  let changes = 0;
  /** So many are known without looking, or -1. */
  let listed = -1;
  const rootDecides = timeCount > 0 && decidesNow();
  /** Words of time as part of the key: of the root and of the loaded state. */
  const rootTime = Int32Array.from(timeIndex, (word) => (rootDecides ? timeAt(word) : 0));
  const timeBefore = rootTime.slice();

  function decidesNow(): boolean {
    return timerMatters === undefined || timerMatters(battle);
  }

  function timeAt(word: number): number {
    return (image[word] as number) & (timeMask[word] as number);
  }

  function putBack(word: number, bits: number, value: number): void {
    const whole = ((image[word] as number) & ~bits) | value;
    image[word] = whole;
    before[word] = whole;
  }

  const kept = createKeptChanges(image, timeIndex, changed, slots);

  function loadTimes(source: Int32Array, at: number): void {
    for (let number = 0; number < timeCount; number++) {
      const word = timeIndex[number] as number;
      putBack(word, timeMask[word] as number, source[at + number] as number);
    }
  }

  function timesAsAtRoot(): void {
    for (let number = 0; number < timeCount; number++) timeBefore[number] = rootTime[number] as number;
  }

  const putBytes = createLoadBytes({ root, image, before, time: timeBefore }, keyIndex);

  /** Finds the words that changed since the state was loaded. */
  const { look, note } = createLook(image, before, changed, keyIndex);
  timeIndex.forEach(note);
  /** Lanes whose words are noted. */
  let noted = 0;

  function noteLanes(lanes: Int32Array, count: number): void {
    noted = count;
    for (let place = 0; place < count; place++) {
      const word = keyIndex[(lanes[place] as number) >> 2];
      if (word !== undefined) note(word);
    }
  }

  function findChanges(): void {
    changes = listed < 0 ? look() : listed;
    listed = -1;
  }

  const codec: Codec = {
    keyWords: keyCount + timeCount,
    timeWords: timeCount,
    words: keyCount + 2 * timeCount,
    hashed: 0,
    layout: [keyIndex, timeIndex].map((list) => list.join(' ')).join('\n') + [mask, timeMask].map(String).join('\n'),
    pack(target, at) {
      for (let number = 0; number < keyCount; number++) {
        const word = keyIndex[number] as number;
        target[at + number] = (image[word] as number) & (mask[word] as number);
      }
      const decides = timeCount > 0 && decidesNow();
      for (let number = 0; number < timeCount; number++) {
        const value = timeAt(timeIndex[number] as number);
        target[at + keyCount + number] = decides ? value : 0;
        target[at + keyCount + timeCount + number] = value;
      }
    },
    toRoot() {
      image.set(root);
      before.set(root);
      timeBefore.set(rootTime);
      changes = 0;
    },
    load(source, keyAt, timesAt, listed, count) {
      timesAsAtRoot();
      for (let place = 0; place < count; place++) {
        const number = listed[place] as number;
        const difference = source[keyAt + place] as number;
        if (number < keyCount) {
          const word = keyIndex[number] as number;
          const bits = mask[word] as number;
          note(word);
          putBack(word, bits, ((root[word] as number) & bits) ^ difference);
        } else timeBefore[number - keyCount] = (rootTime[number - keyCount] as number) ^ difference;
      }
      loadTimes(source, timesAt);
    },
    loadBytes(bytes, bytesAt, lanes, count, times, timesAt) {
      timesAsAtRoot();
      if (count !== noted) noteLanes(lanes, count);
      putBytes(bytes, bytesAt, lanes, count);
      loadTimes(times, timesAt);
    },
    differences(target, timesAt, changesAt) {
      findChanges();
      // `| 0` at every step: without it the sum is one of floats
      let sum = 0;
      let at = changesAt | 0;
      const count = changes | 0;
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
      const decides = timeCount > 0 && decidesNow();
      for (let number = 0; number < timeCount; number++) {
        const value = timeAt(timeIndex[number] as number);
        target[timesAt + number] = value;
        const key = decides ? value : 0;
        const old = timeBefore[number] as number;
        if (key === old) continue;
        const own = rootTime[number] as number;
        sum = (sum + ((mixWord(keyCount + number, key ^ own) - mixWord(keyCount + number, old ^ own)) | 0)) | 0;
        target[at] = keyCount + number;
        target[at + 1] = key ^ own;
        at += CHANGE_WORDS;
      }
      codec.hashed = sum;
      return (at - changesAt) / CHANGE_WORDS;
    },
    undo() {
      for (let change = 0; change < changes; change++) {
        const word = changed[change] as number;
        image[word] = before[word] as number;
      }
      for (let number = 0; number < timeCount; number++) {
        const word = timeIndex[number] as number;
        image[word] = before[word] as number;
      }
    },
    keep(slot, from) {
      kept.keep(slot, from, look());
    },
    putKept: kept.put,
    isKept(slot) {
      listed = kept.list(slot);
    },
    discard() {
      findChanges();
      codec.undo();
    },
  };
  return codec;
}
