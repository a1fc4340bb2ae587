/** The ledger of `route verify`: its columns and names, against the cells and hand-made happenings. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { namedAlike } from '../../../../core/system/names.js';
import type { Happening } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { type Ledger, playLedger, tallyColumns, tallyOf } from '../../../../harness/play/route/ledger.js';

import { cli } from '../../cli/run-cli.js';

const KICK = { en: 'Low Kick', ja: 'ローキック', id: 'low-kick' };
const [AKIRA, ODIO] = [namedAlike('Akira'), namedAlike('Odio')];

/** A use of the kick by Akira. */
function use(kind: string, amounts: readonly Record<string, number>[]): Happening {
  const results = amounts.map((one) => ({ target: ODIO, amounts: one, changes: [] }));
  return { kind, frame: 1, actor: AKIRA, what: KICK, amounts: {}, results, draws: [] };
}

test('a tally counts uses, hits, misses, damage and recovery by unit', () => {
  const tally = tallyOf(
    [
      use('skill', [{ landed: 1, hits: 1, damage: 26, hp: 74 }]),
      use('skill', [{ landed: 0, hits: 1 }]),
      use('counter', [{ landed: 2, hits: 3, damage: 14, hp: 60 }]),
      { ...use('poison', [{ damage: 5, hp: 55 }]), what: undefined },
      use('skill', [{ healed: 30, hp: 85 }]),
    ],
    'ja',
  );
  expect(Object.fromEntries(tallyColumns(tally))).toEqual({
    skill: 'Akira: ローキック x3, Akira counters: ローキック',
    // the second kick missed; poison is no hit
    hit: '3 of 4 hit',
    damage: 'Odio 45',
    recovered: 'Odio 30',
  });
  const single = (amounts: Record<string, number>): string | undefined =>
    Object.fromEntries(tallyColumns(tallyOf([use('skill', [amounts])], 'en')))['hit'];
  expect([single({ landed: 0, hits: 2 }), single({ landed: 1, hits: 2, damage: 3, hp: 1 })]).toEqual(['missed', 'hit']);
});

function ledgerOf(name: string, language: 'en' | 'ja' | 'id' = 'en'): Ledger {
  const plan = loadPlan(`traces/live-a-live/${name}.toml`);
  return playLedger(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan, undefined, language);
}

/** HP by unit, as the column shows them. */
function hpOf(columns: Ledger['rows'][number]['columns']): Record<string, number> {
  const text = Object.fromEntries(columns)['HP'] ?? '';
  return Object.fromEntries(text.split(', ').map((one) => [one.replace(/ \d+$/, ''), Number(/\d+$/.exec(one)?.[0])]));
}

test.each(['takahara-namcat', 'present-day-tula-han', 'present-day-max-morgan'])(
  '%s: the damage of every row is what the HP cells lost',
  (name) => {
    const { rows } = ledgerOf(name);
    let before = hpOf(rows[0]?.columns ?? []);
    let told = 0;
    for (const { columns, tally } of rows.slice(1)) {
      const after = hpOf(columns);
      for (const [unit, hp] of Object.entries(after)) {
        const of = (list: typeof tally.damage): number => list.find((one) => one.unit === unit)?.amount ?? 0;
        // a blow is shown whole, and HP do not fall below 0
        if (hp > 0)
          expect([name, unit, hp]).toEqual([name, unit, (before[unit] ?? 0) - of(tally.damage) + of(tally.healed)]);
        told += of(tally.damage);
      }
      before = after;
    }
    expect(told).toBeGreaterThan(0);
  },
);

test('rows carry the numbers of their commands, frames and who of the enemies acted', () => {
  const { rows, frames, enemyActions, commands } = ledgerOf('takahara-namcat', 'id');
  expect(rows.map(({ numbers }) => numbers)).toEqual(rows.map((_, index) => [index, index]));
  expect(commands).toBe(13);
  expect(frames).toBe(rows.slice(1).reduce((sum, row) => sum + (row.frames ?? 0), 0));
  // the file's comment: "the wait: Namcat's blow"; in the rows before it nobody but Takahara moves
  expect(rows.slice(0, 4).every(({ enemiesActed }) => enemiesActed.length === 0)).toBe(true);
  expect(rows[4]?.enemiesActed).toEqual(['namcat']);
  expect(enemyActions).toBeGreaterThan(3);
});

test('route verify: a row of repeats carries its range, --names names the units, --json has the tally', async () => {
  const verify = (...options: string[]) => cli(['route', 'verify', ...options], { systems: SYSTEMS });
  const namcat = (await verify('traces/live-a-live/namcat.toml')).out.split('\n');
  // wait, a step up, three steps to the left
  expect(namcat.filter((line) => /^3 to 5 +step left x3 /.test(line))).toHaveLength(1);
  const { out } = await verify('traces/live-a-live/present-day-tula-han.toml', '--names', 'ja');
  expect(out).toContain('高原　日勝 320, トゥーラ・ハン 416');
  expect(out).toMatch(/2 commands, 91 frames, 6 enemy actions/);
  const json = JSON.parse((await verify('traces/live-a-live/present-day-tula-han.toml', '--json')).out);
  expect(json.ledger.rows[2].tally.damage.map(({ unit }: { unit: string }) => unit)).toEqual(['Takahara', 'Tula Han']);
  const wrong = await verify('traces/live-a-live/namcat.toml', '--names', 'latin');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('names are en, ja or id')]);
});
