/**
 * The search against an enumerator without bounds, tables or order, on small battles of many kinds.
 */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { snapshot } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan, readPlan } from '../../../../harness/play/plan/read-plan.js';
import { readingOf } from '../../../../harness/play/plan/readings.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { startBattle } from '../../../../harness/play/plan/start.js';
import type { Route } from '../../../../harness/solve/search/answer/routes.js';
import { writeRoutePlan } from '../../../../harness/solve/search/answer/write-plan.js';
import { joinResults, runJob, splitSearch } from '../../../../harness/solve/search/jobs/jobs.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';

import { createProblem } from '../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { enumerate, type SmallSearch } from './enumerate.js';

const DEPTH = 3;
const LARGEST_COST = 5000;
const folder = testFolder();

interface Small {
  readonly allies: readonly { readonly x: number; readonly y: number; readonly speed: number }[];
  readonly enemies: readonly { readonly x: number; readonly y: number; readonly intellect: number }[];
  readonly charge: number;
  readonly costs: {
    readonly actions: number;
    readonly enemyActions: number;
    readonly presses: number;
    readonly waits: number;
  };
  readonly goal: Readonly<Record<string, number>>;
  readonly keep: number;
  readonly last: string | undefined;
  readonly seed: number;
}

const cell = fc.integer({ min: 0, max: 3 });
const small: fc.Arbitrary<Small> = fc.record({
  allies: fc.uniqueArray(fc.record({ x: cell, y: cell, speed: fc.constantFrom(0, 31, 60, 255) }), {
    minLength: 1,
    maxLength: 2,
    selector: ({ x, y }) => `${x},${y}`,
  }),
  enemies: fc.uniqueArray(
    fc.record({ x: fc.integer({ min: 4, max: 6 }), y: cell, intellect: fc.integer({ min: 0, max: 255 }) }),
    {
      minLength: 1,
      maxLength: 2,
      selector: ({ x, y }) => `${x},${y}`,
    },
  ),
  charge: fc.constantFrom(0, 16),
  costs: fc.record({
    actions: fc.integer({ min: 1, max: 3 }),
    enemyActions: fc.constantFrom(0, 5, 100),
    presses: fc.integer({ min: 1, max: 2 }),
    waits: fc.integer({ min: 1, max: 2 }),
  }),
  goal: fc.oneof(
    fc.record({ 'ally[0].cellX': cell, 'ally[0].cellY': cell }),
    fc.record({ 'ally[0].sideOf[0]': fc.constantFrom(0, 1, 2) }),
    fc.record({ turnFlag: fc.constantFrom(0, 0x40, 0x80) }),
  ),
  keep: fc.constantFrom(0xffff, 400, 255),
  last: fc.constantFrom(undefined, 'skill', 'pass', 'enemyTurn'),
  seed: fc.integer({ min: 1, max: 255 }),
});

const MOVES = [
  { command: 'step', direction: 0 },
  { command: 'step', direction: 1 },
  { command: 'step', direction: 2 },
  { command: 'step', direction: 3 },
  { command: 'turn', side: 1 },
  { command: 'pass' },
  { command: 'skill' },
  { command: 'waitForAlly' },
  { command: 'enemyTurn', side: 0 },
  { command: 'enemyTurn', side: 1 },
  { command: 'enemySkill' },
];

function planText(given: Small, enemies = 'any'): string {
  const table = (value: object): string =>
    `{ ${Object.entries(value)
      .map(([key, number]) => `"${key}" = ${number}`)
      .join(', ')} }`;
  const list = (rows: readonly object[]): string => `[${rows.map(table).join(', ')}]`;
  return `
plan = 1
system = "live-a-live"
[setup]
generator = [${given.seed}, 2, 3, 4]
skills = [{ charge = ${given.charge} }]
allies = ${list(given.allies)}
species = [${given.enemies.map(({ intellect }) => `{ speed = 60, width = 1, height = 1, intellect = ${intellect} }`).join(', ')}]
enemies = [${given.enemies.map(({ x, y }, index) => `{ species = ${index}, x = ${x}, y = ${y} }`).join(', ')}]
[[do]]
command = "wait"
[search]
cost = ${table(given.costs)}
enemies = "${enemies}"
moves = [{ command = "step", direction = ["up", "down", "left", "right"] }, { command = "turn" }, { command = "pass" },
  { command = "skill" }, { command = "waitForAlly" }]
enemyMoves = [{ command = "enemyTurn", side = ["left", "right"] }, { command = "enemySkill" }]
goal = ${table(given.goal)}
keep = { actionPoints = { max = ${given.keep} } }
limits = { cost = ${LARGEST_COST}, actions = ${DEPTH}, waits = 40 }
${given.last === undefined ? '' : `last = "${given.last}"`}
`;
}

