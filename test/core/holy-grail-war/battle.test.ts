/** The round: H13 to H27. Numbers from the rules' worked examples and formulas by hand. */
import { expect, test } from 'vitest';
import {
  attackValue,
  damageValue,
  hitCount,
  injuryLevel,
  pairTable,
  warOf,
} from '../../../core/holy-grail-war/index.js';
import { begin, loners, names, toDeclarations, toEnd, unit } from './support.js';

const fighter = (id: string, values = {}): Record<string, unknown> => unit(id, 'servant', { mag: 0, ...values });
const duel = (left = {}, right = {}, switches = {}): ReturnType<typeof begin> =>
  begin(loners([fighter('a', left), fighter('b', right)]), switches);

test('H13 W4 injury levels at 75, 50 and 25 % without rounding', () => {
  expect([76, 75, 51, 50, 26, 25].map((hp) => injuryLevel(hp, 100))).toEqual([0, 1, 1, 2, 2, 3]);
  expect([23, 22, 15, 7].map((hp) => injuryLevel(hp, 30))).toEqual([0, 1, 2, 3]);
  expect(injuryLevel(12288, 16383)).toBe(0);
  expect(injuryLevel(12287, 16383)).toBe(1);
});

test('H13 injured: str and agi -1; heavy: str, con, agi, mag -1', () => {
  // injured a: str 4, agi 4 against con 5, agi 5: attack 1, hits 1
  const injured = duel({ hp: 50 });
  toEnd(injured, { a: 0, b: 1 });
  expect([injured.cell('exchange[a][b].attack'), injured.cell('exchange[a][b].hits')]).toEqual([1, 1]);
  expect([injured.cell('exchange[b][a].attack'), injured.cell('exchange[b][a].hits')]).toEqual([2, 3]);
  // heavy a: con 4 too: b's attack 5 - 4 + 2 = 3
  const heavy = duel({ hp: 25, mag: 3 });
  toDeclarations(heavy, { a: 0, b: 1 });
  heavy.run('payMag', { unit: 'a' });
  heavy.run('closeDeclarations');
  heavy.refuse('E_ALLOCATION', 'allocate', { step: 1, unit: 'a', str: 3, con: 0, agi: 0 });
  heavy.run('allocate', { step: 1, unit: 'a', str: 0, con: 0, agi: 2 });
  heavy.run('damageStep');
  expect([heavy.cell('exchange[a][b].attack'), heavy.cell('exchange[a][b].hits')]).toEqual([1, 3]);
  expect([heavy.cell('exchange[b][a].attack'), heavy.cell('exchange[b][a].hits')]).toEqual([3, 1]);
});

test('H13 HA12 HP stops at 0; the dying die at clean-up and the battle ends', () => {
  // attack 20 - 5 + 2 = 17, 2 hits, 34
  const table = duel({ str: 20 }, { maxHp: 30 });
  toEnd(table, { a: 0, b: 1 });
  expect([table.cell('unit[b].hp'), table.cell('unit[b].status'), table.cell('unit[b].taken')]).toEqual([0, 1, 34]);
  table.refuse('E_DEAD', 'escape', { unit: 'b' });
  expect(names(table.run('cleanup'))).toContain('battleEnded');
  expect([table.cell('unit[b].status'), table.cell('battleStep')]).toEqual([2, 0]);
});

test('H14 HA13 luck escapes lethal damage at a cost that is ruled', () => {
  const table = duel({ str: 20 }, { maxHp: 30, maxLp: 5 });
  table.refuse('E_PHASE', 'avoidLethal', { unit: 'b', lpCost: 3 });
  toEnd(table, { a: 0, b: 1 });
  table.refuse('E_RANGE', 'avoidLethal', { unit: 'b', lpCost: 6 });
  table.run('avoidLethal', { unit: 'b', lpCost: 3 });
  expect([table.cell('unit[b].lp'), table.cell('unit[b].hp'), table.cell('unit[b].status')]).toEqual([2, 30, 0]);
  table.run('cleanup');
  expect(table.cell('round')).toBe(2);
  toRoundEnd(table);
  table.run('cleanup');
  table.refuse('E_DEAD', 'avoidLethal', { unit: 'b', lpCost: 0 });
});

function toRoundEnd(table: ReturnType<typeof begin>): void {
  table.run('setLines', { side: 0, front: ['a'] });
  table.run('setLines', { side: 1, front: ['b'] });
  table.run('closeStandby');
  table.run('closeDeclarations');
  table.run('damageStep');
}

