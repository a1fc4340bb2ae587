/** The searches of the bundled plans: each gives the answer that its text promises. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../traces/live-a-live/${name}.toml`, import.meta.url));
const route = (...words: string[]) => cli(['route', ...words], { systems: SYSTEMS });
const search = async (name: string, ...words: string[]) => {
  const run = await route('search', example(name), '--workers', '1', '--json', ...words);
  const output = words[words.indexOf('-o') + 1];
  const note = words.includes('-o') ? `${output}: the best route as a plan; play it with lockstep run ${output}\n` : '';
  expect([run.code, run.err]).toEqual([0, note]);
  return JSON.parse(run.out) as { readonly routes: readonly { readonly loses: string }[] };
};

test('a party’s charge takes four skills and no action more, 170 + 510 and three times 510', async () => {
  const found = await search('party-charge');
  expect(found).toMatchObject({
    proven: true,
    optimal: false,
    under: ['switch idleActionPoints = 10', 'switch idleChargeFrames = N+1'],
    // one frame each for four choices, 17 and 4 until the last has fired
    routes: [{ cost: 421, amounts: { actions: 4, waits: 21, frames: 25 } }, { cost: 519 }, { cost: 519 }],
  });
  expect(found.routes[1]?.loses).toMatch(
    /^costs 98 more \(actions \+1 at 100, waits -2\); move 6 is skill instead of wait/,
  );
});

test('Great Asia: the shortest win is also a win when it is played as a plan', async () => {
  const file = folder.write('won.toml', '');
  expect(await search('present-day-great-asia', '-o', file)).toMatchObject({ proven: true, bound: 5 });
  const run = await cli(['run', 'live-a-live', file], { systems: SYSTEMS });
  expect(run.code).toBe(0);
  expect(run.out).toContain('result: won');
  expect((await route('verify', file)).code).toBe(0);
});

test('Jackie never acts when presses lead to the overflow before every blow', async () => {
  expect(await search('present-day-jackie-iaukea')).toMatchObject({
    proven: true,
    routes: [{ cost: 14_282, amounts: { actions: 5, enemyActions: 0, presses: 9282 } }],
  });
});

test('Odie loses 17 HP whatever is drawn, and no plan can express that', async () => {
  expect(await search('present-day-odie-o')).toMatchObject({
    proven: true,
    enemies: 'worst',
    routes: [
      { cost: 20, amounts: { actions: 2, enemyActions: 0 }, moves: [{}, { draws: expect.any(Array) as number[] }] },
    ],
  });
  const refused = await route('search', example('present-day-odie-o'), '-o', `${folder.path}/none.toml`);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(/^E_OPTION: .*cannot be a plan.*enemies = "own"/),
  ]);
});

test('Tula Han: a beam without a win claims no proof, and its bound is at least six actions', async () => {
  const text = readFileSync(example('present-day-tula-han'), 'utf8');
  const file = folder.write(
    'narrow.toml',
    text.replace('beam = 100', 'beam = 2').replace('nodes = 20000', 'nodes = 40'),
  );
  const run = await route('search', file, '--workers', '1', '--json');
  expect(JSON.parse(run.out)).toMatchObject({ exit: 1, proven: false, optimal: false, reason: 'nodes', beam: 2 });
  // 416 HP by blows of 84, and nobody stands beside him at the start
  expect((JSON.parse(run.out) as { readonly bound: number }).bound).toBeGreaterThanOrEqual(6);
});
