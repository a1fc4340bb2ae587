/**
 * Finds the policy with the highest chance: lines of play are followed from the root along the
 * moves that may be best, to what is least decided, and the bounds are tightened on the way back.
 * Every second line of play follows what promises most instead, so that a good policy is known
 * early. Stopped anywhere, the bounds hold.
 */

import { createYielder } from '../../../base/index.js';
import { plainMove, type RowCommand } from '../../../play/index.js';

import {
  createSearchClock,
  type EndReason,
  NO_LIMIT,
  type SearchClock,
  type SearchLimits,
  type SearchListeners,
  type SearchProgress,
} from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { type Chance, compare, compareChances, type Fraction, lowest, productOf } from '../graph/chance.js';
import { type Branch, type Edge, gapOf, type Point, type PolicyGraph, weightNumber } from './policy-graph.js';
import type { Screen } from './states.js';

// The best policy of a graph as a tree: a move, what may be seen after it, the move then.

export interface PolicyStep {
  readonly move: string;
  readonly command: RowCommand;
  /** Where several moves come to one thing each: all of them, `command` first. */
  readonly commands?: readonly RowCommand[];
  /** Chance to reach the goal from here: known, and at most. */
  readonly chance: Fraction;
  readonly atMost: Fraction;
  /** Chance that the move itself reaches it. */
  readonly reaches: Fraction;
  readonly branches: readonly PolicyBranch[];
  /** Branches that were left out: the tree has its limit of size. */
  readonly leftOut: number;
}

interface PolicyBranch {
  readonly seen: string;
  /** Chance of it after the move. */
  readonly share: Fraction;
  /** Undefined: no way to the goal is known from there, or the tree has its limit of size. */
  readonly next: PolicyStep | undefined;
}

/** Part of a whole. */
export function fractionOf(part: Chance, whole: Chance): Fraction {
  return lowest({
    numerator: part.numerator << BigInt(whole.bits),
    denominator: whole.numerator << BigInt(part.bits),
  });
}

function shareOf({ to, scale }: Edge['branches'][number], whole: Chance): Fraction {
  const part = { numerator: scale.numerator * to.total.numerator, bits: scale.bits + to.total.bits };
  return fractionOf(part, whole);
}

/** The move with the highest known chance, or -1. */
function bestMove(point: Point): number {
  let best = -1;
  point.edges.forEach((edge, move) => {
    if (edge === null || edge === undefined || edge.lower.numerator === 0n) return;
    const before = best < 0 ? undefined : (point.edges[best] as Edge);
    if (before === undefined || compareChances(edge.lower, before.lower) > 0) best = move;
  });
  return best;
}

/** @param most steps in the tree, the likeliest first */
export function policyTree(problem: Problem, screen: Screen, root: Point, most: number): PolicyStep | undefined {
  const { system, battle, moves } = problem;
  let left = most;

  function stepFrom(point: Point): PolicyStep | undefined {
    const number = bestMove(point);
    const chosen = moves[number];
    const edge = point.edges[number];
    if (chosen === undefined || edge === null || edge === undefined || left <= 0) return undefined;
    left--;
    const before = point.members[0]?.state ?? 0;
    const sorted = edge.branches
      .map((branch) => ({ branch, share: shareOf(branch, point.total) }))
      .sort((a, b) => compare(b.share, a.share));
    const shown = sorted.slice(0, left);
    return {
      move: chosen.text,
      command: plainMove(system, battle, chosen.move),
      chance: fractionOf(edge.lower, point.total),
      atMost: fractionOf(edge.upper, point.total),
      reaches: fractionOf(edge.won, point.total),
      branches: shown.map(({ branch: { to }, share }) => ({
        seen: screen.change(before, to.members[0]?.state ?? 0),
        share,
        next: stepFrom(to),
      })),
      leftOut: sorted.length - shown.length,
    };
  }

  return stepFrom(root);
}

/** In place of the progress of a search for a route. */
const NOTHING: SearchProgress = {
  nodes: 0,
  nodesBefore: 0,
  expanded: 0,
  waiting: 0,
  best: -1,
  bound: -1,
  bytes: 0,
  maxNodes: 0,
};

export interface PolicyProgress {
  readonly points: number;
  readonly bytes: number;
  /** Chance of the policy so far, and what no policy exceeds. */
  readonly chance: Fraction;
  readonly atMost: Fraction;
}

export interface PolicyListeners extends Pick<SearchListeners, 'signal' | 'progressEvery'> {
  readonly progress?: (progress: PolicyProgress) => void;
}

/** What a move promises, 0 to 1: what it is known to reach, and a part of what it may. */
function promiseOf(point: Point, edge: Edge): number {
  const all = weightNumber(point.total);
  const lower = weightNumber(edge.lower) / all;
  const upper = weightNumber(edge.upper) / all;
  return lower + (upper - lower) * Math.max(0.01, 1 - edge.distance) * 0.5;
}

function isDecided(point: Point): boolean {
  return compareChances(point.lower, point.upper) >= 0;
}

/** The move by which the point may be worth most; of equal ones one that was looked at. */
function likeliestMove(graph: PolicyGraph, point: Point): number {
  let best = -1;
  point.edges.forEach((edge, move) => {
    if (edge === null || edge === undefined) return;
    const before = best < 0 ? undefined : (point.edges[best] as Edge);
    const order = before === undefined ? 1 : compareChances(edge.upper, before.upper);
    if (order > 0 || (order === 0 && before !== undefined && compareChances(edge.lower, before.lower) > 0)) best = move;
  });
  const isFull = best >= 0 && compareChances((point.edges[best] as Edge).upper, point.upper) >= 0;
  return point.left === 0 || isFull ? best : graph.nextMove(point);
}

