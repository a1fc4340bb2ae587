/** Searches over the end of a battle, against the enumerator, which copies whole images and keeps no key. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { type PlainCommand, snapshot } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { readingOf } from '../../../../harness/play/plan/readings.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { writeCertificate } from '../../../../harness/solve/search/certificate/write-certificate.js';
import { createLowerBound } from '../../../../harness/solve/search/problem/lower-bound.js';
import type { SearchMove } from '../../../../harness/solve/search/problem/outcome.js';
import { createProblem, type Problem } from '../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { LIMITS } from '../check/certificates.js';
import { enumerate } from './enumerate.js';

const folder = testFolder();
const proof = join(folder.path, 'proof.jsonl');
const SYSTEM: System = LIVE_A_LIVE_BATTLE;

interface Given {
  readonly generator: readonly number[];
  readonly formations: readonly number[];
  readonly walk: number;
  readonly level: number;
  readonly goal: keyof typeof GOALS;
}

/** What each goal asks, as the plan has it and as the enumerator reads it. Item 39 is the third that the species of formation 4 may leave. */
const GOALS = {
  won: { battleNumber: [1, 1], battleResult: [1, 1] },
  hurt: { battleNumber: [1, 1], 'enemy[0].hp': [0, 2] },
  drop: { battleNumber: [1, 1], 'droppedItem[0]': [39, 39] },
} as const;

const given: fc.Arbitrary<Given> = fc.record({
  generator: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
  // the first battle has one enemy, these have two to four
  formations: fc.constantFrom([0, 1], [3, 0], [4, 1], [4, 2]),
  walk: fc.integer({ min: 1, max: 40 }),
  level: fc.integer({ min: 1, max: 12 }),
  goal: fc.constantFrom('won', 'hurt', 'drop'),
});

function movesOf({ formations: [one, other], walk }: Given): readonly PlainCommand[] {
  const draws = [0, 1, 2, 3, 4];
  return [
    { command: 'auto', policy: 'attack' },
    { command: 'auto', policy: 'attack', commands: 1 },
    ...draws.map((count) => ({ command: 'battle', formation: one as number, walk, draws: count })),
    { command: 'battle', formation: other as number, walk: walk + 1, heal: 0 },
  ];
}

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, item]) => `"${key}" = ${JSON.stringify(item)}`)
    .join(', ')} }`;

function textOf(one: Given): string {
  const goal = Object.entries(GOALS[one.goal]).map(
    ([name, [min, max]]) => `"${name}" = { min = ${min}, max = ${max} }`,
  );
  return `plan = 1
