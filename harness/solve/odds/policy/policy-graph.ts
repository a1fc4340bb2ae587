/**
 * What a player may know, and what may come of each move: points with a set of states that look the
 * same, moves, and behind each move a point for everything that may be seen. Every point has a
 * lower and an upper bound on the weight that reaches the goal.
 */
import type { Problem } from '../../search/problem/problem.js';
import {
  type Chance,
  compareChances,
  differenceOf,
  greatestDivisor,
  NEVER,
  productOf,
  totalOf,
} from '../graph/chance.js';
import type { Screen, States } from './states.js';
import { createWithinLimits, type End, STOPPED, type Transitions } from './transitions.js';

/** States that a player cannot tell apart, with the weight of each. */
interface Member {
  readonly state: number;
  readonly weight: Chance;
  /** Where starts are alike: those that lead here, as seeds; else empty. */
  readonly seeds: Float64Array;
}

export interface Point {
  readonly members: readonly Member[];
  readonly spent: readonly number[];
  readonly total: Chance;
  lower: Chance;
  upper: Chance;
  /** By the number of the move; undefined: not looked at, null: refused. */
  readonly edges: (Edge | null | undefined)[];
  /** Moves not looked at. */
  left: number;
}

/** What may be seen after a move. */
export interface Branch {
  readonly to: Point;
  /** The weight of the point in that of the one before it. */
  readonly scale: Chance;
}

export interface Edge {
  readonly branches: readonly Branch[];
  /** Weight that reaches the goal with the move. */
  readonly won: Chance;
  /** Weight of what was not looked at. */
  readonly open: Chance;
  /** Expected distance from the goal, 0 to 1. */
  readonly distance: number;
  lower: Chance;
  upper: Chance;
}

export interface PolicyGraph {
  readonly root: Point;
  /** Looks at a move of a point that was not looked at, unless it may not go on. */
  explore(point: Point, move: number, mayGoOn: () => boolean): void;
  /** The move of a point to look at next, or -1: all were. */
  nextMove(point: Point): number;
  /** Tightens the bounds of a point from its moves. */
  settle(point: Point): void;
  readonly points: () => number;
  readonly bytes: () => number;
}

const NO_SEEDS = new Float64Array(0);
const ONE: Chance = { numerator: 1n, bits: 0 };
const POINT_BYTES = 300;
const MEMBER_BYTES = 100;
/** Distance of what never reaches the goal, and of the root. */
const LOST = 2;

export function weightNumber({ numerator, bits }: Chance): number {
  // the leading bits are enough for an order
  const text = numerator.toString(2);
  return Number(`0b${text.slice(0, 53)}`) * 2 ** (Math.max(text.length - 53, 0) - bits);
}

/** Members with the smallest whole weights that are in the same proportion, and the factor. */
function inLowestTerms(members: readonly Member[]): { readonly members: readonly Member[]; readonly scale: Chance } {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return { members: [{ ...only, weight: ONE }], scale: only.weight };
  const bits = members.reduce((most, { weight }) => Math.max(most, weight.bits), 0);
  const whole = members.map(({ weight }) => weight.numerator << BigInt(bits - weight.bits));
  const factor = whole.reduce(greatestDivisor, 0n);
  const scaled = members.map((member, at) => ({
    ...member,
    weight: { numerator: (whole[at] as bigint) / factor, bits: 0 },
  }));
  return { members: scaled, scale: totalOf([{ numerator: factor, bits }]) };
}

/** What of a move comes to one state. */
interface Arrival {
  readonly state: number;
  readonly weights: Chance[];
  readonly seeds: number[];
}

/** All that comes of a move, before it is put in order. */
interface Arrivals {
  readonly won: Chance[];
  readonly open: Chance[];
  /** By what is seen, then by state. */
  readonly seen: Map<string, { readonly spent: readonly number[]; readonly states: Map<number, Arrival> }>;
}

