/** Rules and decisions of the seed's map that no other file of this folder is about. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, createEventBuffer, read, readEvents } from '../../../core/system/battle.js';
import { GROUNDS, plainMap } from './world.js';

const SIX = { map: plainMap(6, 1), grounds: GROUNDS };

function codeOf(action: () => unknown): string {
  try {
    action();
    return '';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

function move(battle: SrpgBattle, x: number): string {
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  const before = battle.image.slice();
  const code = codeOf(() => apply(srpgMovement, battle, { command: 'moveUnit', unit: 'a', x, y: 0 }));
  if (code !== '') expect(battle.image).toEqual(before);
  return code;
}

test('S11: adding a unit that is there already is ignored', () => {
  const battle = createBattle({ ...SIX, units: [{ id: 'a' }, { id: 'b', x: 2, added: false }] });
  const before = battle.image.slice();
  const added = (unit: string): unknown => {
    const events = createEventBuffer();
    apply(srpgMovement, battle, { command: 'addUnit', unit }, events);
    return readEvents(srpgMovement, events);
  };
  expect(added('a')).toEqual([{ event: 'added', rule: 'S11', values: { unit: 0, isNew: 0 } }]);
  expect(battle.image).toEqual(before);
  expect(added('b')).toEqual([{ event: 'added', rule: 'S11', values: { unit: 1, isNew: 1 } }]);
  const once = battle.image.slice();
  added('b');
  expect(battle.image).toEqual(once);
  expect(read(battle, 'unit[1].added')).toBe(1);
});

test('SA4: a unit outside the map has no reach', () => {
  const battle = createBattle({ ...SIX, units: [{ id: 'a' }] });
  apply(srpgMovement, battle, { command: 'setPosition', unit: 'a', x: 6, y: 0 });
  expect(codeOf(() => apply(srpgMovement, battle, { command: 'calc', unit: 'a' }))).toBe('E_OUT_OF_MAP');
  const outside = createBattle({ ...SIX, units: [{ id: 'a', x: 0, y: 1 }] });
  expect(codeOf(() => apply(srpgMovement, outside, { command: 'calc', unit: 'a' }))).toBe('E_OUT_OF_MAP');
});

test('SA6: rows of different length are refused at construction, shorter and longer ones', () => {
  for (const second of [[0], [0, 0, 0]]) {
    expect(codeOf(() => createBattle({ map: [[0, 0], second], grounds: GROUNDS }))).toBe('E_RAGGED_MAP');
  }
  expect(
    codeOf(() =>
      createBattle({
        map: [
          [0, 0],
          [0, 0],
        ],
        grounds: GROUNDS,
      }),
    ),
  ).toBe('');
});

test('SA7: a ground type without an entry is refused at construction, although nobody goes there', () => {
  expect(codeOf(() => createBattle({ map: [[0, 1, 3]], grounds: GROUNDS }))).toBe('E_UNKNOWN_ID');
  expect(codeOf(() => createBattle({ map: [[0, 1, 2]], grounds: GROUNDS }))).toBe('');
});

test('SA9 SA10 SA11: a move onto another unit is E_OCCUPIED, near or far, passed or not; without one it is E_UNREACHABLE', () => {
  const units = [
    { id: 'a', move: 3 },
    { id: 'ally', x: 1 },
    { id: 'foe', x: 5, side: 1 },
  ];
  for (const passThrough of ['none', 'allies', 'all']) {
    const battle = createBattle({ ...SIX, units }, { passThrough });
    expect([1, 5, 4].map((x) => move(battle, x))).toEqual(['E_OCCUPIED', 'E_OCCUPIED', 'E_UNREACHABLE']);
    expect(move(battle, 2)).toBe(passThrough === 'none' ? 'E_UNREACHABLE' : '');
  }
  // Stacking allowed: nobody stops on an occupied square by a move, so it is only out of reach.
  const stacked = createBattle({ ...SIX, units }, { allowStack: 'allow', passThrough: 'allies' });
  expect([1, 5].map((x) => move(stacked, x))).toEqual(['E_UNREACHABLE', 'E_UNREACHABLE']);
  expect(move(stacked, 0)).toBe('');
});
