/**
 * The memory of a search's nodes: one block of words, and an open-addressing hash table over their
 * keys. A node is a number without an allocation of its own. Nodes are equal when their hashes and
 * all words of their keys are.
 */

/** Words before the state of a node. */
export const PARENT = 0;
export const MOVE = 1;
export const COST = 2;
export const BOUND = 3;
export const DEPTH = 4;
export const NEXT = 5;
export const HASH = 6;
export const HEADER_WORDS = 7;

/** Cost of a dead node, which another one with a lower cost replaced. */
export const DEAD = -1;

/** Maximum number of table words for a node when the arena is full. */
const TABLE_WORDS = 6;
/** An entry of the table: hash, node + 1 or 0. */
const ENTRY_WORDS = 2;
const FIRST_ENTRIES = 1 << 12;
/**
 * Start of the nodes in their memory: a large block begins 16 bytes after a page, and each node of
 * 64 bytes should lie in one cache line.
 */
const FIRST_BYTE = 48;

export interface Arena {
  readonly words: Int32Array;
  /** The same memory. */
  readonly bytes: Uint8Array;
  /** Words of a node, header and state. */
  stride: number;
  /** Start of a key in a state, and its number of words. */
  readonly keyAt: number;
  keyWords: number;
  capacity: number;
  /** Number of nodes. */
  length: number;
  /**
   * Grows with the nodes, so that a small search stays in the processor's caches. The uppermost
   * bits of its hash give the place of an entry, or it follows soon after: a larger table has its
   * entries in the same order.
   */
  table: Int32Array;
  /** Memory of the largest table; the present one is its start. */
  readonly tableMemory: Int32Array;
  /** Number of hash bits below those of the place. */
  shift: number;
}

/** The same memory as bytes. */
export function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function capacityOf(bytes: number, stride: number): number {
  return Math.max(16, Math.floor(bytes / (4 * (stride + TABLE_WORDS))));
}

/**
 * Creates an arena.
 * @param bytes upper limit of memory
 * @param shared true for worker threads
 * @param keyAt words of a state before its key
 */
export function createArena(bytes: number, keyWords: number, stateWords: number, shared: boolean, keyAt = 0): Arena {
  const stride = HEADER_WORDS + stateWords;
  const capacity = capacityOf(bytes, stride);
  // all of it, wider nodes need less of it for the table; with room for a state behind the last
  // node
  const count = Math.max(stride * (capacity + 1), Math.floor(bytes / 4));
  const size = 4 * count + FIRST_BYTE;
  const words = new Int32Array(shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size), FIRST_BYTE, count);
  const tableMemory = new Int32Array(ENTRY_WORDS * entriesFor(capacity));
  const arena = {
    words,
    bytes: bytesOf(words),
    stride,
    keyAt,
    keyWords,
    capacity,
    length: 0,
    table: tableMemory,
    tableMemory,
    shift: 0,
  };
  // a second value: code compiled for a table that never changes would be made again when it grows
  emptyTable(arena, FIRST_ENTRIES);
  return arena;
}

/** Number of entries for so many nodes: a power of two, at most two thirds of them in use. */
function entriesFor(nodes: number): number {
  let entries = FIRST_ENTRIES;
  while (3 * nodes > 2 * entries) entries *= 2;
  return entries;
}

/** Sets the table's size. @param entries a power of two */
function setEntries(arena: Arena, entries: number): void {
  arena.table = arena.tableMemory.subarray(0, ENTRY_WORDS * entries);
  arena.shift = Math.clz32(entries) + 1;
}

function emptyTable(arena: Arena, entries: number): void {
  setEntries(arena, entries);
  // a page that is read before it is written to costs the kernel two faults
  arena.table.fill(0);
}

/** First place of a hash. */
export function placeOf({ shift }: Pick<Arena, 'shift'>, hash: number): number {
  return (hash >>> shift) << 1;
}

/**
 * Widens the nodes; their new words are 0.
 * @returns false when the present nodes would not fit
 */
export function widenNodes(arena: Arena, stride: number): boolean {
  const { words, stride: before } = arena;
  const capacity = Math.min(Math.floor(words.length / stride) - 1, capacityOf(4 * words.length, stride));
  if (capacity < arena.length) return false;
  for (let node = arena.length - 1; node >= 0; node--) {
    words.copyWithin(node * stride, node * before, (node + 1) * before);
    words.fill(0, node * stride + before, (node + 1) * stride);
  }
  arena.stride = stride;
  arena.capacity = capacity;
  return true;
}

