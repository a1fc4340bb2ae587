/**
 * The outcomes that what-if lists for battles of few points, worked out by hand, and its refusals.
 */
import { describe, expect, test } from 'vitest';
import { holyGrailWar, warOf, whatIf } from '../../../core/holy-grail-war/index.js';
import type { RuleError } from '../../../core/system/system.js';
import { begin, fighter, loners, type Plain, skill, type Table, toDeclarations } from './support.js';

const { odds } = holyGrailWar.capabilities;

describe('what-if', () => {
  const ask = (setup: Plain, query: object): string => {
    try {
      const table = odds?.(setup, query);
      return (table?.rows ?? []).map(({ values, numerator }) => `${values.join(' ')}: ${numerator}`).join(', ');
    } catch (error) {
      return (error as Error).message;
    }
  };
  const two = (a: Plain = {}, b: Plain = {}): Plain =>
    loners([fighter('a', { mag: 0, ...a }), fighter('b', { mag: 0, ...b })]);

  test('outcomes from the least loss on, HP not below 0', () => {
    // a point on con: 2 * 2 and b's 1 * 2; on agi: 2 * 3 and 2 * 1; on str: 3 * 2 and 2 * 2
    expect(ask(two({ mag: 1 }, { maxHp: 5 }), { units: ['a', 'b'] })).toBe('2 98 4 1: 1, 2 98 6 0: 1, 4 96 6 0: 1');
    // negative damage falls on the attacker: (1 - 9 + 2) * 2
    expect(ask(two({ str: 1 }, { con: 9, str: 7 }), { units: ['a', 'b'] })).toBe('20 80 0 100: 1');
  });

  test('allies do not strike each other; sides are given or each its own', () => {
    const setup = loners(['a', 'b', 'c'].map((id) => fighter(id, { mag: 0 })));
    expect(ask(setup, { units: ['a', 'b', 'c'], sides: [4, 4, 9], limit: 1 })).toBe('4 96 4 96 8 92: 1');
    expect(ask(setup, { units: ['a', 'b', 'c'], limit: 1 })).toBe('8 92 8 92 8 92: 1');
  });

  test('the first of two against all splits of the second', () => {
    // b with a point hits (2 or 3) * 2, or 2 * 3, takes 4, (1 * 2) or (2 * 1)
    expect(ask(two({}, { mag: 1 }), { units: ['a', 'b'], view: 'splits' })).toBe('0 0 0 4 6 2 4: 0');
    expect(odds?.(two(), { units: ['a', 'b'], view: 'splits' })?.outcomes).toEqual([
      ...['str', 'con', 'agi', 'least lost', 'most lost', 'enemy loses least', 'enemy loses most'],
    ]);
    expect(odds?.(two({}, { mag: 2 }), { units: ['a', 'b'], view: 'splits' })?.denominator).toBe('6');
    expect(ask(two({ str: 6 }), { units: ['a', 'b'], view: 'splits' })).toBe('0 0 0 4 4 6 6: 1');
    expect(ask(two(), { units: ['a', 'b'], view: 'splits' })).toBe('0 0 0 4 4 4 4: 0');
  });

  test('HA6: with points kept, and stats that stay within 179', () => {
    expect(odds?.(two({ mag: 2 }), { units: ['a', 'b'], switches: { allowUnspent: 'yes' } })?.denominator).toBe('10');
    const strong = skill('strong', {}, { timing: 'always', changes: [{ stat: 'str', amount: 79 }] });
    // 99 + 79 = 178: one of two points on str fits, two do not
    expect(odds?.(two({ mag: 2, str: 99, skills: [strong] }), { units: ['a', 'b'] })?.denominator).toBe('5');
  });

  test('a unit whose stats are above 179 whatever it allocates has no outcomes', () => {
    const always = (amount: number, ...stats: string[]): Plain =>
      skill('strong', {}, { timing: 'always', changes: stats.map((stat) => ({ stat, amount })) });
    const above = two({ str: 99, skills: [always(81, 'str')] });
    const refusal = 'no points of a keep its stats within 179; lower them in the setup, or name it in notPaying';
    for (const view of ['outcomes', 'splits']) expect(ask(above, { units: ['a', 'b'], view })).toBe(refusal);
    expect(() => odds?.(above, { units: ['a', 'b'] })).toThrow(
      expect.objectContaining({ code: 'E_WIDTH', path: 'query.units' }),
    );
    const full = two({ str: 99, con: 99, agi: 99, mag: 1, skills: [always(80, 'str', 'con', 'agi')] });
    expect(ask(full, { units: ['a', 'b'] })).toBe(refusal);
    // 179 - 5 + 2 by 179 - 5 + 2; b does 5 - 179 + 2 by none
    expect(ask(full, { units: ['a', 'b'], notPaying: ['a'] })).toBe('0 100 30976 0: 1');
  });

  test('refusals say what to do', () => {
    expect(ask(two(), { units: ['a'] })).toMatch(/query\.units must name at least two units/);
    expect(ask(two(), { units: ['a', 'b'], sides: [1] })).toMatch(/query\.sides must give one side for each/);
    expect(ask(two({ mp: 0 }), { units: ['a', 'b'] })).toMatch(/a has no MP to pay; name it in notPaying/);
    expect(ask(two({ mp: 0 }), { units: ['a', 'b'], notPaying: ['a'] })).toBe('4 96 4 96: 1');
    expect(ask(two({ mag: 2 }, { mag: 2 }), { units: ['a', 'b'], limit: 35 })).toMatch(
      /^36 combinations of splits; the limit is 35$/,
    );
    expect(ask(two({ mag: 2 }, { mag: 2 }), { units: ['a', 'b'], limit: 36 })).not.toMatch(/combinations/);
    expect(ask(two(), { units: ['a', 'b'], limit: 0 })).toMatch(/^query\.limit must be within 1 to \d+, not 0$/);
    const three = loners(['a', 'b', 'c'].map((id) => fighter(id, { mag: 0 })));
    expect(ask(three, { units: ['a', 'b', 'c'] })).toMatch(/^1 combination of splits; give a limit/);
    expect(ask(three, { units: ['a', 'b', 'c'], view: 'splits', limit: 1 })).toMatch(
      /view = "splits" compares exactly two/,
    );
  });
});