system = "live-a-live-battle"
[setup]
formation = 5
generator = ${JSON.stringify(one.generator)}
[[setup.party]]
character = "oersted"
level = ${one.level}
[search]
cost = { frames = 1, actions = 3 }
moves = [${movesOf(one).map(inline).join(', ')}]
limits = { actions = 4 }
goal = { ${goal.join(', ')} }
`;
}

/** Plan as text and as a file, which a certificate holds. */
function problemOf(system: System, text: string): Problem {
  const plan = readPlan(Buffer.from(text), folder.write('plan.toml', text));
  return createProblem(system, startPlan(system, plan), plan);
}

const answers = new Map<string, ReturnType<typeof enumerate>>();

/** The enumerator's answer, once for all tests. */
function slowly(one: Given): ReturnType<typeof enumerate> {
  const text = textOf(one);
  if (!answers.has(text)) answers.set(text, enumerated(one));
  return answers.get(text);
}

function enumerated(one: Given): ReturnType<typeof enumerate> {
  const { battle } = problemOf(SYSTEM, textOf(one));
  return enumerate({
    system: SYSTEM,
    battle,
    moves: movesOf(one),
    costs: { ally: 3, enemy: 0, press: 0, wait: 0, frame: 1 },
    own: 0,
    goal: () =>
      Object.entries(GOALS[one.goal]).every(([name, [min, max]]) => {
        const value = readingOf(SYSTEM, battle, name)?.read() ?? -1;
        return value >= min && value <= max;
      }),
    keep: () => true,
    last: undefined,
    depth: 4,
  });
}

/** The system with another declaration of the command that begins a battle. */
function declaring(change: object): System {
  return {
    ...SYSTEM,
    commands: SYSTEM.commands.map((shape) => (shape.name === 'battle' ? { ...shape, ...change } : shape)),
  };
}

/** Searches, and writes the certificate of the answer. */
async function searched(system: System, one: Given) {
  const problem = problemOf(system, textOf(one));
  const start = snapshot(problem.battle);
  const answer = await searchPlan(problem, LIMITS);
  await writeCertificate(proof, problem, start, answer, { ...LIMITS, trusts: [] });
  const [best] = answer.routes;
  return { reason: answer.reason, best: best && { cost: best.cost, path: best.path } };
}

const check = () => checkCertificate(proof, { systems: [SYSTEM] });

/** Won by what the second battle's enemies leave, which no other cell shows. */
const BY_DROP: Given = { generator: [77, 3, 9, 200], formations: [4, 1], walk: 1, level: 12, goal: 'drop' };
const SAMPLE = { numRuns: 5, seed: 11 };

test('cost and route over two battles are the enumerator’s, and the checker accepts the proof', async () => {
  const found = { won: 0, hurt: 0, drop: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(given, async (one) => {
      const slow = slowly(one);
      expect(await searched(SYSTEM, one)).toEqual({ reason: slow === undefined ? 'exhausted' : 'proven', best: slow });
      expect(await check()).toMatchObject({ accepted: true, proven: { cost: slow?.cost ?? -1 } });
      found[slow === undefined ? 'none' : one.goal]++;
    }),
    { ...SAMPLE, examples: [[BY_DROP]], endOnFailure: true },
  );
  const text = readFileSync(proof, 'utf8');
  const at = text.lastIndexOf('"cost":') + 7;
  writeFileSync(proof, `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`);
  expect((await check()).accepted).toBe(false);
  expect(Math.min(...Object.values(found))).toBeGreaterThan(0);
}, 120_000);

/** The system with a key that holds no list whole, only the cell that heads it. */
function withoutLists(system: System): System {
  const { planning = {} } = system.capabilities;
  const stateKeyCells = (battle: Battle) =>
    (planning.stateKeyCells?.(battle) ?? []).map((cell) => ({ ...cell, list: cell.width }));
  return { ...system, capabilities: { ...system.capabilities, planning: { ...planning, stateKeyCells } } };
}

test('a key without the bytes that no cell declares takes another species’ drops: the checker refuses', async () => {
  expect(slowly(BY_DROP)).toMatchObject({ cost: 157 });
  const system = withoutLists(declaring({ begins: undefined }));
  expect(await searched(system, BY_DROP)).toEqual({ reason: 'exhausted', best: undefined });
  expect((await check()).accepted).toBe(false);
});

test('a key without the units of other battles: the search itself sees that its route does not play', async () => {
  const system = declaring({ choosesBy: [] });
  const error = await lockstepErrorOf(() => searched(system, { ...BY_DROP, goal: 'won' }));
  expect([error.code, error.sentence]).toEqual([
    'E_INTERNAL',
    expect.stringMatching(/does not hold when it is played: cost \d+ instead of \d+/u),
  ]);
});

/** Commands one by one, for which the damage of a blow bounds the first battle. */
const BLOWS: readonly PlainCommand[] = [
  { command: 'skill', skill: 118, x: 3, y: 3 },
  { command: 'turn', way: 'left' },
  { command: 'wait', frames: 2 },
  { command: 'battle', formation: 5, walk: 3 },
  { command: 'battle', formation: 5, draws: 1 },
];

test('the bound over battles: the same answers as without one, from fewer states, and no move lowers it by more than its cost', async () => {
  const blind: System = {
    ...SYSTEM,
    capabilities: { ...SYSTEM.capabilities, planning: { ...SYSTEM.capabilities.planning, costLowerBound: undefined } },
  } as unknown as System;
  let [states, without, moves, over] = [0, 0, 0, 0];
  for (const seed of [1, 2]) {
    const text = `plan = 1
system = "live-a-live-battle"
[setup]
formation = 5
generator = [${seed}, 7, ${40 * seed}, 99]
[[setup.party]]
character = "oersted"
level = 1
maxHp = 999
[search]
cost = { actions = 4, waits = 1 }
moves = [${BLOWS.map(inline).join(', ')}]
limits = { cost = 40, waits = 4 }
goal = { battleNumber = 2, battleResult = 1 }
`;
    const problem = problemOf(SYSTEM, text);
    const start = snapshot(problem.battle);
    const answer = await searchPlan(problem, LIMITS);
    const { nodes, expanded: _, ...same } = await searchPlan(problemOf(blind, text), LIMITS);
    expect(answer).toMatchObject(same);
    [states, without] = [states + answer.nodes, without + nodes];

    problem.battle.image.set(start);
    const bound = createLowerBound(problem);
    // a blow that wins, two ways of 4 each, and in each battle after them a command, of which a wait is the cheapest
    expect(bound()).toBe(4 + 2 * 4 + 1 + 1);
    for (let step = 0; step < 60; step++) {
      const { move, kind } = problem.moves[[0, seed % 5, 0, 3, 2, 4][step % 6] as number] as SearchMove;
      const before = bound();
      if (problem.battle.step(move.words, undefined) !== 0) continue;
      expect(before - bound()).toBeLessThanOrEqual(kind === 'wait' ? 2 : 4);
      moves++;
      if (readingOf(SYSTEM, problem.battle, 'battleNumber')?.read() === 2) over++;
    }
  }
  expect([2 * states < without, moves > 50, over > 4]).toEqual([true, true, true]);
}, 120_000);

test('a walk of no frames where only frames count, and a worst case over two battles, are refused', async () => {
  const [one] = fc.sample(given, SAMPLE) as [Given];
  const free = textOf({ ...one, walk: 0 }).replace('{ frames = 1, actions = 3 }', '"frames"');
  expect(await lockstepErrorOf(() => problemOf(SYSTEM, free))).toMatchObject({
    code: 'E_PLAN_SEARCH',
    message: expect.stringMatching(/battle .* would cost nothing/u) as string,
  });
  const worst = textOf(one).replace('limits = {', 'enemies = "worst"\nlimits = { cost = 99,');
  expect(await lockstepErrorOf(() => problemOf(SYSTEM, worst))).toMatchObject({
    code: 'E_PLAN_SEARCH',
    message: expect.stringMatching(/a worst case does not go on into another battle/u) as string,
  });
});
