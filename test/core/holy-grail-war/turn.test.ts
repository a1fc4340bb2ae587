/** The turn: H1 to H12, and the decisions about MP. Numbers from the rules' formulas by hand. */
import { expect, test } from 'vitest';
import { healCost, preparationIncome } from '../../../core/holy-grail-war/index.js';
import { begin, loners, names, twoPairs, unit } from './support.js';

function toActive(changes = {}): ReturnType<typeof begin> {
  return begin(twoPairs({ phase: 'active' }, changes));
}

test('H1 a day has three turns', () => {
  const table = begin(twoPairs({ phase: 'processing', day: 3, slot: 'am' }));
  const seen: number[][] = [];
  for (let turn = 0; turn < 4; turn++) {
    seen.push([table.cell('day'), table.cell('slot')]);
    table.run('endTurn');
    for (const pair of ['red', 'blue', 'grey']) table.run('prepare', { pair });
    table.run('closeActive');
    table.run('processTurn');
  }
  expect(seen).toEqual([
    [3, 0],
    [3, 1],
    [3, 2],
    [4, 0],
  ]);
});

test('H2 preparation, active, reactive, processing, end, in this order', () => {
  const table = begin(twoPairs());
  table.refuse('E_PHASE', 'closeActive');
  table.run('prepare', { pair: 'red' });
  table.run('prepare', { pair: 'blue' });
  expect(table.cell('phase')).toBe(0);
  expect(names(table.run('prepare', { pair: 'grey' }))).toContain('phaseBegan');
  expect(table.cell('phase')).toBe(1);
  table.refuse('E_PHASE', 'processTurn');
  table.refuse('E_PHASE', 'prepare', { pair: 'red' });
  table.run('closeActive');
  table.refuse('E_PHASE', 'chooseActive', { unit: 'red-master', action: 'rest' });
  table.refuse('E_PHASE', 'endTurn');
  table.run('processTurn');
  table.refuse('E_PHASE', 'chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-master' });
  table.run('endTurn');
  expect(table.cell('phase')).toBe(0);
});

test('H3 2 * master mag + servant mag + supply - upkeep', () => {
  expect(preparationIncome(3, 4, 8, true)).toBe(17);
  expect(preparationIncome(3, 0, 0, false)).toBe(6);
  expect(preparationIncome(0, 4, 8, false)).toBe(-4);
});

