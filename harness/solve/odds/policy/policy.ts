/** A policy that reaches the goal of a plan's `[search]` as often as can be, with its bound. */

import type { EndReason, SearchLimits } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { NEVER } from '../graph/chance.js';
import type { Fraction } from '../graph/fractions.js';
import { drawnSystem } from '../position/position.js';
import { startsOf } from '../seeds/starts.js';
import { findPolicy, type PolicyListeners } from './find-policy.js';
import { createPolicyGraph, type PolicyGraph } from './policy-graph.js';
import { fractionOf, type PolicyStep, policyTree } from './policy-tree.js';
import { createScreen, type Screen } from './screen.js';
import { createStates, type States } from './states.js';
import { createTransitions, createWithinLimits, SEED_STEP, type Transitions } from './transitions.js';

export interface PolicyAnswer {
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
export interface LuckyStarts {
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
  const starts = startsOf(generator, battle, { kind, timer: undefined, frames: 0 });
  const seeds = Float64Array.from({ length: starts.count }, (_, start) => {
    starts.put(battle, start);
    return generator.seed.read(battle) * SEED_STEP + generator.read(battle);
  });
  battle.image.set(image);
  generator.write(battle, 0);
  return { over: starts.what, seeds };
}

export interface PolicySearch {
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
