/** Policies over draws and over seeds against every line of play, one after the other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Battle } from '../../../../core/system/system.js';
import { findPolicy, fractionOf } from '../../../../harness/solve/odds/policy/find-policy.js';
import { createPolicySearch, startsOfLuck } from '../../../../harness/solve/odds/policy/policy.js';
import { createPolicyGraph } from '../../../../harness/solve/odds/policy/policy-graph.js';
import { SEED_STEP, STOPPED } from '../../../../harness/solve/odds/policy/transitions.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';

import {
  ALL,
  bestWeight,
  byDraws,
  byGenerator,
  LIMITS,
  type Possible,
  problemOf,
  type Small,
  SYSTEM,
} from './every-policy.js';

const { generator } = drawnSystem(SYSTEM, 'test');
const blow = (skill: string, frames: number) => ({ command: 'skill', skill, x: 1, y: 3, frames });
const REPPU = '烈風正拳づき';
const KICK = 'どう回し回転げり';

const NOTHING: Small = {
  formation: 'odie-o',
  before: [{ command: 'move', x: 0, y: 0, frames: 0 }],
  moves: [],
  depth: 2,
  enemyHp: 0,
  ownHp: 0,
};

const blows: fc.Arbitrary<Small> = fc.record({
  formation: fc.constant('odie-o'),
  before: fc.constant([{ command: 'move', x: 0, y: 0, frames: 0 }]),
  moves: fc.constantFrom(
    [blow(REPPU, 0)],
    [blow(KICK, 0), blow(REPPU, 0)],
    [blow(REPPU, 0), { command: 'step', frames: 0 }],
  ),
  depth: fc.integer({ min: 1, max: 2 }),
  enemyHp: fc.constantFrom(760, 758, 755, 690, 685, 600),
  ownHp: fc.constantFrom(0, 320),
});

test('the chance over unknown draws is the best of every line of play', async () => {
  let [between, sure, never] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(blows, async (given) => {
      const problem = problemOf(given, 'draws');
      const { battle } = problem;
      const image = battle.image.slice();
      startsOfLuck(problem);
      const { graph } = createPolicySearch(problem, undefined);
      const reason = await findPolicy({ graph, limits: LIMITS });
      battle.image.set(image);
      const slow = bestWeight(battle, given, [{ image, weight: ALL, acted: 0 }], given.depth, byDraws);
      const { numerator, denominator } = fractionOf(graph.root.lower, graph.root.total);
      expect([reason, numerator * ALL]).toEqual(['proven', slow * denominator]);
      if (slow === 0n) never++;
      else if (slow === ALL) sure++;
      else between++;
    }),
    { numRuns: 10, seed: 2, endOnFailure: true },
  );
  expect([between > 3, sure + never > 0]).toEqual([true, true]);
}, 60_000);

const word = fc.integer({ min: 0, max: 0xffff });
/** An unseeded generator, one with a state, and one that soon is seeded anew. */
const seed = fc.oneof(
  fc.record({ map: word, state: fc.constant(0) }),
  fc.record({ map: word, state: fc.integer({ min: 1, max: 0x7fff_ffff }) }),
  fc.record({ map: word, state: fc.integer({ min: 1, max: 300 }) }),
);

function withSeed(battle: Battle, image: Uint8Array, { map, state }: { map: number; state: number }): Possible {
  battle.image.set(image);
  const cell = battle.cells.find(({ name }) => name === 'mapGenerator');
  battle.image[cell?.offset ?? 0] = map & 0xff;
  battle.image[(cell?.offset ?? 0) + 1] = map >> 8;
  generator.write(battle, state);
  return { image: battle.image.slice(), weight: 1n, acted: 0 };
}

const KICKS = [
  { command: 'move', x: 1, y: 2 },
  { command: 'skill', skill: KICK, x: 0, y: 1 },
  { command: 'skill', skill: REPPU, x: 0, y: 1 },
];
const battles = fc.record({
  given: fc.record({
    formation: fc.constant('namcat'),
    before: fc.constant([{ command: 'move', x: 2, y: 2 }]),
    moves: fc.constant(KICKS),
    depth: fc.constantFrom(2, 3, 3),
    enemyHp: fc.constantFrom(190, 188, 186, 180),
    ownHp: fc.constant(0),
    generator: fc.constant([0, 0, 0, 0]),
  }),
  // many alike are followed by graphs
  seeds: fc.array(seed, { minLength: 30, maxLength: 120 }),
});

test('the chance over seeds is the best of every line of play', async () => {
  let [between, sure, never] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(battles, async ({ given, seeds }) => {
      const problem = problemOf(given, 'seeds');
      const { battle } = problem;
      const image = battle.image.slice();
      startsOfLuck(problem);
      const numbers = Float64Array.from(seeds, ({ map, state }) => map * SEED_STEP + state);
      const { graph } = createPolicySearch(problem, numbers);
      const reason = await findPolicy({ graph, limits: LIMITS });
      const possible = seeds.map((one) => withSeed(battle, image, one));
      const slow = bestWeight(battle, given, possible, given.depth, byGenerator);
      expect([reason, graph.root.lower.numerator]).toEqual(['proven', slow]);
      if (slow === 0n) never++;
      else if (slow === BigInt(seeds.length)) sure++;
      else between++;
    }),
    { numRuns: 8, seed: 5, endOnFailure: true },
  );
  expect([between > 3, sure + never < 5]).toEqual([true, true]);
}, 60_000);

