/**
 * The candidates for a beam's next layer: the children of a layer, each state once at its lowest
 * cost.
 */
import type { StateExpander } from '../expansion/state-expander.js';

/** Words of a layer's state before the state itself. */
export const COST = 0;
export const BOUND = 1;
export const TRAIL = 2;
export const HEADER = 3;

/** Words of a candidate besides its state: in the table, and for its order. */
const EXTRA_WORDS = 8;

/**
 * Maximum width of a beam in this memory: a layer, its candidates, and half as much for the trails.
 */
export function widestBeam(expander: StateExpander, memoryBytes: number): number {
  const words = HEADER + expander.stateWords;
  const perState = 4 * (words + expander.maxChildren * (words + EXTRA_WORDS));
  return Math.floor(memoryBytes / 2 / perState);
}

/** A child from the expander. */
export interface Candidate {
  readonly source: Int32Array;
  readonly at: number;
  readonly hash: number;
  readonly cost: number;
  readonly bound: number;
  /** Its parent in the layer and its move, until it enters a layer. */
  readonly origin: number;
}

export interface Candidates {
  readonly words: Int32Array;
  /** Candidates so far. */
  count: number;
  readonly bytes: number;
  clear(): void;
  /** Adds a candidate, unless an equal state is there at no higher cost. */
  add(candidate: Candidate): void;
  /** Cost and lower bound of a candidate. */
  total(index: number): number;
  /** All candidates: the nearest to the goal first, then the cheapest, then the earliest. */
  ordered(): Uint32Array;
}

/** Creates the candidates. @param distance the present battle's distance from the goal */
export function createCandidates(expander: StateExpander, width: number, distance: () => number): Candidates {
  const { keyWords, stateWords } = expander;
  const stride = HEADER + stateWords;
  const max = width * expander.maxChildren;
  const words = new Int32Array(stride * max);
  const hashes = new Int32Array(max);
  const distances = new Float64Array(max);
  let places = 32;
  while (places < 2 * max) places *= 2;
  const table = new Int32Array(places);

  function isEqual(index: number, { source, at, hash }: Candidate): boolean {
    if (hashes[index] !== hash) return false;
    const key = index * stride + HEADER;
    let word = 0;
    while (word < keyWords && words[key + word] === source[at + word]) word++;
    return word === keyWords;
  }

  /** Place of an equal state in the table, or a free place. */
  function placeOf(candidate: Candidate): number {
    let place = candidate.hash & (places - 1);
    while (table[place] !== 0 && !isEqual((table[place] as number) - 1, candidate)) place = (place + 1) & (places - 1);
    return place;
  }

  const total = (index: number): number =>
    (words[index * stride + COST] as number) + (words[index * stride + BOUND] as number);

  const candidates: Candidates = {
    words,
    count: 0,
    bytes: 4 * (words.length + table.length) + 12 * max,
    clear() {
      candidates.count = 0;
      table.fill(0);
    },
    add(candidate) {
      const { source, at, hash, cost, bound, origin } = candidate;
      const place = placeOf(candidate);
      const known = (table[place] as number) - 1;
      if (known >= 0 && (words[known * stride + COST] as number) <= cost) return;
      const index = known >= 0 ? known : candidates.count++;
      table[place] = index + 1;
      hashes[index] = hash;
      const start = index * stride;
      words[start + COST] = cost;
      words[start + BOUND] = bound;
      words[start + TRAIL] = origin;
      for (let word = 0; word < stateWords; word++) words[start + HEADER + word] = source[at + word] as number;
      expander.load(words, start + HEADER);
      distances[index] = distance();
    },
    total,
    ordered() {
      const order = Uint32Array.from({ length: candidates.count }, (_, index) => index);
      return order.sort((a, b) => (distances[a] as number) - (distances[b] as number) || total(a) - total(b) || a - b);
    },
  };
  return candidates;
}
