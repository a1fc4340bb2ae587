/** A win is found as the HP goal is, and a beam goes on where the time of an exact search is over. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { readCell } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { createPlayer, encodeMove } from '../../../../harness/play/index.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { answerText } from '../../../../harness/solve/search/answer/answer.js';
import { writeRoutePlan } from '../../../../harness/solve/search/answer/write-plan.js';
import { createBranching } from '../../../../harness/solve/search/expansion/branching.js';
import { localExpander } from '../../../../harness/solve/search/expansion/visited.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';
import { createProblem } from '../../../../harness/solve/search/problem/problem.js';
import { type SearchOptions, searchPlan, searchShortest } from '../../../../harness/solve/search/run.js';
import { foundRoutes, startSearch } from '../../../../harness/solve/search/shortest/search-state.js';
import { runSearch } from '../../../../harness/solve/search/shortest/shortest.js';

const LIMITS = { memoryBytes: 100_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };
const BOTH = 'goal = { "enemy[0].hp" = 0, battleResult = 1 }';

function readCellAt(image: Uint8Array, { cells }: Battle, name: string): number {
  const cell = cells.find((one) => one.name === name);
  return cell === undefined ? -1 : readCell(image, cell);
}

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

const BEAM_40 = ['after = 0', 'after = 0\nbeam = 40'] as const;
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

test('where the time of the exact search is over, wider and wider beams have the rest of it', async () => {
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const goal = [BOTH, 'goal = { battleResult = 1 }'] as const;
  const problem = problemOf('namcat', goal, ['nodes = 200000', 'actions = 12'], BEAM_40);
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

test('without a route the answer has moves to the nearest state, and a plan of them says what is left', async () => {
  const problem = problemOf(
    'namcat',
    [BOTH, 'goal = { battleResult = 1 }'],
    ['after = 0', 'after = 0\nbeam = 1'],
    ['nodes = 200000', 'actions = 6'],
  );
  const start = problem.battle.image.slice();
  const answer = await searchPlan(problem, { ...LIMITS, nodes: 40 });
  expect(answer).toMatchObject({ proven: false, reason: 'nodes', routes: [] });
  const { nearest } = answer;
  if (nearest === undefined) throw new Error('no nearest state');
  // the same moves given to a battle, command by command
  problem.battle.image.set(start);
  const player = createPlayer(LIVE_A_LIVE_BATTLE, problem.battle);
  for (const { command } of nearest.moves) {
    expect(player.play(encodeMove(LIVE_A_LIVE_BATTLE, problem.battle, command), undefined)).toBe(0);
  }
  const read = (name: string): number => readCellAt(problem.battle.image, problem.battle, name);
  expect(nearest.left).toEqual(['battleResult is 0, not 1', `enemy[0].hp is ${read('enemy[0].hp')}, not 0`]);
  expect(read('enemy[0].hp')).toBeLessThan(readCellAt(start, problem.battle, 'enemy[0].hp'));
  expect(read('battleResult')).toBe(0);
  const text = answerText('namcat.toml', answer);
  expect(text).toContain('no route yet');
  expect(text).toContain(`nearest so far, NOT at the goal: cost ${nearest.cost}`);

  const folder = mkdtempSync(join(tmpdir(), 'nearest-'));
  const file = join(folder, 'nearest.toml');
  writeRoutePlan(problem.plan, nearest, file, 'These moves do not reach the goal.');
  expect(readFileSync(file, 'utf8').split('\n')[0]).toBe('# These moves do not reach the goal.');
  expect(readPlan(readFileSync(file), file).steps).toHaveLength(nearest.moves.length);
  rmSync(folder, { recursive: true });
});

test('an exact search that goes on under the cost of a known route proves the same route', async () => {
  const whole = await searchPlan(problemOf('great-asia', [BOTH, GOALS[0] as string]), LIMITS);
  const problem = problemOf('great-asia', [BOTH, GOALS[0] as string]);
  const branching = createBranching(problem);
  const state = startSearch(branching, LIMITS.memoryBytes, false);
  const batches = localExpander(branching, state.visited);
  const first = await runSearch({ problem, state, batches, limits: { ...LIMITS, nodes: 5 } });
  expect([first.reason, foundRoutes(state)]).toEqual(['nodes', []]);
  const end = await runSearch({ problem, state, batches, limits: LIMITS, known: 5 });
  expect(end).toMatchObject({ reason: 'proven', bound: 5 });
  expect(foundRoutes(state)).toEqual([{ path: whole.routes[0]?.path, cost: 5 }]);
  expect(state.arena.length).toBeLessThanOrEqual(whole.nodes);
});

test('an eighth of the time is over when the first beam dives, three quarters when the exact search ends', async () => {
  const problem = problemOf('namcat', [BOTH, GOALS[0] as string], ['nodes = 200000', 'actions = 12'], BEAM_40);
  const time = 600_000;
  const asked: { readonly milliseconds: number; readonly known: number | undefined }[] = [];
  const answer = await searchShortest(problem, { ...LIMITS, milliseconds: time }, async ({ milliseconds }, known) => {
    asked.push({ milliseconds, known });
    return { reason: 'time', proven: false, bound: 1, found: [], nodes: 0, expanded: 0 };
  });
  const [first, second] = asked;
  expect(asked).toHaveLength(2);
  expect(first?.milliseconds).toBeLessThanOrEqual(time / 8);
  expect(first?.known).toBeUndefined();
  expect(second?.milliseconds).toBeGreaterThan(time / 8);
  expect(second?.milliseconds).toBeLessThanOrEqual((3 * time) / 4);
  expect(answer.routes[0]?.cost).toBeLessThanOrEqual(second?.known ?? 0);
  expect(second?.known).toBeGreaterThanOrEqual(7);
});