test('what looks the same is one decision', async () => {
  // a coin that nobody sees: in one state the first move reaches the goal, in the other the second
  const [start, heads, tails] = [0, 1, 2];
  const ends = (state: number, move: number) => {
    const amounts = [1, 1];
    const half = { numerator: 1n, bits: 1 };
    if (state === start)
      return [heads, tails].map((to) => ({ end: { state: to, fate: 'on' as const, amounts }, chance: half }));
    const fate = (state === heads) === (move === 0) ? ('won' as const) : ('lost' as const);
    return [{ end: { state, fate, amounts }, chance: { numerator: 1n, bits: 0 } }];
  };
  const chanceOf = async (seen: (state: number) => string, menu: (state: number) => string) => {
    const graph = createPolicyGraph({
      problem: problemOf({ ...NOTHING, moves: [blow(REPPU, 0), blow(KICK, 0)] }, 'draws'),
      states: {
        put: () => start,
        load: () => undefined,
        needs: () => [0, 0],
        distance: () => 1,
        count: () => 3,
        bytes: () => 0,
      },
      transitions: {
        weighed: (state, move) => ({ ends: ends(state, move), open: { numerator: 0n, bits: 0 } }),
        followed: () => undefined,
        menu,
        ranked: () => [0, 1],
        bytes: () => 0,
        unpublished: () => [],
      },
      screen: { seen, change: () => '' },
      seeds: undefined,
    });
    expect(await findPolicy({ graph, limits: LIMITS })).toBe('proven');
    return fractionOf(graph.root.lower, graph.root.total);
  };
  const [same, different] = [() => 'the same', (state: number) => String(state)];
  expect(await chanceOf(same, same)).toEqual({ numerator: 1n, denominator: 2n });
  expect(await chanceOf(different, same)).toEqual({ numerator: 1n, denominator: 1n });
  expect(await chanceOf(same, different)).toEqual({ numerator: 1n, denominator: 1n });
});

test('a limit leaves a range that holds, and an unreachable goal has the chance 0', async () => {
  const given: Small = { ...NOTHING, moves: [blow(KICK, 0), blow(REPPU, 0)], depth: 2, enemyHp: 690 };
  const run = async (nodes: number) => {
    const problem = problemOf(given, 'draws');
    startsOfLuck(problem);
    const { graph } = createPolicySearch(problem, undefined);
    const reason = await findPolicy({ graph, limits: { ...LIMITS, nodes } });
    const [lower, upper] = [graph.root.lower, graph.root.upper].map((bound) => {
      const { numerator, denominator } = fractionOf(bound, graph.root.total);
      return Number((numerator * 1_000_000n) / denominator) / 1e6;
    });
    return { reason, lower: lower ?? 0, upper: upper ?? 0 };
  };
  const whole = await run(NO_LIMIT);
  expect(whole.reason).toBe('proven');
  expect(whole.upper).toBe(whole.lower);
  const cut = await run(4);
  expect(cut.reason).toBe('nodes');
  expect(cut.lower).toBeLessThanOrEqual(whole.lower);
  expect(cut.upper).toBeGreaterThanOrEqual(whole.upper);
  expect(cut.lower).toBeLessThan(cut.upper);
  const problem = problemOf({ ...given, enemyHp: 1 }, 'draws');
  startsOfLuck(problem);
  const { graph } = createPolicySearch(problem, undefined);
  expect(await findPolicy({ graph, limits: LIMITS })).toBe('proven');
  expect(graph.root.upper.numerator).toBe(0n);
});

test('a move over many seeds is left in the middle once it may not go on', () => {
  const walk = { command: 'move', x: 4, y: 3 };
  const small = { formation: 'namcat', before: [], moves: [walk], depth: 2, enemyHp: 200, ownHp: 1 };
  const problem = problemOf({ ...small, generator: [0, 0, 0, 0] }, 'seeds');
  const { seeds } = startsOfLuck(problem);
  if (seeds === undefined) throw new Error('no seeds');
  const { graph, transitions } = createPolicySearch(problem, seeds);
  let left = 3;
  const mayGoOn = (): boolean => left-- > 0;
  expect(transitions.followed(0, 0, seeds, mayGoOn)).toBe(STOPPED);
  expect(left).toBe(-1);
  // nothing is known of the move then: its point is as open as before
  left = 3;
  graph.explore(graph.root, 0, mayGoOn);
  expect([graph.root.left, graph.root.edges[0]]).toEqual([1, undefined]);
});
