/** Every value of every switch does what it says. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, read } from '../../../core/system/battle.js';
import { GROUNDS, moveMapRows, plainMap } from './world.js';

const SIX = { map: plainMap(6, 1), grounds: GROUNDS };
const covered = new Set<string>();

function withSwitch(name: string, value: string, setup: object): SrpgBattle {
  covered.add(`${name}=${value}`);
  return createBattle(setup, { [name]: value });
}

function rowOfA(battle: SrpgBattle): number[] {
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  return moveMapRows(battle)[0] ?? [];
}

test('switch zeroCost: allow|reject', () => {
  const free = { map: plainMap(4, 1, 3), grounds: { 3: 0 }, units: [{ id: 'a', move: 1 }] };
  expect(rowOfA(withSwitch('zeroCost', 'allow', free))).toEqual([1, 1, 1, 1]);
  expect(() => withSwitch('zeroCost', 'reject', free)).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
});

test('switch allowStack: reject|allow', () => {
  const two = { ...SIX, units: [{ id: 'a' }, { id: 'b', added: false }] };
  const refused = withSwitch('allowStack', 'reject', two);
  expect(() => apply(srpgMovement, refused, { command: 'addUnit', unit: 'b' })).toThrow(
    expect.objectContaining({ code: 'E_OCCUPIED' }),
  );
  const stacked = withSwitch('allowStack', 'allow', two);
  apply(srpgMovement, stacked, { command: 'addUnit', unit: 'b' });
  expect(read(stacked, 'unit[1].added')).toBe(1);
});

test('switch passThrough: none|allies|all', () => {
  const line = {
    ...SIX,
    units: [
      { id: 'a', move: 5 },
      { id: 'b', x: 1 },
      { id: 'c', x: 3, side: 1 },
    ],
  };
  expect(rowOfA(withSwitch('passThrough', 'none', line))).toEqual([5, -1, -1, -1, -1, -1]);
  expect(rowOfA(withSwitch('passThrough', 'allies', line))).toEqual([5, -1, 3, -1, -1, -1]);
  expect(rowOfA(withSwitch('passThrough', 'all', line))).toEqual([5, -1, 3, -1, 1, 0]);
});

test('switch zoneOfControl: off|on, and a skirmisher ignores it', () => {
  const beside = {
    map: plainMap(6, 2),
    grounds: GROUNDS,
    units: [
      { id: 'a', move: 5 },
      { id: 'b', x: 2, y: 1, side: 1 },
    ],
  };
  expect(rowOfA(withSwitch('zoneOfControl', 'off', beside))).toEqual([5, 4, 3, 2, 1, 0]);
  const held = withSwitch('zoneOfControl', 'on', beside);
  rowOfA(held);
  expect(moveMapRows(held)).toEqual([
    [5, 4, 0, -1, -1, -1],
    [4, 0, -1, -1, -1, -1],
  ]);
  const skirmisher = { ...beside, units: [{ ...beside.units[0], skirmisher: true }, beside.units[1]] };
  expect(rowOfA(withSwitch('zoneOfControl', 'on', skirmisher))).toEqual([5, 4, 3, 2, 1, 0]);
});

test('switch zoneOfControl: on, who starts in a zone may leave it', () => {
  const setup = {
    ...SIX,
    units: [
      { id: 'a', x: 1, move: 5 },
      { id: 'b', x: 0, side: 1 },
    ],
  };
  expect(rowOfA(withSwitch('zoneOfControl', 'on', setup))).toEqual([-1, 5, 4, 3, 2, 1]);
});

const TWO_SIDES = {
  ...SIX,
  units: [
    { id: 'a', x: 0, weight: 10, intellect: 20 },
    { id: 'b', x: 1, side: 1, weight: 10, intellect: 20 },
    { id: 'c', x: 2, weight: 5, intellect: 30 },
  ],
};

test('switch turnOrder: free|phases|wait|order-points', () => {
  const free = withSwitch('turnOrder', 'free', TWO_SIDES);
  expect(() => apply(srpgMovement, free, { command: 'endPhase' })).toThrow(
    expect.objectContaining({ code: 'E_PHASE' }),
  );
  const phases = withSwitch('turnOrder', 'phases', TWO_SIDES);
  apply(srpgMovement, phases, { command: 'endPhase' });
  expect(read(phases, 'phaseSide')).toBe(1);
  expect(read(withSwitch('turnOrder', 'wait', TWO_SIDES), 'activeUnit')).toBe(2);
  expect(read(withSwitch('turnOrder', 'order-points', TWO_SIDES), 'activeUnit')).toBe(1);
});

test('switch phaseEnd: explicit|auto', () => {
  for (const [value, side] of [
    ['explicit', 0],
    ['auto', 1],
  ] as const) {
    covered.add(`phaseEnd=${value}`);
    const battle = createBattle(TWO_SIDES, { turnOrder: 'phases', phaseEnd: value });
    apply(srpgMovement, battle, { command: 'finish', unit: 'a' });
    expect(read(battle, 'phaseSide')).toBe(0);
    apply(srpgMovement, battle, { command: 'finish', unit: 'c' });
    expect(read(battle, 'phaseSide')).toBe(side);
  }
});

test('switch waitTie: first|last', () => {
  for (const [value, unit] of [
    ['first', 0],
    ['last', 1],
  ] as const) {
    covered.add(`waitTie=${value}`);
    const setup = { ...SIX, units: [{ weight: 7 }, { x: 1, weight: 7 }, { x: 2, weight: 8 }] };
    expect(read(createBattle(setup, { turnOrder: 'wait', waitTie: value }), 'activeUnit')).toBe(unit);
  }
});

test('switch orderTie: last|first', () => {
  for (const [value, unit] of [
    ['last', 1],
    ['first', 0],
  ] as const) {
    covered.add(`orderTie=${value}`);
    expect(read(createBattle(TWO_SIDES, { turnOrder: 'order-points', orderTie: value }), 'activeUnit')).toBe(unit);
  }
});

test('switch damage: command|difference', () => {
  const setup = {
    map: [[0, 2]],
    grounds: GROUNDS,
    groundDefence: { 2: 3 },
    units: [
      { id: 'a', attack: 20, maxRange: 1 },
      { id: 'b', x: 1, side: 1, hp: 30, defence: 6 },
    ],
  };
  const given = withSwitch('damage', 'command', setup);
  apply(srpgMovement, given, { command: 'attack', unit: 'a', target: 'b', damage: 4 });
  expect(read(given, 'unit[1].hp')).toBe(26);
  const computed = withSwitch('damage', 'difference', setup);
  apply(srpgMovement, computed, { command: 'attack', unit: 'a', target: 'b' });
  expect(read(computed, 'unit[1].hp')).toBe(30 - (20 - 6 - 3));
});

test('every value of every switch was used above', () => {
  const all = srpgMovement.switches.flatMap((shape) => shape.values.map((value) => `${shape.name}=${value}`));
  expect(all.filter((name) => !covered.has(name))).toEqual([]);
  for (const shape of srpgMovement.switches) expect(shape.values[0]).toBe(shape.default);
});
