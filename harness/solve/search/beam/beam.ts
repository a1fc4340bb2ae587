/**
 * A beam search, for problems beyond an exact search: from each layer the most promising states
 * continue, the others are dropped. The distance from the goal decides, relative to the start's for
 * each reading. The dropped states give the bound for a proof: none of them leads to a route below
 * its own cost plus bound.
 */
import { createYielder } from '../../../base/yield-to-event-loop.js';
import type { StateExpander } from '../expansion/state-expander.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { EndReason, SearchLimits, SearchListeners, SearchOutcome, SearchProgress } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { createSearchClock, type SearchClock } from '../problem/search-clock.js';
import { type BeamRoutes, createBeamRoutes, NO_COST } from './beam-routes.js';
import { BOUND, type Candidates, COST, createCandidates, HEADER, TRAIL } from './candidates.js';
import { createGoalDistance } from './goal-distance.js';

export interface BeamRun extends SearchListeners {
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
  /** States in the layer. */
  length: number;
  next: Int32Array;
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
  const beam: Beam = {
    run,
    routes: createBeamRoutes(problem),
    candidates: createCandidates(expander, width, createGoalDistance(problem)),
    stride,
    layer: new Int32Array(stride * width),
    length: 1,
    next: new Int32Array(stride * width),
    nodes: 1,
    expanded: 0,
    dropped: NO_COST,
    stop: undefined,
  };
  beam.layer[BOUND] = expander.packRoot(beam.layer, HEADER);
  beam.layer[TRAIL] = -1;
  return beam;
}

function progressOf({ run, routes, candidates, layer, length, nodes, expanded, dropped }: Beam): SearchProgress {
  const { nodes: limit } = run.limits;
  return {
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

/** Expands one state of the layer into candidates and ends. */
function expandState({ run, routes, candidates, layer, stride }: Beam, index: number): void {
  const { expander, problem } = run;
  const start = index * stride;
  const before = layer[start + TRAIL] as number;
  expander.expand(layer, start + HEADER, {
    child(source, at, hash, move, stepCost, bound) {
      const cost = (layer[start + COST] as number) + stepCost;
      if (cost + bound > routes.ceiling()) return true;
      if (source[at] !== 0) routes.addEnd(cost, before, move, source.slice(at, at + expander.keyWords));
      else candidates.add({ source, at, hash, cost, bound, origin: index * problem.moves.length + move });
      return true;
    },
    open: () => true,
    drop: () => undefined,
  });
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

function endOf(beam: Beam, open: number): SearchOutcome {
  const { run, routes, dropped, stop, nodes, expanded } = beam;
  const found = routes.found();
  const bound = Math.min(found[0]?.cost ?? NO_COST, dropped, open);
  const enough = found.length === run.problem.routes ? (found.at(-1)?.cost ?? NO_COST) : NO_COST;
  const isComplete = stop === undefined && Math.min(dropped, open) >= enough;
  const reason = stop ?? (isComplete ? (found.length > 0 ? 'proven' : 'exhausted') : 'dropped');
  const proven = reason === 'proven';
  return { reason, proven, found, bound: bound === NO_COST ? -1 : bound, nodes, expanded, beam: run.width };
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
