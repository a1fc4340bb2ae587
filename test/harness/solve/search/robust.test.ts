/**
 * The cheapest route that holds under every other setting, against every line of play up to a
 * number of moves, each played under each setting.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { searchRoute, textOf } from '../../../../harness/library/index.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../../../harness/play/plan/start.js';
import type { Plan } from '../../../../harness/play/plan/types.js';
import { futureFigures, underOtherSettings } from '../../../../harness/play/route/other-settings.js';
import { playPath } from '../../../../harness/solve/search/answer/routes.js';
import { METRICS } from '../../../../harness/solve/search/problem/outcome.js';
import { createProblem, type Problem } from '../../../../harness/solve/search/problem/problem.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();

/** A problem with its start, once for the plan's own setting and once for each other one. */
async function settingsOf(file: string): Promise<readonly { problem: Problem; start: Uint8Array }[]> {
  const plan = loadPlan(file);
  const system = await findPlanSystem(SYSTEMS, plan);
  const plans: { plan: Plan; image: Uint8Array }[] = [{ plan, image: (await startBattle(system, plan)).image.slice() }];
  await underOtherSettings(system, plan, (battle, other) => {
    plans.push({ plan: other, image: battle.image.slice() });
    return ['holds', ''];
  });
  return Promise.all(
    plans.map(async ({ plan: other, image }) => {
      const battle = await startBattle(system, other);
      battle.image.set(image);
      const problem = createProblem(system, battle, other);
      return { problem, start: snapshot(battle) };
    }),
  );
}

interface Lines {
  /** The lowest cost of a line in the plan's own setting. */
  readonly own: number;
  /** Of the lines that hold in all settings the lowest cost to each end, in order. */
  readonly all: readonly number[];
}

/** All lines up to `depth` moves that hold. */
async function everyLine(file: string, depth: number): Promise<Lines> {
  const settings = await settingsOf(file);
  const [first] = settings;
  if (first === undefined) throw new Error('no setting');
  let own = Number.POSITIVE_INFINITY;
  const ends = new Map<string, number>();
  const visit = (path: readonly number[]): void => {
    const { fault, cost, sums } = playPath(first.problem, first.start, { path });
    // refused, or a condition is broken: nothing follows
    if (fault !== undefined && !fault[1].startsWith('the goal is missed')) return;
    const isEnd = path.length > 0 && fault === undefined;
    // what a limit counts belongs to an end
    const actions = sums[METRICS.indexOf('actions')];
    const end = JSON.stringify([actions, ...futureFigures(first.problem.system, first.problem.battle)]);
    if (isEnd) own = Math.min(own, cost);
    if (isEnd && settings.every(({ problem, start }) => playPath(problem, start, { path }).fault === undefined)) {
      ends.set(end, Math.min(cost, ends.get(end) ?? cost));
      // a route ends where its goal holds first
      return;
    }
    if (path.length < depth) for (const move of first.problem.moves.keys()) visit([...path, move]);
  };
  visit([]);
  return { own, all: [...ends.values()].sort((a, b) => a - b) };
}

const NAMCAT = (moves: readonly string[], goal: string, cost: string, routes: number): string => `plan = 1
system = "live-a-live"
[setup]
formation = 0xde
generator = [18, 52, 86, 120]
[[setup.party]]
character = "takahara"
[[do]]
command = "move"
x = 1
y = 5
[[do]]
command = "move"
x = 0
y = 0
repeat = 2
[search]
cost = ${cost}
routes = ${routes}
moves = [${moves.join(', ')}]
limits = { actions = 4 }
goal = { ${goal} }
`;
const MOVES = [
  '{ command = "step" }',
  '{ command = "move", x = 1, y = 1 }',
  '{ command = "move", x = 1, y = 0 }',
  '{ command = "skill", skill = "low-kick", x = [0, 1], y = 1 }',
  '{ command = "skill", skill = "reppu-seiken-zuki", x = [0, 1], y = 1 }',
  '{ command = "skill", skill = "reppu-seiken-zuki", x = 2, y = 1 }',
];
const WALK = (moves: readonly string[], goal: string, routes: number): string => `plan = 1
system = "srpg-movement"
[setup]
map = [[0, 0, 0, 0], [0, 2, 2, 0], [0, 0, 0, 0]]
grounds = { 0 = 1, 2 = 2 }
transcript = 64
[[setup.units]]
name = "Hoge"
x = 0
y = 0
move = 3
[search]
routes = ${routes}
moves = [${moves.join(', ')}]
limits = { actions = 4 }
goal = { ${goal} }
`;
const STEPS = [
  '{ command = "calc", unit = "Hoge" }',
  '{ command = "tryMove", unit = "Hoge", x = [1, 2], y = [1, 2] }',
  '{ command = "tryMove", unit = "Hoge", x = 3, y = 0 }',
];

