/**
 * The squares that a unit can enter, and the legal commands that a battle lists with their ranges.
 */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, createEventBuffer, type PlainCommand, readEvents } from '../../../core/system/battle.js';
import { entries, GROUNDS, HOLES, listed, plainMap, run } from './world.js';

test('S10: in range, not forbidden, payable, and nobody stands there; an absent or defeated unit is nobody', () => {
  const units = [
    { id: 'a', maxRange: 9 },
    { id: 'd', x: 5 },
    { id: 'b', x: 3, added: false },
    { id: 'c', x: 4, side: 1 },
  ];
  const map = [
    [0, 1, 2, 2, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ];
  const battle = createBattle({ map, grounds: GROUNDS, units }, {});
  run(battle, { command: 'attack', unit: 'a', target: 'c', damage: 1 });
  const events = createEventBuffer();
  const asked: PlainCommand[] = (
    [
      [0, 0, 9],
      [1, 0, 254],
      [2, 0, 1],
      [2, 0, 2],
      [3, 0, 3],
      [4, 0, 1],
      [4, 0, 0],
      [5, 0, 9],
      [6, 0, 9],
      [8, 0, 9],
      [4, 2, 9],
    ] as const
  ).map(([x, y, move]) => ({ command: 'mapCanMove', x, y, move }));
  for (const command of asked) apply(srpgMovement, battle, command, events);
  expect(readEvents(srpgMovement, events).map(({ values }) => Object.values(values).join(' '))).toEqual([
    '0 0 9 0',
    '1 0 254 0',
    '2 0 1 0',
    '2 0 2 1',
    '3 0 3 1',
    '4 0 1 1',
    '4 0 0 0',
    '5 0 9 0',
    '6 0 9 0',
    '8 0 9 0',
    '4 2 9 0',
  ]);
});

test('legal: everything of a battle without turns, destinations in runs along the rows', () => {
  const units = [
    { id: 'a', move: 9, maxRange: 4 },
    { id: 'b', x: 4, side: 1, maxRange: 3 },
  ];
  const battle = createBattle({ map: HOLES, grounds: GROUNDS, units });
  const ofUnit = (unit: number, more: string[]): string[] => [
    `calc ${unit} ${unit}`,
    `addUnit ${unit} ${unit}`,
    `setPosition ${unit} ${unit} 0 255 0 255`,
    ...more,
  ];
  const always = ['canMove 0 255 0 255', 'step 0 4 0 2', 'mapCanMove 0 255 0 255 0 254', 'threat 0 255 0 4 0 2'];
  const anywhere = (unit: number): string => `tryMove ${unit} ${unit} 0 255 0 255`;
  const paths = ['path 0 0 0 1 0 0', 'path 0 0 3 3 0 0', 'path 0 0 0 3 1 1', 'path 0 0 0 4 2 2'];
  // b moves 4 from the upper right corner: left, then down
  const ofB = [anywhere(1), 'turnsTo 1 1 0 4 0 2', 'path 1 1 3 4 0 0', 'path 1 1 1 3 1 1', 'path 1 1 2 4 2 2'];
  expect(listed(battle)).toEqual([
    ...always,
    ...ofUnit(0, [anywhere(0), 'turnsTo 0 0 0 4 0 2', ...paths, 'attack 0 0 1 1 0 65535']),
    ...ofUnit(1, ofB),
  ]);
  run(battle, { command: 'calc', unit: 'a' });
  expect(listed(battle, 'moveUnit')).toEqual(paths.map((entry) => entry.replace('path', 'moveUnit')));
  // outside of the map there is no way, and the defeated are not added
  run(battle, { command: 'setPosition', unit: 'a', x: 9, y: 9 }, { command: 'setPosition', unit: 'b', x: 9, y: 8 });
  run(battle, { command: 'attack', unit: 'a', target: 'b', damage: 1 });
  expect(listed(battle, 'calc', 'addUnit', 'path', 'turnsTo')).toEqual(['addUnit 0 0']);
});

test('legal: a destination that somebody has taken since is not tried, by anybody', () => {
  const units = [
    { id: 'a', x: 1, y: 1, move: 2 },
    { id: 'b', x: 4, y: 2 },
  ];
  const battle = createBattle({ map: HOLES, grounds: GROUNDS, units });
  run(battle, { command: 'calc', unit: 'a' }, { command: 'setPosition', unit: 'b', x: 2, y: 2 });
  expect(listed(battle, 'tryMove')).toEqual([
    'tryMove 0 0 0 255 0 1',
    'tryMove 0 0 0 1 2 2',
    'tryMove 0 0 3 255 2 2',
    'tryMove 0 0 0 255 3 255',
    // a stands on its start, which is a destination
    'tryMove 1 1 0 255 0 0',
    'tryMove 1 1 0 0 1 1',
    'tryMove 1 1 2 255 1 1',
    'tryMove 1 1 0 255 2 255',
  ]);
  const stacked = createBattle({ map: HOLES, grounds: GROUNDS, units }, { allowStack: 'allow' });
  run(stacked, { command: 'calc', unit: 'a' }, { command: 'setPosition', unit: 'b', x: 2, y: 2 });
  expect(listed(stacked, 'tryMove')).toEqual(['tryMove 0 0 0 255 0 255', 'tryMove 1 1 0 255 0 255']);
});

test('legal: two squares of one row taken, the rows above are listed once', () => {
  const units = [
    { id: 'a', x: 2, y: 1, move: 2 },
    { id: 'b', x: 4 },
    { id: 'c', x: 0 },
  ];
  const battle = createBattle({ map: plainMap(5, 3), grounds: GROUNDS, units });
  run(battle, { command: 'calc', unit: 'a' });
  run(battle, { command: 'setPosition', unit: 'b', x: 1, y: 1 }, { command: 'setPosition', unit: 'c', x: 3, y: 1 });
  expect(listed(battle, 'tryMove').filter((entry) => entry.startsWith('tryMove 0'))).toEqual([
    'tryMove 0 0 0 255 0 0',
    'tryMove 0 0 0 0 1 1',
    'tryMove 0 0 2 2 1 1',
    'tryMove 0 0 4 255 1 1',
    'tryMove 0 0 0 255 2 255',
  ]);
});

test('legal: the last square of the largest map, taken', () => {
  const units = [
    { id: 'a', x: 255, y: 255, move: 1 },
    { id: 'b', x: 0, y: 255, move: 1 },
  ];
  const battle = createBattle({ map: plainMap(256, 256), grounds: GROUNDS, units, pathCapacity: 1 });
  run(battle, { command: 'calc', unit: 'a' });
  expect(listed(battle, 'tryMove')).toEqual([
    'tryMove 0 0 0 255 0 255',
    'tryMove 1 1 0 255 0 254',
    'tryMove 1 1 0 254 255 255',
  ]);
});

test('legal: turns leave the units that may act now', () => {
  const units = [
    { id: 'a', move: 1, weight: 9, intellect: 1, idleIncrease: 1, maxRange: 2 },
    { id: 'b', x: 2, side: 1, weight: 3, intellect: 255, idleIncrease: -1, maxRange: 1 },
    { id: 'c', x: 4, y: 2, weight: 5, intellect: 255, idleIncrease: -1, added: false },
  ];
  const at = (turnOrder: string, damage = 'command'): SrpgBattle =>
    createBattle({ map: plainMap(5, 3), grounds: GROUNDS, units }, { turnOrder, damage });
  const turns = (battle: SrpgBattle): string[] =>
    listed(battle, 'endPhase', 'idle', 'finish', 'setPosition', 'moveUnit', 'attack');
  const phases = at('phases');
  expect(turns(phases)).toEqual(['endPhase', 'finish 0 0', 'attack 0 0 1 1 0 65535']);
  run(phases, { command: 'calc', unit: 'b' });
  expect(turns(phases)).toEqual(['endPhase', 'finish 0 0', 'attack 0 0 1 1 0 65535']);
  run(phases, { command: 'calc', unit: 'a' });
  expect(turns(phases)).toEqual([
    'endPhase',
    'finish 0 0',
    'moveUnit 0 0 0 1 0 0',
    'moveUnit 0 0 0 0 1 1',
    'attack 0 0 1 1 0 65535',
  ]);
  expect(turns(at('wait'))).toEqual(['finish 1 1']);
  // 255 + 1 and 1 - 1: both low bytes become 0, the absent unit has none
  const idle = at('order-points', 'difference');
  expect(turns(idle)).toEqual(['idle 1 1 0 15', 'finish 0 0', 'attack 0 0 1 1 0 0']);
  run(idle, { command: 'calc', unit: 'a' }, { command: 'moveUnit', unit: 'a', x: 0, y: 0 });
  expect(listed(idle, 'idle', 'moveUnit', 'tryMove', 'finish')).toEqual(['finish 0 0']);
});

test('legal: text is listed as long as it fits', () => {
  const battle = createBattle({ map: [[0]], grounds: GROUNDS, units: [{ id: 'a', name: '' }], transcript: 40 });
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap')).toEqual(['dumpMap', 'dumpUnit 0 0']);
  run(battle, { command: 'calc', unit: 'a' });
  // 15 bytes of heading, 4 of the row, a blank line
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap')).toEqual(['dumpMap', 'dumpMoveMap', 'dumpUnit 0 0']);
  // the longest message: 9 of (255,255), 27 of text, the line's end
  expect(listed(battle, 'tryMove')).toEqual(['tryMove 0 0 0 255 0 255']);
  run(battle, { command: 'dumpMap' });
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap', 'tryMove')).toEqual([
    'dumpMap',
    'dumpMoveMap',
    'dumpUnit 0 0',
  ]);
  run(battle, { command: 'dumpMap' }, { command: 'dumpMap' });
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap')).toEqual(['dumpMap']);
});

test('legal: with little room whole entries are left out, and what fits exactly is there', () => {
  const units = [
    { id: 'a', move: 9, maxRange: 4, idleIncrease: 1 },
    { id: 'b', x: 4, side: 1, maxRange: 4 },
  ];
  for (const turnOrder of ['free', 'order-points', 'phases']) {
    const battle = createBattle({ map: HOLES, grounds: GROUNDS, units, transcript: 400 }, { turnOrder });
    run(battle, { command: 'calc', unit: 'a' });
    const whole = new Int32Array(1000);
    const length = battle.legalCommands(whole);
    const all = entries(whole.subarray(0, length));
    for (let room = 0; room <= length; room++) {
      const words = new Int32Array(room);
      const some = entries(words.subarray(0, battle.legalCommands(words)));
      expect(some.filter((entry) => !all.includes(entry))).toEqual([]);
      const sizes = all.map((entry) => entry.split(' ').length);
      let used = 0;
      const fitting = all.filter((_, index) => {
        used += sizes[index] ?? 0;
        return used <= room;
      });
      expect(some.slice(0, fitting.length)).toEqual(fitting);
    }
  }
});
