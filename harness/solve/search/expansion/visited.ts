/**
 * The states seen by a shortest-route search. A node holds its words of time, the words of the
 * search, and one byte for each varying byte of the battle. Nodes are widened when another byte
 * varies for the first time. Bytes take a third to two fifths of the memory of words; most of the
 * time to store a state is the first touch of its memory.
 */

import { createYielder } from '../../../base/index.js';
import {
  type Arena,
  addNext,
  COST,
  createArena,
  findNode,
  HASH,
  HEADER_WORDS,
  nextState,
  PARENT,
  placeOf,
  ROOT_HASH,
  widenNodes,
} from '../state/arena.js';
import { CHANGE_WORDS } from '../state/codec.js';
import { addVaryingByte, createVaryingBytes, type VaryingBytes, wordsOfBytes } from '../state/varying-bytes.js';
import type { Branching } from './branching.js';
import { CHILD_CHANGES, CHILD_HASH, CHILD_PARENT, CHILD_WORDS, MAX_NODES, type Task } from './task-ring.js';

/** Spare words of a widened node. */
const SPARE_WORDS = 1;

/** Words of a table that fits in a processor's nearer caches. */
const LARGE_TABLE = 1 << 16;

export interface Visited {
  readonly arena: Arena;
  readonly varying: VaryingBytes;
  /** Words of a state before its varying bytes: time, then the search's own. */
  readonly timeWords: number;
  readonly fixedWords: number;
  /**
   * Writes the state of a child to the place of the next node.
   * @returns false when nodes must be widened first
   */
  read(block: Int32Array, child: number): boolean;
  /** The values read by `touchChildren`: without a use the compiler would drop the reads. */
  touched: number;
  /** The node of the last read state, or -1. */
  find(block: Int32Array, child: number): number;
  /** Makes a node of the last read state, which was new or found at a higher cost; -1: no room. */
  add(block: Int32Array, child: number): number;
  /** Adds varying bytes of a resumed search, before it has nodes. */
  addLanes(lanes: readonly number[]): void;
  /** Widens nodes by a few bytes. @returns false when there is no room, and sets `full` */
  widen(): boolean;
  full: boolean;
  /** Start of the next child. */
  after(block: Int32Array, child: number): number;
}

/** @returns `Visited.read` @param addLanes adds varying bytes */
function createChildReader(
  arena: Arena,
  varying: VaryingBytes,
  fixedWords: number,
  addLanes: (lanes: readonly number[]) => void,
): Visited['read'] {
  const { of, seen } = varying;

  /**
   * Adds the bytes of a word that differ from the root for the first time.
   * @returns false when there is no room
   */
  function addBytes(number: number, value: number): boolean {
    for (let lane = 0; lane < 4; lane++) {
      const bits = 0xff << (8 * lane);
      if ((value & bits & ~(seen[number] as number)) === 0) continue;
      if (HEADER_WORDS + fixedWords + wordsOfBytes(varying.count + 1) > arena.stride) return false;
      addLanes([4 * number + lane]);
    }
    return true;
  }

  return (block, child) => {
    const { words, bytes, stride } = arena;
    const start = nextState(arena);
    const from = (block[child + CHILD_PARENT] as number) * stride + HEADER_WORDS;
    for (let word = fixedWords; word < stride - HEADER_WORDS; word++)
      words[start + word] = words[from + word] as number;
    let at = child + CHILD_WORDS;
    for (let word = 0; word < fixedWords; word++) words[start + word] = block[at++] as number;
    const end = at + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
    const first = 4 * (start + fixedWords);
    for (; at < end; at += CHANGE_WORDS) {
      const number = block[at] as number;
      const value = block[at + 1] as number;
      if ((value & ~(seen[number] as number)) !== 0 && !addBytes(number, value)) return false;
      // all four, without asking which of them vary
      const lane = 4 * number;
      bytes[first + (of[lane] as number)] = value;
      bytes[first + (of[lane + 1] as number)] = value >>> 8;
      bytes[first + (of[lane + 2] as number)] = value >>> 16;
      bytes[first + (of[lane + 3] as number)] = value >>> 24;
    }
    return true;
  };
}

/** Creates the set with the root as its only node. */
export function createVisited(branching: Branching, memoryBytes: number, shared: boolean): Visited {
  const { timeWords, searchWords, keyWords } = branching;
  const fixedWords = timeWords + searchWords;
  const arena = createArena(memoryBytes, searchWords, fixedWords + SPARE_WORDS, shared, timeWords);
  // bytes that do not vary go to the hash of the node, which is written later
  const varying = createVaryingBytes(keyWords, 4 * (HASH - HEADER_WORDS - fixedWords), shared);
  const probe = { place: 0 };

  const visited: Visited = {
    arena,
    varying,
    timeWords,
    fixedWords,
    full: false,
    touched: 0,
    read: createChildReader(arena, varying, fixedWords, (lanes) => visited.addLanes(lanes)),
    find: (block, child) => findNode(arena, arena.words, nextState(arena), block[child + CHILD_HASH] as number, probe),
    add: (block, child) => addNext(arena, block[child + CHILD_HASH] as number, probe.place),
    addLanes(lanes) {
      for (const lane of lanes) addVaryingByte(varying, lane);
      arena.keyWords = searchWords + wordsOfBytes(varying.count);
    },
    widen() {
      const stride = arena.stride + Math.max(SPARE_WORDS, wordsOfBytes(varying.count) >> 2);
      const maxStride = HEADER_WORDS + fixedWords + keyWords;
      visited.full = !widenNodes(arena, Math.min(stride, maxStride));
      return !visited.full;
    },
    after(block, child) {
      return child + CHILD_WORDS + fixedWords + CHANGE_WORDS * (block[child + CHILD_CHANGES] as number);
    },
  };

  // its words of the search are 0, and so are its differences from itself
  const bound = branching.root(arena.words, nextState(arena));
  findNode(arena, arena.words, nextState(arena), ROOT_HASH, probe);
  const root = addNext(arena, ROOT_HASH, probe.place);
  arena.words.set([-1, -1, 0, bound, 0, -1], root * arena.stride + PARENT);
  return visited;
}