test('H3 a pair that lost its servant counts as a master alone', () => {
  const table = begin(twoPairs({ phase: 'processing' }, { 'blue-master': { mp: 0 } }));
  table.run('adjust', { unit: 'blue-servant', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  table.run('endTurn');
  expect(table.cell('unit[blue-servant].status')).toBe(2);
  table.run('prepare', { pair: 'blue' });
  expect(table.cell('unit[blue-master].mp')).toBe(6);
});

test('H4 2 MP an HP, 10 more for another injury level', () => {
  expect(healCost(80, 100, 10, false)).toBe(20);
  expect(healCost(75, 100, 1, false)).toBe(12);
  expect(healCost(70, 100, 5, false)).toBe(10);
  const table = begin(twoPairs({}, { 'red-master': { hp: 50, mp: 22, maxMp: 22 } }));
  // 50 -> 51 leaves "injured" for "light": 2 + 10; the gain went to the servant
  table.run('prepare', { pair: 'red', healMaster: 1, servantShare: 16 });
  expect(table.cell('unit[red-master].mp')).toBe(10);
  expect(table.cell('unit[red-master].injury')).toBe(1);
});

test('H5 free distribution, the servant first by default, a loss from the master first', () => {
  // 2*3 + 3 + 15 - 8 = 16
  const low = { mp: 0 };
  const free = begin(twoPairs({}, { 'red-master': low, 'red-servant': low }));
  free.run('prepare', { pair: 'red', servantShare: 4 });
  expect([free.cell('unit[red-master].mp'), free.cell('unit[red-servant].mp')]).toEqual([12, 4]);
  const byDefault = begin(twoPairs({}, { 'red-master': low, 'red-servant': { mp: 40 } }));
  byDefault.run('prepare', { pair: 'red' });
  expect([byDefault.cell('unit[red-master].mp'), byDefault.cell('unit[red-servant].mp')]).toEqual([6, 50]);
  // upkeep 44: 24 - 44 = -20; 5 from the master, 15 from the servant (HA15)
  const loss = begin(twoPairs({}, { 'red-master': { mp: 5 }, 'red-servant': { mp: 40, upkeep: 44 } }));
  loss.run('prepare', { pair: 'red' });
  expect([loss.cell('unit[red-master].mp'), loss.cell('unit[red-servant].mp')]).toEqual([0, 25]);
  loss.refuse('E_ALONE', 'prepare', { pair: 'grey', servantShare: 1 });
});

test('H5 a share of a loss is refused whatever it is; of a gain of 0 only 0 can be shared', () => {
  // upkeep 25: 24 - 25 = -1
  const loss = begin(twoPairs({}, { 'red-servant': { upkeep: 25 } }));
  for (const servantShare of [0, 1, 24]) loss.refuse('E_RANGE', 'prepare', { pair: 'red', servantShare });
  loss.run('prepare', { pair: 'red' });
  const none = begin(twoPairs({}, { 'red-servant': { upkeep: 24 } }));
  none.refuse('E_RANGE', 'prepare', { pair: 'red', servantShare: 1 });
  none.run('prepare', { pair: 'red', servantShare: 0 });
});

test('HA14 H5 a gain above the maximum goes to the partner, in both directions and with a given share, then is lost', () => {
  // The gain is 16 and the maximum 50.
  const after = (master: number, servant: number, more: object, switches = {}): number[] => {
    const table = begin(twoPairs({}, { 'red-master': { mp: master }, 'red-servant': { mp: servant } }), switches);
    table.run('prepare', { pair: 'red', ...more });
    return [table.cell('unit[red-master].mp'), table.cell('unit[red-servant].mp')];
  };
  expect(after(10, 45, {})).toEqual([21, 50]);
  expect(after(45, 45, {})).toEqual([50, 50]);
  expect(after(10, 45, { servantShare: 10 })).toEqual([21, 50]);
  expect(after(48, 10, { servantShare: 0 })).toEqual([50, 24]);
  expect(after(48, 40, { servantShare: 6 })).toEqual([50, 50]);
  expect(after(10, 45, {}, { mpOverflow: 'lose' })).toEqual([10, 50]);
  expect(after(48, 10, { servantShare: 0 }, { mpOverflow: 'lose' })).toEqual([50, 10]);
  // A servant alone has nobody to give to: 3 + 30 - 8 more than there is room for.
  const alone = begin({
    ...twoPairs(),
    units: [{ ...unit('lone', 'servant', { mag: 33, mp: 40 }) }],
    pairs: [{ id: 'only', servant: 'lone' }],
  });
  alone.run('prepare', { pair: 'only' });
  expect(alone.cell('unit[lone].mp')).toBe(50);
});

test('H6 HA15 upkeep that both cannot pay: the servant vanishes', () => {
  const table = begin(twoPairs({}, { 'red-master': { mp: 5 }, 'red-servant': { mp: 14, upkeep: 44 } }));
  table.refuse('E_DEAD', 'prepare', { pair: 'red', healServant: 1 });
  table.refuse('E_RANGE', 'prepare', { pair: 'red', servantShare: 0 });
  expect(names(table.run('prepare', { pair: 'red' }))).toContain('vanished');
  expect(table.cell('unit[red-servant].status')).toBe(3);
  table.run('prepare', { pair: 'blue' });
  table.run('prepare', { pair: 'grey' });
  table.refuse('E_DEAD', 'chooseActive', { unit: 'red-servant', action: 'rest' });
  const exact = begin(twoPairs({}, { 'red-master': { mp: 5 }, 'red-servant': { mp: 15, upkeep: 44 } }));
  exact.run('prepare', { pair: 'red' });
  expect(exact.cell('unit[red-servant].status')).toBe(0);
  expect(exact.cell('unit[red-servant].mp')).toBe(0);
});

test('H7 HA18 seven actions and skills; master and servant apart', () => {
  const table = toActive({
    'red-servant': {
      skills: [
        {
          id: 'forge',
          rank: 'B',
          secrecy: 'D',
          lineages: ['craft'],
          effects: [{ number: 3, timing: 'action', cost: 4, text: 'makes a blade' }],
        },
      ],
    },
  });
  table.run('chooseActive', { unit: 'red-master', action: 'explore', area: 'harbour' });
  table.run('chooseActive', { unit: 'red-servant', action: 'skill', skill: 'forge', effect: 3 });
  table.run('chooseActive', { unit: 'blue-master', action: 'moveBase', area: 'school' });
  table.refuse('E_AREA', 'chooseActive', { unit: 'blue-servant', action: 'moveBase', area: 'harbour' });
  table.run('chooseActive', { unit: 'blue-servant', action: 'raid', pair: 'red' });
  table.run('chooseActive', { unit: 'grey-master', action: 'free', reason: 'ruled' });
  table.run('closeActive');
  expect(names(table.run('processTurn'))).toContain('freeAction');
  expect(table.cell('unit[red-master].area')).toBe(0);
  expect(table.cell('pair[blue].base')).toBe(2);
  table.run('useSkill', { unit: 'red-servant', skill: 'forge', effect: 3 });
  expect(table.cell('unit[red-servant].mp')).toBe(46);
  table.refuse('E_PHASE', 'useSkill', { unit: 'red-servant', skill: 'forge', effect: 3 });
});

test('H8 one reaction a turn; a ruling may grant another; flight answers a noticed raid', () => {
  const table = toActive();
  table.run('chooseActive', { unit: 'blue-servant', action: 'raid', pair: 'red' });
  table.run('chooseActive', { unit: 'blue-master', action: 'communicate', pair: 'red' });
  table.run('closeActive');
  table.refuse('E_RANGE', 'chooseReactive', { pair: 'red', reaction: 'flee', unit: 'blue-servant' });
  table.run('notice', { pair: 'red', unit: 'blue-servant' });
  table.refuse('E_RANGE', 'chooseReactive', { pair: 'grey', reaction: 'flee', unit: 'blue-servant' });
  table.run('chooseReactive', { pair: 'red', reaction: 'flee', unit: 'blue-servant' });
  table.refuse('E_REACTION_LIMIT', 'chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-master' });
  table.run('grantReaction', { pair: 'red', reason: 'ruled' });
  table.run('chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-master' });
  table.refuse('E_RANGE', 'processTurn', { blocked: ['blue-master'] });
  expect(names(table.run('processTurn', { blocked: ['blue-servant'] }))).toContain('actionBlocked');
  expect(table.cell('pair[red].talked')).toBe(2);
});

