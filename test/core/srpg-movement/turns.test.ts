/** Team phases, waiting times and order points over one unit record, and striking. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import {
  orderPointsAfterAttack,
  orderPointsAfterDamage,
  orderPointsAfterIdle,
  orderPointsAfterStep,
  startOrderPoints,
} from '../../../core/srpg-movement/order-points.js';
import { apply, createEventBuffer, type PlainCommand, read, readEvents } from '../../../core/system/battle.js';
import { GROUNDS, plainMap } from './world.js';

const LINE = { map: plainMap(8, 1), grounds: GROUNDS };

function run(battle: SrpgBattle, ...commands: PlainCommand[]): string[] {
  const events = createEventBuffer();
  for (const command of commands) apply(srpgMovement, battle, command, events);
  return readEvents(srpgMovement, events).map((event) => event.event);
}

const finish = (unit: string): PlainCommand => ({ command: 'finish', unit });
const active = (battle: SrpgBattle): string | undefined => battle.idName('unit', read(battle, 'activeUnit'));

test('SE2 phases: any order inside a phase, sides without units are passed over, a round is a turn', () => {
  const units = [
    { id: 'a', x: 0 },
    { id: 'b', x: 1 },
    { id: 'c', x: 2, side: 3 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases' });
  expect(run(battle, finish('b'), finish('a'), { command: 'endPhase' })).toEqual([
    'finished',
    'finished',
    'phaseBegan',
  ]);
  expect([read(battle, 'phaseSide'), read(battle, 'turn')]).toEqual([3, 1]);
  run(battle, { command: 'endPhase' });
  expect([read(battle, 'phaseSide'), read(battle, 'turn'), read(battle, 'unit[0].finished')]).toEqual([0, 2, 0]);
});

test('SE2 phases: one move, then one strike, and a finished unit is done', () => {
  const units = [
    { id: 'a', x: 0, move: 3, maxRange: 1 },
    { id: 'b', x: 4, side: 1, hp: 9 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases' });
  run(battle, { command: 'calc', unit: 'a' }, { command: 'moveUnit', unit: 'a', x: 3, y: 0 });
  expect(read(battle, 'calculatedUnit')).toBe(255);
  run(battle, { command: 'attack', unit: 'a', target: 'b', damage: 4 });
  expect([read(battle, 'unit[1].hp'), read(battle, 'unit[0].finished')]).toEqual([5, 1]);
  expect(() => run(battle, finish('a'))).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
});

test('SE2 tryMove with turns keeps to the turn and to the own MoveMap', () => {
  const units = [
    { id: 'a', x: 0, move: 1 },
    { id: 'b', x: 4, move: 1 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases' });
  run(battle, { command: 'calc', unit: 'b' });
  expect(() => run(battle, { command: 'tryMove', unit: 'a', x: 3, y: 0 })).toThrow(
    expect.objectContaining({ code: 'E_PHASE' }),
  );
  expect(run(battle, { command: 'tryMove', unit: 'b', x: 1, y: 0 })).toEqual(['notMoved']);
  expect(run(battle, { command: 'tryMove', unit: 'b', x: 3, y: 0 })).toEqual(['moved']);
});

test('S17: without turns the MoveMap outlives the move, as the object of the seed does', () => {
  const battle = createBattle({ ...LINE, units: [{ id: 'a', x: 2, move: 2 }] });
  run(battle, { command: 'calc', unit: 'a' }, { command: 'moveUnit', unit: 'a', x: 4, y: 0 });
  expect(run(battle, { command: 'moveUnit', unit: 'a', x: 0, y: 0 })).toEqual(['moved']);
  expect(run(battle, { command: 'tryMove', unit: 'a', x: 5, y: 0 })).toEqual(['notMoved']);
});

test('SE2 wait: the least waiting time acts, then waits its weight', () => {
  const units = [
    { id: 'slow', x: 0, weight: 100 },
    { id: 'quick', x: 1, weight: 40, side: 1 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'wait' });
  const order: (string | undefined)[] = [];
  const clock: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const now = active(battle) ?? '';
    order.push(now);
    clock.push(read(battle, 'clock'));
    run(battle, finish(now));
  }
  // quick at 40, 80, 120, 160; slow at 100
  expect(order).toEqual(['quick', 'quick', 'slow', 'quick', 'quick']);
  expect(clock).toEqual([40, 80, 100, 120, 160]);
});

test('SE2 order points: a move pays per square, the later of equals acts', () => {
  const units = [
    { id: 'a', x: 0, move: 3, intellect: 56 },
    { id: 'b', x: 7, side: 1, intellect: 100 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'order-points' });
  expect([read(battle, 'unit[0].orderPoints'), read(battle, 'unit[1].orderPoints')]).toEqual([200, 156]);
  expect(active(battle)).toBe('a');
  run(battle, { command: 'calc', unit: 'a' }, { command: 'moveUnit', unit: 'a', x: 2, y: 0 });
  // 200 -> 150 -> 75 + 37
  expect(read(battle, 'unit[0].orderPoints')).toBe(112);
  run(battle, finish('a'));
  expect(active(battle)).toBe('b');
  expect(run(battle, finish('b'))).toEqual(['orderPointsHalved', 'finished', 'unitActive']);
  expect([read(battle, 'unit[1].orderPoints'), active(battle)]).toEqual([78, 'a']);
});

test('SE1 SE2 order points: striking costs, being struck gains', () => {
  const units = [
    { id: 'a', x: 0, maxRange: 1, intellect: 100, attackDecrease: 20 },
    { id: 'b', x: 1, side: 1, hp: 160, intellect: 200, damageConstant: 3 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'order-points' });
  const seen = run(battle, { command: 'attack', unit: 'a', target: 'b', damage: 25 });
  // 256-100-20; 160/16 = 10, floor(25/10)+1 = 3 sixteenths, 56 + 3*3
  expect([read(battle, 'unit[0].orderPoints'), read(battle, 'unit[1].orderPoints')]).toEqual([136, 65]);
  expect(seen).toEqual(['attacked', 'orderPointsAttack', 'orderPointsDamage', 'finished', 'unitActive']);
});

test('SE2 idle: every unit grows, a low byte of 0 takes its draw', () => {
  const units = [
    { id: 'a', x: 0, intellect: 6, idleIncrease: 15 },
    { id: 'b', x: 1, side: 1, intellect: 0, idleIncrease: 0 },
    { id: 'c', x: 2, side: 1, intellect: 254, idleIncrease: -2 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'order-points' });
  run(battle, { command: 'idle', draws: [9, 4] });
  // 250 + 15 carries: the new high byte stands in the low one as well
  expect([0, 1, 2].map((unit) => read(battle, `unit[${unit}].orderPoints`))).toEqual([0x101, 9, 4]);
  run(battle, { command: 'calc', unit: 'a' }, { command: 'moveUnit', unit: 'a', x: 0, y: 0 });
  expect(() => run(battle, { command: 'idle', draws: [] })).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
});

test('order points: the arithmetic of the routines', () => {
  expect([startOrderPoints(0), startOrderPoints(1), startOrderPoints(255)]).toEqual([0, 255, 1]);
  // 3 -> 1 + 0, 7 -> 3 + 1: not the quarter of the triple
  expect([orderPointsAfterStep(3), orderPointsAfterStep(7), orderPointsAfterStep(65535)]).toEqual([1, 4, 49150]);
  expect([orderPointsAfterAttack(5, 9), orderPointsAfterAttack(300, 45)]).toEqual([0, 255]);
  // quotient 255 gives 0 sixteenths, 256 gives 1; 15 is the most
  expect(orderPointsAfterDamage(7, 255, 1, 10)).toBe(7);
  expect(orderPointsAfterDamage(7, 256, 1, 10)).toBe(17);
  expect(orderPointsAfterDamage(7, 200, 1, 10)).toBe(157);
  expect(orderPointsAfterDamage(65530, 200, 1, 10)).toBe(65535);
  // a divisor whose low byte is 0 counts as the largest quotient
  expect(orderPointsAfterDamage(7, 50, 4096, 10)).toBe(7);
  // A low byte of 255 is no carry; with one more the new high byte stands in both.
  expect(orderPointsAfterIdle(0x02fa, 5)).toBe(0x02ff);
  expect(orderPointsAfterIdle(0x02fa, 6)).toBe(0x0303);
  expect(orderPointsAfterIdle(0xff01, 0xff)).toBe(0xff00);
  expect(orderPointsAfterIdle(0xfffa, 15)).toBe(0xffff);
  expect(orderPointsAfterIdle(0x0201, 0xfe)).toBe(0x0101);
  expect(orderPointsAfterIdle(0x0001, 0xfe)).toBe(0);
});

test('SE1: the last enemy ends the battle, an absent one does not count', () => {
  const units = [
    { id: 'a', x: 0, maxRange: 2 },
    { id: 'b', x: 1, side: 1, hp: 3 },
    { id: 'c', x: 2, side: 2, hp: 3 },
    { id: 'd', x: 3, side: 2, added: false },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases' });
  run(battle, { command: 'attack', unit: 'a', target: 'b', damage: 3 });
  expect(read(battle, 'ended')).toBe(0);
  run(battle, { command: 'endPhase' }, { command: 'endPhase' });
  expect(run(battle, { command: 'attack', unit: 'a', target: 'c', damage: 9 })).toEqual([
    'attacked',
    'defeated',
    'battleEnded',
  ]);
  expect([read(battle, 'ended'), read(battle, 'unit[2].hp'), read(battle, 'unit[2].defeated')]).toEqual([1, 0, 1]);
  expect(() => run(battle, { command: 'addUnit', unit: 'd' })).toThrow(expect.objectContaining({ code: 'E_ENDED' }));
});

test('SE1: a defeated unit no longer stands in the way', () => {
  const units = [
    { id: 'a', x: 0, maxRange: 1, move: 3 },
    { id: 'b', x: 1, side: 1 },
  ];
  const battle = createBattle({ ...LINE, units });
  run(battle, { command: 'attack', unit: 'a', target: 'b', damage: 1 }, { command: 'calc', unit: 'a' });
  expect(read(battle, 'moveMap[3,0]')).toBe(0);
});

test('SE2: a reinforcement is chosen when nobody was there', () => {
  const setup = { ...LINE, units: [{ id: 'a', weight: 5, added: false }] };
  const battle = createBattle(setup, { turnOrder: 'wait' });
  expect(read(battle, 'activeUnit')).toBe(255);
  expect(run(battle, { command: 'addUnit', unit: 'a' }, { command: 'addUnit', unit: 'a' })).toEqual([
    'added',
    'unitActive',
    'added',
  ]);
  expect(active(battle)).toBe('a');
});

test('predict names who may act, by each order of turns', () => {
  const units = [
    { id: 'a', x: 0, weight: 9 },
    { id: 'b', x: 1, side: 1, weight: 8 },
  ];
  const lines = (turnOrder: string): unknown =>
    srpgMovement.capabilities.views?.predict?.(createBattle({ ...LINE, units }, { turnOrder }));
  expect(lines('free')).toEqual([]);
  expect(lines('phases')).toEqual([
    ['turn', '1'],
    ['side', '0'],
    ['may act', 'a'],
  ]);
  expect(lines('wait')).toEqual([
    ['acts now', 'b'],
    ['waiting time of a', '1'],
    ['waiting time of b', '0'],
  ]);
  expect(lines('order-points')).toEqual([
    ['acts now', 'b'],
    ['order points of a', '0'],
    ['order points of b', '0'],
  ]);
});
