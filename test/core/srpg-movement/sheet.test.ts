/** Where a unit is safe: its reach, and who could strike it there next. Squares and figures are counted out by hand. */
import { expect, test } from 'vitest';
import { createBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply } from '../../../core/system/battle.js';
import type { LabelledLines } from '../../../core/system/system.js';

type Switches = Readonly<Record<string, string>>;

/** A corridor with a wall: the runner on the left, a striker of reach 1 and an archer on the right. */
const SETUP = {
  map: [
    [0, 0, 0, 0, 0, 0],
    [1, 1, 2, 1, 1, 1],
  ],
  grounds: { 0: 1, 1: 'never', 2: 2 },
  groundDefence: { 2: 1 },
  units: [
    { id: 'runner', move: 3, hp: 9, defence: 1, maxRange: 1 },
    { id: 'striker', side: 1, x: 5, y: 0, move: 1, maxRange: 1, attack: 4 },
    { id: 'archer', side: 2, x: 4, y: 0, move: 0, minRange: 2, maxRange: 3, attack: 3 },
    { id: 'friend', x: 0, y: 1, move: 0, added: false, maxRange: 9 },
  ],
};

function sheet(unit: string, switches: Switches = { damage: 'difference' }, setup: unknown = SETUP) {
  const battle = createBattle(setup, switches);
  const before = battle.image.slice();
  const sheets = srpgMovement.capabilities.views?.sheets;
  const subject = sheets?.subjects(battle).indexOf(unit) ?? -1;
  const panels = sheets?.sheet(battle, subject, -1) ?? [];
  expect(battle.image).toEqual(before);
  return panels;
}

const lines = (title: string, panels: ReturnType<typeof sheet>): LabelledLines | undefined =>
  panels.find((panel) => panel.title.startsWith(title))?.lines;

test('SE1 SE4: figures, the map of danger, safe squares and what a strike would take', () => {
  const panels = sheet('runner');
  expect(panels.map(({ title }) => title)).toEqual([
    'Sheet of runner',
    'Squares of runner, and how many could strike there next',
    'Who could strike runner where, and for how much',
  ]);
  expect(panels[0]?.lines).toEqual([
    ['side', '0'],
    ['square', '(0,0)'],
    ['HP', '9 of 9'],
    ['movement', '3'],
    ['strikes at', '1'],
    ['attack, defence', '0, 1'],
  ]);
  // the archer at (4,0) strikes at 2 and 3: (1,0) and (2,0), not (3,0); and (2,1), which is 3 away. The striker stands behind it.
  expect(panels[1]?.lines).toEqual([
    ['row 0', '0 1 1 0 . .'],
    ['row 1', '. . . . . .'],
  ]);
  expect(panels[2]?.lines).toEqual([
    ['safe', '(0,0) (3,0)'],
    ['archer 2', '(1,0) (2,0)'],
  ]);
});

test('SE1: the ground that a unit would stand on takes off the damage; two strikers add up', () => {
  const units = [
    { ...SETUP.units[0], move: 4 },
    { ...SETUP.units[2] },
    { id: 'second', side: 1, x: 3, y: 0, move: 0, minRange: 2, maxRange: 2, attack: 5 },
  ];
  const panels = sheet('runner', { damage: 'difference' }, { ...SETUP, units });
  expect(panels[1]?.lines).toEqual([
    ['row 0', '0 2 1 . . .'],
    // (2,1) costs 2 after two steps; on it defence is 1 and 1
    ['row 1', '. . 2 . . .'],
  ]);
  expect(panels[2]?.lines).toEqual([
    ['safe', '(0,0)'],
    ['archer 2', '(2,0)'],
    ['archer 2, second 4, 6 in all', '(1,0)'],
    ['archer 1, second 3, 4 in all', '(2,1)'],
  ]);
});

test('the unit stands on the square that is asked about: it bars the way, and no longer its old square', () => {
  const map = [[0, 0, 0, 0, 0]];
  const units = [
    { id: 'guard', x: 1, move: 1, hp: 5 },
    { id: 'wolf', side: 1, x: 4, move: 2, maxRange: 1, attack: 1 },
  ];
  // on (1,0) the wolf comes to (2,0); on (2,0) it stops at (3,0); on (0,0) it would need (1,0), three steps away
  expect(lines('Who could', sheet('guard', {}, { map, grounds: { 0: 1 }, units }))).toEqual([
    ['safe', '(0,0)'],
    ['wolf', '(1,0) (2,0)'],
  ]);
  expect(lines('Sheet of', sheet('wolf', {}, { map, grounds: { 0: 1 }, units }))?.[4]).toEqual(['strikes at', '1']);
  expect(lines('Sheet of', sheet('guard', {}, { map, grounds: { 0: 1 }, units }))?.[4]).toEqual([
    'strikes at',
    'nobody',
  ]);
  expect(lines('Sheet of', sheet('archer'))?.[4]).toEqual(['strikes at', '2 to 3']);
});

test('SE2: who has moved in his turn stays where he is; without turns he may go on', () => {
  const at = (turnOrder: string) => {
    const battle = createBattle(SETUP, { turnOrder });
    apply(srpgMovement, battle, { command: 'calc', unit: 'runner' });
    apply(srpgMovement, battle, { command: 'moveUnit', unit: 'runner', x: 1, y: 0 });
    return srpgMovement.capabilities.views?.sheets?.sheet(battle, 0, -1)[2]?.lines;
  };
  expect(at('phases')).toEqual([
    ['safe', 'nowhere'],
    ['archer', '(1,0)'],
  ]);
  expect(at('free')).toEqual([
    ['safe', '(0,0) (3,0)'],
    ['archer', '(1,0) (2,0) (2,1)'],
  ]);
});

test('who is not on the map has no squares, and strikes nobody', () => {
  expect(sheet('friend')).toEqual([{ title: 'Sheet of friend', lines: [['place', 'not on the map']] }]);
  const away = { ...SETUP, units: SETUP.units.map((one) => (one.id === 'archer' ? { ...one, added: false } : one)) };
  // the striker's single step ends at (4,0): it strikes (3,0)
  expect(lines('Who could', sheet('runner', {}, away))).toEqual([
    ['safe', '(0,0) (1,0) (2,0)'],
    ['striker', '(3,0)'],
  ]);
});

test('a map wider than forty columns is told in squares alone', () => {
  const long = { map: [Array(41).fill(0)], grounds: { 0: 1 }, units: [{ id: 'a', move: 1 }] };
  expect(sheet('a', {}, long).map(({ title }) => title)).toEqual([
    'Sheet of a',
    'Who could strike a where, and for how much',
  ]);
  expect(sheet('a', {}, { ...long, map: [Array(40).fill(0)] })).toHaveLength(3);
});
