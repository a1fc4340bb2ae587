/**
 * The words of a battle's image that make up a state: those of its key, and those that only time
 * changes.
 */

import { countText } from '../../../../core/system/names.js';
import type { Battle, CellDeclaration, System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/index.js';
import type { Reading } from '../../../play/index.js';
import { planningOf } from '../problem/outcome.js';
import type { ChangeScanner } from './changed-words.js';

// The image of a battle in words of four bytes, and its deciding words.

/** Masks of the deciding bytes by word of the image. */
function masksOf(cells: readonly CellDeclaration[], words: number): Int32Array {
  const masks = new Int32Array(words);
  for (const { offset, width, list = width } of cells) {
    for (let byte = offset; byte < offset + list; byte++) {
      masks[byte >> 2] = (masks[byte >> 2] as number) | (0xff << (8 * (byte & 3)));
    }
  }
  return masks;
}

/** Words of the image with deciding bytes. */
export function indexOf(masks: Int32Array): Int32Array {
  return Int32Array.from(masks.keys()).filter((word) => masks[word] !== 0);
}

/**
 * The image as words. The last word takes in bytes behind an image whose length is no multiple of
 * four.
 * @throws LockstepError `E_CAPABILITY` when the image does not lie in a buffer of whole words
 */
export function wordsOf(image: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = image;
  const words = (length + 3) >> 2;
  if (byteOffset % 4 === 0 && byteOffset + 4 * words <= buffer.byteLength) {
    return new Int32Array(buffer, byteOffset, words);
  }
  throw new LockstepError('E_CAPABILITY', 'the system’s image does not lie in a buffer of whole words', {
    found: `${countText(length, 'byte')}, at byte ${byteOffset} of a buffer of ${buffer.byteLength}`,
    remedy: 'Let the system make its image with createImage of core/system/image-layout.ts',
  });
}

// Puts a battle into a state stored as bytes, as in the nodes of an exact search.

interface ImageWords {
  /** The image at the root, now, and in the loaded state. */
  readonly root: Int32Array;
  readonly image: Int32Array;
  readonly before: Int32Array;
  /** Words of time in the key of the loaded state: those of the root. */
  readonly time: Int32Array;
}

/**
 * Loads a node. @param bytes,at differences from the root, one byte for each of the `count` first
 * `lanes`; see `VaryingBytes`
 */
type LoadNode = (bytes: Uint8Array, at: number, lanes: Int32Array, count: number) => void;

function bytesOf(words: Int32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/**
 * Creates the loader. @param index word of the image by number; higher numbers are words of time
 */
function createLoadNode(words: ImageWords, index: Int32Array): LoadNode {
  const root = bytesOf(words.root);
  const image = bytesOf(words.image);
  const before = bytesOf(words.before);
  const time = bytesOf(words.time);
  const length = image.length;
  /** Byte of the image by lane; after the image, the byte of time. */
  const addresses = Int32Array.from({ length: 4 * index.length + time.length }, (_, lane) => {
    const word = index[lane >> 2];
    return word === undefined ? length + lane - 4 * index.length : 4 * word + (lane & 3);
  });
  return (bytes, at, lanes, count) => {
    for (let place = 0; place < count; place++) {
      const address = addresses[lanes[place] as number] as number;
      const difference = bytes[at + place] as number;
      if (address < length) {
        const value = (root[address] as number) ^ difference;
        image[address] = value;
        before[address] = value;
      } else {
        const byte = address - length;
        time[byte] = (time[byte] as number) ^ difference;
      }
    }
  };
}

export interface StateLayout {
  /** The image as words. */
  readonly image: Int32Array;
  /** Bits of the key and of time, by word of the image. */
  readonly mask: Int32Array;
  readonly timeMask: Int32Array;
  /** Word of the image by number, for the key and for time. */
  readonly keyIndex: Int32Array;
  readonly timeIndex: Int32Array;
  /** Number of a key word, by word of the image. */
  readonly numbers: Int32Array;
  /** The layout as text: two layouts with equal texts number the same bytes. */
  readonly text: string;
  /** Whether the words of time belong to the key now. */
  timerMatters(): boolean;
}

function keyCells(system: System, battle: Battle, readings: readonly Reading[]): CellDeclaration[] {
  const asked = readings.flatMap(({ cell }) => (cell === undefined ? [] : [{ ...cell, passive: false }]));
  const names = new Set(asked.map(({ name }) => name));
  const found = planningOf(system).stateKeyCells?.(battle) ?? battle.cells.filter((cell) => cell.scratch !== true);
  return [...found.filter(({ name }) => !names.has(name)), ...asked];
}

/**
 * Creates a layout. @param readings of the goal and of the conditions to keep: their cells belong
 * to the key, even if only time changes them
 */
export function createStateLayout(system: System, battle: Battle, readings: readonly Reading[]): StateLayout {
  const cells = keyCells(system, battle, readings);
  const image = wordsOf(battle.image);
  const masks = (passive: boolean): Int32Array =>
    masksOf(
      cells.filter((cell) => (cell.passive === true) === passive),
      image.length,
    );
  const [mask, timeMask] = [masks(false), masks(true)];
  const [keyIndex, timeIndex] = [indexOf(mask), indexOf(timeMask)];
  const numbers = new Int32Array(image.length);
  for (let number = 0; number < keyIndex.length; number++) numbers[keyIndex[number] as number] = number;
  const { timerMatters } = planningOf(system);
  const hasTimes = timeIndex.length > 0;
  return {
    image,
    mask,
    timeMask,
    keyIndex,
    timeIndex,
    numbers,
    text: [keyIndex, timeIndex].map((list) => list.join(' ')).join('\n') + [mask, timeMask].map(String).join('\n'),
    timerMatters: () => hasTimes && (timerMatters === undefined || timerMatters(battle)),
  };
}

// Puts a battle into a state, from words or from the bytes of a node.

/** The battle's image as words: at the root, and in the loaded state. */
export interface LoadedState {
  readonly root: Int32Array;
  readonly before: Int32Array;
  /** Words of time in the key: of the root and of the loaded state. */
  readonly rootTime: Int32Array;
  readonly timeBefore: Int32Array;
}

export interface StateLoader {
  /**
   * Puts the battle into a state.
   * @param keyAt of its differences from the root, one for each of the `count` first `numbers`; all
   *   other words are the root's
   * @param timeAt of its words of time
   */
  load(source: Int32Array, keyAt: number, timeAt: number, numbers: Int32Array, count: number): void;
  /**
   * Puts the battle into the state of a node of a shortest-route search, which stores bytes.
   * @param bytesAt of its differences from the root, one byte for each of the `count` first
   *   `lanes`; see `VaryingBytes`
   */
  loadNode(
    bytes: Uint8Array,
    bytesAt: number,
    lanes: Int32Array,
    count: number,
    times: Int32Array,
    timeAt: number,
  ): void;
}

export function createStateLoader(layout: StateLayout, loaded: LoadedState, scanner: ChangeScanner): StateLoader {
  const { image, mask, timeMask, keyIndex, timeIndex } = layout;
  const { root, before, rootTime, timeBefore } = loaded;
  const [keyCount, timeCount] = [keyIndex.length, timeIndex.length];
  const { expectChange } = scanner;
  const putBytes = createLoadNode({ root, image, before, time: timeBefore }, keyIndex);
  /** Lanes whose words are expected to change. */
  let expected = 0;

  function putBack(word: number, bits: number, value: number): void {
    const whole = ((image[word] as number) & ~bits) | value;
    image[word] = whole;
    before[word] = whole;
  }

  function loadTimes(source: Int32Array, at: number): void {
    for (let number = 0; number < timeCount; number++) {
      const word = timeIndex[number] as number;
      putBack(word, timeMask[word] as number, source[at + number] as number);
    }
  }

  function timesAsAtRoot(): void {
    for (let number = 0; number < timeCount; number++) timeBefore[number] = rootTime[number] as number;
  }

  function expectLanes(lanes: Int32Array, count: number): void {
    expected = count;
    for (let place = 0; place < count; place++) {
      const word = keyIndex[(lanes[place] as number) >> 2];
      if (word !== undefined) expectChange(word);
    }
  }

  return {
    load(source, keyAt, timesAt, listed, count) {
      timesAsAtRoot();
      for (let place = 0; place < count; place++) {
        const number = listed[place] as number;
        const difference = source[keyAt + place] as number;
        if (number < keyCount) {
          const word = keyIndex[number] as number;
          const bits = mask[word] as number;
          expectChange(word);
          putBack(word, bits, ((root[word] as number) & bits) ^ difference);
        } else timeBefore[number - keyCount] = (rootTime[number - keyCount] as number) ^ difference;
      }
      loadTimes(source, timesAt);
    },
    loadNode(bytes, bytesAt, lanes, count, times, timesAt) {
      timesAsAtRoot();
      if (count !== expected) expectLanes(lanes, count);
      putBytes(bytes, bytesAt, lanes, count);
      loadTimes(times, timesAt);
    },
  };
}
