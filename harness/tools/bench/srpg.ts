/**
 * Time of a reach on the largest map, 256 x 256, from its middle: on plain ground, and on ground of
 * cost 1 to 3 beside the npm package `@dagrejs/graphlib`, whose Dijkstra search also gives the
 * cheapest way to every square. Packages for grids (`pathfinding`, `rot-js`, `honeycomb-grid`) know
 * no costs, or search for one goal. The package is a development dependency, so a production
 * install reports that it is missing. Its answer is compared with ours square by square.
 */

import { createBattle, reach, type SrpgBattle, squareNumber, UNREACHED } from '../../../core/srpg-movement/index.js';
import { countText } from '../../base/number-text.js';
import { chooserOf } from './fftcg.js';
import { checksum } from './measure/checksum.js';
import { ratesOf, type Spread, spreadOf, timed } from './measure/measure.js';

export interface ReachResult {
  readonly map: string;
  readonly squares: number;
  readonly repeats: number;
  readonly reachesPerSecond: Spread;
  readonly checksum: string;
}

export interface SrpgResult {
  readonly reaches: readonly ReachResult[];
  /** Result of the package on the map of costs 1 to 3, or the reason for its absence. */
  readonly peer: PeerResult | { readonly skipped: string };
}

export interface PeerResult {
  readonly name: string;
  /** Time of one search, without building the graph. */
  readonly milliseconds: Spread;
  /** Its time relative to ours. */
  readonly ratio: number;
  /** Number of squares on which both agree; the benchmark fails unless it is all of them. */
  readonly equalSquares: number;
}

export const PEER = '@dagrejs/graphlib';

const SIDE = 256;
const MOVE = 254;
const MIDDLE = SIDE / 2;
const REACHES_PER_REPEAT = 5;

/** The part of the package that is used. */
interface Peer {
  readonly Graph: new (options: { readonly directed: boolean }) => PeerGraph;
  readonly alg: {
    dijkstra(graph: PeerGraph, source: string, cost: (edge: unknown) => number): Record<string, { distance: number }>;
  };
}

interface PeerGraph {
  setEdge(from: string, to: string, cost: number): void;
  edge(edge: unknown): number;
}

function battleOn(map: readonly (readonly number[])[]): SrpgBattle {
  const units = [{ id: 'scout', x: MIDDLE, y: MIDDLE, move: MOVE }];
  return createBattle({ map, grounds: { 1: 1, 2: 2, 3: 3 }, units });
}

function mapOf(cost: () => number): number[][] {
  return Array.from({ length: SIDE }, () => Array.from({ length: SIDE }, cost));
}

function benchReach(name: string, map: readonly (readonly number[])[], repeats: number): ReachResult {
  const { world } = battleOn(map);
  const field = world.fields[0];
  if (field === undefined) throw new TypeError('the plain grounds have a field');
  const start = squareNumber(field.stride, MIDDLE, MIDDLE);
  const run = (): void => {
    for (let count = REACHES_PER_REPEAT; count > 0; count--) reach(field, start, MOVE, world.buffers);
  };
  run();
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) times.push(timed(run));
  return {
    map: name,
    squares: world.buffers.touchedCount,
    repeats,
    reachesPerSecond: ratesOf(times, REACHES_PER_REPEAT),
    checksum: checksum(world.buffers.remaining),
  };
}

async function loadPeer(): Promise<Peer | undefined> {
  // a name in a variable: the compiler must not look for a package that a production install does
  // not have
  const name: string = PEER;
  try {
    return (await import(name)) as Peer;
  } catch {
    return undefined;
  }
}

function peerGraph(peer: Peer, map: readonly (readonly number[])[]): PeerGraph {
  const graph = new peer.Graph({ directed: true });
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      for (const [toX, toY] of [
        [x, y + 1],
        [x, y - 1],
        [x - 1, y],
        [x + 1, y],
      ] as const) {
        const cost = map[toY]?.[toX];
        if (cost !== undefined) graph.setEdge(`${x},${y}`, `${toX},${toY}`, cost);
      }
    }
  }
  return graph;
}

/**
 * Compares the distances of at most MOVE with our reach.
 * @returns number of equal squares
 */
function countEqual(distances: Record<string, { distance: number }>, remaining: Uint8Array, stride: number): number {
  let equal = 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const distance = distances[`${x},${y}`]?.distance ?? MOVE + 1;
      const left = distance > MOVE ? UNREACHED : MOVE - distance;
      if (remaining[squareNumber(stride, x, y)] === left) equal++;
    }
  }
  return equal;
}

function timePeer(
  peer: Peer,
  map: readonly (readonly number[])[],
  reachesPerSecond: number,
  repeats: number,
): PeerResult {
  const graph = peerGraph(peer, map);
  const search = () => peer.alg.dijkstra(graph, `${MIDDLE},${MIDDLE}`, (edge) => graph.edge(edge));
  const { world } = battleOn(map);
  const field = world.fields[0];
  if (field === undefined) throw new TypeError('the plain grounds have a field');
  reach(field, squareNumber(field.stride, MIDDLE, MIDDLE), MOVE, world.buffers);
  const equalSquares = countEqual(search(), world.buffers.remaining, field.stride);
  if (equalSquares !== SIDE * SIDE)
    throw new Error(`${PEER} agrees on ${equalSquares} of ${countText(SIDE * SIDE, 'square')}`);
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) times.push(timed(search) / 1e6);
  const milliseconds = spreadOf(times);
  return { name: PEER, milliseconds, ratio: (milliseconds.median * reachesPerSecond) / 1000, equalSquares };
}

/**
 * Runs the benchmark.
 * @param load replaced by tests to imitate an install without the package
 */
export async function benchSrpg(repeats: number, load = loadPeer): Promise<SrpgResult> {
  const choose = chooserOf(256);
  const costs = mapOf(() => 1 + choose(3));
  const rough = benchReach('costs 1 to 3', costs, repeats);
  const plain = benchReach(
    'plain ground',
    mapOf(() => 1),
    repeats,
  );
  const reaches = [rough, plain];
  const peer = await load();
  if (peer === undefined) {
    const skipped = `${PEER} is a development dependency and not in this install; run the benchmark from the repository after npm ci`;
    return { reaches, peer: { skipped } };
  }
  return { reaches, peer: timePeer(peer, costs, rough.reachesPerSecond.median, repeats) };
}
