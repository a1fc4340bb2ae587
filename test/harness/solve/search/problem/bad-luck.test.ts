/** Faults of a search for a chance: place and remedy, exit code 2; and what is said of a chance. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const folder = testFolder();
const text = (name: string): string =>
  readFileSync(new URL(`../../../../../traces/live-a-live/${name}.toml`, import.meta.url), 'utf8');
const chance = text('chance-odie-o');
const engine = text('namcat-opening');

test.each([
  ['luck without a chance', chance, 'maximise = "chance"\n', '', /:18: .*luck is for maximise/],
  ['a mistyped luck', chance, '"draws"', '"drawz"', /:19: .*"draws", "seeds", "cycles"/],
  ['no limit of length', chance, 'limits = { actions = 3 }\n', '', /needs a limit of length: limits\.actions/],
  ['waits without a limit', chance, 'moves = [', 'moves = [{ command = "wait" },', /limits\.actions and limits\.waits/],
  ['the worst case', chance, 'luck = "draws"', 'enemies = "worst"', /:19: .*enemies and maximise contradict/],
  ['enemies that must not act', chance, 'luck = "draws"', 'never = [0]', /:19: .*use keep/],
  ['a start as well', chance, 'luck = "draws"', 'start = { waits = 3 }', /:19: .*start and maximise contradict/],
  ['a limit that ends nothing', chance, 'actions = 3', 'enemyActions = 3', /needs a limit of length/],
  [
    'a battle without draws',
    engine,
    'routes = 3',
    'maximise = "chance"',
    /nothing is drawn in a battle of live-a-live/,
  ],
])('a wrong search for a chance is refused: %s', async (_name, plan, from, to, message) => {
  expect(plan).toContain(from);
  const run = await cli(['route', 'search', folder.write('bad.toml', plan.replace(from, to))], { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(message);
});

test.each(['draws', 'seeds', 'cycles'])('an escape is a move of a policy, over %s', async (luck) => {
  const plan = chance
    .replace('formation = 0xf5', 'formation = 0xf5\nescape = true')
    .replace('luck = "draws"', `luck = "${luck}"`)
    .replace('moves = [', 'moves = [{ command = "escape" },')
    .replace('"enemy[0].hp" = { max = 690 }', 'battleResult = 3');
  const run = await cli(['route', 'search', folder.write('escape.toml', plan)], { systems: SYSTEMS });
  expect(run.code).toBe(0);
  expect(run.out).toMatch(/: chance 100\.00%, proven: no policy has more\n/);
  expect(run.out).toContain('1. escape: chance 100.00%; at the goal with it: 100.00%');
});

test('options of routes are refused', async () => {
  const file = folder.write('chance.toml', chance);
  const run = await cli(['route', 'search', file, '--beam', '5'], { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(/--beam is not for a plan with maximise/);
});

test('a proven chance, a goal that nothing reaches, and what a limit leaves', async () => {
  const search = (plan: string, ...options: string[]) =>
    cli(['route', 'search', folder.write('chance.toml', plan), ...options], { systems: SYSTEMS });
  const proven = await search(chance);
  expect([proven.code, proven.err]).toEqual([0, '']);
  expect(proven.out).toMatch(/: chance 63\/64 \(98\.43%\), proven: no policy has more\n/);
  const data = JSON.parse((await search(chance, '--json')).out) as Record<string, unknown>;
  expect(data).toMatchObject({ chance: { numerator: '63', denominator: '64' }, proven: true, luck: 'draws' });
  const never = await search(chance.replace('max = 690', 'max = 1'));
  expect([never.code, never.out.split('\n')[0]]).toEqual([1, expect.stringMatching(/chance 0, proven$/)]);
  const cut = await search(chance, '--nodes', '2');
  expect([cut.code, cut.out]).toEqual([1, expect.stringMatching(/no policy yet; no policy has more than 100\.00%/)]);
});
