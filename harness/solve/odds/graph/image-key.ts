/** Keys of images: equal images have equal keys; two hashes of 32 bits tell the others apart. */
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer, Planning } from '../../../../core/system/system.js';

// Counts the enemies' actions of what is played, by its events.

export interface ActionTally {
  /** Receives the events of what is played. */
  readonly events: EventBuffer;
  /** Something is played anew. */
  begin(): void;
  /** How many there were since. */
  now(): number;
  /** Some events had no place: the number is too small. */
  isShort(): boolean;
}

/** Words of events of one command. */
const EVENT_WORDS = 1 << 16;
const ENEMIES = 256;

export function createActionTally(count: NonNullable<Planning['enemyActions']>): ActionTally {
  const events = createEventBuffer(EVENT_WORDS);
  const acted = new Uint8Array(ENEMIES);
  return {
    events,
    begin() {
      events.length = 0;
      events.lost = 0;
    },
    now: () => count(events, acted),
    isShort: () => events.lost > 0,
  };
}

export interface ImageKeys {
  /** Key of the whole image, with more numbers that belong to it. */
  whole(first: number, second: number): string;
  /** Key without the cells that no later frame reads. */
  between(first: number): string;
}

function mixed(hash: number, word: number): number {
  const value = Math.imul(hash ^ word, 0x85eb_ca6b);
  return value ^ (value >>> 15);
}

/**
 * Keys of what an image becomes. Only words that differ from the image as it is now are mixed in:
 * few do, and to compare them costs a fraction.
 * @param scratch bytes that no later frame reads: offset and width of each cell
 */
export function createImageKeys(
  image: Uint8Array,
  scratch: readonly { readonly offset: number; readonly width: number }[],
): ImageKeys {
  const words = new Int32Array(image.buffer, image.byteOffset, image.length >> 2);
  const base = words.slice();
  const rest = image.length & ~3;
  const masks = new Int32Array(words.length).fill(-1);
  const maskBytes = new Uint8Array(masks.buffer);
  for (const { offset, width } of scratch) maskBytes.fill(0, offset, offset + width);

  function keyOf(first: number, second: number, isMasked: boolean): string {
    let high = mixed(0x9e37_79b1, first);
    let low = mixed(0x7feb_352d, second);
    for (let at = 0; at < words.length; at++) {
      let change = (words[at] as number) ^ (base[at] as number);
      if (change === 0) continue;
      if (isMasked) change &= masks[at] as number;
      if (change === 0) continue;
      high = Math.imul(high ^ change, 0x9e37_79b1) ^ at;
      high ^= high >>> 15;
      low = Math.imul(low ^ change, 0x846c_a68b) + at;
      low ^= low >>> 16;
    }
    for (let at = rest; at < image.length; at++) high = mixed(high, image[at] as number);
    return `${high}:${low | 0}`;
  }

  return {
    whole: (first, second) => keyOf(first, second, false),
    between: (first) => keyOf(first, 0, true),
  };
}

/** A hash with one more number. */
export function extended(hash: number, number: number): number {
  return mixed(hash, number + 1);
}