export interface PolicyGraphParts {
  readonly problem: Problem;
  readonly states: States;
  readonly transitions: Transitions;
  readonly screen: Screen;
  /** The starts, where luck is which of them it is; undefined: it is the draws. */
  readonly seeds: Float64Array | undefined;
}

/** Points by what is known in them, and how many there are. */
interface Points {
  /** The point of some members; equal ones are one. */
  of(members: readonly Member[], spent: readonly number[]): Branch;
  readonly count: () => number;
  readonly bytes: () => number;
}

function createPoints({ problem: { moves }, seeds }: PolicyGraphParts): Points {
  const known = new Map<string, Point>();
  let count = 0;
  let bytes = 0;

  function make(members: readonly Member[], spent: readonly number[]): Point {
    const total = totalOf(members.map(({ weight }) => weight));
    count++;
    bytes += POINT_BYTES + 8 * moves.length + MEMBER_BYTES * members.length;
    for (const { seeds: held } of members) bytes += 8 * held.length;
    const edges = moves.map(() => undefined);
    return { members, spent, total, lower: NEVER, upper: total, edges, left: moves.length };
  }

  return {
    of(members, spent) {
      // sets of seeds hardly ever come again
      if (seeds !== undefined) return { to: make(members, spent), scale: ONE };
      const lowest = inLowestTerms(members);
      const weights = lowest.members.map(({ state, weight }) => `${state}:${weight.numerator}`);
      const key = `${spent.join(' ')}|${weights.join(' ')}`;
      const to = known.get(key) ?? make(lowest.members, spent);
      known.set(key, to);
      return { to, scale: lowest.scale };
    },
    count: () => count,
    bytes: () => bytes,
  };
}

/** Plays a move of a point's members. @returns false: refused, undefined: it may not go on */
function playMembers(
  parts: PolicyGraphParts,
  arrive: (end: End, weight: Chance, seed: number | undefined) => void,
  open: Chance[],
  { members }: Point,
  move: number,
  mayGoOn: () => boolean,
): boolean | undefined {
  const { transitions, seeds } = parts;
  for (const { state, weight, seeds: held } of members) {
    if (!mayGoOn()) return undefined;
    if (seeds !== undefined) {
      const ends = transitions.followed(state, move, held, mayGoOn);
      if (ends === undefined) return false;
      if (ends === STOPPED) return undefined;
      for (const { end, seed } of ends) {
        if (end === undefined) open.push(ONE);
        else arrive(end, ONE, seed);
      }
      continue;
    }
    const weighed = transitions.weighed(state, move);
    if (weighed === undefined) return false;
    for (const { end, chance } of weighed.ends) arrive(end, productOf(weight, chance), undefined);
    open.push(productOf(weight, weighed.open));
  }
  return true;
}

/** Takes what a move comes to, by what is seen. */
function createArrive(
  { states, screen }: PolicyGraphParts,
  isWithin: ReturnType<typeof createWithinLimits>,
  { spent: before }: Point,
  arrivals: Arrivals,
): (end: End, weight: Chance, seed: number | undefined) => void {
  return ({ state, fate, amounts }, weight, seed) => {
    if (fate === 'lost') return;
    const spent = before.map((amount, at) => amount + (amounts[at] as number));
    const isWon = fate === 'won';
    if (!isWithin(spent, isWon ? spent.map(() => 0) : states.needs(state))) return;
    if (isWon) {
      arrivals.won.push(weight);
      return;
    }
    const key = `${spent.join(' ')}|${screen.seen(state)}`;
    const group = arrivals.seen.get(key) ?? { spent, states: new Map<number, Arrival>() };
    arrivals.seen.set(key, group);
    const arrival = group.states.get(state) ?? { state, weights: [], seeds: [] };
    group.states.set(state, arrival);
    if (seed === undefined) arrival.weights.push(weight);
    else arrival.seeds.push(seed);
  };
}

