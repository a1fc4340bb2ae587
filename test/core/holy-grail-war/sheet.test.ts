/** The sheet of a pair, whole and as another pair knows it (H16, H29, H30). */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import type { LabelledLines } from '../../../core/system/system.js';
import { begin, fighter, loners, skill, type Table, toDeclarations, twoPairs, unit } from './support.js';

const sheets = holyGrailWar.capabilities.views?.sheets;

/** The sheet by title; without a reader nothing is hidden. */
function sheet({ battle }: Table, pair: string, reader?: string): Record<string, LabelledLines> {
  const subjects = sheets?.subjects(battle) ?? [];
  const readers = sheets?.readers?.(battle) ?? [];
  const before = battle.image.slice();
  const panels =
    sheets?.sheet(battle, subjects.indexOf(pair), reader === undefined ? -1 : readers.indexOf(reader)) ?? [];
  expect(battle.image).toEqual(before);
  return Object.fromEntries(panels.map(({ title, lines }) => [title, lines]));
}

const value = (lines: LabelledLines | undefined, label: string): string | undefined =>
  lines?.find(([name]) => name === label)?.[1];

const SERVANT = {
  class: 'Rider',
  attribute: 'neutral, good',
  luk: 4,
  np: 2,
  mp: 20,
  maxLp: 3,
  skills: [
    skill('ride', { secrecy: 'E', rank: 'B++' }, { text: 'rides', cost: 3 }),
    skill('veil', { secrecy: 'B', kind: 'noblePhantasm', name: 'Veil of Night' }, { text: 'hides all' }),
  ],
};

test('the whole sheet: pair, master, servant, skills, and MP of three turns', () => {
  const table = begin(twoPairs({}, { 'red-servant': SERVANT, 'red-master': { mp: 45 }, red: { soulEaten: 4 } }));
  // 2 x 3 + 3 + 15 - 8 = 16 a turn, to the servant first, above its 50 to the master, above his 50 lost
  expect(sheet(table, 'red')).toEqual({
    'Pair red': [
      ['command seals', '3'],
      ['souls eaten', '4'],
      ['secrecy', 'kept'],
      ['base', 'school'],
      ['next income', '16'],
      [
        'MP, three turns ahead',
        'red-master 45, red-servant 36; red-master 47, red-servant 50; red-master 50, red-servant 50',
      ],
    ],
    'red-master, master of red': [
      ['attribute', '-'],
      ['stats', 'str 5, con 5, agi 5, mag 3'],
      ['luck, noble phantasm', '0, 0'],
      ['HP', '100 of 100'],
      ['MP', '45 of 50'],
      ['LP', '0 of 0'],
      ['state', 'none'],
      ['area', 'school'],
    ],
    'red-servant, servant of red': [
      ['class', 'Rider'],
      ['attribute', 'neutral, good'],
      ['stats', 'str 5, con 5, agi 5, mag 3'],
      ['luck, noble phantasm', '4, 2'],
      ['HP', '100 of 100'],
      ['MP', '20 of 50'],
      ['LP', '3 of 3'],
      ['upkeep', '8'],
      ['state', 'none'],
      ['area', 'school'],
      ['skill ride', 'B++: 1 (anyTime, 3 MP) rides'],
      ['noble phantasm Veil of Night', 'C: 1 (anyTime) hides all'],
    ],
  });
});

test('H29: a master sees the sheet of his servant but for class, LP and what is secret beyond rank E', () => {
  const own = sheet(begin(twoPairs({}, { 'red-servant': SERVANT })), 'red', 'red');
  expect(Object.keys(own)).toEqual(['Pair red', 'red-master, master of red', 'red-servant, servant of red']);
  expect(own['Pair red']).toEqual([
    ['command seals', '3'],
    ['souls eaten', '0'],
    ['secrecy', 'kept'],
    ['base', 'school'],
    ['next income', '16'],
    [
      'MP, three turns ahead',
      'red-master 50, red-servant 36; red-master 50, red-servant 50; red-master 50, red-servant 50',
    ],
  ]);
  expect(own['red-servant, servant of red']).toEqual([
    ['class', '?'],
    ['attribute', 'neutral, good'],
    ['stats', 'str 5, con 5, agi 5, mag 3'],
    ['luck, noble phantasm', '4, 2'],
    ['HP', '100 of 100'],
    ['MP', '20 of 50'],
    ['LP', '?'],
    ['upkeep', '8'],
    ['state', 'none'],
    ['area', 'school'],
    ['skill ride', 'B++: 1 (anyTime, 3 MP) rides'],
    ['other skills', '?'],
  ]);
});

