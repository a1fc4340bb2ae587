/** A search that begins behind a path, its arena, and what a worst case needs. */
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { loadPlan } from '../../../../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../../../../harness/play/plan/start.js';
import { createBranching } from '../../../../../harness/solve/search/expansion/branching.js';
import { createProblem, type Problem } from '../../../../../harness/solve/search/problem/problem.js';
import { addPath, pathTo, startSearch } from '../../../../../harness/solve/search/shortest/search-state.js';
import { createArena, DEPTH, PARENT } from '../../../../../harness/solve/search/state/arena.js';
import { lockstepErrorOf, testFolder } from '../../../fixtures/files.js';

const folder = testFolder();

async function problemOf(file: string): Promise<Problem> {
  const plan = loadPlan(file);
  const system = await findPlanSystem(SYSTEMS, plan);
  return createProblem(system, await startBattle(system, plan), plan);
}

test('the states of a path that is put into a search lie one behind the other', async () => {
  const problem = await problemOf('traces/live-a-live/namcat-opening.toml');
  const branching = createBranching(problem);
  const state = startSearch(branching, 4_000_000, false);
  const up = problem.moves.findIndex(({ text }) => text === 'step up');
  const left = problem.moves.findIndex(({ text }) => text === 'step left');
  const path = [up, left, left];
  addPath(branching, state, path);
  const { arena } = state;
  const last = arena.length - 1;
  expect(pathTo(arena, last)).toEqual(path);
  for (let node = last, depth = path.length; node >= 0; depth--) {
    expect(arena.words[node * arena.stride + DEPTH]).toBe(depth);
    node = arena.words[node * arena.stride + PARENT] as number;
  }
});

test('an arena takes the memory that it is given, and has room for as many states', () => {
  const [small, large] = [createArena(100_000, 4, 6, false), createArena(1_000_000, 4, 6, false)];
  expect(small.words.byteLength + small.tableMemory.byteLength).toBeLessThan(200_000);
  expect(large.capacity / small.capacity).toBeCloseTo(10, 0);
});

test('a worst case without a limit of the cost is refused with why', async () => {
  const text = `plan = 1
system = "live-a-live"
[setup]
formation = 0xde
party = [{ character = "takahara" }]
[search]
enemies = "worst"
moves = [{ command = "step" }]
goal = { "enemy[0].hp" = 0 }
`;
  const error = await lockstepErrorOf(() => problemOf(folder.write('worst.toml', text)));
  expect([error.code, error.sentence]).toEqual([
    'E_PLAN_SEARCH',
    expect.stringMatching(/the worst case needs limits\.cost/u),
  ]);
});
