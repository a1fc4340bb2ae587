/** A win is found as the HP goal is, and a beam goes on where the time of an exact search is over. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';
import { createProblem } from '../../../../harness/solve/search/problem/problem.js';
import { type SearchOptions, searchPlan } from '../../../../harness/solve/search/run.js';

const LIMITS = { memoryBytes: 100_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };
const BOTH = 'goal = { "enemy[0].hp" = 0, battleResult = 1 }';

/** A bundled plan of the present-day chapter with some of its text replaced. */
function problemOf(name: string, ...changes: readonly (readonly [from: string, to: string])[]) {
  const file = new URL(`../../../../traces/live-a-live/present-day-${name}.toml`, import.meta.url);
  const text = changes.reduce(
    (all, [from, to]) => {
      expect(all).toContain(from);
      return all.replace(from, to);
    },
    readFileSync(file, 'utf8'),
  );
  const plan = readPlan(new TextEncoder().encode(text), 'changed.toml');
  return createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
}

async function verdict(name: string, goal: string, options: Partial<SearchOptions> = {}) {
  const answer = await searchPlan(problemOf(name, [BOTH, goal]), { ...LIMITS, ...options });
  const { proven, reason, bound, routes } = answer;
  return { proven, reason, bound, cost: routes[0]?.cost, moves: routes[0]?.moves.map(({ text }) => text) };
}

const GOALS = ['goal = { battleResult = 1 }', 'goal = { "enemy[0].hp" = 0 }'];

test.each(GOALS)('the exact search finds the same win: %s', async (goal) => {
  const both = await verdict('great-asia', BOTH);
  expect(both).toMatchObject({ proven: true, cost: 5 });
  expect(await verdict('great-asia', goal)).toEqual(both);
});

test.each(GOALS)('a narrow beam finds the same win: %s', async (goal) => {
  const both = await verdict('great-asia', BOTH, { beam: 10 });
  expect(both.cost).toBe(5);
  expect(await verdict('great-asia', goal, { beam: 10 })).toEqual(both);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('where the time of the exact search is over, the beam has the rest of it', async () => {
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const goal = [BOTH, 'goal = { battleResult = 1 }'] as const;
  const problem = problemOf('namcat', goal, ['nodes = 200000', 'actions = 12'], ['after = 0', 'after = 0\nbeam = 40']);
  const answer = await searchPlan(problem, {
    ...LIMITS,
    milliseconds: 1000,
    progressEvery: 0,
    // three quarters of the time are over with the first report
    progress: () => {
      now = 800;
    },
  });
  expect(answer).toMatchObject({ proven: false, optimal: false, reason: 'time', beam: 40 });
  expect(answer.routes[0]?.cost).toBeGreaterThan(answer.bound);
});
