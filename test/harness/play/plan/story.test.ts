/** `run --tell`, `--draws` and the ledger of `route verify`: the first actions of the present-day battle against Tula Han. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { playLedger } from '../../../../harness/play/route/ledger.js';
import { ledgerText } from '../../../../harness/play/route/ledger-text.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const PLAN = 'traces/live-a-live/present-day-tula-han.toml';
const run = (...options: string[]): ReturnType<typeof cli> =>
  cli(['run', 'live-a-live', PLAN, ...options], { systems: SYSTEMS });

test('--tell: a sentence for each thing, under its command, with its frame', async () => {
  const { out } = await run('--tell');
  const lines = out.split('\n');
  // the plan: a step in place; then Takahara, who begins at (5,4), goes to Tula Han until a blow reaches
  expect(lines[0]).toMatch(/^command 1: step \(in place\), \d+ frames$/);
  expect(lines[1]).toMatch(/^ {2}frame +1 {2}Takahara steps in place$/);
  expect(lines.find((line) => line.includes('walks'))).toMatch(/Takahara walks from \(5,4\) to/);
  // the blow that the planners found as a change of two cells: chosenSkill 94, singleHit 26
  expect(out).toContain('Tula Han: Low Kick on Takahara, 26 damage');
  // the plan is lost
  expect(out).toMatch(/Takahara, \d+ damage, out of the fight\n[^\n]*lost\n/);
});

test('--names: as the game writes them, or as plans do', async () => {
  expect((await run('--tell', '--names', 'ja')).out).toContain('トゥーラ・ハン：ローキック→高原　日勝、26ダメージ');
  expect((await run('--tell', '--names', 'id')).out).toContain('tula-han: low-kick on takahara, 26 damage');
  const wrong = await run('--tell', '--names', 'fr');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('names are en, ja or id')]);
});

test('--draws: every draw stands under a sentence, and --json has the same', async () => {
  const { out } = await run('--draws');
  const { draws, told } = JSON.parse((await run('--draws', '--json')).out) as {
    draws: { site: number; value: number }[];
    told: { frames: number; told: { sentence: string; draws: { site: number; value: number }[] }[] }[];
  };
  const under = told.flatMap((command) => command.told.flatMap((line) => line.draws));
  expect(under.map(({ site, value }) => [site, value])).toEqual(draws.map(({ site, value }) => [site, value]));
  expect(out.match(/^ {6}frame .*C1:/gm)?.length).toBe(draws.length);
  expect(out).toMatch(/C1:D8C6 +\d+ {2}hit check on an ally \(unpublished\): (hits|misses)/);
});

test('the ledger has frames, enemy actions, HP, statuses and, asked for, the sentences', () => {
  const plan = loadPlan(PLAN);
  const ledger = playLedger(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
  const [start, step, rest] = ledger.rows;
  const columns = Object.fromEntries(step?.columns ?? []);
  // figures of the tables: Takahara 320 HP, Tula Han 416
  expect(columns['HP']).toBe('Takahara 320, Tula Han 416');
  expect([start?.frames, step?.commands, step?.enemyActions]).toEqual([undefined, 1, 0]);
  expect(step?.told[0]).toBe('Takahara steps in place');
  expect(Object.fromEntries(rest?.columns ?? [])['statuses']).toBe('Takahara out of the fight');
  const text = ledgerText(ledger, 'command', 'sentences');
  expect(text.split('\n')[0]).toMatch(/commands +frames +enemy actions/);
  expect(text).toContain('\n      Tula Han: Low Kick on Takahara, 26 damage\n');
  expect(ledgerText(ledger, 'command')).not.toContain('Low Kick on');
  // every draw that the row counts stands below a sentence
  const drawn = ledgerText(ledger, 'command', 'draws').split('\n');
  const draws = drawn.filter((line) => /^ {10}frame +\d+ {2}C1:[0-9A-F]{4} +\d{1,3} {2}\S/.test(line));
  expect(draws.length).toBe(ledger.draws);
  expect(draws.length).toBeGreaterThan(20);
  expect(text).not.toContain('C1:');
});

test('frames in a row in which nothing happens are one line', async () => {
  const { out } = await cli(['run', 'live-a-live', 'traces/live-a-live/overflow.toml', '--tell'], { systems: SYSTEMS });
  // the plan: an area is opened, 1,118 presses of R, 1,205 of L, then the skill
  expect(out.split('\n').slice(0, 4)).toEqual([
    'frame 0: openArea',
    'frames 1 to 1118: areaTurn right presses=1118',
    'frames 1119 to 2323: areaTurn left presses=1205 (in the window)',
    expect.stringMatching(/^frames? 2324/),
  ]);
});

test('run names every expectation that fails, each with its place', async () => {
  const folder = testFolder();
  const wrong = readFileSync(PLAN, 'utf8')
    .replace('actionPoints = 57', 'actionPoints = 58')
    .replace('"enemy[0].hp" = 416', '"enemy[0].hp" = 417');
  const file = folder.write('wrong.toml', wrong);
  const { code, out } = await cli(['run', 'live-a-live', file], { systems: SYSTEMS });
  const line = wrong.split('\n').findIndex((text) => text.startsWith('expect')) + 1;
  expect(code).toBe(1);
  expect(out.split('\n').filter((text) => text.includes('failure'))).toEqual([
    `  failure: ${file}:${line}: step 1 (in place): cell actionPoints: expected 58, got 57`,
    `  failure: ${file}:${line}: step 1 (in place): cell enemy[0].hp: expected 417, got 416`,
  ]);
});
