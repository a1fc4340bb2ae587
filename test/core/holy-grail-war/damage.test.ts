/** Widths of stats, hits and damage in the damage step, and what it shows of those who fall before it. H13, H24, H25, H30. */
import { expect, test } from 'vitest';
import { begin, fighter, loners, names, type Plain, skill, type Table, toDeclarations } from './support.js';

/** A duel at its damage step; stats are brought there by effects that always work and by changes of the turn. */
function duel(a: Record<string, number>, b: Record<string, number>): Table {
  const table = begin(loners([fighter('a', { hp: 1 }), fighter('b', { hp: 1 }), fighter('c')]), { statFloor: 'none' });
  for (const [unit, stats] of Object.entries({ a, b })) {
    for (const [stat, value] of Object.entries(stats)) {
      // 5 of its own, 1 less of str, con and agi by the heavy injury
      table.run('adjust', { unit, stat, amount: value - 4, lasts: 'turn', reason: 'ruled' });
    }
  }
  toDeclarations(table, { a: 0, b: 1 });
  table.run('closeDeclarations');
  return table;
}

test('H24 a damage of signed 16 bits is done, one more on either side is refused', () => {
  // attack a - b + 2, hits a - b + 2
  const most = duel({ str: 179, agi: 153 }, { con: -36, agi: 4 });
  most.run('damageStep');
  expect(['attack', 'hits', 'damage'].map((name) => most.cell(`exchange[a][b].${name}`))).toEqual([217, 151, 32767]);
  duel({ str: 179, agi: 130 }, { con: -75, agi: 4 }).refuse('E_WIDTH', 'damageStep');
  const least = duel({ str: -79, agi: 130 }, { con: 179, agi: 4 });
  least.run('damageStep');
  expect(['attack', 'hits', 'damage'].map((name) => least.cell(`exchange[a][b].${name}`))).toEqual([-256, 128, -32768]);
  duel({ str: -154, agi: 101 }, { con: 179, agi: 4 }).refuse('E_WIDTH', 'damageStep');
});

test('H24 hits go to 255', () => {
  const most = duel({ str: 4, agi: 179 }, { con: 4, agi: -74 });
  most.run('damageStep');
  expect([most.cell('exchange[a][b].hits'), most.cell('exchange[b][a].hits')]).toEqual([255, 0]);
  duel({ str: 4, agi: 179 }, { con: 4, agi: -75 }).refuse('E_WIDTH', 'damageStep');
});

test('a stat above 179 is refused in front, whichever of the three, and does not count behind', () => {
  for (const stat of ['str', 'con', 'agi']) {
    const strong = (amount: number): Plain => skill('strong', {}, { timing: 'always', changes: [{ stat, amount }] });
    for (const [amount, line] of [
      [80, 'front'],
      [81, 'front'],
      [81, 'rear'],
    ] as const) {
      for (const who of ['a', 'b']) {
        const units = ['a', 'b', 'c', 'd'].map((id) =>
          fighter(id, id === who ? { [stat]: 99, skills: [strong(amount)] } : { agi: 60, con: 60, str: 60 }),
        );
        const table = begin(loners(units));
        table.run('openBattle', { units: ['a', 'b', 'c', 'd'], sides: [0, 1, 0, 1] });
        const front = (ids: string[]): string[] => ids.filter((id) => id !== who || line === 'front');
        table.run('setLines', { side: 0, front: front(['a', 'c']) });
        table.run('setLines', { side: 1, front: front(['b', 'd']) });
        table.run('closeStandby');
        table.run('closeDeclarations');
        if (amount === 81 && line === 'front') table.refuse('E_WIDTH', 'damageStep');
        else expect(names(table.run('damageStep'))).toContain('exchange');
      }
    }
  }
});

test('H13 H30 whoever falls before the damage step neither strikes nor shows its stats', () => {
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
  toDeclarations(table, { a: 0, b: 1, c: 1 });
  table.run('payMag', { unit: 'c' });
  table.run('closeDeclarations');
  table.run('adjust', { unit: 'c', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  const told = table.run('damageStep');
  expect(told.filter(({ event }) => event === 'hpChanged').map(({ values }) => values['unit'])).toEqual([0, 1]);
  expect([table.cell('unit[a].hp'), table.cell('unit[b].hp'), table.cell('unit[c].hp')]).toEqual([96, 96, 0]);
  expect(table.cell('knows[a-side].unit[b].facts')).toBe(7);
  expect(table.cell('knows[a-side].unit[c].facts')).toBe(0);
});

test('H14 the vanished are as dead as the dead, the living need no escape', () => {
  const table = begin(loners([fighter('a', { mp: 0 }), fighter('b')], { phase: 'preparation' }));
  table.refuse('E_PHASE', 'avoidLethal', { unit: 'a', lpCost: 0 });
  table.run('prepare', { pair: 'a-side' });
  expect(table.cell('unit[a].status')).toBe(3);
  table.refuse('E_DEAD', 'avoidLethal', { unit: 'a', lpCost: 0 });
});

test('H29 at the start nothing has been exchanged, and a master alone knows nobody but itself', () => {
  const lone = { id: 'solo', kind: 'master', str: 1, con: 1, agi: 1, mag: 1, maxHp: 9, maxMp: 9 };
  const units = [lone, ...Array.from({ length: 7 }, (_, index) => fighter(`u${index}`))];
  const masters = Array.from({ length: 7 }, (_, index) => ({ ...lone, id: `m${index}` }));
  const table = begin({
    units: [...units, ...masters],
    pairs: [
      { id: 'alone', master: 'solo' },
      ...masters.map(({ id }, index) => ({ id: `p${index}`, master: id, servant: `u${index}` })),
    ],
  });
  const set = table.battle.cells
    .filter(({ name }) => /^exchange|^knows\[alone\]/.test(name))
    .filter(({ name }) => table.cell(name) !== 0)
    .map(({ name }) => name);
  expect(set).toEqual(['knows[alone].unit[solo].facts']);
});
