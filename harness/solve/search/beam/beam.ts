/**
 * A beam search, for problems beyond an exact search: from each layer the most promising states
 * continue, the others are dropped. The distance from the goal decides, relative to the start's for
 * each reading. The dropped states give the bound for a proof: none of them leads to a route below
 * its own cost plus bound.
 */

import { createYielder } from '../../../base/index.js';
import type { StateExpander } from '../expansion/drawn-moves.js';
import { conditionsOf, leftOf } from '../problem/lower-bound.js';
import {
  createSearchClock,
  type EndReason,
  type FoundRoute,
  type NearestEnd,
  NO_LIMIT,
  type SearchClock,
  type SearchLimits,
  type SearchListeners,
  type SearchOutcome,
  type SearchProgress,
} from '../problem/outcome.js';
import type { Condition, Problem } from '../problem/problem.js';

// The routes found by a beam, best first, and the moves behind the states of its layers.

const NO_COST = Number.MAX_SAFE_INTEGER;

interface BeamRoutes {
  /** Number of words in use by trails. */
  trailWords(): number;
  /** Adds a move to a trail; -1: the start's. @returns the new trail */
  addTrail(before: number, move: number): number;
  /** Maximum useful cost of a route. */
  ceiling(): number;
  /** Adds a goal reached by a move after a trail. @param state its key */
  addEnd(cost: number, before: number, move: number, state: Int32Array): void;
  found(): FoundRoute[];
  /** Moves of a trail, from the first. */
  pathOf(trail: number): number[];
}

interface End {
  readonly cost: number;
  readonly trail: number;
  readonly state: Int32Array;
}

function createBeamRoutes({ routes, costLimit }: Problem): BeamRoutes {
  /** Pairs of the trail before and the move. */
  let trails = new Int32Array(1 << 14);
  let length = 0;
  let ends: readonly End[] = [];

  function addTrail(before: number, move: number): number {
    if (length + 2 > trails.length) {
      const longer = new Int32Array(2 * trails.length);
      longer.set(trails);
      trails = longer;
    }
    trails[length] = before;
    trails[length + 1] = move;
    length += 2;
    return length - 2;
  }

  function pathOf(trail: number): number[] {
    const path: number[] = [];
    for (let at = trail; at >= 0; at = trails[at] as number) path.unshift(trails[at + 1] as number);
    return path;
  }

  return {
    trailWords: () => length,
    addTrail,
    ceiling() {
      const last = ends.length < routes ? undefined : ends.at(-1);
      const own = costLimit === NO_LIMIT ? NO_COST : costLimit;
      return last === undefined ? own : Math.min(own, last.cost - 1);
    },
    addEnd(cost, before, move, state) {
      const equal = ends.find((end) => end.state.every((word, index) => word === state[index]));
      if (equal !== undefined && equal.cost <= cost) return;
      const others = ends.filter((end) => end !== equal);
      const place = others.findIndex((end) => end.cost > cost);
      others.splice(place < 0 ? others.length : place, 0, { cost, trail: addTrail(before, move), state });
      ends = others.slice(0, routes);
    },
    found: () => ends.map(({ cost, trail }) => ({ path: pathOf(trail), cost })),
    pathOf,
  };
}

// The candidates for a beam's next layer: the children of a layer, each state once at its lowest
// cost.

/** Words of a layer's state before the state itself. */
const COST = 0;
const BOUND = 1;
const TRAIL = 2;
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
interface Candidate {
  readonly source: Int32Array;
  readonly at: number;
  readonly hash: number;
  readonly cost: number;
  readonly bound: number;
  /** Its parent in the layer and its move, until it enters a layer. */
  readonly origin: number;
}

interface Candidates {
  readonly words: Int32Array;
  /** Candidates so far. */
  count: number;
  readonly bytes: number;
  clear(): void;
  /** Adds a candidate, unless an equal state is there at no higher cost. */
  add(candidate: Candidate): void;
  /** Cost and lower bound of a candidate. */
  total(index: number): number;
  /** Distance of a candidate from the goal. */
  distance(index: number): number;
  /** All candidates: the nearest to the goal first, then the cheapest, then the earliest. */
  ordered(): Uint32Array;
}

/** Creates the candidates. @param distance the present battle's distance from the goal */
function createCandidates(expander: StateExpander, width: number, distance: () => number): Candidates {
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
    distance: (index) => distances[index] as number,
    ordered() {
      const order = Uint32Array.from({ length: candidates.count }, (_, index) => index);
      return order.sort((a, b) => (distances[a] as number) - (distances[b] as number) || total(a) - total(b) || a - b);
    },
  };
  return candidates;
}

// The distance of a state from the goal, by which a beam selects states.