test('H30: of others nothing is seen but what was learnt', () => {
  const table = begin(twoPairs({ phase: 'processing' }, { 'red-servant': SERVANT, red: { exposed: true } }));
  const before = sheet(table, 'red', 'grey');
  expect(before['Pair red, as grey knows it']).toEqual([
    ['command seals', '?'],
    ['souls eaten', '?'],
    ['secrecy', 'broken'],
    ['base', '?'],
    ['next income', '?'],
    ['MP, three turns ahead', '?'],
  ]);
  expect(before['red-master, master of red']).toEqual([
    ['attribute', '?'],
    ['stats', 'str ?, con ?, agi ?, mag ?'],
    ['luck, noble phantasm', '?, ?'],
    ['HP', '?'],
    ['MP', '?'],
    ['LP', '?'],
    ['state', '?'],
    ['area', '?'],
    ['other skills', '?'],
  ]);
  for (const fact of ['con', 'class', 'hp']) {
    table.run('revealFact', { pair: 'grey', unit: 'red-servant', fact, source: 'shown' });
  }
  table.run('revealSkill', { pair: 'grey', skill: 'veil', source: 'shown' });
  expect(sheet(table, 'red', 'grey')['red-servant, servant of red']).toEqual([
    ['class', 'Rider'],
    ['attribute', '?'],
    ['stats', 'str ?, con 5, agi ?, mag ?'],
    ['luck, noble phantasm', '?, ?'],
    ['HP', '100 of 100'],
    ['MP', '?'],
    ['LP', '?'],
    ['upkeep', '?'],
    ['state', 'none'],
    ['area', '?'],
    ['noble phantasm Veil of Night', 'C: 1 (anyTime) hides all'],
    ['other skills', '?'],
  ]);
  // what grey has learnt is grey's alone
  expect(value(sheet(table, 'red', 'blue')['red-servant, servant of red'], 'class')).toBe('?');
});

test('H3: the MP of the next turns are told to whoever knows all that they come from', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  const learn = (unit: string, fact: string) => table.run('revealFact', { pair: 'grey', unit, fact, source: 'shown' });
  for (const fact of ['mag', 'mp', 'upkeep']) learn('red-servant', fact);
  learn('red-master', 'mag');
  expect(value(sheet(table, 'red', 'grey')['Pair red, as grey knows it'], 'next income')).toBe('?');
  learn('red-master', 'mp');
  expect(value(sheet(table, 'red', 'grey')['Pair red, as grey knows it'], 'next income')).toBe('16');
});

test('H16: of a skill with secrecy B only its effect is seen by those whom it struck', () => {
  const veil = skill('veil', { secrecy: 'B' }, { timing: 'battle', text: 'hides all', changes: [] });
  const table = begin(loners([fighter('a', { skills: [veil] }), fighter('b')]));
  table.run('openBattle', { units: ['a', 'b'], sides: [0, 1], witnesses: [] });
  table.run('setLines', { side: 0, front: ['a'] });
  table.run('setLines', { side: 1, front: ['b'] });
  table.run('useSkill', { unit: 'a', skill: 'veil', effect: 1, affected: ['b-side'] });
  const seen = sheet(table, 'a-side', 'b-side')['a, servant of a-side'];
  expect(value(seen, 'a skill')).toBe('only its effect is known: 1 (battle) hides all');
  expect(value(seen, 'skill veil')).toBeUndefined();
});

test('where a unit is, is seen beside own units and in a battle that is seen', () => {
  const table = begin(twoPairs({ phase: 'active' }, { grey: { base: 'temple' } }));
  const area = (of: string, who: string, reader: string) => value(sheet(table, of, reader)[who], 'area');
  expect(area('blue', 'blue-servant, servant of blue', 'grey')).toBe('temple');
  expect(area('red', 'red-servant, servant of red', 'grey')).toBe('?');
  const fought = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
  toDeclarations(fought, { a: 0, b: 1 });
  expect(value(sheet(fought, 'a-side', 'b-side')['a, servant of a-side'], 'area')).toBe('nowhere that is known');
  expect(value(sheet(fought, 'a-side', 'c-side')['a, servant of a-side'], 'area')).toBe('?');
});

test('H6 H13: whoever is gone is seen by all to be gone, and a pair without the living has no income', () => {
  const units = [unit('m', 'master', { mp: 0, mag: 0 }), unit('s', 'servant', { mp: 0, mag: 0, upkeep: 40 })];
  const pairs = [{ id: 'lost', master: 'm', servant: 's' }];
  const table = begin({ units: [...units, unit('x', 'master')], pairs: [...pairs, { id: 'far', master: 'x' }] });
  // 15 - 40 leaves 25 unpaid
  table.run('prepare', { pair: 'lost' });
  expect(value(sheet(table, 'lost', 'far')['s, servant of lost'], 'state')).toBe('vanished');
  expect(value(sheet(table, 'lost')['Pair lost'], 'next income')).toBe('0');
});
