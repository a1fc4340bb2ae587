/** States as their differences from the first one, so that many fit into memory. */
import { LockstepError } from '../../base/index.js';
import { MAX_BYTES } from './form.js';

/** Place and value of each differing byte. */
export type StoredState = Uint32Array;

export interface StoredStates {
  /** Stores the present state. @throws LockstepError `E_CERTIFICATE` when there is no room */
  store(): StoredState;
  /** Puts the battle into a stored state. */
  load(state: StoredState): void;
  /** Gives its room back. */
  drop(state: StoredState): void;
}

const BYTE_BITS = 8;

/** @param image of the battle, in the first state */
export function createStoredStates(image: Uint8Array, file: string): StoredStates {
  const first = image.slice();
  const found = new Uint32Array(image.length);
  let bytes = 0;
  return {
    store() {
      let count = 0;
      for (let at = 0; at < image.length; at++) {
        const value = image[at] as number;
        if (value !== first[at]) found[count++] = (at << BYTE_BITS) | value;
      }
      bytes += 4 * count;
      if (bytes > MAX_BYTES) {
        throw new LockstepError('E_CERTIFICATE', 'the states of the proof do not fit into memory', {
          file,
          expected: `at most ${MAX_BYTES} bytes`,
          remedy: 'Prove less at once: tighten the limits of the search',
        });
      }
      return found.slice(0, count);
    },
    load(state) {
      image.set(first);
      for (let index = 0; index < state.length; index++) {
        const entry = state[index] as number;
        image[entry >>> BYTE_BITS] = entry & 0xff;
      }
    },
    drop(state) {
      bytes -= 4 * state.length;
    },
  };
}
