/** Turns ahead: by the rules' arithmetic, and played in the battle itself. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { enemiesOf, forecast, predictFrom, turnsAhead } from '../../../../harness/solve/odds/forecast/forecast.js';

import { placeOf } from '../../../../harness/solve/odds/position/position.js';
import { cli } from '../../cli/run-cli.js';
import { COUNTER } from '../../fixtures/counter-system.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const whole = (words: readonly string[]) => cli(words, { systems: SYSTEMS });

test('by the rules: steps add 57 each, every step raises order points by 1, a skill takes 50', () => {
  const enemies = enemiesOf(['namcat=201', 'namcat=180']);
  const turns = turnsAhead(predictFrom('cartridge', 29, 31, enemies), enemies, 3);
  expect(turns).toEqual([
    // 29 + 4 x 57 = 257; 257 & 111 | 16 = 17
    { steps: 4, actionPoints: 257, enemy: 'namcat', after: 17, orderPoints: [155, 184] },
    // 17 + 5 x 57 = 302; 302 & 111 | 16 = 62
    { steps: 5, actionPoints: 302, enemy: 'namcat (2)', after: 62, orderPoints: [160, 139] },
    // 62 + 4 x 57 = 290; 290 & 111 | 16 = 50
    { steps: 4, actionPoints: 290, enemy: 'namcat', after: 50, orderPoints: [114, 143] },
  ]);
});

test('a tie goes to the later enemy on the cartridge, to the first in the guide', () => {
  const enemies = enemiesOf(['namcat=100', 'namcat=100']);
  const first = (ruleset: 'cartridge' | 'guide') =>
    turnsAhead(predictFrom(ruleset, 0, 31, enemies), enemies, 1)[0]?.enemy;
  expect([first('cartridge'), first('guide')]).toEqual(['namcat (2)', 'namcat']);
});

test('an enemy is looked up by id, Japanese name or Latin letters; its order points are 256 less its intellect', async () => {
  expect(enemiesOf(['namcat=7'])).toEqual([{ name: 'namcat', orderPoints: 7 }]);
  expect(enemiesOf(['ナムキャット=7'])).toEqual([{ name: 'namcat', orderPoints: 7 }]);
  const [tulaHan] = enemiesOf(['tula-han']);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, loadPlan('traces/live-a-live/present-day-tula-han.toml'));
  expect(battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'turn', way: 'left' }), undefined)).toBe(0);
  // the turn raised them by 1
  expect(read(battle, 'enemy[0].orderPoints')).toBe((tulaHan?.orderPoints ?? 0) + 1);
  const unknown = await whole(['predict', '--enemy', 'namcta']);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/^E_UNKNOWN_ID.* The nearest: namcat /)]);
  const large = await whole(['predict', '--enemy', 'namcat=65536']);
  expect([large.code, large.err]).toEqual([2, expect.stringMatching(/^E_OPTION.* 0 to 65535/)]);
});

test('played: the turns are those of the battle, which stays as it is', async () => {
  const place = await placeOf(SYSTEMS, PLAN, '4');
  const { system, battle } = place;
  const start = battle.image.slice();
  const { turns, isShort } = forecast(place, PLAN, 2, 'en');
  expect(battle.image).toEqual(start);
  expect(isShort).toBe(false);
  expect(turns.map(({ commands }) => commands)).toEqual([4, 5]);
  // the same arithmetic as above: 29 -> 257 -> 17 -> 302 -> 62
  expect(turns.map(({ points }) => points[0])).toEqual([
    ['action points', 17],
    ['action points', 62],
  ]);
  const step = encodeCommand(system, battle, { command: 'step' });
  for (let count = 0; count < 4; count++) expect(battle.step(step, undefined)).toBe(0);
  expect(turns[0]?.hp).toContainEqual(['takahara', read(battle, 'record[5].hp')]);
  expect(turns[0]?.points).toContainEqual(['namcat order points', read(battle, 'enemy[0].orderPoints')]);
  expect(turns[0]?.told.join()).toMatch(/^Namcat: /);
});

test('a battle that ends before is told as such', async () => {
  const run = await whole(['predict', PLAN, '--turns', '100']);
  expect(run.code).toBe(0);
  expect(run.out).toMatch(/only \d+ of 100 turns: the battle ends, or no enemy can act any more/);
});

test('a log’s frame, and systems without action points', async () => {
  const log = await whole(['predict', 'traces/logs/soak-00.jsonl.gz', '--at', '500', '--turns', '1']);
  expect(log.out).toMatch(/soak-00.jsonl.gz after frame 500\nruleset +cartridge\n/);
  expect(log.out).toMatch(/\nturn 1: /);
  const srpg = await whole(['predict', 'traces/srpg-movement/guide.toml', '--json']);
  expect(JSON.parse(srpg.out)).toMatchObject({ verb: 'predict', at: 'at its start', lines: expect.any(Array) });
  const refused = await whole(['predict', 'traces/srpg-movement/guide.toml', '--turns', '2']);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^E_CAPABILITY .*srpg-movement/)]);
  await expect(cli(['predict', PLAN], { systems: [COUNTER] })).resolves.toMatchObject({ code: 2 });
});

test('options that contradict each other are refused', async () => {
  for (const words of [
    [PLAN, '--ap', '3'],
    [PLAN, '--enemy', 'namcat'],
    ['--at', '3'],
    ['--ruleset', 'other'],
    ['--enemy', 'namcat', '--turns', '101'],
    [PLAN, '--names', 'xx'],
  ]) {
    const run = await whole(['predict', ...words]);
    expect([words, run.code, run.out]).toEqual([words, 2, '']);
    expect(run.err).toMatch(/^E_OPTION/);
  }
});
