/** Find best: the plan that is searched, and the worker's answer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { choiceTable } from '../../../../harness/views/workbench/plain-choices.js';
import { openSession } from '../../../../harness/views/workbench/session.js';
import type { Reply } from '../../../../harness/views/workbench/work/messages.js';
import { offeredSearch, searchedPlan } from '../../../../harness/views/workbench/work/search-plan.js';
import { createWorkerSide } from '../../../../harness/views/workbench/work/serve.js';

const planOf = (name: string): string => readFileSync(join(packageRoot(), `traces/live-a-live/${name}.toml`), 'utf8');
const HEAD = planOf('takahara-namcat').split('[[do]]')[0] ?? '';

/** Replies up to the end of a search. */
function replies(text: string): Promise<readonly Reply[]> {
  const all: Reply[] = [];
  return new Promise((resolve) => {
    const side = createWorkerSide(
      (reply) => {
        all.push(reply);
        if (reply.is !== 'searching') resolve(all);
      },
      async () => undefined,
    );
    side.ask({ is: 'search', text, file: 'plan.toml', milliseconds: 20_000 });
  });
}

test('the search begins behind the rows that are kept; expectations and its own beginning go', () => {
  const text = planOf('present-day-namcat');
  const made = parse(searchedPlan(text, 1, 'after = 2\ncost = "frames"\nmoves = []\ngoal = { battleResult = 1 }'));
  expect(made['search']).toEqual({ cost: 'frames', moves: [], goal: { battleResult: 1 } });
  expect(made['do']).toHaveLength(1);
  expect(() => searchedPlan(text, 1, 'cost =')).toThrow(/not TOML/);
});

test('the own search of a plan is offered, else every skill of the choices on every cell', () => {
  const own = planOf('present-day-namcat');
  const session = openSession(SYSTEMS, own, 'plan.toml', 'en');
  session.goTo(0);
  const choices = choiceTable(session.system, session.battle, 'en');
  expect(parse(offeredSearch(own, choices))['limits']).toEqual({ nodes: 200_000 });
  const made = parse(offeredSearch(HEAD, choices)) as { moves: Record<string, unknown>[]; goal: unknown };
  expect(made.goal).toEqual({ battleResult: 1 });
  const skills = new Set(choices.rows.flatMap(({ command }) => command['skill'] ?? []));
  expect(new Set(made.moves.flatMap(({ skill }) => skill ?? []))).toEqual(skills);
});

test('a worker finds the cheapest route and says what it costs', async () => {
  // rule L7: a step at speed 31 brings 57 points, so that 114 take two
  const search = 'moves = [{ command = "step" }]\ngoal = { actionPoints = 114 }\ncost = "actions"';
  const answer = (await replies(searchedPlan(HEAD, 0, search))).at(-1);
  expect(answer?.is === 'found' && answer.found.commands).toEqual([{ command: 'step' }, { command: 'step' }]);
  expect(answer?.is === 'found' && answer.found.verdict).toBe('optimal under conditions: cost 2');
  expect(answer?.is === 'found' && answer.found.conditions.join('\n')).toMatch(/who acts when: .*enemyDueScan/u);
  expect(answer?.is === 'found' && answer.found.conditions).toContainEqual(
    expect.stringMatching(/^the same moves under other settings, one changed at a time \(\d+\): holds \d+/u),
  );
});

test('a route that breaks under another setting says under which', async () => {
  // the figure of the command line's own answer: the guide's opening breaks where enemies look twice
  const answer = (await replies(planOf('takahara-namcat-opening'))).at(-1);
  const lines = answer?.is === 'found' ? answer.found.conditions : [];
  expect(lines.join('\n')).toMatch(/\n {2}decisionInput = secondPass: breaks at step 3: the move is refused: skill /u);
});

test('what a page does not search is refused', async () => {
  const search =
    'moves = [{ command = "step" }]\ngoal = { actionPoints = 114 }\nenemies = "worst"\nlimits = { cost = 9 }';
  expect((await replies(searchedPlan(HEAD, 0, search))).at(-1)).toEqual({
    is: 'fault',
    message: expect.stringContaining('the shortest route alone'),
  });
});
