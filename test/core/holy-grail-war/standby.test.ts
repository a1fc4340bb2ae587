/** Opening a battle, its lines, and who may pay and allocate, at their borders. H18 to H23, HA5, HA21, HA22. */
import { describe, expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { begin, fighter, listed, loners, names, type Plain, type Table, toDeclarations, unit } from './support.js';

const four = (values: Plain = {}, switches?: Record<string, string>): Table =>
  begin(
    loners(
      ['a', 'b', 'c', 'd'].map((id) => fighter(id)),
      values,
    ),
    switches,
  );
const fell = (table: Table, unit: string): unknown =>
  table.run('adjust', { unit, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });

describe('H18 H19 a battle and its lines', () => {
  test('as many sides as units, two of them, in processing', () => {
    const table = four();
    table.refuse('E_RANGE', 'openBattle', { units: ['a', 'b'], sides: [0, 1, 1] });
    table.refuse('E_RANGE', 'openBattle', { units: ['a', 'b', 'c'], sides: [0, 1] });
    table.refuse('E_PHASE', 'setLines', { side: 0, front: [] });
    four({ phase: 'active' }).refuse('E_PHASE', 'openBattle', { units: ['a', 'b'], sides: [0, 1] });
    table.run('openBattle', { units: ['a', 'b'], sides: [0, 1], witnesses: ['c-side', 'd-side'] });
    expect(table.cell('witnesses')).toBe(4 + 8);
    table.refuse('E_PHASE', 'openBattle', { units: ['c', 'd'], sides: [0, 1] });
  });

  test('a side that fights declares its living, and only its own', () => {
    const table = four();
    table.run('openBattle', { units: ['a', 'b', 'c'], sides: [0, 1, 1] });
    table.refuse('E_RANGE', 'setLines', { side: 2, front: [] });
    table.refuse('E_RANGE', 'setLines', { side: 0, front: ['d'] });
    fell(table, 'c');
    table.refuse('E_DEAD', 'setLines', { side: 1, front: ['c'] });
    table.run('setLines', { side: 1, front: [] });
    const told = table.run('setLines', { side: 0, front: ['a'] });
    const opened = told.filter(({ event }) => event === 'lineOpened').map(({ values }) => values['unit']);
    expect(opened).toEqual([0, 1]);
    expect(['a', 'b', 'c', 'd'].map((id) => table.cell(`unit[${id}].line`))).toEqual([2, 2, 0, 0]);
    table.refuse('E_PHASE', 'setLines', { side: 0, front: ['a'] });
  });
});

test('HA22 HA24 who comes to a side that has declared no front stands behind it', () => {
  const table = four();
  table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
  table.run('setLines', { side: 0, front: [] });
  expect(table.cell('unit[a].sealedLine')).toBe(2);
  table.run('joinBattle', { unit: 'c', side: 0 });
  table.run('setLines', { side: 1, front: ['b'] });
  expect(['a', 'b', 'c'].map((id) => table.cell(`unit[${id}].line`))).toEqual([2, 2, 1]);
});

test('H18 all sixteen units of eight pairs may fight, all eight pairs know of it', () => {
  const ids = Array.from({ length: 16 }, (_, index) => `u${index}`);
  const kind = (index: number): 'master' | 'servant' => (index % 2 === 0 ? 'master' : 'servant');
  const table = begin({
    phase: 'processing',
    units: ids.map((id, index) => unit(id, kind(index))),
    pairs: ids.flatMap((id, index) =>
      index % 2 === 0 ? [{ id: `p${index}`, master: id, servant: ids[index + 1] }] : [],
    ),
  });
  const witnesses = Array.from({ length: 8 }, (_, index) => `p${2 * index}`);
  table.run('openBattle', { units: ids, sides: ids.map((_, index) => index % 2), witnesses });
  table.run('setLines', { side: 0, front: ids.filter((_, index) => index % 2 === 0) });
  table.run('setLines', { side: 1, front: [] });
  expect([table.cell('witnesses'), table.cell('battleStep'), table.cell('unit[u15].line')]).toEqual([255, 2, 2]);
});

describe('H20 to H23 points', () => {
  test('who pays lives and fights, before the declarations are closed', () => {
    const table = four();
    table.refuse('E_PHASE', 'payMag', { unit: 'a' });
    toDeclarations(table, { a: 0, b: 1, c: 1 });
    fell(table, 'c');
    for (const command of ['payMag', 'noAttack']) {
      table.refuse('E_DEAD', command, { unit: 'c' });
      table.refuse('E_RANGE', command, { unit: 'd' });
    }
    table.refuse('E_PHASE', 'allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
    for (const unit of ['a', 'b']) table.run('payMag', { unit });
    table.run('closeDeclarations');
    table.refuse('E_PHASE', 'closeDeclarations');
    table.refuse('E_RANGE', 'allocate', { step: 1, unit: 'd', str: 3, con: 0, agi: 0 });
    table.refuse('E_DEAD', 'allocate', { step: 1, unit: 'c', str: 3, con: 0, agi: 0 });
    table.run('allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
    table.refuse('E_ALLOCATION_ORDER', 'allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
    fell(table, 'a');
    table.refuse('E_DEAD', 'allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
  });

  test('whoever has paid and falls owes nothing any more, and makes no step', () => {
    const table = begin(loners([fighter('a'), fighter('b', { advantage: 2 }), fighter('c'), fighter('d')]));
    toDeclarations(table, { a: 0, b: 1, c: 1, d: 0 });
    for (const unit of ['a', 'b']) table.run('payMag', { unit });
    fell(table, 'b');
    table.run('closeDeclarations');
    // nobody above a: it gives all three at once
    expect(names(table.run('allocate', { step: 1, unit: 'a', str: 1, con: 1, agi: 1 }))).toContain('allocationOpened');
    expect(table.cell('battleStep')).toBe(5);
    const later = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
    toDeclarations(later, { a: 0, b: 1, c: 1 });
    for (const unit of ['a', 'b']) later.run('payMag', { unit });
    later.run('closeDeclarations');
    later.run('allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
    expect(
      names(later.run('adjust', { unit: 'b', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' })),
    ).toContain('allocationOpened');
    expect([later.cell('battleStep'), later.cell('unit[a].allocatedStr')]).toEqual([5, 3]);
  });

  test('points and stats fit in 179 together, each of the three', () => {
    for (const stat of ['str', 'con', 'agi']) {
      const table = begin(loners([fighter('a', { mag: 3 }), fighter('b', { advantage: 2 })]));
      toDeclarations(table, { a: 0, b: 1 });
      for (const unit of ['a', 'b']) table.run('payMag', { unit });
      table.run('adjust', { unit: 'a', stat, amount: 171, lasts: 'turn', reason: 'ruled' });
      table.run('closeDeclarations');
      const none = { str: 0, con: 0, agi: 0 };
      table.run('allocate', { step: 1, unit: 'a', ...none, [stat]: 2 });
      table.run('allocate', { step: 2, unit: 'a', ...none, [stat]: 1 });
      table.run('allocate', { step: 2, unit: 'b', str: 3, con: 0, agi: 0 });
      expect(table.cell('battleStep')).toBe(5);
      const more = begin(loners([fighter('a', { mag: 3 }), fighter('b', { advantage: 2 })]));
      toDeclarations(more, { a: 0, b: 1 });
      for (const unit of ['a', 'b']) more.run('payMag', { unit });
      more.run('adjust', { unit: 'a', stat, amount: 172, lasts: 'turn', reason: 'ruled' });
      more.run('closeDeclarations');
      more.run('allocate', { step: 1, unit: 'a', ...none, [stat]: 2 });
      more.refuse('E_WIDTH', 'allocate', { step: 2, unit: 'a', ...none, [stat]: 1 });
    }
  });

  test('H23 who has handed in its points of a step gives none of the next before it begins', () => {
    const units = [fighter('a'), fighter('b'), fighter('c', { advantage: 2 }), fighter('d', { advantage: 7 })];
    const table = begin(loners(units));
    toDeclarations(table, { a: 0, b: 0, c: 1, d: 1 });
    for (const unit of ['a', 'b', 'c']) table.run('payMag', { unit });
    table.run('closeDeclarations');
    table.run('allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 });
    table.refuse('E_ALLOCATION_ORDER', 'allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 });
    expect(listed(table, 'allocate')).toEqual(['allocate 1 1 1 1 0 2 0 2 0 2']);
    const { predict, panels } = holyGrailWar.capabilities.views ?? {};
    expect(predict?.(table.battle).filter(([label]) => label.includes('allocates'))).toEqual([
      ['b allocates in step 1', '2'],
    ]);
    const points = panels?.(table.battle).find(({ title }) => title === 'Allocation')?.lines ?? [];
    expect(points.filter(([, text]) => text.includes('owes')).map(([name]) => name)).toEqual(['b']);
    // the advantage of d, which has not paid, is not recorded
    expect(['a', 'b', 'c', 'd'].map((id) => table.cell(`unit[${id}].battleAdvantage`))).toEqual([0, 0, 2, 0]);
  });

  test('HA7 everybody: the advantage of those who fight and live makes a step, of nobody else', () => {
    const units = [fighter('a'), fighter('b'), fighter('c', { advantage: 1 }), fighter('d', { advantage: 2 })];
    const table = begin(loners(units), { advantageOf: 'everybody' });
    toDeclarations(table, { a: 0, b: 1, d: 1 });
    table.run('payMag', { unit: 'a' });
    fell(table, 'd');
    const told = table.run('closeDeclarations');
    // c is elsewhere and d is dying: a gives all three at once
    expect(told.find(({ event }) => event === 'allocationOwed')?.values).toEqual({ unit: 0, points: 3 });
    table.run('allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
    expect(table.cell('battleStep')).toBe(5);
    const nobody = begin(loners(units), { advantageOf: 'everybody' });
    toDeclarations(nobody, { a: 0, b: 1, d: 1 });
    // without a payer there is no allocation to tell of
    expect(nobody.run('closeDeclarations').map(({ event, values }) => [event, values['step']])).toEqual([
      ['stepBegan', 5],
    ]);
  });

  test('HA5 opponents alone: in the last step everybody gives the rest, whoever is left', () => {
    const table = begin(loners([fighter('a'), fighter('b', { advantage: 1 }), fighter('c', { advantage: 4 })]), {
      advantageScope: 'opponents',
    });
    // a and c are allies: b alone is above a
    toDeclarations(table, { a: 0, c: 0, b: 1 });
    for (const unit of ['a', 'b', 'c']) table.run('payMag', { unit });
    table.run('closeDeclarations');
    table.run('allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 });
    table.refuse('E_ALLOCATION_ORDER', 'allocate', { step: 2, unit: 'a', str: 2, con: 0, agi: 0 });
    table.run('allocate', { step: 2, unit: 'b', str: 3, con: 0, agi: 0 });
    table.run('allocate', { step: 3, unit: 'a', str: 2, con: 0, agi: 0 });
    table.run('allocate', { step: 3, unit: 'c', str: 3, con: 0, agi: 0 });
    expect(table.cell('battleStep')).toBe(5);
    expect(['a', 'b', 'c'].map((id) => table.cell(`unit[${id}].allocatedStr`))).toEqual([3, 3, 3]);
  });
});
