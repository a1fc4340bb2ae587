/** What-if over all splits, the pair table and the printed war. Counts by hand or by an independent loop. */
import { describe, expect, test } from 'vitest';
import { allSplits, holyGrailWar, pairTable, warOf, whatIf } from '../../../core/holy-grail-war/index.js';
import { RuleError } from '../../../core/system/system.js';
import { begin, loners, type Plain, toDeclarations, toEnd, unit } from './support.js';

const fighter = (id: string, values = {}): Plain => unit(id, 'servant', { mag: 0, ...values });
const odds = (setup: unknown, query: unknown) => {
  const table = holyGrailWar.capabilities.odds?.(setup, query);
  if (table === undefined) throw new Error('no odds');
  return table;
};

function refusal(setup: unknown, query: unknown): string {
  try {
    odds(setup, query);
  } catch (error) {
    if (error instanceof RuleError) return `${error.code} ${error.path} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

/** The same question by plain loops over every number of points, written apart from the code under test. */
function slowOutcomes(left: number[], leftMag: number, right: number[], rightMag: number): Map<string, number> {
  const counts = new Map<string, number>();
  const triples = (points: number): number[][] => {
    const out: number[][] = [];
    for (let a = 0; a <= points; a++)
      for (let b = 0; b <= points; b++) for (let c = 0; c <= points; c++) if (a + b + c === points) out.push([a, b, c]);
    return out;
  };
  const hit = (own: number[], enemy: number[]): number =>
    ((own[0] ?? 0) - (enemy[1] ?? 0) + 2) * Math.max(0, (own[2] ?? 0) - (enemy[2] ?? 0) + 2);
  for (const x of triples(leftMag)) {
    for (const y of triples(rightMag)) {
      const l = left.map((value, index) => value + (x[index] ?? 0));
      const r = right.map((value, index) => value + (y[index] ?? 0));
      const there = hit(l, r);
      const back = hit(r, l);
      const leftLoss = Math.max(0, -there) + Math.max(0, back);
      const rightLoss = Math.max(0, -back) + Math.max(0, there);
      const key = `${leftLoss} ${rightLoss}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

describe('what-if', () => {
  test('splits of mag points: C(mag + 2, 2), with points kept C(mag + 3, 3)', () => {
    expect(allSplits(0, false)).toEqual([{ str: 0, con: 0, agi: 0 }]);
    expect(allSplits(20, false)).toHaveLength(231);
    expect(allSplits(5, true)).toHaveLength(56);
    expect(new Set(allSplits(20, false).map((split) => `${split.str} ${split.con} ${split.agi}`)).size).toBe(231);
  });

  test('two units exactly, against plain loops', () => {
    const a = fighter('a', { str: 4, con: 6, agi: 5, mag: 6 });
    const b = fighter('b', { str: 7, con: 3, agi: 6, mag: 4 });
    const table = odds(loners([a, b]), { units: ['a', 'b'] });
    const slow = slowOutcomes([4, 6, 5], 6, [7, 3, 6], 4);
    expect(table.denominator).toBe(String(28 * 15));
    expect(table.outcomes).toEqual(['a loses', 'a HP', 'b loses', 'b HP']);
    expect(table.rows).toHaveLength(slow.size);
    for (const row of table.rows) {
      expect(slow.get(`${row.values[0]} ${row.values[2]}`)).toBe(Number(row.numerator));
      expect(row.values[1]).toBe(Math.max(0, 100 - (row.values[0] ?? 0)));
    }
  });

  test('mag 20 on both sides is 231 * 231', () => {
    const setup = loners([fighter('a', { mag: 20 }), fighter('b', { mag: 20 })]);
    const table = odds(setup, { units: ['a', 'b'] });
    expect(table.denominator).toBe('53361');
    expect(table.rows.reduce((sum, row) => sum + Number(row.numerator), 0)).toBe(53361);
  });

  test('the splits of one unit with their worst and best', () => {
    // one point against none: str: 3 * 2 = 6 taken 4; con: 4, taken 2; agi: 2 * 3 = 6, taken 2 * 1 = 2
    const setup = loners([fighter('a', { mag: 1 }), fighter('b')]);
    const table = odds(setup, { units: ['a', 'b'], view: 'splits' });
    expect(table.denominator).toBe('1');
    const rows = table.rows.map((row) => [...row.values, Number(row.numerator)]);
    expect(rows).toEqual([
      [0, 0, 1, 2, 2, 6, 6, 1],
      [0, 1, 0, 2, 2, 4, 4, 1],
      [1, 0, 0, 4, 4, 6, 6, 1],
    ]);
  });

  test('who does not pay or does not attack', () => {
    const setup = loners([fighter('a', { mag: 2 }), fighter('b', { mag: 2 })]);
    expect(odds(setup, { units: ['a', 'b'], notPaying: ['a'] }).denominator).toBe('6');
    // a: con 6, agi 6, deals nothing; b on a: (5 - 6 + 2) * (5 - 6 + 2) = 1
    const table = odds(setup, { units: ['a', 'b'], notPaying: ['a', 'b'], noAttack: ['a'] });
    expect(table.rows).toEqual([{ values: [1, 99, 0, 100], numerator: '1' }]);
  });

  test('more than two units: the count is told and refused without a limit', () => {
    const setup = loners([fighter('a', { mag: 2 }), fighter('b', { mag: 2 }), fighter('c', { mag: 3 })]);
    const query = { units: ['a', 'b', 'c'], sides: [0, 0, 1] };
    expect(refusal(setup, query)).toBe('E_RANGE query.limit 360 combinations of splits; give a limit to count them');
    expect(refusal(setup, { ...query, limit: 359 })).toContain('360 combinations');
    expect(odds(setup, { ...query, limit: 360 }).denominator).toBe('360');
    // a big number is told exactly, and nothing is counted
    const many = loners(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => fighter(id, { mag: 20 })));
    const everyone = { units: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] };
    expect(refusal(many, everyone)).toContain(`${231n ** 8n} combinations`);
  });

  test.each<[string, Plain]>([
    ['E_RANGE query.units', { units: ['a'] }],
    ['E_UNKNOWN_ID query.units[1]', { units: ['a', 'z'] }],
    ['E_DUPLICATE_ID query.units[1]', { units: ['a', 'a'] }],
    ['E_RANGE query.sides', { units: ['a', 'b'], sides: [1] }],
    ['E_INT query.sides[0]', { units: ['a', 'b'], sides: ['x', 1] }],
    ['E_INT query.limit', { units: ['a', 'b'], limit: 1.5 }],
    ['E_RANGE query.limit', { units: ['a', 'b'], limit: 0 }],
    ['E_RANGE query.view', { units: ['a', 'b', 'c'], view: 'splits', limit: 1000 }],
    ['E_UNKNOWN_ID query.view', { units: ['a', 'b'], view: 'both' }],
    ['E_UNKNOWN_ID query.unit', { unit: 'a' }],
    ['E_MP query.notPaying', { units: ['a', 'c'] }],
    ['E_UNKNOWN_ID switches.x', { units: ['a', 'b'], switches: { x: 1 } }],
  ])('a wrong query is refused: %s', (expected, query) => {
    const setup = loners([fighter('a'), fighter('b'), fighter('c', { mp: query['view'] === 'splits' ? 1 : 0 })]);
    expect(refusal(setup, query).startsWith(`${expected} `)).toBe(true);
  });

  test('in a running battle only points that nobody has seen are open', () => {
    const table = begin(loners([fighter('a', { mag: 3 }), fighter('b', { mag: 2, advantage: 1 })]));
    toDeclarations(table, { a: 0, b: 1 });
    table.run('payMag', { unit: 'a' });
    table.run('payMag', { unit: 'b' });
    table.run('closeDeclarations');
    table.run('allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 });
    table.run('allocate', { step: 2, unit: 'a', str: 2, con: 0, agi: 0 });
    // a has shown one of three, its sealed two count as unknown: C(4,2) * C(4,2)
    expect(whatIf(warOf(table.battle), { units: ['a', 'b'] }).denominator).toBe('36');
  });
});

describe('pair table and text', () => {
  test('the pair table before, during and after', () => {
    const table = begin(loners([fighter('a', { str: 9 }), fighter('b')]));
    const expected = [
      { attacker: 0, defender: 1, attack: 6, hits: 2, damage: 12 },
      { attacker: 1, defender: 0, attack: 2, hits: 2, damage: 4 },
    ];
    expect(pairTable(warOf(table.battle))).toEqual(expected);
    toEnd(table, { a: 0, b: 1 });
    expect(pairTable(warOf(table.battle))).toEqual(expected);
    const text = holyGrailWar.capabilities.views?.print?.(table.battle) ?? '';
    expect(text).toMatch(/a > b +6 +2 +12/);
    expect(text).toMatch(/^b .* 88\/100 .* 8$/m);
    expect(text).toContain('day 1 am, processing, round 1 end');
    expect(holyGrailWar.capabilities.views?.predict?.(table.battle)).toContainEqual(['b leaves for MP', '8']);
  });

  test('predict tells income and points owed', () => {
    const table = begin(loners([fighter('a', { mag: 2 }), fighter('b', { advantage: 1 })]));
    // 2 - 8
    expect(holyGrailWar.capabilities.views?.predict?.(table.battle)).toContainEqual(['next income of a-side', '-6']);
    toDeclarations(table, { a: 0, b: 1 });
    table.run('payMag', { unit: 'a' });
    table.run('closeDeclarations');
    expect(holyGrailWar.capabilities.views?.predict?.(table.battle)).toContainEqual(['a allocates in step 1', '2']);
  });
});