/** Distance of a reading at the start, in these units. */
const START_DISTANCE = 1024;

function distanceOf({ reading, min, max }: Condition): number {
  const value = reading.read();
  return value < min ? min - value : value > max ? value - max : 0;
}

/** Sum of the distances of all goals; each is 1024 at the start and 0 at its goal. */
export function createGoalDistance(problem: Problem): () => number {
  const goal = conditionsOf(problem);
  const starts = goal.map((condition) => Math.max(1, distanceOf(condition)));
  return () => {
    let sum = 0;
    for (let index = 0; index < starts.length; index++) {
      const distance = distanceOf(goal[index] as Condition);
      sum += Math.floor((START_DISTANCE * distance) / (starts[index] as number));
    }
    return sum;
  };
}

interface BeamRun extends SearchListeners {
  readonly problem: Problem;
  readonly expander: StateExpander;
  /** Maximum number of states in a layer. */
  readonly width: number;
  readonly limits: SearchLimits;
}

/** A running beam. */
interface Beam {
  readonly run: BeamRun;
  readonly routes: BeamRoutes;
  readonly candidates: Candidates;
  /** Words of a state in a layer. */
  readonly stride: number;
  layer: Int32Array;
  /** Distance of each state of the layer from the goal. */
  readonly distances: Float64Array;
  /** States in the layer. */
  length: number;
  next: Int32Array;
  /** The state nearest to the goal from which the battle goes on. */
  nearest: { distance: number; cost: number; trail: number; state: Int32Array } | undefined;
  /** The goal and what is on the way to it. */
  readonly goal: readonly Condition[];
  nodes: number;
  expanded: number;
  /** Lowest cost plus bound of a dropped state. */
  dropped: number;
  stop: EndReason | undefined;
}

/** Number of expanded states, minus one, between two pauses for the event loop. */
const YIELD_NODES = 255;
/** Maximum number of moves in a route, and of further layers after the first route. */
const MAX_LAYERS = 10_000;
const LONGER = 2;

function createBeam(run: BeamRun): Beam {
  const { problem, expander, width } = run;
  const stride = HEADER + expander.stateWords;
  const distance = createGoalDistance(problem);
  const beam: Beam = {
    run,
    routes: createBeamRoutes(problem),
    candidates: createCandidates(expander, width, distance),
    stride,
    layer: new Int32Array(stride * width),
    distances: new Float64Array(width),
    length: 1,
    next: new Int32Array(stride * width),
    nearest: undefined,
    goal: conditionsOf(problem),
    nodes: 1,
    expanded: 0,
    dropped: NO_COST,
    stop: undefined,
  };
  beam.layer[BOUND] = expander.packRoot(beam.layer, HEADER);
  beam.layer[TRAIL] = -1;
  beam.distances[0] = distance();
  return beam;
}

/** What is left in the state nearest to the goal. */
function leftNow({ run, nearest, goal }: Beam): Pick<SearchProgress, 'left'> {
  if (nearest === undefined) return {};
  run.expander.load(nearest.state, 0);
  return { left: leftOf(goal) };
}

function progressOf(beam: Beam): SearchProgress {
  const { run, routes, candidates, layer, length, nodes, expanded, dropped } = beam;
  const { nodes: limit } = run.limits;
  return {
    ...leftNow(beam),
    nodes,
    nodesBefore: 0,
    expanded,
    waiting: length,
    best: routes.found()[0]?.cost ?? -1,
    bound: dropped === NO_COST ? 0 : dropped,
    bytes: 4 * (2 * layer.length + routes.trailWords()) + candidates.bytes,
    maxNodes: limit === NO_LIMIT ? NO_COST : limit,
  };
}

function checkLimits(beam: Beam, clock: SearchClock): void {
  const { nodes, memoryBytes } = beam.run.limits;
  beam.stop ??= clock.stopReason();
  if (nodes !== NO_LIMIT && beam.nodes >= nodes) beam.stop ??= 'nodes';
  if (2 * beam.routes.trailWords() > Math.floor(memoryBytes / 8)) beam.stop ??= 'memory';
  clock.report();
}

/**
 * Remembers a state of the layer that is nearer to the goal than all before it, or as near at less
 * cost. It is called for states with a child alone: a lost battle may be nearer, and leads nowhere.
 */
function noteNearest(beam: Beam, index: number): void {
  const { layer, stride, distances, nearest } = beam;
  const [distance, cost] = [distances[index] as number, layer[index * stride + COST] as number];
  if (nearest !== undefined) {
    const more = distance - nearest.distance;
    if (more > 0 || (more === 0 && cost >= nearest.cost)) return;
  }
  const [start, end] = [index * stride, (index + 1) * stride];
  beam.nearest = { distance, cost, trail: layer[start + TRAIL] as number, state: layer.slice(start + HEADER, end) };
}