let made = 0;
async function compared(text: string): Promise<readonly [own: number, all: number, ends: number]> {
  const plan = folder.write(`robust-${made++}.toml`, text);
  const { own, all } = await everyLine(plan, 4);
  const asked = Number(/^routes = (\d+)$/mu.exec(text)?.[1] ?? 1);
  const found = await searchRoute({ plan, robust: true });
  if (found.kind !== 'route') throw new Error('no route');
  expect(found.error).toBeUndefined();
  expect([found.verdict, found.routes.map(({ cost }) => cost)]).toEqual([
    all.length > 0 ? 'proven' : 'none',
    all.slice(0, asked),
  ]);
  expect(new Set(found.routes.map(({ path }) => path.join(' '))).size).toBe(found.routes.length);
  // the same route is played under every setting again
  expect(found.robustness?.filter(({ verdict }) => verdict === 'breaks') ?? []).toEqual([]);
  return [own, all[0] ?? Number.POSITIVE_INFINITY, found.routes.length];
}

describe('a robust search', () => {
  test('is as good as every line of play, under all settings of a battle', async () => {
    let [dearer, none, several] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(MOVES, { minLength: 2, maxLength: 3 }),
        fc.constantFrom(
          '"enemy[0].hp" = { max = 255 }',
          '"enemy[0].hp" = { max = 180 }',
          'actionPoints = { min = 150 }',
          '"record[5].hp" = { max = 319 }',
          '"record[5].hp" = { max = 250 }',
        ),
        fc.constantFrom('"actions"', '"frames"', '{ actions = 10, enemyActions = 1 }'),
        fc.constantFrom(1, 2, 3),
        async (moves, goal, cost, routes) => {
          const [own, all, ends] = await compared(NAMCAT(moves, goal, cost, routes));
          if (ends > 1) several++;
          if (Number.isFinite(all) && all > own) dearer++;
          if (Number.isFinite(own) && !Number.isFinite(all)) none++;
        },
      ),
      { numRuns: 40, seed: 45 },
    );
    // some of them hold only on a dearer line, or on none: the settings matter here
    expect([dearer > 0, none > 0, several > 0]).toEqual([true, true, true]);
  });

  test('is as good as every line of moves on a map', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(STEPS, { minLength: 1 }),
        fc.constantFrom('"unit[0].x" = 2', '"unit[0].y" = 2', '"unit[0].x" = 3', '"moveMap[2,0]" = { min = 1 }'),
        fc.constantFrom(1, 4),
        async (moves, goal, routes) => {
          await compared(WALK(moves, goal, routes));
        },
      ),
      { numRuns: 20, seed: 45 },
    );
  });

  test('says of several routes how many there are, and what is proven of them', async () => {
    const text = WALK(STEPS.slice(0, 1).concat(STEPS.slice(2)), '"unit[0].x" = 3', 2);
    const plan = folder.write('several.toml', text);
    const head = async (options: { readonly nodes?: number }): Promise<string> =>
      textOf(await searchRoute({ plan, robust: true, ...options }))
        .split('\n')[0]
        ?.slice(plan.length + 2) ?? '';
    const under = 'under all 11 other settings that could be played';
    expect(await head({})).toBe(`cheapest 2 of the routes to different ends that hold ${under}: cost 2, 3`);
    folder.write('several.toml', text.replace('routes = 2', 'routes = 9'));
    expect(await head({})).toBe(`all routes to different ends that hold ${under}: cost 2, 3, 4 (9 were asked for)`);
    const stopped = 'the limit of nodes was reached';
    expect(await head({ nodes: 2 })).toBe(`no route yet that holds ${under}: ${stopped}; best bound 2`);
    expect(await head({ nodes: 3 })).toBe(
      `not proven: ${stopped}; best so far that holds ${under} 2, best bound 2; no route costs less than the first one, the others are open`,
    );
  });

  test('says which setting refuses what the plan’s own accepts', async () => {
    const found = await searchRoute({ plan: 'traces/srpg-movement/guide.toml', robust: true });
    if (found.kind !== 'route') throw new Error('no route');
    expect([found.verdict, found.robust?.blocked.map(({ setting }) => setting)]).toEqual([
      'none',
      expect.arrayContaining(['turnOrder = phases']),
    ]);
  });

  test.each([
    ['certificate', { certificate: 'proof.jsonl' }, /--robust and --certificate contradict each other/u],
    ['beam', { beam: 5 }, /--robust and --beam contradict each other/u],
  ])('is refused with a %s', async (_name, options, message) => {
    const plan = 'traces/live-a-live/namcat-opening.toml';
    await expect(searchRoute({ plan, robust: true, ...options })).rejects.toThrow(message);
  });
});
