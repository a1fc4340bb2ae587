/** What a viewer shows of a war beside its cells: time, areas, actions, points, knowledge. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import type { LabelledLines } from '../../../core/system/system.js';
import { begin, fighter, loners, skill, type Table, toDeclarations, twoPairs } from './support.js';

function panels({ battle }: Table): Record<string, LabelledLines> {
  const shown = holyGrailWar.capabilities.views?.panels?.(battle) ?? [];
  return Object.fromEntries(shown.map(({ title, lines }) => [title, lines]));
}

const UNSEEN = 'str, con, agi, mag, luk, np, attribute, hp, mp, upkeep';

test('H1 H2 H7 H29: the time, who is where and whose base it is, what masters know at the start', () => {
  const skills = [skill('open', { secrecy: 'E' }), skill('hidden')];
  const table = begin(
    twoPairs({ day: 3, slot: 'night', phase: 'active' }, { 'red-servant': { skills }, 'grey-master': { skills: [] } }),
  );
  expect(panels(table)).toEqual({
    Time: [
      ['day', '3, late night'],
      ['phase', 'active'],
    ],
    Areas: [
      ['harbour', '-'],
      ['temple', 'blue-master, blue-servant, base of blue'],
      ['school', 'red-master, red-servant, base of red'],
      ['unknown', 'grey-master, base of grey'],
    ],
    // a master knows itself, and what it sees of its servant; of the skills the one that is plain to see
    Known: [
      ['red of red-master', 'every fact'],
      ['red of red-servant', `${UNSEEN}, 1 skill`],
      ['blue of blue-master', 'every fact'],
      ['blue of blue-servant', UNSEEN],
      ['grey of grey-master', 'every fact'],
    ],
  });
});

test('H7: what was chosen, who goes where, where they were', () => {
  const table = begin(twoPairs({ phase: 'active' }, { grey: { base: 'school' } }));
  expect(panels(table)['Areas']?.map(([name]) => name)).toEqual(['harbour', 'temple', 'school']);
  table.run('chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'harbour', amount: 1 });
  table.run('chooseActive', { unit: 'blue-master', action: 'moveBase', area: 'harbour' });
  table.run('chooseActive', { unit: 'grey-master', action: 'rest' });
  expect(panels(table)['Actions chosen']).toEqual([
    ['red-servant', 'soulEating'],
    ['blue-master', 'moveBase'],
    ['grey-master', 'rest'],
  ]);
  expect(panels(table)['Areas']).toEqual([
    ['harbour', 'red-servant goes there, blue-master goes there'],
    ['temple', 'blue-master, blue-servant, base of blue'],
    ['school', 'red-master, red-servant, grey-master, base of red, base of grey'],
  ]);
  table.run('closeActive');
  table.run('notice', { pair: 'grey', unit: 'red-servant' });
  table.run('chooseReactive', { pair: 'grey', reaction: 'stop', unit: 'red-servant' });
  expect(panels(table)['Areas']?.[0]?.[1]).toBe('red-servant goes there, blue-master goes there');
  table.run('processTurn', { blocked: ['red-servant'] });
  // whoever was stopped did not go, and nobody is on the way any more
  expect(panels(table)['Areas']).toEqual([
    ['harbour', 'blue-master, base of blue'],
    ['temple', 'blue-servant'],
    ['school', 'red-master, red-servant, grey-master, base of red, base of grey'],
  ]);
});

test('H18 H20 H23 H30: points of the round as opened, sealed and owed; what the fight has shown', () => {
  const tricks = [skill('dance', { secrecy: 'D' }), skill('song', { secrecy: 'D' })];
  const units = [
    fighter('a', { mag: 4, skills: tricks }),
    fighter('b', { mag: 3, advantage: 2 }),
    fighter('c', { mag: 0 }),
    fighter('d'),
  ];
  const table = begin(loners(units));
  toDeclarations(table, { a: 0, b: 1, c: 1 });
  expect(panels(table)['Time']?.at(-1)).toEqual(['battle', 'round 1, declarations']);
  for (const unit of ['a', 'b']) table.run('payMag', { unit });
  table.run('closeDeclarations');
  const nothing = 'str 0, con 0, agi 0';
  // a has the lower advantage and gives 2 of its 4 first
  expect(panels(table)['Allocation']).toEqual([
    ['a', `${nothing}; sealed ${nothing}; owes 2`],
    ['b', `${nothing}; sealed ${nothing}`],
    ['c', `${nothing}; sealed ${nothing}`],
  ]);
  table.run('allocate', { step: 1, unit: 'a', str: 0, con: 2, agi: 0 });
  table.run('allocate', { step: 2, unit: 'b', str: 1, con: 0, agi: 2 });
  expect(panels(table)['Allocation']?.slice(0, 2)).toEqual([
    ['a', `str 0, con 2, agi 0; sealed ${nothing}; owes 2`],
    ['b', `${nothing}; sealed str 1, con 0, agi 2`],
  ]);
  table.run('allocate', { step: 2, unit: 'a', str: 1, con: 0, agi: 1 });
  expect(panels(table)['Allocation']?.slice(0, 2)).toEqual([
    ['a', `str 1, con 2, agi 1; sealed ${nothing}`],
    ['b', `str 1, con 0, agi 2; sealed ${nothing}`],
  ]);
  table.run('damageStep');
  for (const id of ['dance', 'song']) {
    table.run('useSkill', { unit: 'a', skill: id, effect: 1, seenBy: ['d-side'] });
  }
  const known = Object.fromEntries(panels(table)['Known'] ?? []);
  expect(known['a-side of b']).toBe('str, con, agi, mag');
  expect(known['b-side of c']).toBe('str, con, agi');
  expect(known['b-side of a']).toBe('str, con, agi, mag, 2 skills');
  expect(known['d-side of a']).toBe('2 skills');
  expect(known['d-side of b']).toBeUndefined();
  table.run('closeBattle', { reason: 'ruled' });
  expect(panels(table)['Allocation']).toBeUndefined();
  expect(panels(table)['Time']).toHaveLength(2);
});
