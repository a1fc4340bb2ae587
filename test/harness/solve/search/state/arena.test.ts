/** Nodes found by whole keys, against a map; hashes that are alike on purpose. */
import { expect, test } from 'vitest';
import {
  addNode,
  COST,
  createArena,
  DEAD,
  enterNodes,
  findNode,
  widenNodes,
} from '../../../../../harness/solve/search/state/arena.js';

const STATE_WORDS = 3;

/** Few hashes, many keys: uppermost bits and lowest ones that are equal, and whole ones. */
function hashOf(key: number): number {
  return Math.imul(key % 7 === 0 ? key % 3 : key >> 1, key % 5 === 0 ? 0x9e37_79b1 : 0x0010_0001) | 0;
}

test('every key is found as its own node while table and nodes grow, and again when they are entered anew', () => {
  const arena = createArena(2_000_000, 2, STATE_WORDS, false, 1);
  const nodes = new Map<number, number>();
  const probe = { place: 0 };
  const state = new Int32Array(STATE_WORDS + 2);
  const find = (key: number): number => {
    // the first word is none of the key
    state.set([~key, key & 0xff, key >> 8]);
    return findNode(arena, state, 0, hashOf(key), probe);
  };
  for (let step = 0; step < 30_000; step++) {
    const key = Math.imul(step, 40_503) & 0x3fff;
    const known = find(key);
    expect(known).toBe(nodes.get(key) ?? -1);
    if (known >= 0) continue;
    nodes.set(key, addNode(arena, state, 0, hashOf(key), probe.place));
    if (step === 9000) expect(widenNodes(arena, arena.stride + 1)).toBe(true);
  }
  expect(nodes.size).toBe(1 << 14);
  enterNodes(arena);
  for (const [key, node] of nodes) expect(find(key)).toBe(node);
});

test.each([
  [2, 0],
  [4, 0],
  [4, 1500],
])(
  'a table grows whose last entries, %i to a place, stand at its start; the others from place %i on',
  (each, first) => {
    const arena = createArena(2_000_000, 1, 1, false);
    const probe = { place: 0 };
    // the last ones go on at the start of a table of 4096, in front of those that belong there
    const hashesOfPlace = 2 ** 20;
    const hash = (key: number): number =>
      (key < 1600 ? -1 - ((1599 - key) / each) * hashesOfPlace : (first + (key - 1600) / each) * hashesOfPlace) | 0;
    const find = (key: number): number => findNode(arena, Int32Array.of(key), 0, hash(key), probe);
    const keys = Array.from({ length: 6000 }, (_, key) => key);
    const sizes = new Set<number>();
    for (const key of keys) {
      find(key);
      expect(addNode(arena, Int32Array.of(key), 0, hash(key), probe.place)).toBe(key);
      if (sizes.has(arena.table.length)) continue;
      sizes.add(arena.table.length);
      expect(keys.slice(0, key + 1).map(find)).toEqual(keys.slice(0, key + 1));
    }
    expect([...sizes]).toEqual([2 * 4096, 2 * 8192, 2 * 16_384]);
  },
);

test('a dead node is not entered', () => {
  const arena = createArena(100_000, 1, 1, false);
  const probe = { place: 0 };
  for (const [key, hash] of [
    [5, 0x7000_0001],
    [6, -3],
    [7, 0],
  ] as const) {
    expect(findNode(arena, Int32Array.of(key), 0, hash, probe)).toBe(-1);
    addNode(arena, Int32Array.of(key), 0, hash, probe.place);
  }
  arena.words[arena.stride + COST] = DEAD;
  enterNodes(arena);
  expect(findNode(arena, Int32Array.of(6), 0, -3, probe)).toBe(-1);
  expect(findNode(arena, Int32Array.of(7), 0, 0, probe)).toBe(2);
});