function problemOf(given: Small, enemies?: string) {
  const plan = readPlan(new TextEncoder().encode(planText(given, enemies)), 'small.toml');
  return createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, plan), plan);
}

/** The same battle for the enumerator. */
function slowly(given: Small, battle: Battle): SmallSearch {
  const wanted = Object.entries(given.goal).map(
    ([name, value]) => [readingOf(LIVE_A_LIVE, battle, name), value] as const,
  );
  const points = readingOf(LIVE_A_LIVE, battle, 'actionPoints');
  const { actions, enemyActions, presses, waits } = given.costs;
  return {
    system: LIVE_A_LIVE,
    battle,
    moves: MOVES,
    costs: { ally: actions, enemy: actions + enemyActions, press: presses, wait: waits },
    own: enemyActions,
    goal: () => wanted.every(([reading, value]) => reading?.read() === value),
    keep: () => (points?.read() ?? 0) <= given.keep,
    last: given.last,
    depth: DEPTH,
  };
}

const LIMITS = { memoryBytes: 20_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };

test('cost and route of the best are the enumerator’s, on small battles', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(small, async (given) => {
      const problem = problemOf(given);
      const { battle } = problem;
      const start = snapshot(battle);
      const answer = await searchPlan(problem, LIMITS);
      battle.image.set(start);
      const slow = enumerate(slowly(given, battle));
      // The enumerator's depth counts waits as well; a longer route of the search is not within it.
      const [best] = answer.routes;
      if (best !== undefined && best.path.length > DEPTH) return;
      expect(best === undefined ? undefined : { cost: best.cost, path: best.path }).toEqual(slow);
      expect(answer.reason).toBe(slow === undefined ? 'exhausted' : 'proven');
      if (slow !== undefined) found++;
    }),
    { numRuns: 40, seed: 7, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(8);
}, 60_000);

test('the cost of a worst case is the enumerator’s, on small battles', async () => {
  let forced = 0;
  await fc.assert(
    fc.asyncProperty(small, async (given) => {
      const problem = problemOf(given, 'worst');
      const { battle } = problem;
      const start = snapshot(battle);
      const answer = await searchPlan(problem, LIMITS);
      battle.image.set(start);
      const worth = enumerate(slowly(given, battle), true)?.cost;
      const slow = worth !== undefined && worth <= LARGEST_COST ? worth : undefined;
      const [best] = answer.routes;
      // A wait is no action: the search may look further than the enumerator's depth.
      if (best !== undefined && (slow === undefined || best.cost < slow)) {
        expect(best.amounts.waits).toBeGreaterThan(0);
        return;
      }
      expect(best?.cost).toBe(slow);
      expect(answer.reason).toBe(slow === undefined ? 'exhausted' : 'proven');
      if (slow !== undefined) forced++;
    }),
    { numRuns: 30, seed: 11, endOnFailure: true },
  );
  expect(forced).toBeGreaterThan(5);
}, 60_000);

test('jobs done twice or in any order join to the answer of one search; a missing one leaves it unproven', async () => {
  const plan = loadPlan(fileURLToPath(new URL('../../../../traces/live-a-live/namcat-opening.toml', import.meta.url)));
  const fresh = () => createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, plan), plan);
  const whole = await searchPlan(fresh(), LIMITS);
  expect(whole).toMatchObject({ proven: true, optimal: false, bound: 2009 });
  const split = await splitSearch(fresh(), 'plan', 3, NO_LIMIT);
  expect(split.jobs).toHaveLength(3);
  const results = await Promise.all(split.jobs.map((job) => runJob(fresh(), 'plan', job, LIMITS)));
  const problem = fresh();
  const start = snapshot(problem.battle);
  const joined = joinResults(problem, start, split, [...results, ...results].reverse());
  expect({ ...joined, nodes: 0, expanded: 0 }).toEqual({ ...whole, nodes: 0, expanded: 0 });
  const partial = joinResults(problem, start, split, results.slice(1));
  expect([partial.proven, partial.optimal, partial.reason]).toEqual([false, false, 'jobs']);
  expect(partial.bound).toBeLessThanOrEqual(2009);
}, 60_000);

