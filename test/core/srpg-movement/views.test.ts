/** The panels, the table of a route and the sentences: maps and ways counted out from the rules. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { strikersOf, wayOf } from '../../../core/srpg-movement/threat.js';
import { apply, createEventBuffer, type PlainCommand } from '../../../core/system/battle.js';
import { plainMap } from './world.js';

const SETUP = {
  map: [
    [0, 0, 0, 2, 0],
    [0, 1, 0, 0, 0],
  ],
  grounds: { 0: 1, 1: 'never', 2: 2 },
  units: [
    { id: 'lancer', move: 3, weight: 5, maxRange: 1, hp: 4, intellect: 56 },
    { id: 'guard', side: 1, x: 3, y: 1, weight: 7, hp: 9, maxRange: 2, intellect: 100 },
    { id: 'absent', x: 4, weight: 1, added: false },
  ],
};

const at = (switches = {}): SrpgBattle => createBattle(SETUP, { zoneOfControl: 'on', turnOrder: 'wait', ...switches });
const panels = (battle: SrpgBattle) => srpgMovement.capabilities.views?.panels?.(battle) ?? [];
const panel = (battle: SrpgBattle, title: string) => panels(battle).find((one) => one.title === title)?.lines;
const ledger = (battle: SrpgBattle) => srpgMovement.capabilities.views?.ledger?.(battle);

function told(battle: SrpgBattle, command: PlainCommand): string[] {
  const events = createEventBuffer();
  const before = battle.image.slice();
  apply(srpgMovement, battle, command, events);
  const { narration } = srpgMovement;
  const image = battle.image.slice();
  const sentences = narration.tell(battle, before, events).map((one) => narration.sentence(one, 'en'));
  // telling changes nothing
  expect(battle.image).toEqual(image);
  return sentences;
}

test('S7 S12: costs and who stands where', () => {
  expect(panel(at(), 'Costs and units')).toEqual([
    ['row 0', '    A     1     1     2     1'],
    ['row 1', '    1 never     1     B     1'],
    ['A', 'lancer'],
    ['B', 'guard'],
  ]);
});

test('S13 SE4: movement left, zones of the other side, who could strike where', () => {
  const battle = at();
  // the lancer waits least, so that the zones are those that stop him
  expect(panels(battle).map(({ title }) => title)).toEqual([
    'Costs and units',
    'Zones that stop lancer',
    'Squares of lancer, and how many could strike there next',
    'Units of side 0 that could strike',
    'Units of side 1 that could strike',
  ]);
  expect(panel(battle, 'Zones that stop lancer')).toEqual([
    ['row 0', '. . . z .'],
    ['row 1', '. . z . z'],
  ]);
  // the guard comes to (2,0) or near it, and strikes at 2
  expect(panel(battle, 'Squares of lancer, and how many could strike there next')).toEqual([
    ['row 0', '1 1 1 . .'],
    ['row 1', '1 . 1 . .'],
  ]);
  apply(srpgMovement, battle, { command: 'calc', unit: 'lancer' });
  // (2,1) costs the last movement as a square of the zone would anyway
  expect(panel(battle, 'Movement left to lancer')).toEqual([
    ['row 0', '3 2 1 . .'],
    ['row 1', '2 . 0 . .'],
  ]);
  // from (0,0), (1,0), (2,0), (0,1) and (2,1) at distance 1
  expect(panel(battle, 'Units of side 0 that could strike')).toEqual([
    ['row 0', '1 1 1 1 .'],
    ['row 1', '1 1 1 1 .'],
  ]);
});

test('without zones, without arms or on a large map there is less to see', () => {
  const plain = createBattle({ ...SETUP, units: [{ id: 'a' }] });
  expect(panels(plain).map(({ title }) => title)).toEqual(['Costs and units']);
  const numbers = createBattle({
    ...SETUP,
    map: plainMap(30, 1),
    units: Array.from({ length: 28 }, (_, x) => ({ x })),
  });
  expect(panel(numbers, 'Costs and units')?.[0]?.[1]).toMatch(/^ A {2}B .* Z 26 27 {2}1 {2}1$/);
  for (const [width, height, count] of [
    [40, 40, 1],
    [41, 1, 0],
    [1, 41, 0],
  ] as const) {
    expect(panels(createBattle({ ...SETUP, map: plainMap(width, height), units: [] }))).toHaveLength(count);
  }
});

test('SE2: the table of a route, under each order of turns', () => {
  const place = ['(0,0) 4/4', '(3,1) 9/9'];
  expect(ledger(at())).toEqual([
    ['acts', 'lancer'],
    ['lancer', `${place[0]} waits 0`],
    ['guard', `${place[1]} waits 2`],
    ['absent', 'not there'],
  ]);
  expect(ledger(at({ turnOrder: 'phases' }))?.slice(0, 2)).toEqual([
    ['phase of', 'side 0'],
    ['lancer', place[0]],
  ]);
  expect(ledger(at({ turnOrder: 'order-points' }))?.slice(0, 3)).toEqual([
    ['acts', 'lancer'],
    ['lancer', `${place[0]} order 200`],
    ['guard', `${place[1]} order 156`],
  ]);
  const free = at({ turnOrder: 'free' });
  apply(srpgMovement, free, { command: 'setPosition', unit: 'lancer', x: 2, y: 1 });
  apply(srpgMovement, free, { command: 'attack', unit: 'lancer', target: 'guard', damage: 9 });
  expect(ledger(free)).toEqual([
    ['lancer', '(2,1) 4/4'],
    ['guard', 'defeated'],
    ['absent', 'not there'],
  ]);
  const nobody = createBattle({ ...SETUP, units: [{ id: 'a', weight: 1, added: false }] }, { turnOrder: 'wait' });
  expect(ledger(nobody)?.[0]).toEqual(['acts', 'nobody']);
});

test('SE4: ways with what they leave, strikers by name', () => {
  const { world } = at();
  expect(wayOf(world, 0, 2, 1)).toEqual({
    squares: [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
    ],
    left: 0,
  });
  expect(wayOf(world, 0, 0, 0)).toEqual({ squares: [[0, 0]], left: 3 });
  for (const [x, y] of [
    [3, 0],
    [1, 1],
    [5, 0],
    [0, 2],
  ] as const) {
    expect(wayOf(world, 0, x, y)).toBeUndefined();
  }
  expect(strikersOf(world, 0, 3, 1)).toEqual(['lancer']);
  expect(strikersOf(world, 1, 2, 1)).toEqual(['guard']);
  expect(strikersOf(world, 2, 2, 1)).toEqual([]);
});

test('sentences: reach, way, move, threat, strike', () => {
  const battle = at();
  expect(told(battle, { command: 'calc', unit: 'lancer' })).toEqual(['lancer can reach 5 squares with 3 movement']);
  expect(told(battle, { command: 'path', unit: 'lancer', x: 2, y: 0 })).toEqual([
    'the way of lancer, 2 steps: (0,0) (1,0) (2,0)',
  ]);
  expect(told(battle, { command: 'path', unit: 'lancer', x: 1, y: 0 })).toEqual([
    'the way of lancer, 1 step: (0,0) (1,0)',
  ]);
  expect(told(battle, { command: 'turnsTo', unit: 'lancer', x: 4, y: 0 })).toEqual(['lancer needs 3 turns to (4,0)']);
  expect(told(battle, { command: 'turnsTo', unit: 'lancer', x: 1, y: 1 })).toEqual(['lancer never gets to (1,1)']);
  expect(told(battle, { command: 'threat', side: 0, x: 3, y: 1 })).toEqual([
    '1 unit of side 0 could move and strike (3,1): lancer',
  ]);
  expect(told(battle, { command: 'threat', side: 2, x: 3, y: 1 })).toEqual([
    'nobody of side 2 could move and strike (3,1)',
  ]);
  expect(told(battle, { command: 'step', x: 4, y: 0 })).toEqual(['(4,0) is out of reach']);
  expect(told(battle, { command: 'moveUnit', unit: 'lancer', x: 2, y: 1 })).toEqual([
    'lancer moves to (2,1) by (0,0) (1,0) (2,0) (2,1), 0 movement left',
  ]);
  expect(told(battle, { command: 'attack', unit: 'lancer', target: 'guard', damage: 4 })).toEqual([
    'lancer attacks guard: 4 damage, 5 of 9 HP left',
    'lancer is done',
    'next: guard',
  ]);
});

test('S17: a move onto the own square, or by a MoveMap from elsewhere, has no way to tell', () => {
  const battle = at({ turnOrder: 'free' });
  told(battle, { command: 'calc', unit: 'lancer' });
  expect(told(battle, { command: 'moveUnit', unit: 'lancer', x: 0, y: 0 })).toEqual(['lancer moves to (0,0)']);
  told(battle, { command: 'setPosition', unit: 'lancer', x: 4, y: 1 });
  expect(told(battle, { command: 'moveUnit', unit: 'lancer', x: 0, y: 1 })).toEqual(['lancer moves to (0,1)']);
});

test('S7: the word never and the numbers of the seed are one; a cost that is no word is refused', () => {
  const reach = (grounds: object, movementTypes = {}): number[] => {
    const battle = createBattle({ ...SETUP, grounds, movementTypes, units: [{ id: 'a', move: 9 }] });
    apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
    return [...battle.image.subarray(battle.world.layout.moveMapAt, battle.world.layout.pathAt)];
  };
  expect(reach({ 0: 1, 1: 'never', 2: 2 })).toEqual(reach({ 0: 1, 1: -1, 2: 2 }));
  expect(reach({ 0: 1, 1: 'never', 2: 2 })[6]).toBe(255);
  expect(() => reach({ 0: 1, 1: 'nowhere', 2: 2 })).toThrow(/setup\.grounds/);
  expect(() => reach({ 0: 1, 1: 1, 2: 2 }, { fly: { 0: 'never', 1: 1, 2: 'never' } })).not.toThrow();
});

test('SE1: a defeated unit is moved no more, without turns neither; who was never added is, as in the seed', () => {
  const battle = at({ turnOrder: 'free' });
  apply(srpgMovement, battle, { command: 'setPosition', unit: 'lancer', x: 2, y: 1 });
  apply(srpgMovement, battle, { command: 'attack', unit: 'lancer', target: 'guard', damage: 9 });
  apply(srpgMovement, battle, { command: 'calc', unit: 'guard' });
  for (const command of ['moveUnit', 'tryMove']) {
    expect(() => apply(srpgMovement, battle, { command, unit: 'guard', x: 3, y: 1 })).toThrow(
      expect.objectContaining({ code: 'E_DEFEATED' }),
    );
  }
  apply(srpgMovement, battle, { command: 'calc', unit: 'absent' });
  apply(srpgMovement, battle, { command: 'moveUnit', unit: 'absent', x: 4, y: 1 });
});

test('S7 S13: the ground with its costs, and the reach once it was calculated', () => {
  const battle = at();
  const ground = (): unknown => srpgMovement.capabilities.views?.overview?.ground?.(battle);
  const kinds = [...['0', '0', '0', '2', '0'], ...['0', '1', '0', '0', '0']];
  const meanings = { 0: 'costs 1', 1: 'nobody enters', 2: 'costs 2' };
  expect(ground()).toEqual({ kinds, meanings, reachOf: '' });
  apply(srpgMovement, battle, { command: 'calc', unit: 'guard' });
  // 4 to spend; the square beside the lancer takes what is left
  const reach = [...[-1, 0, 2, 2, 2], ...[-1, -1, 3, 4, 3]];
  expect(ground()).toEqual({ kinds, meanings, reach, reachOf: 'guard' });
});

test('SE4: the zones are those of the unit whose reach it is; none without zones, reach or turn', () => {
  const battle = at();
  apply(srpgMovement, battle, { command: 'calc', unit: 'guard' });
  // the lancer acts, but the reach is the guard's
  expect(panel(battle, 'Zones that stop guard')).toEqual([
    ['row 0', '. z . . .'],
    ['row 1', 'z . . . .'],
  ]);
  const zoned = (switches: object): string[] => {
    const free = at({ turnOrder: 'free', ...switches });
    if ('zoneOfControl' in switches) apply(srpgMovement, free, { command: 'calc', unit: 'guard' });
    return panels(free).flatMap(({ title }) => (title.startsWith('Zones') ? [title] : []));
  };
  expect([zoned({}), zoned({ zoneOfControl: 'on' }), zoned({ zoneOfControl: 'off' })]).toEqual([
    [],
    ['Zones that stop guard'],
    [],
  ]);
});

test('SE4: no way to a square beyond the map, nor of a unit outside of it', () => {
  const battle = at({ turnOrder: 'free' });
  // the map has 5 columns, with a border of one on either side: 7 more squares would be one row down
  for (const [x, y] of [
    [7, 0],
    [8, 0],
    [1, 9],
  ] as const) {
    expect(wayOf(battle.world, 0, x, y)).toBeUndefined();
  }
  apply(srpgMovement, battle, { command: 'setPosition', unit: 'lancer', x: 7, y: 0 });
  expect(wayOf(battle.world, 0, 0, 1)).toBeUndefined();
});

test('sentences at their edges: nothing left, no turn, one step, HP beyond a byte, two strikers, who joins', () => {
  const pair = { id: 'pair', x: 4, y: 1, side: 1, move: 4, maxRange: 1 };
  const [lancer, guard, absent] = SETUP.units;
  const setup = { ...SETUP, units: [lancer, { ...guard, hp: 300 }, absent, pair] };
  const battle = createBattle(setup, { turnOrder: 'free' });
  told(battle, { command: 'calc', unit: 'lancer' });
  expect(told(battle, { command: 'step', x: 2, y: 1 })).toEqual(['(2,1) is reached with 0 movement left']);
  expect(told(battle, { command: 'turnsTo', unit: 'lancer', x: 0, y: 0 })).toEqual(['lancer needs 0 turns to (0,0)']);
  expect(told(battle, { command: 'moveUnit', unit: 'lancer', x: 0, y: 1 })).toEqual([
    'lancer moves to (0,1) by (0,0) (0,1), 2 movement left',
  ]);
  expect(told(battle, { command: 'threat', side: 1, x: 3, y: 0 })).toEqual([
    '2 units of side 1 could move and strike (3,0): guard, pair',
  ]);
  expect(told(battle, { command: 'addUnit', unit: 'absent' })).toEqual(['absent joins']);
  expect(told(battle, { command: 'addUnit', unit: 'absent' })).toEqual(['absent is on the map already']);
  told(battle, { command: 'setPosition', unit: 'lancer', x: 2, y: 1 });
  expect(told(battle, { command: 'attack', unit: 'lancer', target: 'guard', damage: 1 })).toEqual([
    'lancer attacks guard: 1 damage, 299 of 300 HP left',
  ]);
  // between two units and the edge; its side, which is not 0, stands in the byte after the movement
  expect(told(battle, { command: 'calc', unit: 'pair' })).toEqual(['pair can reach 1 square with 4 movement']);
});

test('where nothing but events is known, they are told without ways and HP at the start', () => {
  const battle = at({ turnOrder: 'free' });
  const { world: _, ...bare } = battle;
  const events = createEventBuffer();
  apply(srpgMovement, battle, { command: 'calc', unit: 'lancer' }, events);
  const { narration } = srpgMovement;
  const told = narration.tell(bare, battle.image, events).map((one) => narration.sentence(one, 'en'));
  expect(told).toEqual(['lancer can reach 5 squares']);
  const word = (event: string, field: string, value: number): string | undefined =>
    narration.words?.(battle, event, { [field]: value })[field]?.en;
  expect([-1, 0, 3].map((value) => word('stepRead', 'value', value))).toEqual(['never', '0', '3']);
  expect([-1, 0, 3].map((value) => word('turnsCounted', 'turns', value))).toEqual(['never', '0', '3']);
});
