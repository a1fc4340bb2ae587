/**
 * The outcomes that what-if lists for battles of few points, worked out by hand, and its refusals.
 */
import { describe, expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { fighter, loners, type Plain, skill } from './support.js';

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
    const three = loners(['a', 'b', 'c'].map((id) => fighter(id, { mag: 0 })));
    expect(ask(three, { units: ['a', 'b', 'c'] })).toMatch(/^1 combination of splits; give a limit/);
    expect(ask(three, { units: ['a', 'b', 'c'], view: 'splits', limit: 1 })).toMatch(
      /view = "splits" compares exactly two/,
    );
  });
});
