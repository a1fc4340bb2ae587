/** What a unit starts with, the limits of every field of a setup, and the messages beyond them. */
import { expect, test } from 'vitest';
import { createBattle } from '../../../core/srpg-movement/index.js';
import { read } from '../../../core/system/battle.js';
import { GROUNDS, plainMap, refusal } from './world.js';

test('S12: what a unit starts with, left out and given', () => {
  const given = {
    id: 'given',
    name: 'Given',
    x: 2,
    y: 1,
    move: 7,
    side: 3,
    skirmisher: true,
    minRange: 2,
    maxRange: 5,
    hp: 300,
    attack: 400,
    defence: 500,
    weight: 600,
    intellect: 56,
    attackDecrease: 8,
    damageConstant: 9,
    idleIncrease: -10,
    movementType: 'fly',
  };
  const setup = {
    map: plainMap(3, 2),
    grounds: GROUNDS,
    movementTypes: { swim: { 0: 1, 1: 1, 2: 1 }, fly: { 0: 1, 1: 1, 2: 1 } },
    units: [{}, given, { name: 'Named', x: 1, maxRange: 1 }],
  };
  const battle = createBattle(setup);
  const unit = (number: number): string =>
    battle.cells
      .filter(({ name }) => name.startsWith(`unit[${number}].`))
      .map(({ name }) => [name.slice(8), read(battle, name)])
      .filter(([, value]) => value !== 0)
      .map((entry) => entry.join(' '))
      .join(', ');
  expect(unit(0)).toBe('move 4, added 1, hp 1, maxHp 1');
  expect(unit(1)).toBe(
    'x 2, y 1, move 7, side 3, movementType 2, skirmisher 1, added 1, minRange 2, maxRange 5, hp 300, maxHp 300, attack 400, ' +
      'defence 500, weight 600, wait 600, orderPoints 200, attackDecrease 8, damageConstant 9, idleIncrease -10',
  );
  expect(unit(2)).toBe('x 1, move 4, added 1, minRange 1, maxRange 1, hp 1, maxHp 1');
  expect([
    battle.idNumber('unit', 'unit0'),
    battle.idNumber('unit', 'given'),
    battle.idNumber('unit', 'Named'),
  ]).toEqual([0, 1, 2]);
  expect([battle.idName('unit', 1), battle.idName('unit', 3), battle.idName('card', 0)]).toEqual([
    'given',
    undefined,
    undefined,
  ]);
  expect(battle.idNumber('card', 'given')).toBe(-1);
  expect([read(battle, 'calculatedUnit'), read(battle, 'activeUnit'), read(battle, 'turn')]).toEqual([255, 255, 1]);
});

test('limits of a setup: units, movement types, sides, text, path', () => {
  const base = { map: plainMap(256, 2), grounds: { 0: 1 } };
  const units = (count: number): object => ({
    ...base,
    units: Array.from({ length: count }, (_, x) => ({ x: x % 256, weight: 1 })),
  });
  expect([refusal(units(255)), refusal(units(64), { turnOrder: 'order-points' })]).toEqual(['ok', 'ok']);
  expect(refusal({ ...base, units: Array.from({ length: 256 }, () => ({ added: false })) })).toMatch(/255/);
  expect(refusal(units(65), { turnOrder: 'order-points' })).toMatch(/setup\.units .*64/);
  const types = (count: number): object => ({
    map: [[0]],
    grounds: { 0: 1 },
    movementTypes: Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, { 0: 1 }])),
  });
  expect(refusal(types(255))).toBe('ok');
  expect(refusal(types(256))).toMatch(/255 movement types/);
  expect(() => createBattle(types(256))).toThrow(
    expect.objectContaining({ code: 'E_WIDTH', path: 'setup.movementTypes' }),
  );
  expect([refusal({ ...base, units: [{ side: 7 }] }), refusal({ ...base, units: [{ side: 8 }] })]).toEqual([
    'ok',
    expect.stringMatching(/units\[0\]\.side .*0 to 7/),
  ]);
  expect([refusal({ ...base, transcript: 65532 }), refusal({ ...base, transcript: 65533 })]).toEqual([
    'ok',
    expect.stringMatching(/transcript .*65532/),
  ]);
  const capacity = (map: number[][], pathCapacity?: number): number =>
    createBattle({ map, grounds: { 0: 1 }, pathCapacity }).cells.filter(({ name }) => /^path\[.*x$/.test(name)).length;
  // a movement of 254 in steps of 1: 255 squares with the start
  expect([capacity(plainMap(3, 4)), capacity(plainMap(200, 2)), capacity(plainMap(3, 4), 5)]).toEqual([12, 255, 5]);
  const text = (transcript: number): number =>
    createBattle({ ...base, transcript }).cells.filter(({ name }) => name.startsWith('transcript[')).length;
  expect([text(0), text(1), text(4), text(5)]).toEqual([0, 1, 1, 2]);
});

test('messages of a setup name what is wrong', () => {
  const grounds = { 0: 1 };
  const one = (fields: object, switches = {}): string => refusal({ map: [[0, 0]], grounds, units: [fields] }, switches);
  expect(refusal({ map: [], grounds })).toMatch(/setup\.map .*one row/);
  expect(refusal({ map: [[]], grounds })).toMatch(/setup\.map\[0\] .*one column/);
  expect(refusal({ map: [[0], [0, 0]], grounds })).toMatch(/setup\.map\[1\] has 2 columns.* 1$/);
  expect(refusal({ map: [[0, 4]], grounds })).toMatch(/setup\.map\[0\]\[1\].* ground 4/);
  expect(refusal({ map: [[0]], grounds, groundDefence: { 4: 1 } })).toMatch(/setup\.groundDefence\.4.*ground/);
  expect(one({ minRange: 3, maxRange: 2 })).toMatch(/minRange is 3.*maxRange 2/);
  expect(one({ hp: 0 })).toMatch(/setup\.units\[0\]\.hp is 0.*alive/);
  expect(one({}, { turnOrder: 'wait' })).toMatch(/setup\.units\[0\]\.weight is 0.*next/);
  expect([one({ weight: 1 }, { turnOrder: 'wait' }), one({}, { turnOrder: 'phases' })]).toEqual(['ok', 'ok']);
  expect([one({ minRange: 2, maxRange: 2 }), one({ minRange: 0, maxRange: 0 })]).toEqual(['ok', 'ok']);
  const two = (first: object, second: object, switches = {}): string =>
    refusal(
      {
        map: plainMap(3, 3),
        grounds,
        units: [
          { id: 'first', ...first },
          { id: 'second', ...second },
        ],
      },
      switches,
    );
  expect(two({}, {})).toMatch(/setup\.units\[1\] stands on the square of first/);
  expect([
    two({ x: 1 }, {}),
    two({ y: 1 }, {}),
    two({ added: false }, {}),
    two({}, { added: false }),
    two({}, {}, { allowStack: 'allow' }),
  ]).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
});
