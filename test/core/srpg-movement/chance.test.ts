/** What chance decides: the draws of `idle`; and the published form of a setup. */
import { expect, test } from 'vitest';
import { createBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { read } from '../../../core/system/battle.js';
import type { TableShape, ValueShape } from '../../../core/system/system.js';
import { plainMap } from './world.js';

const planning = srpgMovement.capabilities.planning;
const IDLE = srpgMovement.commands.find(({ name }) => name === 'idle')?.code ?? 0;
const two = {
  map: plainMap(3, 1),
  grounds: { 0: 1 },
  units: [{ id: 'a' }, { id: 'b', x: 1 }, { id: 'c', x: 2, intellect: 5 }],
};

test('C1:1C02: two low bytes become 0, so that there are 16 x 16 pairs of draws, each once', () => {
  const battle = createBattle(two, { turnOrder: 'order-points' });
  expect(planning?.chanceParameters).toEqual({ idle: 'draws' });
  expect(planning?.outcomes?.(battle, IDLE, 255)).toBe(256);
  const outcomes = planning?.outcomes?.(battle, IDLE, 256);
  if (!Array.isArray(outcomes)) throw new Error('no outcomes');
  const pairs = outcomes.map(({ command, cases }) => {
    const fresh = createBattle(two, { turnOrder: 'order-points' });
    expect([fresh.step(command, undefined), cases]).toEqual([0, 1n]);
    return [read(fresh, 'unit[0].orderPoints'), read(fresh, 'unit[1].orderPoints')].join(' ');
  });
  expect(new Set(pairs).size).toBe(256);
  expect([pairs.includes('15 0'), pairs.includes('0 15'), pairs.includes('7 9')]).toEqual([true, true, true]);
});

test('no draw is one outcome; another command or order of turns has none', () => {
  const none = createBattle({ ...two, units: [{ id: 'c', intellect: 5 }] }, { turnOrder: 'order-points' });
  const outcomes = planning?.outcomes?.(none, IDLE, 1);
  expect(outcomes).toHaveLength(1);
  expect(planning?.outcomes?.(none, IDLE - 1, 9)).toBeUndefined();
  expect(planning?.outcomes?.(createBattle(two, { turnOrder: 'phases' }), IDLE, 999)).toBeUndefined();
  expect(() => planning?.outcomes?.({} as never, IDLE, 9)).toThrow('this is not a battle of srpg-movement');
});

test('C1:1C02: who acts after the draws, over all pairs: the last of two that are equal', () => {
  const chances = srpgMovement.capabilities.views?.chances;
  const pair = { ...two, units: two.units.slice(0, 2) };
  const battle = createBattle(pair, { turnOrder: 'order-points' });
  const before = battle.image.slice();
  const title = 'Draws of idle: who acts then';
  const [first, second] = two.units.map(({ id }) => id);
  // of 16 x 16 pairs 16 are equal, and half of the others belong to each
  expect(chances?.(battle)).toEqual([
    {
      title,
      lines: [
        ['draws', '2, each 0 to 15'],
        [second, '136 of 256'],
        [first, '120 of 256'],
      ],
    },
  ]);
  expect(battle.image).toEqual(before);
  const none = createBattle({ ...two, units: [{ id: 'c', intellect: 5 }] }, { turnOrder: 'order-points' });
  const lines = [
    ['draws', 'none: no low byte becomes 0'],
    ['c', '1 of 1'],
  ];
  expect(chances?.(none)).toEqual([{ title, lines }]);
  expect(chances?.(createBattle(two, { turnOrder: 'phases' }))).toEqual([]);
  const units = Array.from({ length: 5 }, (_, x) => ({ ...two.units[0], id: `u${x}`, x, y: 1 }));
  const many = createBattle({ ...two, map: plainMap(5, 2), units }, { turnOrder: 'order-points' });
  expect(chances?.(many)).toEqual([{ title, lines: [['draws', '1048576 outcomes are not counted']] }]);
});

/** Fields as `name is`, with `!` where one is required; tables are opened. */
function fieldsOf({ fields }: TableShape): string[] {
  return fields.flatMap((field) => {
    expect(field.meaning).not.toBe('');
    expect(field.otherwise).not.toBe('');
    const inner: ValueShape = field.value.is === 'list' || field.value.is === 'entries' ? field.value.of : field.value;
    const head = `${field.name}${field.isRequired === true ? '!' : ''} ${field.value.is} ${inner.is}`;
    return inner.is === 'table' ? [head, ...fieldsOf(inner).map((line) => `  ${line}`)] : [head];
  });
}

test('the form of a setup, field by field; what it takes is what is read', () => {
  expect(srpgMovement.setupShape && fieldsOf(srpgMovement.setupShape)).toEqual([
    ...['map! list list', 'grounds! entries either', 'movementTypes entries entries', 'groundDefence entries integer'],
    'units list table',
    ...['  id text text', '  name text text', '  x integer integer', '  y integer integer', '  move integer integer'],
    ...['  added flag flag', '  side integer integer', '  movementType text text', '  skirmisher flag flag'],
    ...['  minRange integer integer', '  maxRange integer integer', '  hp integer integer'],
    ...['  attack integer integer', '  defence integer integer', '  weight integer integer'],
    ...['  intellect integer integer', '  attackDecrease integer integer', '  damageConstant integer integer'],
    '  idleIncrease integer integer',
    ...['transcript integer integer', 'pathCapacity integer integer'],
  ]);
  const [map, grounds, , , units] = srpgMovement.setupShape?.fields ?? [];
  expect(map?.value).toEqual({
    ...{ is: 'list', most: 256 },
    of: { is: 'list', most: 256, of: { is: 'integer', least: 0, greatest: 255 } },
  });
  expect(grounds?.value).toEqual({
    is: 'entries',
    of: {
      is: 'either',
      forms: [
        { is: 'integer', least: -1, greatest: 254 },
        { is: 'word', words: ['never'] },
      ],
    },
  });
  expect(units?.value).toMatchObject({ is: 'list', most: 255 });
});
