/** Puts a battle into a state, from words or from the bytes of a node. */
import type { ChangeScanner } from './changed-words.js';
import { createLoadNode } from './load-bytes.js';
import type { StateLayout } from './state-layout.js';

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