describe('what-if in a running battle', () => {
  const ask = (table: Table, query: object = {}): string => {
    try {
      const { rows, denominator } = whatIf(warOf(table.battle), { units: ['a', 'b'], ...query });
      return `${rows.map(({ values }) => values.join(' ')).join(', ')} of ${denominator}`;
    } catch (error) {
      const { code, path, message } = error as RuleError;
      return `${code} ${path}: ${message}`;
    }
  };
  const ways = (table: Table, query: object = {}): string => ask(table, query).split(' of ')[1] ?? '';
  const fight = (a: Plain = {}, b: Plain = {}): Table => {
    const table = begin(
      loners([fighter('a', { mag: 0, ...a }), fighter('b', { mag: 0, ...b }), fighter('c', { mag: 2 })]),
    );
    toDeclarations(table, { a: 0, b: 1 });
    return table;
  };

  test('H20 who pays is asked until the points are shared out, then who has paid', () => {
    const table = fight({ mag: 2 }, { mag: 1 });
    // 6 splits of two points, 3 of one
    expect([ways(table), ways(table, { notPaying: ['a'] })]).toEqual(['18', '3']);
    table.run('payMag', { unit: 'a' });
    table.run('closeDeclarations');
    expect([ways(table), ways(table, { notPaying: ['a'] })]).toEqual(['6', '6']);
    // c does not fight, and could have paid
    expect(ways(table, { units: ['a', 'c'] })).toBe('36');
    expect(ways(table, { units: ['b', 'c'], notPaying: ['c'] })).toBe('1');
  });

  test('H23 points on each stat that are open are out of the question, the last one too', () => {
    const table = fight({ mag: 6 }, { mag: 1, advantage: 5 });
    for (const unit of ['a', 'b']) table.run('payMag', { unit });
    table.run('closeDeclarations');
    expect(ways(table)).toBe(String(28 * 3));
    table.run('allocate', { step: 1, unit: 'a', str: 2, con: 1, agi: 2 });
    // one of six is left; a magic that fell below the points on show leaves none
    expect(ways(table)).toBe(String(3 * 3));
    table.run('adjust', { unit: 'a', stat: 'mag', amount: -3, lasts: 'turn', reason: 'ruled' });
    expect(ways(table)).toBe('3');
  });

  test('H20 the last MP that paid is not asked for again', () => {
    const table = fight({ mp: 1 });
    table.run('payMag', { unit: 'a' });
    expect(ask(table)).toBe('4 96 4 96 of 1');
    expect(ask(fight({ mp: 0 }))).toBe('E_MP query.notPaying: a has no MP to pay; name it in notPaying');
  });

  test('H21 an attack that is renounced already counts once, and is not taken back', () => {
    const table = fight();
    // +1 con and agi: b does 5 - 6 + 2 = 1 by 5 - 6 + 2 = 1
    expect(ask(table, { noAttack: ['a'] })).toBe('1 99 0 100 of 1');
    table.run('noAttack', { unit: 'a' });
    expect([ask(table), ask(table, { noAttack: ['a'] })]).toEqual(['1 99 0 100 of 1', '1 99 0 100 of 1']);
  });

  test('the dying are asked about in vain', () => {
    const table = fight();
    table.run('adjust', { unit: 'b', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    expect(ask(table)).toBe('E_DEAD query.units: b is not alive');
  });

  test('losses that look alike put together are two rows: 21 and 0, 2 and 10', () => {
    const rows = ask(fight({ str: 3, con: 9, agi: 8, mag: 3 }, { str: 5, con: 6, agi: 6, mag: 2 })).split(' of ')[0];
    expect(rows?.split(', ')).toEqual(expect.arrayContaining(['21 79 0 100', '2 98 10 90']));
  });

  test('rows are in order of every loss, and told apart by each', () => {
    const table = fight({ mag: 1, str: 1, agi: 1 }, { mag: 1, str: 10, con: 7 });
    const rows = ask(table).split(' of ')[0]?.split(', ') ?? [];
    const losses = rows.map((row) => row.split(' ').map(Number)).map(([a = 0, , b = 0]) => a * 1000 + b);
    expect(losses).toEqual([...losses].sort((one, two) => one - two));
    expect(new Set(losses).size).toBe(losses.length);
    const sum = whatIf(warOf(table.battle), { units: ['a', 'b'] }).rows.reduce(
      (all, row) => all + Number(row.numerator),
      0,
    );
    expect(sum).toBe(9);
  });
});
