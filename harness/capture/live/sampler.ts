/**
 * Takes samples of a running game. The game continues meanwhile, so that the frame counters are
 * read before and after everything else: a sample with different counters is torn and dropped.
 */
import { cell, IMAGE_BYTES, placeByName, testRomAddress, WORK_RAM } from '../../../rom-map/index.js';
import { isDrill, type MemoryWindow, RECORDED_WINDOWS, unpackWindows } from '../record/recorded-windows.js';

import { bytesOf, type LiveSource } from './source.js';

/** Where a running ROM keeps a cell, in work RAM. */
function recordedAt(name: string): number {
  const place = placeByName(name);
  if (place === undefined) throw new RangeError(`the cell table has no ${name}`);
  return testRomAddress(place.address) - WORK_RAM;
}

const SEQUENCE_AT = cell('sequenceBegin');
const PHASE_AT = cell('phase');
/**
 * The test ROM's two tick counters, and the battle timer that the game counts down in every frame.
 */
const GUARDS: readonly MemoryWindow[] = [
  { address: recordedAt('sequenceBegin'), length: 4 },
  { address: recordedAt('battleTimer'), length: 2 },
];
const GUARD_BYTES = bytesOf(GUARDS);
const RANGES = [...GUARDS, ...RECORDED_WINDOWS, ...GUARDS];
const SEQUENCE_BYTES = 4;

export interface Sample {
  /** Packed image; the same buffer in every sample. */
  readonly image: Uint8Array;
  readonly drill: boolean;
  readonly torn: boolean;
  /** 16-bit counter that rises by one in each frame. */
  readonly clock: number;
}

/** Whether a sample shows a battle; the test ROM's menu is none. */
export function isBattle({ drill, image }: Pick<Sample, 'drill' | 'image'>): boolean {
  return !drill || image[PHASE_AT] !== 0;
}

export interface Sampler {
  take(source: LiveSource): Promise<Sample>;
}

export function createSampler(): Sampler {
  const bytes = new Uint8Array(bytesOf(RANGES));
  const windows = bytes.subarray(GUARD_BYTES, bytes.length - GUARD_BYTES);
  const before = bytes.subarray(0, GUARD_BYTES);
  const after = bytes.subarray(bytes.length - GUARD_BYTES);
  const image = new Uint8Array(IMAGE_BYTES);
  const word = (from: Uint8Array, at: number): number => (from[at] as number) | ((from[at + 1] as number) << 8);
  return {
    take: async (source) => {
      await source.read(RANGES, bytes);
      unpackWindows(windows, image);
      const drill = isDrill(image);
      const same = (from: number, to: number): boolean =>
        before.subarray(from, to).every((byte, at) => byte === after[from + at]);
      if (!drill)
        return { image, drill, torn: !same(SEQUENCE_BYTES, GUARD_BYTES), clock: 0xffff - word(before, SEQUENCE_BYTES) };
      const torn = !same(0, SEQUENCE_BYTES) || word(after, 0) !== word(after, 2);
      return { image, drill, torn, clock: word(image, SEQUENCE_AT) };
    },
  };
}