/** Reads the table at the places of children, so that their cache misses overlap. */
export function touchChildren(visited: Visited, block: Int32Array, from: number, end: number): void {
  const { arena } = visited;
  const { table, words, stride } = arena;
  if (table.length < LARGE_TABLE) return;
  let sum = 0;
  for (let child = from; child < end; child = visited.after(block, child)) {
    const hash = block[child + CHILD_HASH] as number;
    const place = placeOf(arena, hash);
    const node = (table[place + 1] as number) - 1;
    // no branch, which would often be foreseen wrongly: node 0 stands for an empty entry and for
    // one of another hash
    const other = (table[place] as number) ^ hash;
    const start = (node & ~((other | -other | node) >> 31)) * stride;
    sum ^= (words[start + COST] as number) ^ (words[start + stride - 1] as number);
  }
  visited.touched = sum;
}

/** Puts the battle into the state of a node and writes its children. @returns where they end */
export function branchNode(
  branching: Branching,
  { words, bytes, stride }: Pick<Arena, 'words' | 'bytes' | 'stride'>,
  { lanes, count }: Pick<VaryingBytes, 'lanes' | 'count'>,
  node: number,
  out: Int32Array,
  outAt: number,
): number {
  const times = node * stride + HEADER_WORDS;
  const own = times + branching.timeWords;
  branching.loadNode(bytes, 4 * (own + branching.searchWords), lanes, count, words, times);
  return branching.branch(words, own, words[times - HEADER_WORDS + HASH] as number, node, out, outAt);
}

/**
 * Expands the nodes of a task until its block is full.
 * @returns number of expanded nodes, at least one, and the end of their children
 */
export function branchTask(
  branching: Branching,
  arena: Pick<Arena, 'words' | 'bytes' | 'stride'>,
  varying: Pick<VaryingBytes, 'lanes' | 'count'>,
  { block, nodes }: Pick<Task, 'block' | 'nodes'>,
): readonly [expanded: number, end: number] {
  const last = block.length - branching.maxWords;
  let at = MAX_NODES;
  let done = 0;
  for (; done < nodes && at <= last; done++) {
    at = branchNode(branching, arena, varying, block[done] as number, block, at);
  }
  return [done, at];
}

// Expands a batch of nodes: the interface, and its implementation in one thread.

/**
 * Takes children into the search.
 * @param from,end words of the first child and after the last one
 * @returns where it stopped: `end`; a child that needs wider nodes, which no thread may read
 *   meanwhile; or `STOPPED`
 */
export type AcceptChildren = (block: Int32Array, from: number, end: number) => number;
export const STOPPED = -1;

export interface BatchExpander {
  /**
   * Calls `accept` for blocks of children in the order of the nodes.
   * @param nodes the batch without dead nodes
   * @param count their number
   * @returns false when it was stopped
   */
  run(nodes: Int32Array, count: number, accept: AcceptChildren): Promise<boolean> | boolean;
}

/**
 * Words of children in one group. In groups, the processor's cache misses overlap and its code
 * caches change less often: this saves a tenth of a move of the turn engine.
 */
const GROUP_WORDS = 4096;
/** Nodes of a batch between two pauses for the event loop. */
const YIELD_NODES = 256;

/** Takes a block of children, and widens nodes where needed. */
function takeAll(visited: Visited, block: Int32Array, end: number, accept: AcceptChildren): boolean {
  for (let at = 0; ; ) {
    at = accept(block, at, end);
    if (at === end) return true;
    if (at === STOPPED || !visited.widen()) return false;
  }
}

/** Expands in this thread. */
export function localExpander(branching: Branching, visited: Visited): BatchExpander {
  const { arena, varying } = visited;
  const block = new Int32Array(GROUP_WORDS + branching.maxWords);
  const yieldNow = createYielder();

  function runSome(nodes: Int32Array, from: number, to: number, accept: AcceptChildren): boolean {
    for (let index = from; index < to; ) {
      let end = 0;
      while (index < to && end < GROUP_WORDS) {
        end = branchNode(branching, arena, varying, nodes[index++] as number, block, end);
      }
      if (!takeAll(visited, block, end, accept)) return false;
    }
    return true;
  }

  return {
    async run(nodes, count, accept) {
      // a loop without awaiting in it: the running engine compiled one with it six times over
      for (let from = 0; from < count; from += YIELD_NODES) {
        if (!runSome(nodes, from, Math.min(count, from + YIELD_NODES), accept)) return false;
        const pause = yieldNow();
        if (pause !== undefined) await pause;
      }
      return true;
    },
  };
}