/** The move that promises most, after one more was looked at. */
function promisingMove(graph: PolicyGraph, point: Point, mayGoOn: () => boolean): number {
  const next = graph.nextMove(point);
  if (next >= 0) graph.explore(point, next, mayGoOn);
  graph.settle(point);
  let best = -1;
  let most = -1;
  point.edges.forEach((edge, move) => {
    if (edge === null || edge === undefined || compareChances(edge.lower, edge.upper) >= 0) return;
    const promise = promiseOf(point, edge);
    if (promise > most) [best, most] = [move, promise];
  });
  return best;
}

/** The branch of a move of which most is undecided. */
function openestBranch({ branches }: Edge): Branch | undefined {
  let best: Branch | undefined;
  let most: Chance | undefined;
  for (const branch of branches) {
    if (isDecided(branch.to)) continue;
    const gap = productOf(branch.scale, gapOf(branch.to));
    if (most !== undefined && compareChances(gap, most) <= 0) continue;
    [best, most] = [branch, gap];
  }
  return best;
}

/** Follows one line of play to its end, and settles the points on the way back. */
function followLine(graph: PolicyGraph, byPromise: boolean, mayGoOn: () => boolean): void {
  const line: Point[] = [];
  for (let point: Point | undefined = graph.root; point !== undefined && mayGoOn(); ) {
    if (line.at(-1) !== point) line.push(point);
    if (isDecided(point)) break;
    const move: number = byPromise ? promisingMove(graph, point, mayGoOn) : likeliestMove(graph, point);
    if (move < 0) {
      if (byPromise && point.left > 0) continue;
      break;
    }
    if (point.edges[move] === undefined) graph.explore(point, move, mayGoOn);
    const edge: Edge | null | undefined = point.edges[move];
    graph.settle(point);
    // a refused move: the same point again
    if (edge === null || edge === undefined) continue;
    point = openestBranch(edge)?.to;
  }
  for (const point of line.reverse()) graph.settle(point);
}

interface PolicyRun extends PolicyListeners {
  readonly graph: PolicyGraph;
  readonly limits: SearchLimits;
}

function clockOf({ graph, limits, progress, ...listeners }: PolicyRun): SearchClock {
  const { root } = graph;
  const report = (): void =>
    progress?.({
      points: graph.points(),
      bytes: graph.bytes(),
      chance: fractionOf(root.lower, root.total),
      atMost: fractionOf(root.upper, root.total),
    });
  return createSearchClock(limits, { ...listeners, progress: report }, () => NOTHING);
}

export async function findPolicy(run: PolicyRun): Promise<EndReason> {
  const { graph, limits } = run;
  const { root } = graph;
  const clock = clockOf(run);
  const yieldNow = createYielder();
  let stopped: EndReason | undefined;
  const mayGoOn = (): boolean => {
    stopped ??= clock.stopReason();
    if (limits.nodes !== NO_LIMIT && graph.points() >= limits.nodes) stopped ??= 'nodes';
    if (graph.bytes() >= limits.memoryBytes) stopped ??= 'memory';
    return stopped === undefined;
  };
  let explored = 0;
  const counted: PolicyGraph = {
    ...graph,
    explore(...what) {
      explored++;
      graph.explore(...what);
    },
  };
  let isDrawOpen = false;
  for (let [line, before] = [0, -1]; !isDecided(root) && mayGoOn() && !isDrawOpen; line++) {
    followLine(counted, line % 2 === 1, mayGoOn);
    clock.report();
    const pause = yieldNow();
    if (pause !== undefined) await pause;
    if (line % 2 === 1) continue;
    // nothing left to look at: the rest is in commands with more frames than were played
    if (explored === before) isDrawOpen = !widen(counted, mayGoOn);
    before = explored;
  }
  clock.reportEnd();
  if (isDecided(root)) return 'proven';
  return stopped ?? 'draws';
}

/** The points below one that are not decided, each after those behind it. */
function undecided(root: Point): Point[] {
  const seen = new Set<Point>();
  const found: Point[] = [];
  const visit = (point: Point): void => {
    if (seen.has(point) || isDecided(point)) return;
    seen.add(point);
    for (const edge of point.edges) for (const { to } of edge?.branches ?? []) visit(to);
    found.push(point);
  };
  visit(root);
  return found;
}

/**
 * Where both ways of following lead to what stays open: settles every point, and looks at one more
 * move of each that has one, since the bounds alone would lead to the same lines for ever.
 * @returns whether the root changed or a move was looked at
 */
function widen(graph: PolicyGraph, mayGoOn: () => boolean): boolean {
  const { root } = graph;
  const { lower, upper } = root;
  const points = undecided(root);
  const hasMoves = points.filter(({ left }) => left > 0);
  for (const point of hasMoves) {
    const move = graph.nextMove(point);
    if (move >= 0) graph.explore(point, move, mayGoOn);
  }
  for (const point of points) graph.settle(point);
  return hasMoves.length > 0 || compareChances(lower, root.lower) !== 0 || compareChances(upper, root.upper) !== 0;
}