test('a search stopped by a limit has no proof and names its best bound; a beam then looks for a route', async () => {
  const plan = loadPlan(fileURLToPath(new URL('../../../../traces/live-a-live/namcat-opening.toml', import.meta.url)));
  const fresh = () => createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, plan), plan);
  const answer = await searchPlan(fresh(), { ...LIMITS, nodes: 500 });
  expect(answer).toMatchObject({ proven: false, optimal: false, reason: 'nodes', beam: 1000 });
  expect(answer.bound).toBeGreaterThan(0);
  // 2009 is proven by the exact search
  expect(answer.bound).toBeLessThanOrEqual(2009);
  expect(answer.routes[0]?.cost).toBeGreaterThanOrEqual(2009);
});

test('a beam: its bound is never above the optimum, and it is proven when nothing cheaper was dropped', async () => {
  let [proven, found] = [0, 0];
  await fc.assert(
    fc.asyncProperty(small, fc.constantFrom(1, 3, 1000), async (given, beam) => {
      const problem = problemOf(given);
      const exact = await searchPlan(problemOf(given), LIMITS);
      const answer = await searchPlan(problem, { ...LIMITS, beam });
      const optimum = exact.routes[0]?.cost;
      const own = answer.routes[0]?.cost;
      if (optimum === undefined) expect(own).toBeUndefined();
      else expect(answer.bound).toBeLessThanOrEqual(optimum);
      if (own !== undefined) expect(own).toBeGreaterThanOrEqual(optimum ?? Number.POSITIVE_INFINITY);
      if (answer.proven) expect(own).toBe(optimum);
      if (answer.reason === 'exhausted') expect(optimum).toBeUndefined();
      if (answer.proven) proven++;
      if (own !== undefined && !answer.proven) found++;
    }),
    { numRuns: 40, seed: 5, endOnFailure: true },
  );
  expect([proven > 5, found > 0]).toEqual([true, true]);
}, 60_000);

test('a beam too wide for the memory, or for a worst case, is refused', async () => {
  const opening = fileURLToPath(new URL('../../../../traces/live-a-live/namcat-opening.toml', import.meta.url));
  const overflow = opening.replace('namcat-opening', 'overflow-search');
  const search = (...words: string[]) => cli(['route', 'search', ...words], { systems: SYSTEMS });
  expect((await search(opening, '--beam', '1000000', '--memory', '10')).err).toMatch(/^E_OPTION.*at most \d+/);
  expect((await search(overflow, '--beam', '10')).err).toMatch(/^E_OPTION.*one line of play/);
});

test('the overflow is found with 2,324 presses, under no condition, and holds on the recording', async () => {
  const file = fileURLToPath(new URL('../../../../traces/live-a-live/overflow-search.toml', import.meta.url));
  const plan = loadPlan(file);
  const small = { ...plan, search: { ...(plan.search as object), limits: { cost: 3400 } } };
  const problem = createProblem(LIVE_A_LIVE, await startBattle(LIVE_A_LIVE, plan), small);
  const answer = await searchPlan(problem, { ...LIMITS, memoryBytes: 200_000_000 });
  expect(answer).toMatchObject({ optimal: true, under: [], bound: 3324 });
  const [best] = answer.routes;
  // one to open area selection, 2,323 L or R: the seed's own number
  expect([best?.moves.length, best?.amounts.presses, best?.amounts.actions]).toEqual([3, 2324, 1]);
  const found = folder.write('found.toml', '');
  writeRoutePlan(plan, best as Route, found);
  const log = fileURLToPath(new URL('../../../../traces/logs/overflow.jsonl.gz', import.meta.url));
  const run = await cli(['route', 'verify', found, '--against', log], { systems: SYSTEMS });
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain('2326 changed states equal');
}, 240_000);
