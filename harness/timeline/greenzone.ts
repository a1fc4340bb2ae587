/**
 * Kept states, so that any position is a short replay away, and what changed between them, so that a search skips the
 * stretches in which nothing of interest happened. The room is bounded: when it is full, every second state is let go.
 */

/** Bytes that kept states may take. */
export const GREENZONE_BYTES = 24 * 1024 * 1024;
/** Entries between kept states while there is room. */
const FIRST_INTERVAL = 256;
const MIN_STATES = 16;

export interface Greenzone {
  /** Entries between kept states. */
  readonly interval: number;
  /** Keeps the state of position 0. */
  start(image: Uint8Array): void;
  /** Told of every entry, in order, with the state after it. @param drew the entry drew from the generator */
  after(at: number, image: Uint8Array, drew: boolean): void;
  /** The kept state at or before a position, and its position. */
  nearest(at: number): { readonly at: number; readonly image: Uint8Array };
  /** Number of the block that holds an entry; block n holds the entries after the n-th kept state. */
  blockOf(at: number): number;
  /** First and last entry of a block. */
  rangeOf(block: number): readonly [first: number, last: number];
  /** Whether one of these bytes changed in a block. */
  touched(block: number, offsets: ArrayLike<number>): boolean;
  drew(block: number): boolean;
  /** Bytes in use. */
  bytes(): number;
}

export function createGreenzone(imageBytes: number, limit = GREENZONE_BYTES): Greenzone {
  const bitBytes = (imageBytes + 7) >> 3;
  const most = Math.max(MIN_STATES, Math.floor(limit / (imageBytes + bitBytes + 1)));
  const before = new Uint8Array((imageBytes + 3) & ~3);
  const beforeWords = new Int32Array(before.buffer);
  let states: Uint8Array[] = [];
  /** Per block a bit for every byte that changed in it, then one byte: 1 when it drew. */
  let marks: Uint8Array[] = [];
  let interval = FIRST_INTERVAL;
  let last = 0;
  let view: Int32Array | undefined;

  function thin(): void {
    states = states.filter((_, index) => index % 2 === 0);
    const merged: Uint8Array[] = [];
    for (let block = 0; block < marks.length; block += 2) {
      const first = marks[block] as Uint8Array;
      const second = marks[block + 1];
      if (second !== undefined) {
        for (let index = 0; index <= bitBytes; index++) {
          first[index] = (first[index] as number) | (second[index] as number);
        }
      }
      merged.push(first);
    }
    marks = merged;
    interval *= 2;
  }

  function noteByte(image: Uint8Array, bits: Uint8Array, offset: number): void {
    if (image[offset] === before[offset]) return;
    bits[offset >> 3] = (bits[offset >> 3] as number) | (1 << (offset & 7));
    before[offset] = image[offset] as number;
  }

  function note(image: Uint8Array, block: number, drew: boolean): void {
    const bits = marks[block] as Uint8Array;
    if (drew) bits[bitBytes] = 1;
    // Words need alignment, which an image may lack when it is a part of a larger buffer.
    const count = image.byteOffset % 4 === 0 ? imageBytes >> 2 : 0;
    if (view?.buffer !== image.buffer || view.length !== count)
      view = new Int32Array(image.buffer, image.byteOffset, count);
    for (let word = 0; word < count; word++) {
      if (view[word] === beforeWords[word]) continue;
      for (let offset = 4 * word; offset < 4 * word + 4; offset++) noteByte(image, bits, offset);
    }
    for (let offset = 4 * count; offset < imageBytes; offset++) noteByte(image, bits, offset);
  }

  const blockOf = (at: number): number => Math.floor((at - 1) / interval);

  return {
    get interval() {
      return interval;
    },
    start(image) {
      before.set(image);
      states = [image.slice()];
      marks = [new Uint8Array(bitBytes + 1)];
    },
    after(at, image, drew) {
      last = at;
      note(image, blockOf(at), drew);
      if (at % interval !== 0) return;
      if (states.length >= most) thin();
      if (at % interval === 0) states.push(image.slice());
      // The block after this state; when the states were thinned it may have begun before.
      if (marks.length <= blockOf(at + 1)) marks.push(new Uint8Array(bitBytes + 1));
    },
    nearest(at) {
      const index = Math.min(Math.floor(at / interval), states.length - 1);
      return { at: index * interval, image: states[index] as Uint8Array };
    },
    blockOf,
    rangeOf: (block) => [block * interval + 1, Math.min((block + 1) * interval, last)],
    touched(block, offsets) {
      const bits = marks[block];
      if (bits === undefined) return true;
      for (let index = 0; index < offsets.length; index++) {
        const offset = offsets[index] as number;
        if (((bits[offset >> 3] as number) & (1 << (offset & 7))) !== 0) return true;
      }
      return false;
    },
    drew: (block) => marks[block]?.[bitBytes] !== 0,
    bytes: () => states.length * imageBytes + marks.length * (bitBytes + 1),
  };
}
