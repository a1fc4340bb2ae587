/**
 * The states that an exact search has seen: whole keys out of what moves changed. A state is its words of time, the words of the search
 * and a word for each place so far; nodes become wider when a word of the battle changes for the first time and no place is left.
 */
import {
  type Arena,
  addNode,
  createArena,
  findNode,
  HASH,
  HEADER_WORDS,
  PARENT,
  ROOT_HASH,
  widenNodes,
} from './arena.js';
import { type Branching, CHILD_CHANGES, CHILD_HASH, CHILD_PARENT, CHILD_WORDS } from './branching.js';
import { CHANGE_WORDS } from './codec.js';
import { addPlace, createPlaces, type Places } from './places.js';

/** Places that a node has beyond those in use when it is made wider. */
const SPARE_PLACES = 4;

/** Words of a table that fits into a processor's nearer caches. */
const LARGE_TABLE = 1 << 16;

export interface Visited {
  readonly arena: Arena;
  readonly places: Places;
  /** Words of a state before its places: of time, then of the search. */
  readonly timeWords: number;
  readonly fixedWords: number;
  /** State of the child that was read last. */
  readonly state: Int32Array;
  /** Makes the whole state of a child. @returns false when nodes have to be made wider first */
  read(block: Int32Array, child: number): boolean;
  /** Looks where children will be looked up, so that memory is waited for once and not for each. */
  touch(block: Int32Array, from: number, end: number): void;
  /** What was read there: without a use it would not be read. */
  touched: number;
  /** The node of the state that was read, or -1. */
  find(block: Int32Array, child: number): number;
  /** Makes a node of the state that was read and not found, or found at a higher cost; -1: no room. */
  add(block: Int32Array, child: number): number;
  /** Makes nodes wider by a few places. @returns false: no room, and `full` is set */
  widen(): boolean;
  full: boolean;
  /** Where the next child stands. */
  after(block: Int32Array, child: number): number;
}

/** With the root as its only node. */
export function createVisited(branching: Branching, memoryBytes: number, shared: boolean): Visited {
  const { timeWords, ownWords, keyWords } = branching;
  const fixedWords = timeWords + ownWords;
  const arena = createArena(memoryBytes, ownWords, fixedWords + SPARE_PLACES, shared, timeWords);
  const places = createPlaces(keyWords, shared);
  const state = new Int32Array(fixedWords + keyWords + SPARE_PLACES);
  const probe = { place: 0 };
  /** The node that `state` is filled in from, and its places that the last child changed. */
  let parent = -1;
  const changed = new Int32Array(keyWords);
  let changes = 0;

  const visited: Visited = {
    arena,
    places,
    timeWords,
    fixedWords,
    state,
    full: false,
    touched: 0,
    read(block, child) {
      const { words, stride } = arena;
      const from = (block[child + CHILD_PARENT] as number) * stride + HEADER_WORDS;
      if (block[child + CHILD_PARENT] === parent) {
        for (let change = 0; change < changes; change++) {
          const word = changed[change] as number;
          state[word] = words[from + word] as number;
        }
      } else {
        for (let word = fixedWords; word < stride - HEADER_WORDS; word++) state[word] = words[from + word] as number;
        parent = block[child + CHILD_PARENT] as number;
      }
      changes = 0;
      let at = child + CHILD_WORDS;
      for (let word = 0; word < fixedWords; word++) state[word] = block[at++] as number;
      const end = at + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
      for (; at < end; at += CHANGE_WORDS) {
        const number = block[at] as number;
        let place = places.of[number] as number;
        if (place < 0) {
          if (HEADER_WORDS + fixedWords + places.count === stride) return false;
          place = addPlace(places, number);
          arena.keyWords++;
        }
        changed[changes++] = fixedWords + place;
        state[fixedWords + place] = block[at + 1] as number;
      }
      return true;
    },
    touch(block, from, end) {
      const { table } = arena;
      if (table.length < LARGE_TABLE) return;
      const mask = table.length - 1;
      let sum = 0;
      for (let child = from; child < end; child = visited.after(block, child)) {
        sum ^= table[((block[child + CHILD_HASH] as number) << 1) & mask] as number;
      }
      visited.touched = sum;
    },
    find: (block, child) => findNode(arena, state, 0, block[child + CHILD_HASH] as number, probe),
    add: (block, child) => addNode(arena, state, 0, block[child + CHILD_HASH] as number, probe.place),
    widen() {
      const stride = arena.stride + Math.max(SPARE_PLACES, places.count >> 2);
      const most = HEADER_WORDS + fixedWords + keyWords;
      visited.full = !widenNodes(arena, Math.min(stride, most));
      return !visited.full;
    },
    after(block, child) {
      return child + CHILD_WORDS + fixedWords + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
    },
  };

  const bound = branching.root(state, 0);
  findNode(arena, state, 0, ROOT_HASH, probe);
  const root = addNode(arena, state, 0, ROOT_HASH, probe.place);
  arena.words.set([-1, -1, 0, bound, 0, -1], root * arena.stride + PARENT);
  return visited;
}

/** Puts the battle into the state of a node and writes its children. @returns where they end */
export function branchNode(
  branching: Branching,
  { words, stride }: Pick<Arena, 'words' | 'stride'>,
  { numbers, count }: Pick<Places, 'numbers' | 'count'>,
  node: number,
  out: Int32Array,
  outAt: number,
): number {
  const times = node * stride + HEADER_WORDS;
  const own = times + branching.timeWords;
  branching.load(words, own, times, numbers, count);
  return branching.branch(words, own, words[times - HEADER_WORDS + HASH] as number, node, out, outAt);
}

/**
 * Expands the nodes in the first words of a block until it is full.
 * @param childrenAt where their children go
 * @returns number of nodes that were expanded, at least one, and where their children end
 */
export function branchNodes(
  branching: Branching,
  arena: Pick<Arena, 'words' | 'stride'>,
  places: Pick<Places, 'numbers' | 'count'>,
  block: Int32Array,
  nodes: number,
  childrenAt: number,
): readonly [number, number] {
  const last = block.length - branching.mostWords;
  let at = childrenAt;
  let done = 0;
  for (; done < nodes && at <= last; done++) {
    at = branchNode(branching, arena, places, block[done] as number, block, at);
  }
  return [done, at];
}
