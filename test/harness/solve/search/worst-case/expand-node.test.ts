/** What the children of a state become in the graph of a worst case. */
import { expect, test } from 'vitest';
import type { ChildSink, Expansion, StateExpander } from '../../../../../harness/solve/search/expansion/drawn-moves.js';
import { createGraph, EDGE_WORDS, edgesOf, OPEN } from '../../../../../harness/solve/search/worst-case/and-or-graph.js';
import { createNodeExpansion } from '../../../../../harness/solve/search/worst-case/worst-case.js';

/** Two words of a key and one of time. */
const [KEY_WORDS, STATE_WORDS] = [2, 3];

/** Edges of the root as node, move and cost, when its children are taken as told. */
function filled(expand: (take: ChildSink) => Expansion, bytes = 1 << 20) {
  const graph = createGraph(bytes, KEY_WORDS, STATE_WORDS);
  graph.put(new Int32Array(STATE_WORDS), 0, 1, 0);
  const expander = { expand: (_source, _at, take) => expand(take) } as Pick<StateExpander, 'expand'> as StateExpander;
  const end = createNodeExpansion(graph, expander)(0);
  const [first, last] = edgesOf(graph, 0);
  const edges: number[][] = [];
  for (let edge = first; first >= 0 && edge < last; edge += EDGE_WORDS) {
    edges.push([...graph.edges.subarray(edge, edge + EDGE_WORDS)]);
  }
  return { end, edges, nodes: graph.arena.length, graph };
}

const child = (take: ChildSink, state: readonly number[], move: number, cost: number): boolean =>
  take.child(Int32Array.from([9, ...state]), 1, (state[0] as number) + 7, move, cost, 1);

test('children keep their order, and those with the same key become one at the highest cost', () => {
  const { edges, nodes } = filled((take) => {
    child(take, [0, 2, 3], 2, 10);
    child(take, [0, 3, 3], 2, 4);
    // the same key at another time
    child(take, [0, 2, 8], 2, 12);
    child(take, [0, 3, 3], 2, 3);
    return undefined;
  });
  expect(edges).toEqual([
    [1, 2, 12],
    [2, 2, 4],
  ]);
  expect(nodes).toBe(3);
});

test('the same child by another move has an edge of its own', () => {
  const { edges } = filled((take) => {
    child(take, [0, 2, 3], 0, 10);
    child(take, [0, 2, 3], 1, 6);
    return undefined;
  });
  expect(edges).toEqual([
    [1, 0, 10],
    [1, 1, 6],
  ]);
});

test('a move that is left open or dropped keeps its children as numbered nodes', () => {
  const open = filled((take) => {
    child(take, [0, 2, 3], 2, 10);
    take.drop(2);
    take.open(2);
    return undefined;
  });
  expect([open.edges, open.nodes]).toEqual([[[OPEN, 2, 0]], 2]);
  const dropped = filled((take) => {
    child(take, [0, 4, 3], 1, 10);
    child(take, [0, 2, 3], 2, 10);
    take.drop(2);
    return undefined;
  });
  expect([dropped.edges, dropped.nodes]).toEqual([[[1, 1, 10]], 3]);
});

test('a node takes hundreds of children, and without room for all of them it keeps none', () => {
  const many = filled((take) => {
    for (let number = 0; number < 300; number++) child(take, [0, number + 1, 2], number, number);
    return undefined;
  });
  expect(many.edges).toEqual(Array.from({ length: 300 }, (_, number) => [number + 1, number, number]));
  const full = filled((take) => {
    for (let number = 0; ; number++) if (!child(take, [0, number + 1, 2], 0, 1)) return 'full';
  }, 4096);
  expect([full.end, full.edges, full.graph.edgeLength, full.graph.expanded]).toEqual(['full', [], 0, 0]);
});