/** Members that look the same, apart where the menu tells them apart. */
function branchesOf({ transitions, seeds }: PolicyGraphParts, points: Points, { seen }: Arrivals): Branch[] {
  return [...seen.values()].flatMap(({ spent, states: reached }) => {
    const byMenu = new Map<string, Member[]>();
    for (const { state, weights, seeds: held } of [...reached.values()].sort((a, b) => a.state - b.state)) {
      const menu = reached.size === 1 ? '' : transitions.menu(state);
      const weight = seeds === undefined ? totalOf(weights) : { numerator: BigInt(held.length), bits: 0 };
      const member = { state, weight, seeds: seeds === undefined ? NO_SEEDS : Float64Array.from(held) };
      byMenu.set(menu, [...(byMenu.get(menu) ?? []), member]);
    }
    return [...byMenu.values()].map((members) => points.of(members, spent));
  });
}

/** Expected distance of the goal after a move, for an order among moves. */
function distanceOf(states: States, point: Point, won: Chance, branches: readonly Branch[]): number {
  const all = weightNumber(point.total);
  const start = Math.max(1, states.distance(0));
  let sum = 0;
  let reached = weightNumber(won);
  for (const { to, scale } of branches) {
    for (const { state, weight } of to.members) {
      const share = weightNumber(scale) * weightNumber(weight);
      sum += share * (states.distance(state) / start);
      reached += share;
    }
  }
  return (sum + LOST * Math.max(0, all - reached)) / all;
}

function settleEdge(edge: Edge): void {
  edge.lower = totalOf([edge.won, ...edge.branches.map(({ to, scale }) => productOf(scale, to.lower))]);
  edge.upper = totalOf([edge.won, edge.open, ...edge.branches.map(({ to, scale }) => productOf(scale, to.upper))]);
}

function settlePoint(point: Point): void {
  let [lower, upper] = [NEVER, point.left > 0 ? point.total : NEVER];
  for (const edge of point.edges) {
    if (edge === null || edge === undefined) continue;
    settleEdge(edge);
    if (compareChances(edge.lower, lower) > 0) lower = edge.lower;
    if (compareChances(edge.upper, upper) > 0) upper = edge.upper;
  }
  // bounds only tighten
  if (compareChances(lower, point.lower) > 0) point.lower = lower;
  if (compareChances(upper, point.upper) < 0) point.upper = upper;
}

/** @param parts of a battle that is at the root */
export function createPolicyGraph(parts: PolicyGraphParts): PolicyGraph {
  const { problem, states, transitions, seeds } = parts;
  const isWithin = createWithinLimits(problem);
  const points = createPoints(parts);
  const start: Member = {
    state: states.put(),
    weight: seeds === undefined ? ONE : { numerator: BigInt(seeds.length), bits: 0 },
    seeds: seeds ?? NO_SEEDS,
  };
  return {
    root: points.of(
      [start],
      states.needs(start.state).map(() => 0),
    ).to,
    nextMove(point) {
      if (point.left === 0) return -1;
      const order = transitions.ranked(point.members[0]?.state ?? 0);
      return order.find((move) => point.edges[move] === undefined) ?? -1;
    },
    explore(point, move, mayGoOn) {
      const arrivals: Arrivals = { won: [], open: [], seen: new Map() };
      const arrive = createArrive(parts, isWithin, point, arrivals);
      const isPlayed = playMembers(parts, arrive, arrivals.open, point, move, mayGoOn);
      if (isPlayed === undefined) return;
      point.left--;
      if (!isPlayed) {
        point.edges[move] = null;
        return;
      }
      const branches = branchesOf(parts, points, arrivals);
      const [won, open] = [totalOf(arrivals.won), totalOf(arrivals.open)];
      const distance = distanceOf(states, point, won, branches);
      const edge: Edge = { branches, won, open, distance, lower: won, upper: won };
      settleEdge(edge);
      point.edges[move] = edge;
    },
    settle: settlePoint,
    points: points.count,
    bytes: () => points.bytes() + states.bytes() + transitions.bytes(),
  };
}

/** What of a point's weight is still undecided. */
export function gapOf({ lower, upper }: Pick<Point, 'lower' | 'upper'>): Chance {
  return differenceOf(upper, lower);
}
