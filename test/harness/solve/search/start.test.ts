/** The start as a choice: frames waited or frames on the map, against every start one by one. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { encodeCommand, type PlainCommand, readCell } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { writeRoutePlan } from '../../../../harness/solve/search/answer/write-plan.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';
import { createProblem } from '../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';

const SYSTEM = LIVE_A_LIVE_BATTLE;
const LIMITS = { memoryBytes: 50_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };
const folder = testFolder();

const MOVES: readonly PlainCommand[] = [
  { command: 'move', x: 1, y: 2 },
  { command: 'skill', skill: 'どう回し回転げり', x: 0, y: 1 },
  { command: 'skill', skill: '烈風正拳づき', x: 0, y: 1 },
];

interface Given {
  readonly kind: 'waits' | 'mapFrames';
  readonly most: number;
  readonly seed: number;
  /** Costs of an action and of a frame before the battle. */
  readonly action: number;
  readonly wait: number;
  readonly hp: number;
  readonly depth: number;
}

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, item]) => `${key} = ${JSON.stringify(item)}`)
    .join(', ')} }`;

function textOf({ kind, most, seed, action, wait, hp, depth }: Given, start = `start = { ${kind} = ${most} }`): string {
  const seeded = kind === 'waits' ? `generator = [${seed & 0xff}, ${seed >> 8}, 3, 4]` : 'generator = [0, 0, 0, 0]';
  return `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
${seeded}
mapGenerator = ${seed}
[[setup.party]]
character = "takahara"
x = 2
y = 2
[search]
${start}
cost = { actions = ${action}, waits = ${wait} }
moves = [${MOVES.map(inline).join(', ')}]
limits = { actions = ${depth} }
goal = { "enemy[0].hp" = { max = ${hp} } }
`;
}

function planOf(text: string) {
  return readPlan(new TextEncoder().encode(text), folder.write('start.toml', text));
}

function value(battle: Battle, name: string): number {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new Error(name);
  return readCell(battle.image, cell);
}

/** Fewest actions to the goal from a battle, or infinity. */
function fewest(battle: Battle, hp: number, left: number): number {
  if (left === 0) return Number.POSITIVE_INFINITY;
  const image = battle.image.slice();
  let best = Number.POSITIVE_INFINITY;
  for (const move of MOVES) {
    battle.image.set(image);
    if (battle.step(encodeCommand(SYSTEM, battle, move), undefined) !== 0) continue;
    best = Math.min(best, 1 + (value(battle, 'enemy[0].hp') <= hp ? 0 : fewest(battle, hp, left - 1)));
  }
  return best;
}

/** Least cost over all starts, each made by hand. */
function slowly(given: Given): number {
  let best = Number.POSITIVE_INFINITY;
  for (let times = 0; times <= given.most; times++) {
    let [seed, frames] = [given.seed, times];
    // the map's generator, by its formula
    if (given.kind === 'mapFrames') for (let frame = 0; frame < times; frame++) seed = (0x3d09 * (seed + 1)) & 0xffff;
    const battle = startPlan(SYSTEM, planOf(textOf({ ...given, seed }, '')));
    if (given.kind === 'waits') {
      for (let frame = 0; frame < times; frame++) {
        battle.step(encodeCommand(SYSTEM, battle, { command: 'wait', frames: 1 }), undefined);
      }
      // the battle begins with a frame of its own
      frames = value(battle, 'battleFrames');
    }
    if (frames > given.most) break;
    best = Math.min(best, given.action * fewest(battle, given.hp, given.depth) + given.wait * frames);
  }
  return best;
}

const cases: fc.Arbitrary<Given> = fc.record({
  kind: fc.constantFrom('waits', 'mapFrames'),
  most: fc.integer({ min: 1, max: 6 }),
  seed: fc.integer({ min: 1, max: 0xffff }),
  action: fc.constantFrom(1, 5),
  wait: fc.constantFrom(0, 0, 1, 3),
  hp: fc.constantFrom(190, 184, 182, 180, 178),
  depth: fc.integer({ min: 2, max: 3 }),
});

/** The first seed that reaches the goal is just within the frames, or just beyond them. */
const EDGES: readonly Given[] = [
  { kind: 'mapFrames', most: 10, seed: 1000, action: 5, wait: 1, hp: 182, depth: 2 },
  { kind: 'mapFrames', most: 9, seed: 1000, action: 5, wait: 1, hp: 182, depth: 2 },
  { kind: 'mapFrames', most: 24, seed: 1000, action: 1, wait: 0, hp: 124, depth: 3 },
];

test('the cheapest route over all starts is proven, and its plan reaches the goal', async () => {
  let [found, none, chosen] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const plan = planOf(textOf(given));
      const answer = await searchPlan(createProblem(SYSTEM, startPlan(SYSTEM, plan), plan), LIMITS);
      const slow = slowly(given);
      const [best] = answer.routes;
      expect(best?.cost ?? Number.POSITIVE_INFINITY).toBe(slow);
      expect(answer.reason).toBe(best === undefined ? 'exhausted' : 'proven');
      if (best === undefined) none++;
      else {
        found++;
        if ((best.start?.frames ?? 0) > 0) chosen++;
        const file = `${folder.path}/found.toml`;
        writeRoutePlan(planOf(textOf(given)), best, file);
        const written = readPlan(readFileSync(file), file);
        const battle = startPlan(SYSTEM, written);
        expect((await runPlan(SYSTEM, battle, written)).failures).toEqual([]);
        expect(value(battle, 'enemy[0].hp')).toBeLessThanOrEqual(given.hp);
      }
    }),
    { numRuns: 25, seed: 11, endOnFailure: true, examples: EDGES.map((given) => [given]) },
  );
  expect([found > 5, none > 2, chosen > 3]).toEqual([true, true, true]);
}, 60_000);

const GIVEN: Given = { kind: 'waits', most: 4, seed: 7, action: 1, wait: 1, hp: 200, depth: 2 };
test.each([
  ['a seed that is there already', textOf({ ...GIVEN, kind: 'waits' }, 'start = { mapFrames = 3 }'), /has its seed/],
  [
    'the worst case',
    textOf(GIVEN)
      .replace('[search]', '[search]\nenemies = "worst"')
      .replace('actions = 2 }', 'actions = 2, cost = 9 }'),
    /contradict/,
  ],
  [
    'steps before it',
    textOf(GIVEN).replace('[search]', '[[do]]\ncommand = "step"\n[search]'),
    /before the first command/,
  ],
])('a start that cannot be chosen is refused: %s', async (_name, text, message) => {
  const plan = planOf(text);
  const error = await lockstepErrorOf(async () => createProblem(SYSTEM, startPlan(SYSTEM, plan), plan));
  expect([error.code, error.sentence]).toEqual(['E_PLAN_SEARCH', expect.stringMatching(message)]);
  expect(error.details.remedy).not.toBe('');
});
