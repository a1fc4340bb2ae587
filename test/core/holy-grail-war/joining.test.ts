/** Joining an open battle and the seal that summons. Figures by hand from the rules. */
import { describe, expect, test } from 'vitest';
import { begin, fighter, listed, loners, names, type Table, toDeclarations, toEnd, twoPairs } from './support.js';

const place = (table: Table, id: string): number[] =>
  ['side', 'line', 'sealedLine'].map((name) => table.cell(`unit[${id}].${name}`));

const three = (): Table => begin(loners([fighter('a'), fighter('b'), fighter('c', { str: 9, advantage: 2 })]));

describe('HA24 joining', () => {
  test('while the lines are chosen a further side may come, and its lines are waited for', () => {
    const table = three();
    table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
    table.run('setLines', { side: 0, front: ['a'] });
    table.run('setLines', { side: 1, front: [] });
    expect(table.cell('battleStep')).toBe(2);
    const open = three();
    open.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
    expect(names(open.run('joinBattle', { unit: 'c', side: 2 }))).toEqual(['joined']);
    expect(place(open, 'c')).toEqual([2, 0, 0]);
    open.run('setLines', { side: 0, front: ['a'] });
    open.run('setLines', { side: 1, front: ['b'] });
    expect(open.cell('battleStep')).toBe(1);
    open.run('setLines', { side: 2, front: ['c'] });
    expect(place(open, 'c')).toEqual([2, 2, 0]);
  });

  test('a side that has sealed its lines takes the newcomer behind, or in front where nobody else would stand', () => {
    const table = three();
    table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
    table.run('setLines', { side: 0, front: ['a'] });
    table.run('joinBattle', { unit: 'c', side: 0 });
    expect(place(table, 'c')).toEqual([0, 0, 1]);
    table.run('setLines', { side: 1, front: ['b'] });
    expect([place(table, 'a'), place(table, 'c')]).toEqual([
      [0, 2, 0],
      [0, 1, 0],
    ]);
  });

  test('later it stands behind until the next standby, strikes nobody, and may leave for nothing', () => {
    const table = three();
    toDeclarations(table, { a: 0, b: 1 });
    table.refuse('E_RANGE', 'joinBattle', { unit: 'c', side: 2 });
    expect(names(table.run('joinBattle', { unit: 'c', side: 1 }))).toEqual(['joined', 'lineOpened']);
    expect(place(table, 'c')).toEqual([1, 1, 0]);
    // its advantage is recorded with that of the others
    expect(table.cell('unit[c].battleAdvantage')).toBe(0);
    table.refuse('E_PHASE', 'joinBattle', { unit: 'c', side: 1 });
    table.run('payMag', { unit: 'c' });
    table.run('closeDeclarations');
    table.run('allocate', { step: 1, unit: 'c', str: 3, con: 0, agi: 0 });
    table.run('damageStep');
    expect([table.cell('unit[c].taken'), table.cell('unit[a].taken'), table.cell('exchange[c][a].hits')]).toEqual([
      0, 4, 0,
    ]);
    table.run('cleanup');
    table.run('setLines', { side: 0, front: ['a'] });
    table.run('setLines', { side: 1, front: ['b', 'c'] });
    for (const command of ['closeStandby', 'closeDeclarations', 'damageStep']) table.run(command);
    // b strikes 2 times 2, c 9 - 5 + 2 = 6 times 2
    expect(table.cell('unit[a].taken')).toBe(16);
  });

  test('without a battle, and for the dying, it is refused', () => {
    const table = three();
    table.refuse('E_PHASE', 'joinBattle', { unit: 'c', side: 1 });
    toDeclarations(table, { a: 0, b: 1 });
    table.run('adjust', { unit: 'c', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    table.refuse('E_DEAD', 'joinBattle', { unit: 'c', side: 1 });
    expect(listed(table, 'joinBattle')).toEqual([]);
  });

  test('HA7 a newcomer without payment makes a step with its advantage where everybody does', () => {
    const units = [fighter('a', { mag: 3 }), fighter('b', { mag: 3 }), fighter('c', { advantage: 2 })];
    const table = begin(loners(units), { advantageOf: 'everybody' });
    toDeclarations(table, { a: 0, b: 1 });
    table.run('payMag', { unit: 'a' });
    table.run('closeDeclarations');
    table.run('joinBattle', { unit: 'c', side: 1 });
    table.refuse('E_ALLOCATION', 'allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
    table.run('allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 });
    expect([table.cell('level'), table.cell('battleStep')]).toEqual([2, 4]);
    const nobody = begin(loners(units), { advantageOf: 'everybody' });
    toDeclarations(nobody, { a: 0, b: 1, c: 1 });
    nobody.run('closeDeclarations');
    expect(nobody.cell('battleStep')).toBe(5);
  });
});

describe('H28 HA25 the seal that summons', () => {
  const red = (): Table => begin(twoPairs({ phase: 'processing' }));

  test('outside of battles the servant is where its master is', () => {
    const table = begin(twoPairs({ phase: 'active' }));
    table.run('chooseActive', { unit: 'red-servant', action: 'explore', area: 'harbour' });
    table.run('closeActive');
    table.run('processTurn');
    expect(table.cell('unit[red-servant].area')).toBe(0);
    expect(names(table.run('useSeal', { pair: 'red', effect: 'summon' }))).toEqual(['sealUsed', 'summoned']);
    expect(table.cell('unit[red-servant].area')).toBe(2);
  });

  test('into the battle of its master: sealed lines give it the line of the master, open ones too', () => {
    const table = red();
    table.run('openBattle', { units: ['red-master', 'blue-servant'], sides: [3, 1] });
    table.run('useSeal', { pair: 'red', effect: 'summon' });
    expect(place(table, 'red-servant')).toEqual([3, 0, 0]);
    table.run('setLines', { side: 3, front: ['red-servant'] });
    const sealed = red();
    sealed.run('openBattle', { units: ['red-master', 'blue-servant'], sides: [3, 1] });
    sealed.run('setLines', { side: 3, front: ['red-master'] });
    sealed.run('useSeal', { pair: 'red', effect: 'summon' });
    expect(place(sealed, 'red-servant')).toEqual([3, 0, 2]);
    const damage = red();
    toDeclarations(damage, { 'red-master': 0, 'blue-servant': 1 });
    damage.run('closeDeclarations');
    damage.run('useSeal', { pair: 'red', effect: 'summon' });
    damage.run('damageStep');
    // 2 times 2 from blue to each of the two, and from each of them back
    expect(['red-master', 'red-servant', 'blue-servant'].map((id) => damage.cell(`unit[${id}].taken`))).toEqual([
      4, 4, 8,
    ]);
  });

  test('out of a battle without its master, at no MP; the last one in front leaves the line to those behind', () => {
    const table = red();
    table.run('openBattle', { units: ['red-servant', 'grey-master', 'blue-servant'], sides: [0, 0, 1] });
    table.run('setLines', { side: 0, front: ['red-servant'] });
    expect(names(table.run('useSeal', { pair: 'red', effect: 'summon' }))).toEqual([
      'sealUsed',
      'summoned',
      'calledAway',
    ]);
    expect(place(table, 'red-servant')).toEqual([255, 0, 0]);
    expect(table.cell('unit[red-servant].mp')).toBe(50);
    table.run('setLines', { side: 1, front: [] });
    expect(place(table, 'grey-master')).toEqual([0, 2, 0]);
  });

  test('to a master that fell before the lines were chosen, behind, whether the others have chosen or not', () => {
    for (const early of [true, false]) {
      const table = red();
      table.run('openBattle', {
        units: ['red-master', 'grey-master', 'blue-servant', 'blue-master'],
        sides: [0, 0, 1, 2],
      });
      table.run('adjust', { unit: 'red-master', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
      table.run('setLines', { side: 0, front: ['grey-master'] });
      table.run('setLines', { side: 1, front: [] });
      if (early) {
        table.run('useSeal', { pair: 'red', effect: 'summon' });
        expect(place(table, 'red-servant')).toEqual([0, 0, 1]);
      }
      table.run('setLines', { side: 2, front: [] });
      const told = early ? [] : table.run('useSeal', { pair: 'red', effect: 'summon' });
      expect(place(table, 'red-servant')).toEqual([0, 1, 0]);
      if (!early) expect(told.at(-1)?.values).toEqual({ unit: 1, line: 1 });
    }
  });

  test('beside its master it is not far away', () => {
    const table = red();
    toEnd(table, { 'red-servant': 0, 'red-master': 0, 'blue-servant': 1 });
    table.refuse('E_RANGE', 'useSeal', { pair: 'red', effect: 'summon' });
    expect(listed(table, 'useSeal').some((entry) => entry.startsWith('useSeal 0 0 9 9'))).toBe(false);
  });
});

test('HA23 a master at 0 HP may still use a seal, one that is dead may not', () => {
  const table = begin(twoPairs({ phase: 'processing' }, { 'red-master': { maxHp: 5 } }));
  toEnd(table, { 'red-master': 0, 'blue-servant': 1, 'blue-master': 1 });
  expect(table.cell('unit[red-master].status')).toBe(1);
  table.run('useSeal', { pair: 'red', effect: 'mp' });
  table.run('cleanup');
  table.refuse('E_ALONE', 'useSeal', { pair: 'red', effect: 'mp' });
});

test('H6 a lone master without income loses MP, and nobody vanishes', () => {
  // heavily injured with magic 0 and no floor: 2 times -1
  const table = begin(twoPairs({}, { 'grey-master': { mag: 0, hp: 25, mp: 1 } }), { statFloor: 'none' });
  expect(names(table.run('prepare', { pair: 'grey' }))).toEqual(['mpIncome', 'mpChanged']);
  expect(table.cell('unit[grey-master].mp')).toBe(0);
});
