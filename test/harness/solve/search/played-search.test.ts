/**
 * Searches in played battles, where enemies act by their own routines and draws, against the
 * enumerator.
 */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { type PlainCommand, snapshot } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { loadPlan, readPlan } from '../../../../harness/play/plan/read-plan.js';
import { readingOf } from '../../../../harness/play/plan/readings.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import type { Plan } from '../../../../harness/play/plan/types.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';

import { createProblem } from '../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { enumerate, type SmallSearch } from './enumerate.js';

const LIMITS = { memoryBytes: 50_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };
const file = fileURLToPath(new URL('../../../../traces/live-a-live/takahara-namcat-opening.toml', import.meta.url));
const read = (battle: Battle, name: string): number => readingOf(LIVE_A_LIVE_BATTLE, battle, name)?.read() ?? -1;

function problemOf(plan: Plan) {
  return createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
}

/** Moves of the plan, written out by hand. */
const OPENING: readonly PlainCommand[] = [
  ...[0, 1, 2].flatMap((x) => [0, 1, 2, 3].map((y) => ({ command: 'move', x, y, frames: 0 }))),
  ...[3, 4, 5].map((x) => ({ command: 'move', x, y: 3, frames: 0 })),
  ...['どう回し回転げり', 'ローキック'].flatMap((skill) =>
    [0, 1].flatMap((x) => [0, 1, 2].map((y) => ({ command: 'skill', skill, x, y, frames: 0 }))),
  ),
  { command: 'wait' },
];

test('the opening against Namcat is proven, and no other move is cheaper', async () => {
  const problem = problemOf(loadPlan(file));
  const start = snapshot(problem.battle);
  const answer = await searchPlan(problem, LIMITS);
  const [best] = answer.routes;
  // hit from behind without a single action of the enemy
  expect(answer).toMatchObject({
    proven: true,
    bound: 30,
    routes: [{ cost: 30, amounts: { enemyActions: 0, actions: 3 } }],
  });
  expect(answer.under).toContain('stand-in buttonsToActions');
  problem.battle.image.set(start);
  const slow = enumerate({
    system: LIVE_A_LIVE_BATTLE,
    battle: problem.battle,
    moves: OPENING,
    costs: { ally: 10, enemy: 0, press: 0, wait: 1 },
    own: 1000,
    goal: (battle) => read(battle, 'ally[0].sideOf[0]') === 2 && read(battle, 'enemy[0].hp') < 256,
    keep: () => true,
    last: 'skill',
    depth: 3,
  });
  expect({ cost: best?.cost, path: best?.path }).toEqual(slow);
}, 120_000);

interface Small {
  readonly generator: readonly number[];
  readonly cells: readonly (readonly [number, number])[];
  readonly goal: 'hit' | 'row' | 'order';
  readonly enemyActions: number;
  readonly never: boolean;
  readonly hp: number;
  readonly press: number;
  readonly mostPresses: number;
}

const byte = fc.integer({ min: 0, max: 255 });
const small: fc.Arbitrary<Small> = fc.record({
  generator: fc.array(byte, { minLength: 4, maxLength: 4 }),
  cells: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 })), {
    minLength: 3,
    maxLength: 3,
    selector: ([x, y]) => `${x},${y}`,
  }),
  goal: fc.constantFrom('hit', 'row', 'order'),
  enemyActions: fc.constantFrom(0, 7, 100),
  never: fc.constantFrom(false, false, true),
  hp: fc.constantFrom(0, 0, 320),
  press: fc.integer({ min: 0, max: 3 }),
  mostPresses: fc.constantFrom(0, 4, 5, 100),
});
const GOALS = {
  hit: '"enemy[0].hp" = { max = 255 }',
  row: '"ally[0].cellY" = 1',
  order: '"enemy[0].orderPoints" = { max = 150 }',
};

