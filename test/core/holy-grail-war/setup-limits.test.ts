/**
 * What units and pairs of a setup start with, the limits of every field, and the messages beyond
 * them.
 */
import { describe, expect, test } from 'vitest';
import { holyGrailWar, warOf } from '../../../core/holy-grail-war/index.js';
import { begin, fighter, loners, type Plain, skill, twoPairs, unit } from './support.js';

describe('setup', () => {
  const message = (setup: object): string => {
    try {
      holyGrailWar.create(setup);
      return 'ok';
    } catch (error) {
      return (error as Error).message;
    }
  };

  const one = (values: Plain): string => message(loners([fighter('a', values), fighter('b')]));

  const withSkill = (values: Plain, effect: Plain = {}): string => one({ skills: [skill('s', values, effect)] });

  test('what a unit and a pair start with, left out and given', () => {
    const given = {
      ...{ str: 1, con: 2, agi: 3, mag: 4, luk: 5, np: 6, hp: 70, maxHp: 80, mp: 9, maxMp: 10, lp: 11, maxLp: 12 },
      ...{ advantage: 13, upkeep: 14 },
    };
    const table = begin(
      twoPairs(
        { day: 3, slot: 'night', phase: 'reactive' },
        {
          'red-servant': given,
          red: { seals: 9, soulEaten: 9, base: 'temple' },
          blue: { soulEaten: 10, seals: 0 },
          grey: { exposed: true },
        },
      ),
    );
    const values = (prefix: string, names: string): string =>
      names
        .split(' ')
        .map((name) => table.cell(`${prefix}.${name}`))
        .join(' ');
    const unitCells = 'str con agi mag luk np hp maxHp mp maxMp lp maxLp advantage upkeep';
    expect(values('unit[red-servant]', unitCells)).toBe('1 2 3 4 5 6 70 80 9 10 11 12 13 14');
    expect(values('unit[grey-master]', unitCells)).toBe('5 5 5 3 0 0 100 100 50 50 0 0 0 0');
    expect(values('unit[red-servant]', 'status injury area action actionPair side line gatherTopic')).toBe(
      '0 0 1 0 255 255 0 255',
    );
    const pairCells =
      'seals soulEaten exposed prepared base noticed talked reactionLimit reactions reaction0 reactionUnit3';
    expect(values('pair[red]', pairCells)).toBe('9 9 0 0 1 0 0 1 0 0 255');
    expect(values('pair[blue]', pairCells)).toBe('0 10 1 0 1 0 0 1 0 0 255');
    expect(values('pair[grey]', pairCells)).toBe('3 0 1 0 255 0 0 1 0 0 255');
    expect(['day', 'slot', 'phase', 'battleStep'].map((name) => table.cell(name))).toEqual([3, 2, 2, 0]);
  });

  test('limits: the last value that is taken, the first that is not', () => {
    const taken = (name: string, ...values: unknown[]): boolean[] =>
      values.map((value) => one({ lp: 0, maxLp: 9, hp: 1, mp: 0, [name]: value }) === 'ok');
    for (const stat of ['str', 'con', 'agi', 'mag'])
      expect(taken(stat, -1, 0, 99, 100), stat).toEqual([false, true, true, false]);
    for (const name of ['luk', 'np', 'advantage', 'maxLp'])
      expect(taken(name, -1, 0, 255, 256), name).toEqual([false, true, true, false]);
    expect(taken('maxHp', 0, 1, 16383, 16384)).toEqual([false, true, true, false]);
    expect(taken('hp', 0, 1, 100, 101)).toEqual([false, true, true, false]);
    expect(taken('mp', -1, 0, 50, 51)).toEqual([false, true, true, false]);
    expect(taken('lp', -1, 0, 9, 10)).toEqual([false, true, true, false]);
    expect(taken('upkeep', -1, 0, 65535, 65536)).toEqual([false, true, true, false]);
    const ids = ['a', 'z9-', `a${'0'.repeat(31)}`, '', '', '', '-a', 'a b', `a${'0'.repeat(32)}`];
    expect(ids.map((id) => message({ units: [fighter(id)], pairs: [{ id: 'p', servant: id }] }) === 'ok')).toEqual([
      ...[1, 1, 1].map(Boolean),
      ...ids.slice(3).map(() => false),
    ]);
    const ranks = ['E', 'D+', 'C++', 'B+++', 'A', 'EX', 'EX+', 'A++++', 'F', 'e', 'A+ ', ' A', 'EXA'];
    expect(ranks.map((rank) => withSkill({ rank }) === 'ok')).toEqual(ranks.map((_, index) => index < 6));
    const amounts = (stat: string, ...values: number[]): boolean[] =>
      values.map(
        (amount) => withSkill({}, { changes: [{ stat, amount, lasts: stat === 'hp' ? 'now' : 'turn' }] }) === 'ok',
      );
    expect(amounts('agi', -100, -99, 99, 100)).toEqual([false, true, true, false]);
    expect(amounts('hp', -16384, -16383, 16383, 16384)).toEqual([false, true, true, false]);
    expect([0, 1, 15, 16].map((number) => withSkill({}, { number }) === 'ok')).toEqual([false, true, true, false]);
    const change = { stat: 'str', amount: 1, lasts: 'turn' };
    expect([8, 9].map((count) => withSkill({}, { changes: Array(count).fill(change) }) === 'ok')).toEqual([
      true,
      false,
    ]);
    const list = (count: number): string[] => Array.from({ length: count }, (_, index) => `x${index}`);
    expect([32, 33].map((count) => withSkill({ lineages: list(count) }) === 'ok')).toEqual([true, false]);
    expect([32, 33].map((count) => withSkill({}, { refersTo: list(count), disables: 'turn' }) === 'ok')).toEqual([
      true,
      false,
    ]);
    const many = (name: string, most: number, entry: (index: number) => unknown): boolean[] =>
      [most, most + 1].map(
        (count) =>
          message({ ...loners([fighter('a')]), [name]: Array.from({ length: count }, (_, index) => entry(index)) }) ===
          'ok',
      );
    expect(many('areas', 64, (index) => `x${index}`)).toEqual([true, false]);
    expect(many('reasons', 128, (index) => ({ id: `x${index}`, text: '' }))).toEqual([true, false]);
    const servants = (count: number): Plain[] => list(count).map((id) => fighter(id));
    expect([8, 9].map((count) => message(loners(servants(count))) === 'ok')).toEqual([true, false]);
    const skills = (count: number): string => one({ skills: list(count).map((id) => skill(id)) });
    expect([skills(64) === 'ok', skills(65) === 'ok']).toEqual([true, false]);
    expect([message({ ...loners([fighter('a')]), day: 65535 })]).toEqual(['ok']);
  });

  test('messages name what is wrong', () => {
    expect(message({ units: [] })).toMatch(/setup\.units is missing/);
    expect(message(loners([unit('m', 'master', { upkeep: 1 })]))).toMatch(/units\[0\]\.upkeep: only a servant/);
    expect(message({ ...loners([fighter('a')]), pairs: [{ id: 'x' }] })).toMatch(
      /pairs\[0\] needs a master, a servant/,
    );
    expect(message({ ...loners([fighter('a')]), pairs: [{ id: 'x', master: 'a' }] })).toMatch(
      /pairs\[0\]\.master: a is no master/,
    );
    expect(message({ ...loners([fighter('a')]), pairs: [] })).toMatch(/units\[0\]: a is in no pair/);
    expect(message(twoPairs({}, { grey: { master: 'red-master' } }))).toMatch(/units\[0\]: red-master is in 2 pairs/);
    const split = loners([
      fighter('a', { skills: Array.from({ length: 33 }, (_, index) => skill(`a${index}`)) }),
      fighter('b', { skills: Array.from({ length: 32 }, (_, index) => skill(`b${index}`)) }),
    ]);
    expect(message(split)).toMatch(/setup\.units hold 65 skills; 64 fit/);
    expect(one({ id: 'a.b' })).toMatch(/up to 32 letters of any script, digits, - and _, not/);
    expect(withSkill({ rank: 'F' })).toMatch(/rank must be E to A with up to three \+, or EX, not F/);
    expect(withSkill({ lineages: [] })).toMatch(/skills\[0\]\.lineages needs at least one/);
    expect(withSkill({ effects: [] })).toMatch(/skills\[0\]\.effects needs at least one/);
    expect(withSkill({}, { disables: 'turn' })).toMatch(/disables needs refersTo/);
    for (const wrong of [{ cost: 1 }, { refersTo: ['x'] }]) {
      expect(withSkill({}, { timing: 'always', ...wrong })).toMatch(
        /effects\[0\]: an effect that always works has no cost/,
      );
    }
    const change = (values: Plain, effect: Plain = {}): string =>
      withSkill({}, { changes: [{ amount: 1, ...values }], ...effect });
    expect(change({ stat: 'str', lasts: 'now' })).toMatch(/lasts is round or turn for a stat/);
    expect(change({ stat: 'mp', lasts: 'round' })).toMatch(/lasts is round or turn for a stat/);
    const always = { timing: 'always' };
    for (const wrong of [{ stat: 'hp' }, { stat: 'str', target: 'other' }, { stat: 'str', lasts: 'turn' }]) {
      expect(change(wrong, always)).toMatch(/changes\[0\]: an effect that always works changes a stat of its owner/);
    }
    expect([
      change({ stat: 'advantage' }, always),
      change({ stat: 'lp' }),
      change({ stat: 'advantage', lasts: 'round' }),
    ]).toEqual(['ok', 'ok', 'ok']);
  });

  test('texts of units and skills are read as they are given, and are empty or the id where they are not', () => {
    const texts = { name: 'Saber', class: 'Knight', attribute: 'order, good' };
    const said = { name: 'The Gaze', category: 'anti-unit', flavour: 'stone-cold' };
    const skills = [
      skill('gaze', said, { text: 'turns to stone' }),
      { ...skill('bare'), effects: [{ number: 2, timing: 'anyTime' }] },
    ];
    const { setup } = warOf(holyGrailWar.create(loners([fighter('a', { ...texts, skills }), fighter('b')])));
    expect(setup.units.map(({ name, class: ofServant, attribute }) => [name, ofServant, attribute])).toEqual([
      ['Saber', 'Knight', 'order, good'],
      ['b', '', ''],
    ]);
    const read = setup.units[0]?.skills.map(({ name, category, flavour, effects }) => [
      name,
      category,
      flavour,
      effects,
    ]);
    const effect = { timing: 1, cost: 0, changes: [], refersTo: [], disables: 0 };
    expect(read).toEqual([
      ['The Gaze', 'anti-unit', 'stone-cold', [{ ...effect, number: 1, text: 'turns to stone' }]],
      ['bare', '', '', [{ ...effect, number: 2, text: '' }]],
    ]);
    for (const name of ['name', 'class', 'attribute']) {
      expect(one({ [name]: 5 })).toBe(`setup.units[0].${name} must be a text, not 5`);
    }
    for (const name of ['name', 'category', 'flavour']) {
      expect(withSkill({ [name]: 5 })).toBe(`setup.units[0].skills[0].${name} must be a text, not 5`);
    }
    expect(withSkill({}, { text: 5 })).toBe('setup.units[0].skills[0].effects[0].text must be a text, not 5');
  });

  test('what is left out and what is there twice', () => {
    const path = 'setup.units[0].skills[0]';
    expect(withSkill({ effects: undefined })).toBe(`${path}.effects needs at least one`);
    expect(withSkill({ lineages: undefined })).toBe(`${path}.lineages needs at least one`);
    expect(withSkill({ effects: [1, 2, 1].map((number) => ({ number, timing: 'anyTime' })) })).toMatch(
      /effects\[2\]\.number/,
    );
    expect(withSkill({}, { changes: [{ stat: 'str', amount: 1 }] })).toBe(
      `${path}.effects[0].changes[0].lasts must be a text, not nothing`,
    );
    expect(withSkill({}, { changes: [{ stat: 'hp', amount: 1 }] })).toBe('ok');
    const reasons = ['x', 'y', 'x'].map((id) => ({ id, text: '' }));
    expect(message({ ...loners([fighter('a')]), reasons })).toMatch(/setup\.reasons\[2\]\.id/);
    expect(message(loners([fighter('a'), fighter('b'), fighter('a')]))).toMatch(/setup\.units\[2\]\.id/);
    const pairs = ['p', 'p'].map((id, index) => ({ id, servant: ['a', 'b'][index] }));
    expect(message({ units: [fighter('a'), fighter('b')], pairs })).toMatch(/setup\.pairs\[1\]\.id/);
    expect(
      message({ units: [fighter('a', { skills: [skill('s')] }), fighter('b', { skills: [skill('s')] })], pairs: [] }),
    ).toMatch(/setup\.units\.skills/);
    expect(message({ units: [fighter('a')] })).toBe('setup.units[0]: a is in no pair');
    expect(message({})).toBe('setup.units is missing');
  });
});