/** Expands one state of the layer into candidates and ends. */
function expandState(beam: Beam, index: number): void {
  const { run, routes, candidates, layer, stride } = beam;
  const { expander, problem } = run;
  const start = index * stride;
  const before = layer[start + TRAIL] as number;
  let goesOn = false;
  expander.expand(layer, start + HEADER, {
    child(source, at, hash, move, stepCost, bound) {
      const cost = (layer[start + COST] as number) + stepCost;
      goesOn = true;
      if (cost + bound > routes.ceiling()) return true;
      if (source[at] !== 0) routes.addEnd(cost, before, move, source.slice(at, at + expander.keyWords));
      else candidates.add({ source, at, hash, cost, bound, origin: index * problem.moves.length + move });
      return true;
    },
    open: () => true,
    drop: () => undefined,
  });
  if (goesOn) noteNearest(beam, index);
}

async function expandLayer(beam: Beam, clock: SearchClock, yieldNow: () => Promise<void> | undefined): Promise<void> {
  beam.candidates.clear();
  for (let index = 0; index < beam.length; index++) {
    expandState(beam, index);
    beam.expanded++;
    if ((index & YIELD_NODES) !== YIELD_NODES) continue;
    const pause = yieldNow();
    if (pause !== undefined) await pause;
    checkLimits(beam, clock);
    if (beam.stop !== undefined) break;
  }
  checkLimits(beam, clock);
}

/** Makes the best candidates the next layer and drops the others. */
function selectLayer(beam: Beam): void {
  const { run, routes, candidates, layer, next, stride } = beam;
  const moves = run.problem.moves.length;
  let length = 0;
  for (const index of candidates.ordered()) {
    const total = candidates.total(index);
    if (total > routes.ceiling()) continue;
    if (length === run.width) {
      beam.dropped = Math.min(beam.dropped, total);
      continue;
    }
    const start = index * stride;
    beam.distances[length] = candidates.distance(index);
    const target = length++ * stride;
    next.set(candidates.words.subarray(start, start + stride), target);
    const origin = candidates.words[start + TRAIL] as number;
    const before = layer[Math.floor(origin / moves) * stride + TRAIL] as number;
    next[target + TRAIL] = routes.addTrail(before, origin % moves);
  }
  beam.nodes += length;
  beam.length = length;
  beam.layer = next;
  beam.next = layer;
}

/** Lower bound on the cost of a route over the states of the layer. */
function boundOfLayer({ layer, length, stride }: Beam): number {
  let bound = NO_COST;
  for (let index = 0; index < length; index++) {
    bound = Math.min(bound, (layer[index * stride + COST] as number) + (layer[index * stride + BOUND] as number));
  }
  return bound;
}

function nearestOf({ distance, cost, trail }: NonNullable<Beam['nearest']>, routes: BeamRoutes): NearestEnd {
  return { distance, cost, path: routes.pathOf(trail) };
}

function endOf(beam: Beam, open: number): SearchOutcome {
  const { run, routes, dropped, stop, nodes, expanded, nearest } = beam;
  const found = routes.found();
  const bound = Math.min(found[0]?.cost ?? NO_COST, dropped, open);
  const enough = found.length === run.problem.routes ? (found.at(-1)?.cost ?? NO_COST) : NO_COST;
  const isComplete = stop === undefined && Math.min(dropped, open) >= enough;
  const reason = stop ?? (isComplete ? (found.length > 0 ? 'proven' : 'exhausted') : 'dropped');
  const proven = reason === 'proven';
  const outcome = { reason, proven, found, bound: bound === NO_COST ? -1 : bound, nodes, expanded, beam: run.width };
  return nearest === undefined ? outcome : { ...outcome, nearest: nearestOf(nearest, routes) };
}

export async function searchBeam(run: BeamRun): Promise<SearchOutcome> {
  const beam = createBeam(run);
  const yieldNow = createYielder();
  const clock = createSearchClock(run.limits, run, () => progressOf(beam));
  let open = NO_COST;
  let lastLayer = MAX_LAYERS;
  for (let number = 0; beam.length > 0 && number < lastLayer; number++) {
    open = boundOfLayer(beam);
    await expandLayer(beam, clock, yieldNow);
    if (beam.stop !== undefined) break;
    if (beam.routes.found().length > 0) lastLayer = Math.min(lastLayer, LONGER * (number + 1));
    selectLayer(beam);
    open = boundOfLayer(beam);
  }
  clock.reportEnd();
  return endOf(beam, open);
}