function movesOf({ cells }: Small): readonly PlainCommand[] {
  const kick = { command: 'skill', skill: 'どう回し回転げり', x: 0, y: 2 };
  return [
    ...cells.map(([x, y]) => ({ command: 'move', x, y })),
    // each press brings the enemy's turn nearer
    { ...kick, presses: 4 },
    { ...kick, presses: 5 },
    kick,
    { command: 'step' },
    { command: 'turn', way: 'left' },
  ];
}

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, item]) => `${key} = ${JSON.stringify(item)}`)
    .join(', ')} }`;

function planOf(given: Small): Plan {
  const text = `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
generator = ${JSON.stringify(given.generator)}
[[setup.party]]
character = "takahara"
x = 2
y = 3
[[do]]
command = "step"
repeat = 3
[search]
cost = { actions = 2, enemyActions = ${given.enemyActions}, presses = ${given.press} }
enemies = "own"
moves = [${movesOf(given).map(inline).join(', ')}]
limits = { actions = 3, presses = ${given.mostPresses} }
keep = { "record[5].hp" = { min = ${given.hp} } }
${given.never ? 'never = [0]' : ''}
goal = { ${GOALS[given.goal]} }
`;
  return readPlan(new TextEncoder().encode(text), 'small.toml');
}

function slowly(given: Small, battle: Battle): SmallSearch {
  const moves = movesOf(given);
  const presses = (path: readonly number[]): number =>
    path.reduce((sum, index) => sum + Number(moves[index]?.['presses'] ?? 0), 0);
  const reached = {
    hit: () => read(battle, 'enemy[0].hp') < 256,
    row: () => read(battle, 'ally[0].cellY') === 1,
    // they fall only when it acts
    order: () => read(battle, 'enemy[0].orderPoints') <= 150,
  }[given.goal];
  // an enemy that must not act costs more than anything else
  const own = given.never ? 1_000_000 : given.enemyActions;
  return {
    system: LIVE_A_LIVE_BATTLE,
    battle,
    moves,
    costs: { ally: 2, enemy: 0, press: given.press, wait: 0 },
    own,
    goal: reached,
    keep: (_, path) => read(battle, 'record[5].hp') >= given.hp && presses(path) <= given.mostPresses,
    last: undefined,
    depth: 3,
  };
}

test('cost and route of the best are the enumerator’s, on small played battles', async () => {
  let [found, none, acted, pressed] = [0, 0, 0, 0];
  await fc.assert(
    fc.asyncProperty(small, async (given) => {
      const problem = problemOf(planOf(given));
      const start = snapshot(problem.battle);
      const answer = await searchPlan(problem, LIMITS);
      problem.battle.image.set(start);
      const all = enumerate(slowly(given, problem.battle));
      const slow = all === undefined || (given.never && all.cost >= 1_000_000) ? undefined : all;
      const [best] = answer.routes;
      expect(best && { cost: best.cost, path: best.path }).toEqual(slow);
      expect(answer.reason).toBe(slow === undefined ? 'exhausted' : 'proven');
      if (slow === undefined) none++;
      else found++;
      if ((best?.amounts.enemyActions ?? 0) > 0) acted++;
      if ((best?.amounts.presses ?? 0) > 0) pressed++;
    }),
    { numRuns: 40, seed: 3, endOnFailure: true },
  );
  expect([found > 5, none > 2, acted > 2, pressed > 0]).toEqual([true, true, true, true]);
}, 120_000);

const BLOWS: readonly PlainCommand[] = [
  { command: 'skill', skill: 'どう回し回転げり', x: 0, y: 1 },
  { command: 'move', x: 1, y: 2 },
  { command: 'move', x: 1, y: 1 },
  { command: 'skill', skill: '烈風正拳づき', x: 0, y: 1 },
  { command: 'wait', frames: 2 },
];

test('with the bound of a blow’s damage the cheapest route is the same, and less than half as many states are visited', async () => {
  const blows = fc.record({
    generator: fc.array(byte, { minLength: 4, maxLength: 4 }),
    place: fc.constantFrom([1, 2], [2, 3]),
    hp: fc.integer({ min: 60, max: 240 }),
    wait: fc.integer({ min: 1, max: 2 }),
    limit: fc.constantFrom('', ', actions = 3'),
  });
  let [found, none, states, without] = [0, 0, 0, 0];
  const blind = {
    ...LIVE_A_LIVE_BATTLE,
    capabilities: {
      ...LIVE_A_LIVE_BATTLE.capabilities,
      planning: { ...LIVE_A_LIVE_BATTLE.capabilities.planning, costLowerBound: undefined },
    },
  };
  await fc.assert(
    fc.asyncProperty(blows, async ({ generator, place, hp, wait, limit }) => {
      const text = `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
