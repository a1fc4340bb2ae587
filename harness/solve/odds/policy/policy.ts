/** A policy that reaches the goal of a plan's `[search]` as often as can be, with its bound. */

import { countText } from '../../../../core/system/names.js';
import { wrap, wrappedDependence } from '../../../base/index.js';

import type { PolicyLine, Trust } from '../../check/form.js';
import { nameOfPoint } from '../../check/state-key.js';
import { certifiedKey, plainProblem } from '../../search/certificate/list-worst.js';
import { type EndReason, NO_LIMIT, type SearchLimits } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { ALL, compare, type Fraction, lowest, NEVER, NONE } from '../graph/chance.js';
import { drawnSystem } from '../position/position.js';
import { startsOf } from '../seeds/play-starts.js';
import { findPolicy, fractionOf, type PolicyListeners, type PolicyStep, policyTree } from './find-policy.js';
import { createPolicyGraph, type Point, type PolicyGraph } from './policy-graph.js';
import { createScreen, createStates, type Screen, type States } from './states.js';
import { createTransitions, createWithinLimits, SEED_STEP, type Transitions } from './transitions.js';

// The points of a proven policy as lines of a certificate: those that the proof needs.

/** What a search knows of a point. */
interface KnownPoint {
  readonly atLeast: Fraction;
  readonly atMost: Fraction;
  /** The move with the chance that is known; -1: none is. */
  readonly move: number;
}

/** How the points of a search are looked at. */
interface PointView<Point> {
  /** Points with equal names are one. */
  name(point: Point): string;
  known(point: Point): KnownPoint;
  /** Points behind a move, or behind all of them. */
  behind(point: Point, move: number | undefined): readonly Point[];
}

/** The lines of a certificate, with the chance that they prove. */
export interface PolicyLines {
  readonly chance: string;
  /** Why the search ended; only `proven` has a certificate. */
  readonly reason: EndReason;
  readonly lines: readonly PolicyLine[];
}

/** A state that looks like the others of its point. */
interface Member {
  load(): void;
  readonly weight: bigint;
}

/** Names of points by their states and what was spent: the last of it is the cost. */
export function createNaming(
  problem: Problem,
  trusts: readonly Trust[],
): (members: readonly Member[], spent: readonly number[]) => string {
  const key = certifiedKey(problem, trusts);
  return (members, spent) => {
    const keys = members.map(({ load, weight }) => {
      load();
      return { key: key(spent.slice(0, -1)), weight };
    });
    return nameOfPoint(keys, problem.costLimit === NO_LIMIT ? 0 : (spent.at(-1) as number));
  };
}

interface Named<Point> {
  known: KnownPoint;
  readonly points: Point[];
}

export function fractionText({ numerator, denominator }: Fraction): string {
  return `${numerator}/${denominator}`;
}

/** The closer of two bounds on either side. */
function closer(one: KnownPoint, other: KnownPoint): KnownPoint {
  const { atLeast, move } = compare(other.atLeast, one.atLeast) > 0 ? other : one;
  return { atLeast, move, atMost: compare(other.atMost, one.atMost) < 0 ? other.atMost : one.atMost };
}

function allNamed<Point>(root: Point, view: PointView<Point>): ReadonlyMap<string, Named<Point>> {
  const named = new Map<string, Named<Point>>();
  const seen = new Set([root]);
  for (const point of seen) {
    const name = view.name(point);
    const before = named.get(name);
    if (before === undefined) named.set(name, { known: view.known(point), points: [point] });
    else {
      before.known = closer(before.known, view.known(point));
      before.points.push(point);
    }
    for (const next of view.behind(point, undefined)) seen.add(next);
  }
  return named;
}