test('H18 standby, battle, damage, end, clean-up, and again', () => {
  const table = duel();
  const steps: number[] = [];
  toDeclarations(table, { a: 0, b: 1 });
  steps.push(table.cell('battleStep'));
  table.refuse('E_PHASE', 'damageStep');
  table.refuse('E_PHASE', 'cleanup');
  table.run('closeDeclarations');
  steps.push(table.cell('battleStep'));
  table.refuse('E_PHASE', 'payMag', { unit: 'a' });
  table.run('damageStep');
  steps.push(table.cell('battleStep'));
  table.run('cleanup');
  steps.push(table.cell('battleStep'));
  expect(steps).toEqual([3, 5, 6, 1]);
  expect(table.cell('round')).toBe(2);
});

test('H19 HA21 lines are sealed until all sides have declared; rear units neither deal nor take damage', () => {
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
  table.run('openBattle', { units: ['a', 'b', 'c'], sides: [0, 1, 1] });
  expect(names(table.run('setLines', { side: 1, front: ['c'] }))).toEqual(['linesSealed']);
  expect([table.cell('unit[b].line'), table.cell('unit[c].line')]).toEqual([0, 0]);
  table.refuse('E_PHASE', 'setLines', { side: 1, front: ['b'] });
  table.refuse('E_RANGE', 'setLines', { side: 0, front: ['b'] });
  table.run('setLines', { side: 0, front: ['a'] });
  expect([table.cell('unit[a].line'), table.cell('unit[b].line'), table.cell('unit[c].line')]).toEqual([2, 1, 2]);
  table.run('closeStandby');
  table.run('closeDeclarations');
  table.run('damageStep');
  expect([table.cell('unit[b].taken'), table.cell('unit[c].taken'), table.cell('unit[a].taken')]).toEqual([0, 4, 4]);
});

test('H20 HA7 1 MP for mag points; who does not pay allocates nothing', () => {
  const table = duel({ mag: 3, mp: 1 }, { mag: 4, mp: 0 });
  toDeclarations(table, { a: 0, b: 1 });
  table.refuse('E_MP', 'payMag', { unit: 'b' });
  table.run('payMag', { unit: 'a' });
  table.refuse('E_PHASE', 'payMag', { unit: 'a' });
  expect(table.cell('unit[a].mp')).toBe(0);
  table.run('closeDeclarations');
  table.refuse('E_ALLOCATION_ORDER', 'allocate', { step: 1, unit: 'b', str: 4, con: 0, agi: 0 });
  table.run('allocate', { step: 1, unit: 'a', str: 1, con: 1, agi: 1 });
  expect(table.cell('battleStep')).toBe(5);
});

test('H21 renouncing the attack: no damage, +1 con, +1 agi', () => {
  const table = duel();
  toDeclarations(table, { a: 0, b: 1 });
  table.run('noAttack', { unit: 'a' });
  table.refuse('E_PHASE', 'noAttack', { unit: 'a' });
  table.run('closeDeclarations');
  table.run('damageStep');
  // a: con 6, agi 6. b on a: 5 - 6 + 2 = 1, 5 - 6 + 2 = 1. a on b: value 2, hits 3, but nothing dealt
  expect([table.cell('unit[a].taken'), table.cell('unit[b].taken')]).toEqual([1, 0]);
  expect([table.cell('exchange[a][b].attack'), table.cell('exchange[a][b].hits')]).toEqual([2, 3]);
  expect(attackValue(1, 9, false)).toBe(0);
  expect(attackValue(1, 9, true)).toBe(-6);
});

test('H22 advantage starts at 0; equal advantage allocates at once', () => {
  const table = duel({ mag: 2 }, { mag: 1 });
  expect(table.cell('unit[a].advantage')).toBe(0);
  toDeclarations(table, { a: 0, b: 1 });
  table.run('payMag', { unit: 'a' });
  table.run('payMag', { unit: 'b' });
  table.run('closeDeclarations');
  table.run('allocate', { step: 1, unit: 'b', str: 1, con: 0, agi: 0 });
  expect(table.cell('unit[b].allocatedStr')).toBe(0);
  table.refuse('E_ALLOCATION_ORDER', 'allocate', { step: 1, unit: 'b', str: 1, con: 0, agi: 0 });
  expect(names(table.run('allocate', { step: 1, unit: 'a', str: 0, con: 2, agi: 0 }))).toContain('allocationOpened');
  expect([table.cell('unit[b].allocatedStr'), table.cell('battleStep')]).toEqual([1, 5]);
});