generator = ${JSON.stringify(generator)}
[[setup.party]]
character = "takahara"
x = ${place[0]}
y = ${place[1]}
[search]
cost = { actions = 4, waits = ${wait} }
moves = [${BLOWS.map(inline).join(', ')}]
limits = { cost = ${limit === '' ? 16 : 12}, waits = 4${limit} }
goal = { "enemy[0].hp" = { max = ${hp} } }
`;
      const plan = readPlan(new TextEncoder().encode(text), 'blows.toml');
      const answer = await searchPlan(problemOf(plan), LIMITS);
      const other = createProblem(
        blind as unknown as typeof LIVE_A_LIVE_BATTLE,
        startPlan(LIVE_A_LIVE_BATTLE, plan),
        plan,
      );
      // without the bound of a blow the start's own bound is another figure
      const { nodes, expanded, within, ...same } = await searchPlan(other, LIMITS);
      expect(answer).toMatchObject(same);
      expect(answer.within === undefined).toBe(within === undefined);
      states += answer.nodes;
      without += nodes;
      expect(answer.expanded).toBeLessThanOrEqual(expanded);
      const problem = problemOf(plan);
      const slow = enumerate({
        system: LIVE_A_LIVE_BATTLE,
        battle: problem.battle,
        moves: BLOWS,
        costs: { ally: 4, enemy: 0, press: 0, wait },
        own: 0,
        goal: (battle) => read(battle, 'enemy[0].hp') <= hp,
        keep: (_, path) => path.filter((index) => index === 4).length <= 2,
        last: undefined,
        depth: 5,
      });
      const cost = slow === undefined || slow.cost > (limit === '' ? 16 : 12) ? undefined : slow.cost;
      expect(answer.routes[0]?.cost).toBe(cost);
      if (cost === undefined) none++;
      else found++;
    }),
    { numRuns: 12, seed: 5, endOnFailure: true },
  );
  expect([found > 3, none > 1, 2 * states < without]).toEqual([true, true, true]);
}, 120_000);

test('presses in a played battle are counted, limited, and as many as the overflow takes by arithmetic', async () => {
  const text = (presses: string, limits: string) => `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
generator = [1, 2, 3, 4]
[[setup.party]]
character = "takahara"
x = 2
y = 3
[search]
cost = { actions = 1000, presses = 1 }
moves = [{ command = "skill", skill = "どう回し回転げり", x = 1, y = 2, presses = ${presses} }, { command = "step" }]
limits = { actions = 1${limits} }
goal = { actionPoints = { max = 255 } }
last = "skill"
never = [0]
`;
  const search = (presses: string, limits = '') =>
    searchPlan(problemOf(readPlan(new TextEncoder().encode(text(presses, limits)), 'presses.toml')), LIMITS);
  // the seed's own number at speed 31: 2,323 presses are 65044, the skill makes 18 of it
  const found = await search('["overflow", 0, 2322, 2332]');
  expect(found).toMatchObject({ proven: true, bound: 3323, presses: 'as many as the cost allows' });
  expect(found.routes[0]).toMatchObject({ amounts: { presses: 2323, actions: 1, enemyActions: 0 } });
  expect(found.routes[0]?.moves[0]?.command).toMatchObject({ presses: 'overflow' });
  expect((await search('[2322, 2332]')).reason).toBe('exhausted');
  expect(await search('"overflow"', ', presses = 2322')).toMatchObject({
    reason: 'exhausted',
    presses: 'at most 2322',
  });
});
