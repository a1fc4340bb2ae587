/**
 * Where the nodes of a search are: one block of words, and an open-addressing table over their keys. A node is a number; nothing is
 * allocated for it. Two nodes are the same when their hashes and all words of their keys are.
 */

/** Words before the key of a node. */
export const PARENT = 0;
export const MOVE = 1;
export const COST = 2;
export const BOUND = 3;
export const DEPTH = 4;
export const NEXT = 5;
export const HASH = 6;
export const HEADER_WORDS = 7;

/** Cost of a node that another one with a lower cost took the place of. */
export const DEAD = -1;

export interface Arena {
  readonly words: Int32Array;
  /** Words of a node, header and state. */
  readonly stride: number;
  readonly keyWords: number;
  readonly capacity: number;
  /** Nodes so far. */
  length: number;
  /** Node + 1, or 0. */
  readonly table: Int32Array;
}

/** @param bytes upper limit of memory @param shared for worker threads */
export function createArena(bytes: number, keyWords: number, stateWords: number, shared: boolean): Arena {
  const stride = HEADER_WORDS + stateWords;
  // A table of twice as many places, rounded up, takes at most four words a node.
  const capacity = Math.max(16, Math.floor(bytes / (4 * (stride + 4))));
  let places = 32;
  while (places < 2 * capacity) places *= 2;
  const make = (words: number): Int32Array =>
    new Int32Array(shared ? new SharedArrayBuffer(4 * words) : new ArrayBuffer(4 * words));
  return { words: make(stride * capacity), stride, keyWords, capacity, length: 0, table: make(places) };
}

/** What one word of a key adds to its hash: every bit of the word and of its place mixed in. */
export function mixWord(place: number, word: number): number {
  let mixed = Math.imul(word ^ Math.imul(place + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Hash of a key, 32 bits: a sum over its words, so that it can follow from another key's by the words that differ. */
export function hashKey(words: Int32Array, at: number, count: number): number {
  let hash = 0x2545f491;
  for (let word = 0; word < count; word++) hash = (hash + mixWord(word, words[at + word] as number)) | 0;
  return hash;
}

/** Node with this key, or -1 and the free place in `probe.place`. */
export function findNode(arena: Arena, source: Int32Array, at: number, hash: number, probe: { place: number }): number {
  const { table, words, stride, keyWords } = arena;
  const mask = table.length - 1;
  let place = hash & mask;
  for (;;) {
    const entry = table[place] as number;
    if (entry === 0) {
      probe.place = place;
      return -1;
    }
    const node = (entry - 1) * stride;
    if (words[node + HASH] === hash) {
      let word = 0;
      const key = node + HEADER_WORDS;
      while (word < keyWords && words[key + word] === source[at + word]) word++;
      if (word === keyWords) {
        probe.place = place;
        return entry - 1;
      }
    }
    place = (place + 1) & mask;
  }
}

/** Puts a node with the state words at `at` into a place of the table. @returns the node, or -1 when the arena is full */
export function addNode(arena: Arena, source: Int32Array, at: number, hash: number, place: number): number {
  if (arena.length === arena.capacity) return -1;
  const { words, stride } = arena;
  const node = arena.length++;
  const start = node * stride;
  words[start + HASH] = hash;
  for (let word = HEADER_WORDS; word < stride; word++) words[start + word] = source[at + word - HEADER_WORDS] as number;
  arena.table[place] = node + 1;
  return node;
}

/** Enters the nodes that are alive into an empty table: those of a checkpoint. */
export function enterNodes(arena: Arena): void {
  const { table, words, stride } = arena;
  const mask = table.length - 1;
  for (let node = 0; node < arena.length; node++) {
    if (words[node * stride + COST] === DEAD) continue;
    let place = (words[node * stride + HASH] as number) & mask;
    while (table[place] !== 0) place = (place + 1) & mask;
    table[place] = node + 1;
  }
}

/** Whether the path to `node` by `move` comes before the path to `other` by `otherMove`: the first move that differs decides. */
export function isEarlierPath(arena: Arena, node: number, move: number, other: number, otherMove: number): boolean {
  const { words, stride } = arena;
  let first = node;
  let firstMove = move;
  let second = other;
  let secondMove = otherMove;
  while (first !== second) {
    const a = first * stride;
    const b = second * stride;
    const depth = (words[a + DEPTH] as number) - (words[b + DEPTH] as number);
    if (depth >= 0) {
      firstMove = words[a + MOVE] as number;
      first = words[a + PARENT] as number;
    }
    if (depth <= 0) {
      secondMove = words[b + MOVE] as number;
      second = words[b + PARENT] as number;
    }
  }
  return firstMove < secondMove;
}
