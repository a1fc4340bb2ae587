/** Parts of the odds: the words of what was seen, sums over rings of states, starts under other settings. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { countFolded } from '../../../../harness/solve/odds/graph/folded.js';
import { locateText, readObservations } from '../../../../harness/solve/odds/locate/locate.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';

test('several words with commas between them are several things seen with one command', () => {
  const plan = loadPlan(PLAN);
  const read = (text: string) =>
    readObservations(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan, text).map(
      ({ text: told, after, sight }) => [told, after, sight?.kind, sight?.least, sight?.most],
    );
  expect(read('5: namcat damage 96, takahara damage 48..57,takahara heal 30, namcat miss')).toEqual([
    ['5: namcat damage 96', 5, 'damage', 96, 96],
    ['5: takahara damage 48..57', 5, 'damage', 48, 57],
    ['5: takahara heal 30', 5, 'heal', 30, 30],
    ['5: namcat miss', 5, 'miss', 0, 0],
  ]);
  // without a place it was seen after the last command; an expression is one thing, whatever is in it
  const last = plan.steps.reduce((sum, { repeat }) => sum + repeat, 0);
  expect(read('namcat lost 23, takahara unhurt').map(([, after]) => after)).toEqual([last, last]);
  expect(read('4: record[5].hp = 276')).toEqual([['4: record[5].hp = 276', 4, undefined, undefined, undefined]]);
});

test('what comes next is told behind the states, each outcome with how many of them bring it', () => {
  const outcomes = [
    { what: 'namcat 256 to 234 HP', states: 9 },
    { what: 'nothing', states: 3 },
  ];
  const state = { start: 'generator = [1, 2, 3, 4]', now: 'generator = [5, 6, 7, 8]', values: [17, 4] };
  const text = locateText('a.toml', {
    among: 20,
    what: 'all 20 states',
    steps: [{ saw: '1: namcat lost 22', after: 1, fit: 12 }],
    found: [state],
    fit: 12,
    next: { command: 'skill', outcomes },
    contradiction: undefined,
    unsettled: [],
    unpublished: [],
  });
  expect(text.split('\n')).toEqual([
    'a.toml: among all 20 states',
    '',
    '1: namcat lost 22: 12 of 20 fit',
    '',
    '12 states fit, 1 of them:',
    '  at the start generator = [1, 2, 3, 4]; now generator = [5, 6, 7, 8]; then 17 4',
    '',
    'next, skill:',
    '  namcat 256 to 234 HP: 9 of 12',
    '  nothing: 3 of 12',
    '',
    '',
  ]);
});

test('what every state gives fits all of them; what was seen before a draw tells nothing', async () => {
  const locate = (place: number) => cli(['locate', PLAN, '--saw', `${place}: record[5].hp >= 0`], { systems: SYSTEMS });
  const told = await locate(4);
  // all states of the known cycles (rom-map/GENERATOR.md)
  expect([told.code, told.out]).toEqual([0, expect.stringContaining('4: record[5].hp >= 0: 209506 of 209506 fit\n')]);
  const before = await locate(1);
  expect([before.code, before.err]).toEqual([2, expect.stringMatching(/^E_LOCATE_NO_DRAWS /u)]);
});

test('what states of several rings lead to is added up, end by end', () => {
  const follower = { count: (values: Uint8Array) => [Uint32Array.of(values[0] as number, 2, 3, 4), Uint32Array.of(9)] };
  const folded = { parts: [{ graph: { points: [0, 0, 0] } }, { graph: { points: [] } }] };
  const rings = [1, 5].map((value) => ({ first: 0, values: Uint8Array.of(value) }));
  const sums = countFolded(follower as never, folded as never, rings);
  expect(sums.map((sum) => [...sum])).toEqual([[6, 4, 6, 8], [18]]);
});

test('starts that end alike under another setting hold, and every one of them is compared', async () => {
  const folder = testFolder();
  // a step in place: no draw, no blow, no end; 57 action points under every setting
  const text = `plan = 1
system = "live-a-live"
title = "a step"
[setup]
formation = 0xde
generator = [1, 2, 3, 4]
[[setup.party]]
character = "takahara"
[[do]]
command = "step"
`;
  const run = await cli(['seeds', folder.write('step.toml', text), '--starts', 'waits', '--frames', '3', '--json'], {
    systems: SYSTEMS,
  });
  expect([run.code, run.err]).toEqual([0, '']);
  const { settings } = JSON.parse(run.out) as { readonly settings: { readonly rows: readonly { verdict: string }[] } };
  expect(settings.rows.length).toBeGreaterThan(5);
  expect(settings.rows.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
});

test('who recovers is said to gain HP, and never to lose them', async () => {
  const run = await cli(['odds', PLAN, '--at', '4', '--skill', 'kiai-tame'], { systems: SYSTEMS });
  // 4 x 8 and a draw's share of 8 (C1:D900)
  expect(run.out).toContain('recovery 32..39, HP gained 32..39 of');
  expect(run.out).toMatch(/HP gained {2}32: 1\/8 .* 39: 1\/8/u);
  expect(run.out).not.toMatch(/HP lost \+|HP lost {2}-/u);
});