test('H12 a refused processTurn says whose action may be blocked, and of how many units; of nobody it is an empty list', () => {
  const table = toActive();
  table.run('chooseActive', { unit: 'blue-servant', action: 'raid', pair: 'red' });
  table.run('closeActive');
  const blocked =
    (...units: string[]) =>
    () =>
      table.run('processTurn', { blocked: units });
  expect(blocked('red-master')).toThrow(/: legal now: processTurn \(blocked an empty list\)$/u);
  expect(blocked('nobody')).toThrow(/^no unit is called nobody; there are /u);
  table.run('notice', { pair: 'red', unit: 'blue-servant' });
  table.run('chooseReactive', { pair: 'red', reaction: 'flee', unit: 'blue-servant' });
  expect(blocked('red-master')).toThrow(/: blocked, legal now: blue-servant; not red-master, .* \(as this one\)$/u);
  expect(blocked('nobody')).toThrow('no unit is called nobody; legal now: blue-servant');
});

test('H9 communication needs both sides', () => {
  const alone = toActive();
  alone.run('chooseActive', { unit: 'red-master', action: 'communicate', pair: 'blue' });
  alone.run('closeActive');
  expect(names(alone.run('processTurn'))).not.toContain('communicated');
  const mutual = toActive();
  mutual.run('chooseActive', { unit: 'red-master', action: 'communicate', pair: 'blue' });
  mutual.run('chooseActive', { unit: 'blue-servant', action: 'communicate', pair: 'red' });
  mutual.run('closeActive');
  mutual.run('processTurn');
  expect([mutual.cell('pair[red].talked'), mutual.cell('pair[blue].talked')]).toEqual([2, 1]);
  const elsewhere = toActive();
  elsewhere.run('chooseActive', { unit: 'red-master', action: 'communicate', pair: 'blue' });
  elsewhere.run('chooseActive', { unit: 'blue-master', action: 'communicate', pair: 'grey' });
  elsewhere.run('closeActive');
  elsewhere.run('processTurn');
  expect(elsewhere.cell('pair[red].talked')).toBe(0);
});