/** Points of which nothing is known but 0 to 1 have no line, and the root has one. */
export function listPoints<Point>(root: Point, view: PointView<Point>): PolicyLine[] {
  const named = allNamed(root, view);
  const names = new Set([view.name(root)]);
  const lines: PolicyLine[] = [];
  for (const name of names) {
    const { known, points } = named.get(name) as Named<Point>;
    const hasPolicy = compare(known.atLeast, NONE) > 0;
    const isBounded = compare(known.atMost, ALL) < 0;
    const move = hasPolicy ? known.move : -1;
    lines.push({ state: name, atLeast: fractionText(known.atLeast), atMost: fractionText(known.atMost), move });
    if (!hasPolicy && !isBounded) continue;
    for (const next of points.flatMap((point) => view.behind(point, isBounded ? undefined : move))) {
      const { atLeast, atMost } = view.known(next);
      if (compare(atLeast, NONE) > 0 || compare(atMost, ALL) < 0) names.add(view.name(next));
    }
  }
  return lines;
}

interface PolicyAnswer {
  readonly luck: NonNullable<Problem['luck']>;
  /** What is alike, in words. */
  readonly over: string;
  /** Chance of the policy, and what no policy exceeds. */
  readonly chance: Fraction;
  readonly atMost: Fraction;
  /** Both are equal. */
  readonly proven: boolean;
  readonly reason: EndReason;
  readonly policy: PolicyStep | undefined;
  /** States of the battle, and of what a player may know. */
  readonly states: number;
  readonly points: number;
  /** Unpublished stretches that it rests on. */
  readonly unpublished: readonly string[];
}

/** A state of the generator that is never seeded anew: it stands for all. */
const ANY_STATE = 0x0101_0101;
/** Steps of the tree that are told. */
const MOST_STEPS = 5000;

/** What is alike. */
interface LuckyStarts {
  readonly over: string;
  readonly seeds: Float64Array | undefined;
}

/** The starts that are alike; the battle gets the generator that all states show. */
export function startsOfLuck(problem: Problem): LuckyStarts {
  const { system, battle, plan, luck } = problem;
  const { generator } = drawnSystem(system, plan.file);
  if (luck === 'draws' || luck === undefined) {
    generator.write(battle, ANY_STATE);
    return { over: 'each draw 0 to 255 alike', seeds: undefined };
  }
  const kind = luck === 'seeds' ? 'timers' : 'cycles';
  const image = battle.image.slice();
  const starts = startsOf({ system, battle }, generator, { kind, timer: undefined, frames: 0 });
  const seeds = Float64Array.from({ length: starts.count }, (_, start) => {
    starts.put(battle, start);
    return generator.seed.read(battle) * SEED_STEP + generator.read(battle);
  });
  battle.image.set(image);
  generator.write(battle, 0);
  return { over: starts.what, seeds };
}

interface PolicySearch {
  readonly graph: PolicyGraph;
  readonly states: States;
  readonly screen: Screen;
  readonly transitions: Transitions;
}

/**
 * The graph of a problem whose battle has the generator that all states show.
 * @param seeds the starts that are alike; undefined: each draw is
 */
export function createPolicySearch(problem: Problem, seeds: Float64Array | undefined): PolicySearch {
  const states = createStates(problem);
  const transitions = createTransitions(problem, states);
  const screen = createScreen(problem, states);
  const graph = createPolicyGraph({ problem, states, transitions, screen, seeds });
  const { root } = graph;
  if (!createWithinLimits(problem)(root.spent, states.needs(0))) root.upper = NEVER;
  return { graph, states, screen, transitions };
}

/** @param problem with `luck`; its battle is left in another state */
export async function searchPolicy(
  problem: Problem,
  limits: SearchLimits,
  listeners: PolicyListeners,
): Promise<PolicyAnswer> {
  const { over, seeds } = startsOfLuck(problem);
  const { graph, states, screen, transitions } = createPolicySearch(problem, seeds);
  const { root } = graph;
  const reason = await findPolicy({ graph, limits, ...listeners });
  return {
    luck: problem.luck ?? 'draws',
    over,
    chance: fractionOf(root.lower, root.total),
    atMost: fractionOf(root.upper, root.total),
    proven: reason === 'proven',
    reason,
    policy: policyTree(problem, screen, root, MOST_STEPS),
    states: states.count(),
    points: graph.points(),
    unpublished: transitions.unpublished(),
  };
}

