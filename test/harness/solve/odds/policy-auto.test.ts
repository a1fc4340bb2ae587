/**
 * Policies with commands that choose by themselves, and with a limit of the enemies' actions,
 * against every line of play.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventBuffer, encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import { readingOf } from '../../../../harness/play/plan/readings.js';
import { drawGraph } from '../../../../harness/solve/odds/graph/draw-graph.js';
import { followState } from '../../../../harness/solve/odds/graph/follow.js';
import { createActionTally } from '../../../../harness/solve/odds/graph/image-key.js';
import { findPolicy, fractionOf } from '../../../../harness/solve/odds/policy/find-policy.js';

import { createPolicySearch, startsOfLuck } from '../../../../harness/solve/odds/policy/policy.js';

import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { bestWeight, byGenerator, LIMITS, type Possible, problemOf, type Small, SYSTEM } from './every-policy.js';

const { force, framePlay, generator } = drawnSystem(SYSTEM, 'test');
const WALK = { command: 'move', x: 1, y: 2 };
const KICK = { command: 'skill', skill: 'どう回し回転げり', x: 0, y: 1 };
const ATTACK = { command: 'auto', policy: 'attack', commands: 1 };
const attacks = (commands: number): PlainCommand => ({ ...ATTACK, commands });
const NAMCAT: Small = {
  formation: 'namcat',
  before: [{ command: 'move', x: 2, y: 2 }],
  moves: [],
  depth: 1,
  enemyHp: 230,
  ownHp: 0,
};

/** The range of the best chance over unknown draws. */
async function rangeOf(given: Small) {
  const problem = problemOf(given, 'draws');
  startsOfLuck(problem);
  const { graph } = createPolicySearch(problem, undefined);
  await findPolicy({ graph, limits: LIMITS });
  const { lower, upper, total } = graph.root;
  return [fractionOf(lower, total), fractionOf(upper, total)];
}

/** The best chance over seeds, and the slow answer. */
async function overSeeds(given: Small, seeds: readonly number[]) {
  const problem = problemOf({ ...given, generator: [0, 0, 0, 0] }, 'seeds');
  const { battle } = problem;
  const image = battle.image.slice();
  startsOfLuck(problem);
  const { graph } = createPolicySearch(problem, Float64Array.from(seeds));
  const reason = await findPolicy({ graph, limits: LIMITS });
  const possible = seeds.map((seed): Possible => {
    battle.image.set(image);
    generator.write(battle, seed);
    return { image: battle.image.slice(), weight: 1n, acted: 0 };
  });
  const slow = bestWeight(battle, given, possible, given.depth, byGenerator);
  expect([reason, graph.root.lower.numerator]).toEqual(['proven', slow]);
  return slow;
}

const seed = fc.integer({ min: 1, max: 0x7fff_ffff });

const STEP = { command: 'step', frames: 3 };
const ODIE: Small = { ...NAMCAT, formation: 'odie-o', before: [{ command: 'move', x: 0, y: 0, frames: 0 }] };

test('over seeds: what chooses by frames and generator is played from each', async () => {
  let between = 0;
  const cases = fc.record({
    moves: fc.constantFrom<readonly PlainCommand[]>(
      [ATTACK, { command: 'auto', policy: 'random', commands: 2 }, { command: 'step' }],
      [WALK, KICK, attacks(2)],
    ),
    depth: fc.constantFrom(2, 3),
    enemyHp: fc.constantFrom(235, 230, 210),
    ownHp: fc.constantFrom(0, 300),
    enemyActions: fc.constantFrom(3, 6, 30),
  });
  await fc.assert(
    fc.asyncProperty(cases, fc.array(seed, { minLength: 15, maxLength: 30 }), async (given, seeds) => {
      const slow = await overSeeds({ ...NAMCAT, ...given }, seeds);
      if (slow > 0n && slow < BigInt(seeds.length)) between++;
    }),
    { numRuns: 10, seed: 7, endOnFailure: true },
  );
  expect(between).toBeGreaterThan(1);
}, 60_000);

test('a limit of the enemies’ actions counts those of every seed', async () => {
  const seeds = Array.from({ length: 30 }, (_, number) => 0x0123_4567 + 7_654_321 * number);
  const best: bigint[] = [];
  for (const enemyActions of [0, 2, 4, 6, 30]) {
    best.push(await overSeeds({ ...NAMCAT, moves: [attacks(4)], enemyActions }, seeds));
  }
  expect(new Set(best).size).toBeGreaterThan(1);
}, 60_000);

test('an end of a graph has the enemies’ actions of every state that leads to it', async () => {
  const count = SYSTEM.capabilities.planning?.enemyActions;
  if (count === undefined) throw new Error('no count');
  const problem = problemOf({ ...ODIE, moves: [STEP] }, 'draws');
  const { battle } = problem;
  startsOfLuck(problem);
  const image = battle.image.slice();
  const words = encodeCommand(SYSTEM, battle, STEP);
  const play = framePlay(battle);
  const tally = createActionTally(count);
  play.lend(tally.events);
  const graph = drawGraph(battle, play, force, words, { horizon: 'command', plays: 40_000, tally });
  if (typeof graph === 'number') throw new Error('refused');
  const events = createEventBuffer(1 << 16);
  const seen = new Set<number>();
  for (let number = 1; number <= 200; number++) {
    const state = 0x0101_0101 * 3 + 1_234_577 * number;
    const point = graph.points[followState(graph, generator, state).end];
    battle.image.set(image);
    generator.write(battle, state);
    events.length = 0;
    battle.step(words, events);
    if (point?.is !== 'end') continue;
    expect(point.tallied, String(state)).toBe(count(events, new Uint8Array(256)));
    seen.add(point.tallied);
  }
  expect(seen.size).toBeGreaterThan(1);
}, 60_000);

test('several commands at once are several in a row', async () => {
  const far: Small = { ...ODIE, before: [], enemyHp: 800 };
  const inARow = await rangeOf({ ...far, depth: 2, moves: [ATTACK] });
  expect(await rangeOf({ ...far, depth: 1, moves: [attacks(2)] })).toEqual(inARow);
  expect((inARow[0]?.numerator ?? 0n) > 0n).toBe(true);
}, 60_000);

test('a goal that is reached beyond a limit is not reached', async () => {
  for (const [depth, won] of [
    [2, false],
    [3, true],
  ] as const) {
    const made = problemOf({ ...NAMCAT, before: [], moves: [{ command: 'step', frames: 0 }], depth }, 'draws');
    const reading = readingOf(SYSTEM, made.battle, 'actionPoints');
    if (reading === undefined) throw new Error('no cell');
    // three steps of 57, of which no bound knows
    const problem = { ...made, goal: [{ reading, min: 150, max: 255 }] };
    startsOfLuck(problem);
    const { graph } = createPolicySearch(problem, undefined);
    expect([await findPolicy({ graph, limits: LIMITS }), graph.root.lower.numerator > 0n]).toEqual(['proven', won]);
  }
});
