/**
 * Where no exact search reaches: layer by layer, the most promising states go on and the others are dropped. How far a state is from the
 * goal decides, each reading measured against where it stood at the start. What was dropped gives the bound that a proof would need:
 * nothing dropped could have been completed for less than its own cost and bound.
 */

import { createYielder } from '../../base/yield-to-event-loop.js';
import type { FoundRoute } from '../answer/answer.js';
import {
  CHILD_BOUND,
  CHILD_HASH,
  CHILD_HEADER,
  CHILD_MOVE,
  CHILD_STEP_COST,
  type Expander,
} from '../expansion/whole-states.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { Condition, Problem } from '../problem/problem.js';
import type { EndReason, SearchLimits, SearchProgress } from '../shortest/shortest.js';

export interface BeamRun {
  readonly problem: Problem;
  readonly expander: Expander;
  /** States that go on from a layer. */
  readonly width: number;
  readonly limits: SearchLimits;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
}

export interface BeamEnd {
  readonly reason: EndReason;
  readonly found: readonly FoundRoute[];
  /** No route costs less; -1: there is none at all. */
  readonly bound: number;
  readonly nodes: number;
  readonly expanded: number;
}

/** Words of a state in a layer before the state itself. */
const COST = 0;
const BOUND = 1;
const TRAIL = 2;
const HEADER = 3;
/** A reading's distance at the start, in these units. */
const START_DISTANCE = 1024;
const YIELD_NODES = 255;
const PROGRESS_MILLISECONDS = 500;
/** Moves of a route at most, and how much further than the first one other routes are looked for. */
const MAX_LAYERS = 10_000;
const LONGER = 2;
const NONE = Number.MAX_SAFE_INTEGER;

function distanceOf({ reading, min, max }: Condition): number {
  const value = reading.read();
  return value < min ? min - value : value > max ? value - max : 0;
}

/** Sum of the distances of all goals, each from 0 to 1024 and beyond: 1024 is where it stood at the start. */
function createDistance(problem: Problem): () => number {
  const starts = problem.goal.map((condition) => Math.max(1, distanceOf(condition)));
  return () => {
    let sum = 0;
    for (let index = 0; index < starts.length; index++) {
      const distance = distanceOf(problem.goal[index] as Condition);
      sum += Math.floor((START_DISTANCE * distance) / (starts[index] as number));
    }
    return sum;
  };
}

/** Most states that a layer can have in this memory: a layer, its children with table and order, and half for the trails. */
export function widestBeam(expander: Expander, memoryBytes: number): number {
  const words = HEADER + expander.stateWords;
  const perState = 4 * (words + expander.maxChildren * (words + 8));
  return Math.floor(memoryBytes / 2 / perState);
}