// The lines of a proven chance over draws: its points, each with what is known of it.

/** The move with the highest known chance. */
function bestMove({ edges, total }: Point): number {
  let [best, most]: [number, Fraction] = [-1, NONE];
  edges.forEach((edge, move) => {
    if (edge === null || edge === undefined) return;
    const chance = fractionOf(edge.lower, total);
    if (compare(chance, most) > 0) [best, most] = [move, chance];
  });
  return best;
}

/**
 * Searches once more, without what the core knows of bounds and keys.
 * @param problem with luck "draws", at the start of its lines of play
 */
export async function listPolicy(
  problem: Problem,
  trusts: readonly Trust[],
  limits: SearchLimits,
  listeners: PolicyListeners,
): Promise<PolicyLines> {
  startsOfLuck(problem);
  const naming = createNaming(problem, trusts);
  const { graph, states } = createPolicySearch(plainProblem(problem, trusts), undefined);
  const reason = await findPolicy({ graph, limits, ...listeners });

  const names = new Map<Point, string>();
  function nameOf(point: Point): string {
    const known = names.get(point);
    if (known !== undefined) return known;
    const members = point.members.map(({ state, weight }) => ({
      load: () => states.load(state),
      weight: weight.numerator,
    }));
    const name = naming(members, point.spent);
    names.set(point, name);
    return name;
  }

  const { root } = graph;
  const chance = fractionText(fractionOf(root.lower, root.total));
  const lines = listPoints<Point>(root, {
    name: nameOf,
    known: (point) => ({
      atLeast: fractionOf(point.lower, point.total),
      atMost: fractionOf(point.upper, point.total),
      move: bestMove(point),
    }),
    behind: ({ edges }, move) =>
      (move === undefined ? edges : [edges[move]]).flatMap((edge) => (edge?.branches ?? []).map(({ to }) => to)),
  });
  return { chance, reason, lines };
}

// A policy with its chance and bound as text.

const WIDTH = 110;
/** Lines of the tree; `--json` has more of it. */
const MOST_LINES = 60;
/** Outcomes told of those that are answered alike. */
const SHOWN = 3;
/** A denominator that is still told. */
const LONGEST = 1_000_000_000n;

/** An end of what a chance may be, or what it is. */
type End = 'least' | 'most' | 'is';

