/**
 * Worst cases in played battles, where every draw may have any value, against the enumerator; and
 * what is said where they are too many.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../../core/live-a-live/index.js';
import { type PlainCommand, snapshot } from '../../../../../core/system/battle.js';
import type { Battle } from '../../../../../core/system/system.js';
import { readPlan } from '../../../../../harness/play/plan/read-plan.js';
import { readingOf } from '../../../../../harness/play/plan/readings.js';
import { startPlan } from '../../../../../harness/play/plan/run.js';
import { NO_LIMIT } from '../../../../../harness/solve/search/problem/outcome.js';
import { createProblem } from '../../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../../harness/solve/search/run.js';
import { lockstepErrorOf } from '../../../fixtures/files.js';
import { enumerateDraws } from '../enumerate-draws.js';

const LIMITS = { memoryBytes: 50_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };
const DEPTH = 2;
const MOVE = 2;
const read = (battle: Battle, name: string): number => readingOf(LIVE_A_LIVE_BATTLE, battle, name)?.read() ?? -1;

interface Small {
  readonly steps: number;
  readonly cells: readonly (readonly [number, number])[];
  readonly goal: keyof typeof GOALS;
  readonly own: number;
  readonly hp: number;
}

const GOALS = {
  hit: ['"enemy[0].hp" = { max = 255 }', (battle: Battle) => read(battle, 'enemy[0].hp') < 256],
  side: ['"ally[0].sideOf[0]" = 1', (battle: Battle) => read(battle, 'ally[0].sideOf[0]') === 1],
  acted: ['"enemy[0].orderPoints" = { max = 200 }', (battle: Battle) => read(battle, 'enemy[0].orderPoints') <= 200],
  // the kick's 510 behind some steps
  points: ['actionPoints = { min = 650 }', (battle: Battle) => read(battle, 'actionPoints') >= 650],
  row: ['"ally[0].cellY" = 4', (battle: Battle) => read(battle, 'ally[0].cellY') === 4],
} as const;

const small: fc.Arbitrary<Small> = fc.record({
  // the more steps before, the sooner it is the enemy's turn
  steps: fc.integer({ min: 1, max: 4 }),
  cells: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 2, max: 4 })), {
    minLength: 1,
    maxLength: 1,
    selector: ([x, y]) => `${x},${y}`,
  }),
  goal: fc.constantFrom('hit', 'side', 'acted', 'points', 'points', 'row'),
  own: fc.constantFrom(0, 1),
  hp: fc.constantFrom(0, 320),
});

function movesOf({ cells }: Small): readonly PlainCommand[] {
  return [
    ...cells.map(([x, y]) => ({ command: 'move', x, y, frames: 0 })),
    { command: 'skill', skill: 'どう回し回転げり', x: 1, y: 2, frames: 0 },
    { command: 'wait', frames: 1 },
  ];
}

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, item]) => `${key} = ${JSON.stringify(item)}`)
    .join(', ')} }`;

function problemOf(given: Small, more = '') {
  const text = `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
generator = [1, 2, 3, 4]
[[setup.party]]
character = "takahara"
x = 2
y = 3
[[do]]
command = "step"
repeat = ${given.steps}
[search]
cost = { actions = ${MOVE}, waits = ${MOVE}, enemyActions = ${given.own} }
enemies = "worst"
moves = [${movesOf(given).map(inline).join(', ')}]
keep = { "record[5].hp" = { min = ${given.hp} } }
limits = { cost = ${MOVE * DEPTH} }
${more}
goal = { ${GOALS[given.goal][0]} }
`;
  const plan = readPlan(new TextEncoder().encode(text), 'small.toml');
  return createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
}

test('the cost of a worst case over all draws is the enumerator’s, on small battles', async () => {
  let [forced, not, drawn] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(small, async (given) => {
      const problem = problemOf(given);
      const { battle } = problem;
      const start = snapshot(battle);
      const answer = await searchPlan(problem, LIMITS);
      battle.image.set(start);
      const worth = enumerateDraws({
        system: LIVE_A_LIVE_BATTLE,
        battle,
        moves: movesOf(given),
        costs: { action: MOVE, wait: MOVE, own: given.own },
        goal: GOALS[given.goal][1],
        keep: () => read(battle, 'record[5].hp') >= given.hp,
        depth: DEPTH,
      });
      const slow = worth <= MOVE * DEPTH ? worth : undefined;
      expect(answer.routes[0]?.cost).toBe(slow);
      expect(answer.reason).toBe(slow === undefined ? 'exhausted' : 'proven');
      if (slow === undefined) not++;
      else forced++;
      if (answer.routes[0]?.moves.some(({ draws = [] }) => draws.length > 0) === true) drawn++;
    }),
    { numRuns: 16, seed: 4, endOnFailure: true },
  );
  expect([forced > 2, not > 2, drawn > 1]).toEqual([true, true, true]);
}, 120_000);

const BLOW = { command: 'skill', skill: '烈風正拳づき', x: 1, y: 3, frames: 0 };

function blowsUntil(hp: number, moves: readonly object[], limits: string) {
  const text = `
plan = 1
system = "live-a-live"
[setup]
formation = "odie-o"
generator = [18, 52, 86, 120]
[[setup.party]]
character = "takahara"
[[do]]
command = "move"
x = 0
y = 0
frames = 0
[search]
cost = { actions = ${MOVE} }
enemies = "worst"
moves = [${moves.map(inline).join(', ')}]
limits = { ${limits} }
goal = { "enemy[0].hp" = { max = ${hp} } }
`;
  const plan = readPlan(new TextEncoder().encode(text), 'blows.toml');
  return createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
}

// one blow in eight ways: the weakest decides whether it takes another one
test.each([764, 760, 758, 700, 640])(
  'blows until the enemy has %i HP cost what the enumerator says, whatever is drawn',
  async (hp) => {
    const problem = blowsUntil(hp, [BLOW], `cost = ${3 * MOVE}`);
    const { battle } = problem;
    const start = snapshot(battle);
    const answer = await searchPlan(problem, LIMITS);
    battle.image.set(start);
    const goal = () => read(battle, 'enemy[0].hp') <= hp;
    const costs = { action: MOVE, wait: 0, own: 0 };
    const slow = enumerateDraws({
      system: LIVE_A_LIVE_BATTLE,
      battle,
      moves: [BLOW],
      costs,
      goal,
      keep: () => true,
      depth: 3,
    });
    expect(answer).toMatchObject({ proven: true, bound: slow, routes: [{ cost: slow }] });
  },
);

// twice (11 * 16 >> 3) + 7 = 29, (29 * 117 >> 8) * 2 + 5 = 31 at least, and that again; two kicks,
// which are listed first, do not do it
test('with a limit of two actions the blows that reach the goal are found', async () => {
  const kick = { ...BLOW, skill: 'どう回し回転げり' };
  const answer = await searchPlan(blowsUntil(832 - 124, [kick, BLOW], `cost = ${3 * MOVE}, actions = 2`), LIMITS);
  expect(answer).toMatchObject({ proven: true, routes: [{ cost: 2 * MOVE, path: [1, 1] }] });
});

test('a move with more outcomes than the limit leaves the answer open', async () => {
  // a blow may always miss: no plan is sure of a hit, which is known once every outcome was looked at
  const given: Small = { steps: 3, cells: [[1, 2]], goal: 'hit', own: 0, hp: 0 };
  expect(await searchPlan(problemOf(given), LIMITS)).toMatchObject({ proven: true, reason: 'exhausted', routes: [] });
  const open = await searchPlan(problemOf(given, 'outcomes = 2'), LIMITS);
  expect(open).toMatchObject({ proven: false, optimal: false, reason: 'draws', routes: [] });
});

test('draws that decide nothing, as nobody is struck, are one outcome', async () => {
  const given: Small = { steps: 3, cells: [[2, 4]], goal: 'points', own: 0, hp: 0 };
  for (const outcomes of ['', 'outcomes = 1']) {
    expect(await searchPlan(problemOf(given, outcomes), LIMITS)).toMatchObject({ proven: true, routes: [{ cost: 2 }] });
  }
});

test('lists of enemy moves are refused where enemies act by themselves', async () => {
  const given: Small = { steps: 3, cells: [[2, 4]], goal: 'points', own: 0, hp: 0 };
  const error = await lockstepErrorOf(async () => problemOf(given, 'enemyMoves = [{ command = "wait" }]'));
  expect(error).toMatchObject({ code: 'E_PLAN_SEARCH', details: { file: 'small.toml', line: 20 } });
  expect(error.details.expected).toContain('own or worst');
});