test('H23 HA8 the points of a step follow magic as it counts then', () => {
  // a seal after the first step adds two points to the last
  const units = [unit('m', 'master'), fighter('a', { mag: 2 }), fighter('b', { mag: 1, advantage: 1 })];
  const table = begin({
    phase: 'processing',
    units,
    pairs: [
      { id: 'one', master: 'm', servant: 'a' },
      { id: 'two', servant: 'b' },
    ],
  });
  toDeclarations(table, { a: 0, b: 1 });
  table.run('payMag', { unit: 'a' });
  table.run('payMag', { unit: 'b' });
  table.run('closeDeclarations');
  table.run('allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 });
  table.run('useSeal', { pair: 'one', effect: 'mag' });
  table.refuse('E_ALLOCATION', 'allocate', { step: 2, unit: 'a', str: 1, con: 0, agi: 0 });
  table.run('allocate', { step: 2, unit: 'a', str: 3, con: 0, agi: 0 });
  table.run('allocate', { step: 2, unit: 'b', str: 0, con: 0, agi: 1 });
  expect([table.cell('unit[a].allocatedStr'), table.cell('battleStep')]).toEqual([4, 5]);
});

test('H24 W3 attack, hits and damage', () => {
  expect([attackValue(5, 4, true), hitCount(4, 3), damageValue(3, 3, true, false)]).toEqual([3, 3, 9]);
  expect([attackValue(2, 6, true), hitCount(6, 3), damageValue(-2, 5, true, false)]).toEqual([-2, 5, -10]);
  expect([hitCount(1, 9), damageValue(-6, 0, true, false)]).toEqual([0, 0]);
});

test('H24 HA11 HA12 every opposing pair of front units, from the same moment', () => {
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c', { hp: 51 })]));
  toEnd(table, { a: 0, b: 1, c: 2 });
  // each deals 2 * 2 to each: 8 taken; c falls to 43, injured, but only afterwards
  expect(['a', 'b', 'c'].map((id) => table.cell(`unit[${id}].taken`))).toEqual([8, 8, 8]);
  expect(table.cell('unit[c].hp')).toBe(43);
  const rows = pairTable(warOf(table.battle));
  expect(rows).toHaveLength(6);
  expect(rows.every((row) => row.attack === 2 && row.hits === 2 && row.damage === 4)).toBe(true);
});

test('H25 damage below 0 comes off the attacker, signed in 16 bits', () => {
  // str 0 against con 99: -97; agi 99 against 0: 101 hits; -9797
  const table = duel({ str: 0, agi: 99, con: 99, maxHp: 16383 }, { str: 97, con: 99, agi: 0 });
  toEnd(table, { a: 0, b: 1 });
  expect(table.cell('exchange[a][b].damage')).toBe(-9797);
  expect(table.cell('unit[a].hp')).toBe(16383 - 9797);
  expect(table.cell('exchange[b][a].damage')).toBe(0);
});

test('H26 leaving costs damage taken less damage dealt', () => {
  // b on a: 9 - 5 + 2 = 6, 2 hits, 12; a on b: 4; so 8
  const table = duel({ mp: 9 }, { str: 9, mp: 0 });
  toEnd(table, { a: 0, b: 1 });
  table.run('escape', { unit: 'a' });
  expect(table.cell('unit[a].mp')).toBe(1);
  table.refuse('E_PHASE', 'escape', { unit: 'a' });
  table.run('escape', { unit: 'b' });
  table.run('cleanup');
  expect([table.cell('battleStep'), table.cell('unit[a].side'), table.cell('unit[b].mp')]).toEqual([0, 255, 0]);
  const poor = duel({ mp: 7 }, { str: 9 });
  toEnd(poor, { a: 0, b: 1 });
  poor.refuse('E_MP', 'escape', { unit: 'a' });
});

test('H27 effects of a round expire at its clean-up, those of a turn stay', () => {
  const table = duel({ mag: 1 });
  toDeclarations(table, { a: 0, b: 1 });
  table.run('adjust', { unit: 'a', stat: 'str', amount: 2, lasts: 'round', reason: 'ruled' });
  table.run('adjust', { unit: 'a', stat: 'agi', amount: 1, lasts: 'turn', reason: 'ruled' });
  table.run('payMag', { unit: 'a' });
  table.run('closeDeclarations');
  table.run('allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 });
  table.run('damageStep');
  // 5 + 2 + 1 - 5 + 2 = 5, 6 - 5 + 2 = 3
  expect(table.cell('unit[b].taken')).toBe(15);
  table.run('cleanup');
  const cells = ['roundStr', 'turnAgi', 'allocatedStr', 'paid', 'taken', 'dealt'];
  expect(cells.map((name) => table.cell(`unit[a].${name}`))).toEqual([0, 1, 0, 0, 0, 0]);
  expect(table.cell('exchange[a][b].damage')).toBe(0);
});

test('extension: a battle is closed by a ruling', () => {
  const table = duel();
  toEnd(table, { a: 0, b: 1 });
  expect(names(table.run('closeBattle', { reason: 'ruled' }))).toContain('battleClosed');
  expect([table.cell('battleStep'), table.cell('unit[a].side')]).toEqual([0, 255]);
  table.run('endTurn');
});
