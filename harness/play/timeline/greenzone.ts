/**
 * The greenzone of a recording: states at intervals, so that any position is a short replay away,
 * and the bytes that changed between them, so that a search skips blocks. Its room is bounded: a
 * full one loses every second state.
 */

/** Bytes that the states may take. */
const GREENZONE_BYTES = 24 * 1024 * 1024;
/** Entries between states while there is room. */
const FIRST_INTERVAL = 256;
const MIN_STATES = 16;

export interface Greenzone {
  /** Entries between states. */
  readonly interval: number;
  /** Keeps the state of position 0. */
  start(image: Uint8Array): void;
  /**
   * To be called for every entry, in order.
   * @param image state after it
   * @param drew it drew from the generator
   */
  after(at: number, image: Uint8Array, drew: boolean): void;
  /** The state at or before a position, and its position. */
  nearest(at: number): { readonly at: number; readonly image: Uint8Array };
  /** Number of the block that holds an entry; block n holds the entries after the n-th state. */
  blockOf(at: number): number;
  /** First and last entry of a block. */
  rangeOf(block: number): readonly [first: number, last: number];
  /** Whether one of these bytes changed in a block. */
  touched(block: number, offsets: ArrayLike<number>): boolean;
  drew(block: number): boolean;
  /** Bytes in use. */
  bytes(): number;
}

interface Zone {
  readonly imageBytes: number;
  /** Bytes of a bit for every byte of the image. */
  readonly bitBytes: number;
  readonly maxStates: number;
  /** Changes are noted for a search. */
  readonly isSearched: boolean;
  /** The state of the last entry, as bytes and as words. */
  readonly before: Uint8Array;
  readonly beforeWords: Int32Array;
  states: Uint8Array[];
  /**
   * Per block a bit for every byte that changed in it, then one byte: 1 when it drew. Empty when no
   * search will follow.
   */
  marks: Uint8Array[];
  interval: number;
  last: number;
  /** The image as words. */
  view: Int32Array | undefined;
}

function createZone(imageBytes: number, limit: number, isSearched: boolean): Zone {
  const bitBytes = (imageBytes + 7) >> 3;
  const before = new Uint8Array((imageBytes + 3) & ~3);
  return {
    imageBytes,
    bitBytes,
    maxStates: Math.max(MIN_STATES, Math.floor(limit / (imageBytes + bitBytes + 1))),
    isSearched,
    before,
    beforeWords: new Int32Array(before.buffer),
    states: [],
    marks: [],
    interval: FIRST_INTERVAL,
    last: 0,
    view: undefined,
  };
}

function blockOf({ interval }: Zone, at: number): number {
  return Math.floor((at - 1) / interval);
}

/** Lets every second state go. */
function thin(zone: Zone): void {
  const { marks, bitBytes } = zone;
  zone.states = zone.states.filter((_, index) => index % 2 === 0);
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
  zone.marks = merged;
  zone.interval *= 2;
}

function noteByte(before: Uint8Array, image: Uint8Array, bits: Uint8Array, offset: number): void {
  if (image[offset] === before[offset]) return;
  bits[offset >> 3] = (bits[offset >> 3] as number) | (1 << (offset & 7));
  before[offset] = image[offset] as number;
}

/** Marks the bytes that an entry changed. */
function noteChanges(zone: Zone, image: Uint8Array, block: number, drew: boolean): void {
  const { imageBytes, before, beforeWords } = zone;
  const bits = zone.marks[block] as Uint8Array;
  if (drew) bits[zone.bitBytes] = 1;
  // Words need alignment, which an image may lack when it is a part of a larger buffer.
  const count = image.byteOffset % 4 === 0 ? imageBytes >> 2 : 0;
  let { view } = zone;
  if (view?.buffer !== image.buffer || view.length !== count) {
    view = new Int32Array(image.buffer, image.byteOffset, count);
    zone.view = view;
  }
  for (let word = 0; word < count; word++) {
    if (view[word] === beforeWords[word]) continue;
    for (let offset = 4 * word; offset < 4 * word + 4; offset++) noteByte(before, image, bits, offset);
  }
  for (let offset = 4 * count; offset < imageBytes; offset++) noteByte(before, image, bits, offset);
}

function addEntry(zone: Zone, at: number, image: Uint8Array, drew: boolean): void {
  zone.last = at;
  if (zone.isSearched) noteChanges(zone, image, blockOf(zone, at), drew);
  if (at % zone.interval !== 0) return;
  if (zone.states.length >= zone.maxStates) thin(zone);
  if (at % zone.interval === 0) zone.states.push(image.slice());
  // The block after this state; when the states were thinned it may have begun before.
  if (zone.isSearched && zone.marks.length <= blockOf(zone, at + 1)) zone.marks.push(new Uint8Array(zone.bitBytes + 1));
}

function touched(bits: Uint8Array | undefined, offsets: ArrayLike<number>): boolean {
  if (bits === undefined) return true;
  for (let index = 0; index < offsets.length; index++) {
    const offset = offsets[index] as number;
    if (((bits[offset >> 3] as number) & (1 << (offset & 7))) !== 0) return true;
  }
  return false;
}

/**
 * @param limit bytes that the states may take
 * @param isSearched false: changes are not noted, and a search finds every block touched
 */
export function createGreenzone(imageBytes: number, limit = GREENZONE_BYTES, isSearched = true): Greenzone {
  const zone = createZone(imageBytes, limit, isSearched);
  return {
    get interval() {
      return zone.interval;
    },
    start(image) {
      zone.before.set(image);
      zone.states = [image.slice()];
      zone.marks = isSearched ? [new Uint8Array(zone.bitBytes + 1)] : [];
    },
    after: (at, image, drew) => addEntry(zone, at, image, drew),
    nearest(at) {
      const index = Math.min(Math.floor(at / zone.interval), zone.states.length - 1);
      return { at: index * zone.interval, image: zone.states[index] as Uint8Array };
    },
    blockOf: (at) => blockOf(zone, at),
    rangeOf: (block) => [block * zone.interval + 1, Math.min((block + 1) * zone.interval, zone.last)],
    touched: (block, offsets) => touched(zone.marks[block], offsets),
    drew: (block) => zone.marks[block]?.[zone.bitBytes] !== 0,
    bytes: () => zone.states.length * imageBytes + zone.marks.length * (zone.bitBytes + 1),
  };
}