/** Hash of the root's key, all of whose words are 0. */
export const ROOT_HASH = 0x2545f491;

/**
 * The share of one word in a key's hash: all bits of the word and of its number mixed. A hash is
 * the root's plus, for every word, its share minus that of 0; so the words that differ give it from
 * another key's.
 */
export function mixWord(number: number, word: number): number {
  let mixed = Math.imul(word ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * The node with this key, or -1 and the free place in `probe.place`. @param at start of the state
 */
export function findNode(arena: Arena, source: Int32Array, at: number, hash: number, probe: { place: number }): number {
  const { table, words, stride, keyAt, keyWords } = arena;
  const mask = table.length - 1;
  const key = at + keyAt;
  let place = placeOf(arena, hash);
  for (;;) {
    const entry = table[place + 1] as number;
    if (entry === 0) {
      probe.place = place;
      return -1;
    }
    if (table[place] === hash) {
      const own = (entry - 1) * stride + HEADER_WORDS + keyAt;
      let word = 0;
      while (word < keyWords && words[own + word] === source[key + word]) word++;
      if (word === keyWords) {
        probe.place = place;
        return entry - 1;
      }
    }
    place = (place + ENTRY_WORDS) & mask;
  }
}

function enter(arena: Arena, hash: number, entry: number): void {
  const { table } = arena;
  const mask = table.length - 1;
  let place = placeOf(arena, hash);
  while (table[place + 1] !== 0) place = (place + ENTRY_WORDS) & mask;
  table[place] = hash;
  table[place + 1] = entry;
}

/**
 * Doubles the table where it stands, from its end to its start: an entry moves to a later place,
 * and all entries behind it have moved already. The few that belong to an earlier place, or go on
 * at the start, are entered last.
 */
function growTable(arena: Arena): void {
  const before = arena.table.length;
  setEntries(arena, (2 * before) / ENTRY_WORDS);
  const { table } = arena;
  table.fill(0, before);
  const last: number[] = [];
  for (let from = before - ENTRY_WORDS; from >= 0; from -= ENTRY_WORDS) {
    const entry = table[from + 1] as number;
    if (entry === 0) continue;
    const hash = table[from] as number;
    table[from + 1] = 0;
    let place = placeOf(arena, hash);
    while (place >= from && place < table.length && table[place + 1] !== 0) place += ENTRY_WORDS;
    if (place < from || place === table.length) last.push(hash, entry);
    else {
      table[place] = hash;
      table[place + 1] = entry;
    }
  }
  for (let at = 0; at < last.length; at += ENTRY_WORDS) enter(arena, last[at] as number, last[at + 1] as number);
}

/** Start of the next node's state. */
export function nextState({ length, stride }: Arena): number {
  return length * stride + HEADER_WORDS;
}

/**
 * Adds a node with the state words at `at` in a place of the table.
 * @returns the node, or -1 when the arena is full
 */
export function addNode(arena: Arena, source: Int32Array, at: number, hash: number, place: number): number {
  if (arena.length === arena.capacity) return -1;
  const { words, stride } = arena;
  const start = nextState(arena);
  for (let word = 0; word < stride - HEADER_WORDS; word++) words[start + word] = source[at + word] as number;
  return addNext(arena, hash, place);
}

/** Adds the node whose state is already at the next node's place. */
export function addNext(arena: Arena, hash: number, place: number): number {
  if (arena.length === arena.capacity) return -1;
  const { words, stride, table } = arena;
  const node = arena.length++;
  words[node * stride + HASH] = hash;
  table[place] = hash;
  table[place + 1] = node + 1;
  if (3 * ENTRY_WORDS * arena.length > 2 * table.length) growTable(arena);
  return node;
}

/** Enters the live nodes of a checkpoint into an empty table. */
export function enterNodes(arena: Arena): void {
  const { words, stride, length } = arena;
  emptyTable(arena, entriesFor(length));
  for (let node = 0; node < length; node++) {
    if (words[node * stride + COST] === DEAD) continue;
    enter(arena, words[node * stride + HASH] as number, node + 1);
  }
}

/**
 * Whether the path to `node` by `move` precedes the path to `other` by `otherMove`: the first
 * differing move decides.
 */
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