/** Percent with two decimals, rounded down; the most that a chance may be is rounded up. */
export function percentOf({ numerator, denominator }: Fraction, end: End = 'is'): string {
  const round = end === 'most' ? denominator - 1n : 0n;
  const hundredths = (numerator * 10_000n + round) / denominator;
  if (end === 'is' && hundredths === 0n && numerator > 0n) return '<0.01%';
  if (end === 'is' && hundredths === 9_999n && numerator * 10_000n > 9_999n * denominator) return '>99.99%';
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`;
}

/** The fraction, where it is short, and the percentage. */
export function chanceText(fraction: Fraction, end: End = 'is'): string {
  const { numerator, denominator } = fraction;
  const percent = percentOf(fraction, end);
  if (denominator === 1n) return percent;
  return denominator > LONGEST ? percent : `${numerator}/${denominator} (${percent})`;
}

export const REASONS: Readonly<Partial<Record<PolicyAnswer['reason'], string>>> = {
  draws: 'a command has more draws than were looked at',
  nodes: 'the limit of nodes was reached',
  memory: 'the limit of memory was reached',
  time: 'the limit of time was reached',
  interrupted: 'interrupted',
};

/** What is known of a chance that is not proven: at least that of the policy, at most the bound. */
export function unprovenText(chance: Fraction, atMost: Fraction | undefined, reason: string): string {
  const known =
    chance.numerator === 0n ? 'no policy yet' : `chance of at least ${chanceText(chance, 'least')} by the policy below`;
  const most = atMost === undefined ? '' : `; no policy has more than ${chanceText(atMost, 'most')}`;
  return `not proven: ${known}${most}: ${reason}`;
}

function verdict({ chance, atMost, proven, reason }: PolicyAnswer): string {
  if (proven && chance.numerator === 0n) return 'no policy reaches the goal: chance 0, proven';
  if (proven) return `chance ${chanceText(chance)}, proven: no policy has more`;
  return unprovenText(chance, atMost, REASONS[reason] ?? reason);
}

/** Branches that go on in the same way. */
interface Likes {
  readonly seen: string[];
  share: Fraction;
  readonly lines: readonly string[];
}

function sum(a: Fraction, b: Fraction): Fraction {
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  return lowest({ numerator, denominator: a.denominator * b.denominator });
}

/** How a step says what it is worth. */
export interface StepWords {
  /** What a policy is worth from a step on. */
  readonly worth: (fraction: Fraction) => string;
  /** What is said of a line of play that ends. */
  readonly end: string;
}

export const CHANCE_WORDS: StepWords = {
  worth: (fraction) => `chance ${chanceText(fraction)}`,
  end: '; no way to the goal is known from there',
};
/** Of a policy that was not looked at to its end: what is open of it counts as lost. */
export const BOUND_WORDS: StepWords = {
  ...CHANCE_WORDS,
  worth: (fraction) => `chance at least ${chanceText(fraction, 'least')}`,
};

function likesOf({ branches }: PolicyStep, depth: number, words: StepWords): Likes[] {
  const found = new Map<string, Likes>();
  for (const { seen, share, next } of branches) {
    const lines = next === undefined ? [] : stepLines(next, depth + 1, words);
    const key = lines.join('\n');
    const like = found.get(key);
    if (like === undefined) found.set(key, { seen: [seen], share, lines });
    else {
      like.seen.push(seen);
      like.share = sum(like.share, share);
    }
  }
  return [...found.values()];
}

function likeText({ seen, share, lines }: Likes, words: StepWords): string {
  const more = seen.length > SHOWN ? `, or ${seen.length - SHOWN} more` : '';
  const often = share.numerator === share.denominator ? 'always' : `${chanceText(share)} of the time`;
  const end = lines.length === 0 ? words.end : '';
  return `if ${seen.slice(0, SHOWN).join(', or ')}${more}: ${often}${end}`;
}

function stepLines(step: PolicyStep, depth: number, words: StepWords): string[] {
  const indent = '  '.repeat(depth);
  const reaches = step.reaches.numerator === 0n ? '' : `; at the goal with it: ${chanceText(step.reaches)}`;
  const head = wrap(`${depth + 1}. ${step.move}: ${words.worth(step.chance)}${reaches}`, WIDTH, '     ');
  const lines = head.map((line) => `${indent}${line}`);
  for (const like of likesOf(step, depth, words)) {
    const [first = '', ...rest] = wrap(likeText(like, words), WIDTH, '     ');
    lines.push(`${indent}   ${first}`, ...rest.map((line) => `${indent}   ${line}`), ...like.lines);
  }
  if (step.leftOut > 0) lines.push(`${indent}   and ${countText(step.leftOut, 'other outcome')}; --json has more`);
  return lines;
}

export function policyText(file: string, answer: PolicyAnswer): string {
  const { luck, over, states, points, policy, unpublished } = answer;
  const lines = [
    `${file}: ${verdict(answer)}`,
    `  luck ${luck}: ${over}; ${countText(states, 'state')}, ${countText(points, 'set')} of states that look the same`,
  ];
  lines.push(...wrappedDependence(unpublished, WIDTH).map((line) => `  ${line}`));
  lines.push(...treeLines(policy, answer.proven ? CHANCE_WORDS : BOUND_WORDS));
  return `${lines.join('\n')}\n`;
}

/** A policy as lines, at most as many as fit on two screens. */
export function treeLines(policy: PolicyStep | undefined, words: StepWords = CHANCE_WORDS): string[] {
  const tree = policy === undefined ? [] : stepLines(policy, 0, words);
  if (tree.length <= MOST_LINES) return tree;
  return [...tree.slice(0, MOST_LINES), `and ${countText(tree.length - MOST_LINES, 'more line')}; --json has the rest`];
}