export async function searchBeam(run: BeamRun): Promise<BeamEnd> {
  const { problem, expander, width, limits } = run;
  const { keyWords, stateWords, childWords, maxChildren } = expander;
  const words = HEADER + stateWords;
  const most = width * maxChildren;
  const distance = createDistance(problem);
  let layer = new Int32Array(words * width);
  let next = new Int32Array(words * width);
  const children = new Int32Array(words * most);
  const hashes = new Int32Array(most);
  const distances = new Float64Array(most);
  let places = 32;
  while (places < 2 * most) places *= 2;
  const table = new Int32Array(places);
  const block = new Int32Array(maxChildren * childWords);
  const breathe = createYielder();
  const began = Date.now();
  let shown = began;
  /** Pairs of the trail before and the move. */
  let trails = new Int32Array(1 << 14);
  let trailLength = 0;
  const maxTrailWords = Math.floor(limits.memoryBytes / 8);
  let [nodes, expanded, dropped] = [1, 0, NONE];
  let ends: { readonly cost: number; readonly trail: number; readonly state: Int32Array }[] = [];
  let stop: EndReason | undefined;

  function addTrail(before: number, move: number): number {
    if (trailLength + 2 > trails.length) {
      const longer = new Int32Array(2 * trails.length);
      longer.set(trails);
      trails = longer;
    }
    trails[trailLength] = before;
    trails[trailLength + 1] = move;
    trailLength += 2;
    return trailLength - 2;
  }

  function pathOf(trail: number): number[] {
    const path: number[] = [];
    for (let at = trail; at >= 0; at = trails[at] as number) path.unshift(trails[at + 1] as number);
    return path;
  }

  function ceiling(): number {
    const last = ends.length < problem.routes ? undefined : ends.at(-1);
    const own = problem.costLimit === NO_LIMIT ? NONE : problem.costLimit;
    return last === undefined ? own : Math.min(own, last.cost - 1);
  }

  function addEnd(cost: number, before: number, move: number, at: number): void {
    const state = block.slice(at, at + keyWords);
    const equal = ends.find((end) => end.state.every((word, index) => word === state[index]));
    if (equal !== undefined && equal.cost <= cost) return;
    const others = ends.filter((end) => end !== equal);
    const place = others.findIndex((end) => end.cost > cost);
    others.splice(place < 0 ? others.length : place, 0, { cost, trail: addTrail(before, move), state });
    ends = others.slice(0, problem.routes);
  }

  /** Takes a child into the next layer's candidates unless an equal state is there that costs no more. */
  function addChild(count: number, from: number, child: number, cost: number): number {
    const state = child + CHILD_HEADER;
    const hash = block[child + CHILD_HASH] as number;
    let place = hash & (places - 1);
    let at = count;
    for (; table[place] !== 0; place = (place + 1) & (places - 1)) {
      const other = (table[place] as number) - 1;
      if (hashes[other] !== hash) continue;
      let word = 0;
      const key = other * words + HEADER;
      while (word < keyWords && children[key + word] === block[state + word]) word++;
      if (word < keyWords) continue;
      if ((children[other * words + COST] as number) <= cost) return count;
      at = other;
      break;
    }
    table[place] = at + 1;
    hashes[at] = hash;
    const start = at * words;
    children[start + COST] = cost;
    children[start + BOUND] = block[child + CHILD_BOUND] as number;
    // until it goes on: its parent in the layer and its move
    children[start + TRAIL] = from * maxMoves + (block[child + CHILD_MOVE] as number);
    for (let word = 0; word < stateWords; word++) children[start + HEADER + word] = block[state + word] as number;
    expander.turnOf(children, start + HEADER);
    distances[at] = distance();
    return at === count ? count + 1 : count;
  }

  const maxMoves = problem.moves.length;

  async function candidatesOf(length: number): Promise<number> {
    let count = 0;
    table.fill(0);
    for (let index = 0; index < length; index++) {
      const start = index * words;
      const made = expander.expand(layer, start + HEADER, index, block, 0);
      expanded++;
      for (let number = 0; number < made; number++) {
        const child = number * childWords;
        const cost = (layer[start + COST] as number) + (block[child + CHILD_STEP_COST] as number);
        if (cost + (block[child + CHILD_BOUND] as number) > ceiling()) continue;
        const before = layer[start + TRAIL] as number;
        const move = block[child + CHILD_MOVE] as number;
        if (block[child + CHILD_HEADER] !== 0) addEnd(cost, before, move, child + CHILD_HEADER);
        else count = addChild(count, index, child, cost);
      }
      if ((index & YIELD_NODES) !== YIELD_NODES) continue;
      const breath = breathe();
      if (breath !== undefined) await breath;
      checkLimits();
      if (stop !== undefined) break;
    }
    checkLimits();
    return count;
  }

  function checkLimits(): void {
    const now = Date.now();
    if (run.signal?.aborted === true) stop ??= 'interrupted';
    if (limits.milliseconds !== NO_LIMIT && now - began >= limits.milliseconds) stop ??= 'time';
    if (limits.nodes !== NO_LIMIT && nodes >= limits.nodes) stop ??= 'nodes';
    if (2 * trailLength > maxTrailWords) stop ??= 'memory';
    if (now - shown < PROGRESS_MILLISECONDS) return;
    shown = now;
    showProgress(0);
  }

  function showProgress(waiting: number): void {
    const best = ends[0]?.cost ?? -1;
    const bytes = 4 * (2 * layer.length + children.length + table.length + trails.length) + 12 * most;
    const maxNodes = limits.nodes === NO_LIMIT ? NONE : limits.nodes;
    const bound = dropped === NONE ? 0 : dropped;
    run.progress?.({ nodes, nodesBefore: 0, expanded, waiting, best, bound, bytes, maxNodes });
  }

  /** The best of the candidates become the next layer; the others are dropped. */
  function select(count: number): number {
    const order = Uint32Array.from({ length: count }, (_, index) => index);
    const total = (at: number): number =>
      (children[at * words + COST] as number) + (children[at * words + BOUND] as number);
    order.sort((a, b) => (distances[a] as number) - (distances[b] as number) || total(a) - total(b) || a - b);
    let length = 0;
    for (const at of order) {
      const bound = total(at);
      if (bound > ceiling()) continue;
      if (length === width) {
        dropped = Math.min(dropped, bound);
        continue;
      }
      const start = at * words;
      const target = length++ * words;
      next.set(children.subarray(start, start + words), target);
      const packed = children[start + TRAIL] as number;
      const before = layer[Math.floor(packed / maxMoves) * words + TRAIL] as number;
      next[target + TRAIL] = addTrail(before, packed % maxMoves);
    }
    nodes += length;
    [layer, next] = [next, layer];
    return length;
  }

  layer[BOUND] = expander.packRoot(layer, HEADER);
  layer[TRAIL] = -1;

  /** The least that a route over a state of the layer costs. */
  function minTotal(states: number): number {
    let least = NONE;
    for (let index = 0; index < states; index++) {
      least = Math.min(least, (layer[index * words + COST] as number) + (layer[index * words + BOUND] as number));
    }
    return least;
  }

  let length = 1;
  let open = NONE;
  let lastLayer = MAX_LAYERS;
  for (let number = 0; length > 0 && number < lastLayer; number++) {
    open = minTotal(length);
    const count = await candidatesOf(length);
    if (stop !== undefined) break;
    if (ends.length > 0) lastLayer = Math.min(lastLayer, LONGER * (number + 1));
    length = select(count);
    open = minTotal(length);
  }
  showProgress(length);

  const best = ends[0]?.cost ?? NONE;
  const bound = Math.min(best, dropped, open);
  const enough = ends.length === problem.routes ? (ends.at(-1)?.cost ?? NONE) : NONE;
  const proven = stop === undefined && Math.min(dropped, open) >= enough;
  return {
    reason: stop ?? (proven ? (ends.length > 0 ? 'proven' : 'exhausted') : 'dropped'),
    found: ends.map(({ cost, trail }) => ({ path: pathOf(trail), cost })),
    bound: bound === NONE ? -1 : bound,
    nodes,
    expanded,
  };
}
