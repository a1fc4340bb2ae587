/** The states after the last frames, in reused memory. */

/** Number of kept frames. */
const DEPTH = 1024;

export interface PastStates {
  /** The state `back` frames ago; 0 is the present one. The caller may change it in place. */
  before(back: number): Uint8Array;
  /** Number of states that are kept. */
  count(): number;
  add(image: Uint8Array): void;
  clear(): void;
}

export function createPastStates(): PastStates {
  const ring: Uint8Array[] = [];
  let last = -1;
  let known = 0;
  return {
    before: (back) => ring[(last - back + DEPTH) % DEPTH] as Uint8Array,
    count: () => known,
    add(image) {
      last = (last + 1) % DEPTH;
      known = Math.min(known + 1, DEPTH);
      const place = ring[last];
      if (place === undefined) ring[last] = image.slice();
      else place.set(image);
    },
    clear() {
      known = 0;
    },
  };
}