test('H10 rest: MP + mag, and healing once', () => {
  const table = toActive({ 'red-master': { hp: 90, mp: 10 } });
  table.run('chooseActive', { unit: 'red-master', action: 'rest' });
  table.run('closeActive');
  table.run('processTurn');
  expect(table.cell('unit[red-master].mp')).toBe(13);
  table.refuse('E_MP', 'restHeal', { unit: 'red-master', hp: 7 });
  table.refuse('E_RANGE', 'restHeal', { unit: 'red-master', hp: 11 });
  table.refuse('E_PHASE', 'restHeal', { unit: 'red-servant', hp: 1 });
  table.run('restHeal', { unit: 'red-master', hp: 6 });
  expect([table.cell('unit[red-master].hp'), table.cell('unit[red-master].mp')]).toEqual([96, 1]);
  table.refuse('E_PHASE', 'restHeal', { unit: 'red-master', hp: 1 });
});

test('H11 HA20 soul eating: 1 to 10, the sum of the war breaks secrecy at 10', () => {
  const table = toActive({ blue: { soulEaten: 4 }, 'blue-servant': { mp: 0 } });
  table.refuse('E_SOUL_AMOUNT', 'chooseActive', {
    unit: 'blue-servant',
    action: 'soulEating',
    area: 'temple',
    amount: 0,
  });
  table.refuse('E_SOUL_AMOUNT', 'chooseActive', {
    unit: 'blue-servant',
    action: 'soulEating',
    area: 'temple',
    amount: 11,
  });
  table.refuse('E_AREA', 'chooseActive', { unit: 'blue-servant', action: 'soulEating', amount: 5 });
  table.refuse('E_RANGE', 'chooseActive', { unit: 'blue-master', action: 'soulEating', area: 'temple', amount: 5 });
  table.run('chooseActive', { unit: 'blue-servant', action: 'soulEating', area: 'harbour', amount: 5 });
  table.run('closeActive');
  table.run('processTurn');
  expect([table.cell('pair[blue].soulEaten'), table.cell('pair[blue].exposed')]).toEqual([9, 0]);
  expect([table.cell('unit[blue-servant].mp'), table.cell('unit[blue-servant].area')]).toEqual([5, 0]);
  table.run('endTurn');
  for (const pair of ['red', 'blue', 'grey']) table.run('prepare', { pair });
  table.run('chooseActive', { unit: 'blue-servant', action: 'soulEating', area: 'harbour', amount: 1 });
  table.run('closeActive');
  expect(names(table.run('processTurn'))).toContain('secrecyBroken');
  expect([table.cell('pair[blue].soulEaten'), table.cell('pair[blue].exposed')]).toEqual([10, 1]);
});

test('H11 a stopped soul eating gives nothing', () => {
  const table = toActive({ 'blue-servant': { mp: 0 } });
  table.run('chooseActive', { unit: 'blue-servant', action: 'soulEating', area: 'harbour', amount: 5 });
  table.run('closeActive');
  table.run('notice', { pair: 'grey', unit: 'blue-servant' });
  table.run('chooseReactive', { pair: 'grey', reaction: 'stop', unit: 'blue-servant' });
  table.run('processTurn', { blocked: ['blue-servant'] });
  expect([table.cell('pair[blue].soulEaten'), table.cell('unit[blue-servant].mp')]).toEqual([0, 0]);
});

test('H12 effects of a turn expire at its end, all decisions are forgotten', () => {
  const table = begin(twoPairs({ phase: 'active' }));
  table.run('adjust', { unit: 'red-servant', stat: 'str', amount: 2, lasts: 'turn', reason: 'ruled' });
  table.run('chooseActive', { unit: 'red-servant', action: 'rest' });
  table.run('closeActive');
  table.run('processTurn');
  expect(table.cell('unit[red-servant].turnStr')).toBe(2);
  table.run('endTurn');
  expect([table.cell('unit[red-servant].turnStr'), table.cell('unit[red-servant].action')]).toEqual([0, 0]);
});

test('H12 a unit that is still dying at the end of the turn dies', () => {
  const table = begin(loners([unit('a', 'servant'), unit('b', 'servant')]));
  table.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  expect(table.cell('unit[a].status')).toBe(1);
  table.run('endTurn');
  expect(table.cell('unit[a].status')).toBe(2);
});
