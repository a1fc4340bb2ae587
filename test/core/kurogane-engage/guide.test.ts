/** The worked example of the seed and its exact odds. */
import { expect, test } from 'vitest';
import { kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import type { OddsTable } from '../../../core/system/system.js';
import { loadPlan, runPlan } from '../plan-loader.js';

const guide = loadPlan(kuroganeEngage, 'guide.toml');

function ask(query: object): OddsTable {
  const { odds } = kuroganeEngage.capabilities;
  if (odds === undefined) throw new Error('no odds');
  return odds(guide.setup, query);
}

const rows = (table: OddsTable): unknown[] => table.rows.map((row) => [...row.values, row.numerator]);

test('K1 K3 K4 K7 K8 K11 K12 K13: the guide plan holds step by step', () => {
  const battle = runPlan(kuroganeEngage, guide).battle;
  expect(kuroganeEngage.capabilities.views?.print?.(battle)).toBe(
    [
      'rifleman attacks other companion with rifle at 5',
      'pool 7 = 4 hit - 1 distance + 3 risk + 1 clear shot',
      'successes 4, criticals 3',
      'attack 8 / defence 4: damage 2',
      'rifleman: damage 0/3, risk 0',
      'companion: damage 1/3, risk 0',
      'other companion: damage 2/3, risk 0',
      '',
    ].join('\n'),
  );
});

test('K11 to K14: the 279936 rolls of the example, as the query of the plan asks', () => {
  const table = ask(guide.query as object);
  expect(table.outcomes).toEqual(['damage', 'risk', 'destroyed']);
  expect(table.denominator).toBe('279936');
  expect(rows(table)).toEqual([
    [0, 3, 0, '2187'],
    [0, 4, 0, '15309'],
    [0, 5, 0, '20412'],
    [1, 0, 0, '212340'],
    [2, 0, 0, '25697'],
    [3, 0, 1, '3991'],
  ]);
});

test('damage alone: 37908, 212340, 25697, 3991, mean 275707/279936', () => {
  const table = ask({ ...(guide.query as object), by: 'damage' });
  expect(rows(table)).toEqual([
    [0, '37908'],
    [1, '212340'],
    [2, '25697'],
    [3, '3991'],
  ]);
  const mean = table.rows.reduce((sum, row) => sum + BigInt(row.values[0] ?? 0) * BigInt(row.numerator), 0n);
  expect(`${mean}/${table.denominator}`).toBe('275707/279936');
});

test('the base pool of 4: 621 (81, 324, 216), 666, 9 of 1296', () => {
  const setup = loadPlan(kuroganeEngage, 'guide.toml').setup as { units: { risk?: number }[] };
  for (const unit of setup.units) delete unit.risk;
  const table = kuroganeEngage.capabilities.odds?.(setup, {
    attacker: 'rifleman',
    weapon: 'rifle',
    target: 'companion',
    distance: 3,
  });
  expect(table?.denominator).toBe('1296');
  expect(table?.rows.map((row) => [...row.values, row.numerator])).toEqual([
    [0, 0, 0, '81'],
    [0, 1, 0, '324'],
    [0, 2, 0, '216'],
    [1, 0, 0, '666'],
    [2, 0, 0, '9'],
  ]);
});
