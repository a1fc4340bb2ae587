/** What events say and cells hold in turns, strikes and questions, in numbers counted out from the rules. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, createEventBuffer, type PlainCommand, read, readEvents } from '../../../core/system/battle.js';
import { destinations, GROUNDS, moveMapRows, plainMap } from './world.js';

const LINE = { map: plainMap(8, 1), grounds: GROUNDS };

/** Name and values of every event, as `moved 0 2 0`. */
function log(battle: SrpgBattle, ...commands: PlainCommand[]): string[] {
  const events = createEventBuffer();
  for (const command of commands) apply(srpgMovement, battle, command, events);
  return readEvents(srpgMovement, events).map(({ event, values }) => [event, ...Object.values(values)].join(' '));
}

const cells = (battle: SrpgBattle, ...names: string[]): number[] => names.map((name) => read(battle, name));
const codeOf = (battle: SrpgBattle, command: PlainCommand): string => {
  try {
    log(battle, command);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const finish = (unit: string): PlainCommand => ({ command: 'finish', unit });
const calc = (unit: string): PlainCommand => ({ command: 'calc', unit });
const move = (unit: string, x: number): PlainCommand => ({ command: 'moveUnit', unit, x, y: 0 });
const strike = (unit: string, target: string, damage: number): PlainCommand => ({
  command: 'attack',
  unit,
  target,
  damage,
});
const END: PlainCommand = { command: 'endPhase' };

test('SE2 phases: the lowest side with units begins, 7 is the last, and coming round opens a turn', () => {
  const units = [
    { id: 'a', x: 0, side: 7 },
    { id: 'b', x: 1, side: 2 },
    { id: 'c', x: 2, side: 1, added: false },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases' });
  expect(cells(battle, 'phaseSide', 'turn')).toEqual([2, 1]);
  expect(log(battle, END, END, END)).toEqual(['phaseBegan 7 1', 'phaseBegan 2 2', 'phaseBegan 7 2']);
  const alone = createBattle({ ...LINE, units: [{ id: 'a', side: 3 }] }, { turnOrder: 'phases' });
  expect(log(alone, END, END)).toEqual(['phaseBegan 3 2', 'phaseBegan 3 3']);
  const nobody = createBattle({ ...LINE, units: [{ id: 'a', side: 3, added: false }] }, { turnOrder: 'phases' });
  expect(read(nobody, 'phaseSide')).toBe(0);
});

test('SE2 phases: who has moved or finished may again in the next phase of the side', () => {
  const units = [
    { id: 'a', x: 0, move: 1 },
    { id: 'b', x: 7, move: 1, side: 1 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases' });
  expect(log(battle, calc('a'), move('a', 1), finish('a'))).toEqual(['calculated 0 2', 'moved 0 1 0', 'finished 0']);
  expect(cells(battle, 'unit[0].moved', 'unit[0].finished')).toEqual([1, 1]);
  expect([codeOf(battle, finish('a')), codeOf(battle, finish('b'))]).toEqual(['E_PHASE', 'E_PHASE']);
  log(battle, END);
  expect(cells(battle, 'unit[0].moved', 'unit[0].finished')).toEqual([0, 0]);
  expect([codeOf(battle, finish('a')), codeOf(battle, finish('b'))]).toEqual(['E_PHASE', 'ok']);
  log(battle, END, calc('a'), move('a', 2), finish('a'));
  expect(cells(battle, 'unit[0].x', 'turn')).toEqual([2, 2]);
});

test('SE2 phases: auto ends the phase with the last unit that is there, the absent and the defeated are not waited for', () => {
  const units = [
    { id: 'a', x: 0, maxRange: 9 },
    { id: 'b', x: 1 },
    { id: 'absent', x: 2, added: false },
    { id: 'c', x: 6, side: 1, maxRange: 9 },
    { id: 'd', x: 7, side: 1 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'phases', phaseEnd: 'auto' });
  expect(log(battle, finish('b'))).toEqual(['finished 1']);
  expect(log(battle, strike('a', 'd', 65535))).toEqual([
    'attacked 0 4 65535 0',
    'defeated 4',
    'finished 0',
    'phaseBegan 1 1',
  ]);
  expect(log(battle, finish('c'))).toEqual(['finished 3', 'phaseBegan 0 2']);
  expect(codeOf(battle, finish('absent'))).toBe('E_DEFEATED');
});

test('SE2 wait: time passes for all who are there, and for nobody else', () => {
  const units = [
    { id: 'slow', x: 0, weight: 100 },
    { id: 'quick', x: 1, weight: 40, side: 1 },
    { id: 'absent', x: 2, weight: 30, added: false },
  ];
  const waits = ['unit[0].wait', 'unit[1].wait', 'unit[2].wait', 'clock', 'turn'];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'wait' });
  expect(cells(battle, ...waits)).toEqual([60, 0, 30, 40, 1]);
  expect(log(battle, finish('quick'))).toEqual(['finished 1', 'unitActive 1']);
  expect(cells(battle, ...waits)).toEqual([20, 0, 30, 80, 2]);
  expect(log(battle, finish('quick'))).toEqual(['finished 1', 'unitActive 0']);
  expect(cells(battle, ...waits)).toEqual([0, 20, 30, 100, 3]);
  expect([codeOf(battle, finish('quick')), codeOf(battle, finish('absent'))]).toEqual(['E_PHASE', 'E_DEFEATED']);
  expect(cells(battle, 'unit[0].finished', 'unit[1].finished')).toEqual([0, 0]);
});

test('SE2 wait: who acts again may move again', () => {
  const units = [
    { id: 'a', x: 0, move: 1, weight: 5 },
    { id: 'b', x: 7, side: 1, weight: 90 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'wait' });
  log(battle, calc('a'), move('a', 1));
  expect([read(battle, 'unit[0].moved'), codeOf(battle, { command: 'calc', unit: 'a' })]).toEqual([1, 'ok']);
  expect(codeOf(battle, move('a', 2))).toBe('E_PHASE');
  log(battle, finish('a'));
  expect(read(battle, 'unit[0].moved')).toBe(0);
  expect(log(battle, calc('a'), move('a', 2))).toEqual(['calculated 0 3', 'moved 0 2 0']);
});

test('SE2 order points: before and after of every change', () => {
  const units = [
    { id: 'a', x: 0, move: 3, intellect: 56, maxRange: 9, attackDecrease: 20 },
    { id: 'b', x: 7, side: 1, hp: 160, intellect: 100, damageConstant: 3 },
    { id: 'absent', x: 5, intellect: 1, idleIncrease: 7, added: false },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'order-points' });
  expect(cells(battle, 'activeUnit', 'unit[0].orderPoints', 'unit[1].orderPoints')).toEqual([0, 200, 156]);
  // 200 -> 150 -> 112
  expect(log(battle, calc('a'), move('a', 2))).toEqual(['calculated 0 4', 'orderPointsMove 0 200 112', 'moved 0 2 0']);
  // 160 / 16 = 10: 25 are 3 sixteenths, 156 + 3 * 3
  expect(log(battle, strike('a', 'b', 25))).toEqual([
    'attacked 0 1 25 135',
    'orderPointsAttack 0 112 92',
    'orderPointsDamage 1 156 165',
    'finished 0',
    'unitActive 1',
  ]);
  expect(log(battle, finish('b'))).toEqual(['orderPointsHalved 1 165 82', 'finished 1', 'unitActive 0']);
  // nobody's low byte becomes 0; the absent one does not grow
  expect(log(battle, { command: 'idle', draws: [] })).toEqual([
    'orderPointsIdle 0 92 92',
    'orderPointsIdle 1 82 82',
    'unitActive 0',
  ]);
  expect(cells(battle, 'unit[2].orderPoints', 'turn')).toEqual([255, 3]);
});

test('SE2 order points: a unit that moved keeps its points when it finishes, a step of none costs none', () => {
  const units = [
    { id: 'a', x: 3, move: 3, intellect: 56 },
    { id: 'b', x: 7, side: 1, intellect: 200 },
  ];
  const battle = createBattle({ ...LINE, units }, { turnOrder: 'order-points' });
  expect(log(battle, calc('a'), move('a', 3), finish('a'))).toEqual([
    'calculated 0 7',
    'orderPointsMove 0 200 200',
    'moved 0 3 0',
    'finished 0',
    'unitActive 0',
  ]);
});

test('SE1: without turns a strike ends nothing, and HP stop at 0', () => {
  const units = [
    { id: 'a', x: 0, maxRange: 1 },
    { id: 'b', x: 1, side: 1, hp: 9 },
  ];
  const battle = createBattle({ ...LINE, units });
  expect(log(battle, strike('a', 'b', 4), strike('a', 'b', 0))).toEqual(['attacked 0 1 4 5', 'attacked 0 1 0 5']);
  expect(cells(battle, 'unit[1].hp', 'unit[1].maxHp', 'unit[1].defeated')).toEqual([5, 9, 0]);
  expect(log(battle, strike('a', 'b', 6))).toEqual(['attacked 0 1 6 0', 'defeated 1']);
  expect(cells(battle, 'unit[1].hp', 'unit[1].defeated', 'ended', 'turn')).toEqual([0, 1, 0, 1]);
});

test('SE1: by difference the ground counts on the map only, and never gives HP', () => {
  const struck = (defence: number, x: number, groundDefence: object): string[] => {
    const setup = {
      map: [[0, 2]],
      grounds: GROUNDS,
      groundDefence,
      units: [
        { id: 'a', attack: 20, maxRange: 9 },
        { id: 'b', x: 1, side: 1, hp: 30, defence },
      ],
    };
    const battle = createBattle(setup, { damage: 'difference' });
    log(battle, { command: 'setPosition', unit: 'b', x, y: 0 });
    return log(battle, { command: 'attack', unit: 'a', target: 'b' });
  };
  expect(struck(6, 1, { 2: 3 })).toEqual(['attacked 0 1 11 19']);
  expect(struck(6, 2, { 0: 3, 2: 3 })).toEqual(['attacked 0 1 14 16']);
  expect(struck(6, 1, { 0: 3 })).toEqual(['attacked 0 1 14 16']);
  expect([struck(20, 1, { 2: 3 }), struck(17, 1, { 2: 3 }), struck(16, 1, { 2: 3 })]).toEqual([
    ['attacked 0 1 0 30'],
    ['attacked 0 1 0 30'],
    ['attacked 0 1 1 29'],
  ]);
});

test('SE2: the battle ends when sides 0 to 7 are gone but one, the acting side wins', () => {
  for (const turnOrder of ['phases', 'wait', 'order-points']) {
    const units = [
      { id: 'a', x: 0, side: 1, maxRange: 9, hp: 5, weight: 1, intellect: 1, attackDecrease: 0 },
      { id: 'b', x: 1, side: 7, hp: 5, weight: 9, intellect: 99 },
      { id: 'c', x: 2, side: 0, hp: 5, weight: 9, intellect: 99, added: false },
    ];
    const battle = createBattle({ ...LINE, units }, { turnOrder });
    const events = log(battle, strike('a', 'b', 5));
    expect([events[0], ...events.slice(-2)]).toEqual(['attacked 0 1 5 0', 'defeated 1', 'battleEnded 1']);
    expect([read(battle, 'ended'), codeOf(battle, finish('a'))]).toEqual([1, 'E_ENDED']);
    const two = createBattle({ ...LINE, units: [...units, { id: 'd', x: 3, side: 7, weight: 9 }] }, { turnOrder });
    expect(log(two, strike('a', 'b', 5))).toContain('finished 0');
    expect(read(two, 'ended')).toBe(0);
  }
});

test('SE2: with turns a reinforcement or a move makes the MoveMap void, without turns it stays', () => {
  const units = [
    { id: 'a', x: 0, move: 2, weight: 1 },
    { id: 'b', x: 6, move: 1, weight: 9, added: false },
    { id: 'c', x: 7, weight: 9 },
  ];
  for (const [turnOrder, left] of [
    ['free', 3],
    ['phases', 0],
    ['wait', 0],
  ] as const) {
    const battle = createBattle({ ...LINE, units }, { turnOrder });
    log(battle, calc('a'));
    expect(log(battle, { command: 'addUnit', unit: 'c' })).toEqual(['added 2 0']);
    expect(destinations(battle)).toBe(3);
    // somebody acts already, so nobody else is chosen
    expect(log(battle, { command: 'addUnit', unit: 'b' })).toEqual(['added 1 1']);
    expect([destinations(battle), read(battle, 'calculatedUnit')]).toEqual([left, left === 0 ? 255 : 0]);
    log(battle, calc('a'), move('a', 1));
    expect([destinations(battle), read(battle, 'calculatedUnit')]).toEqual([left, left === 0 ? 255 : 0]);
  }
});

test('S13 S17: a second MoveMap replaces the first, squares passed over are no destinations', () => {
  const units = [
    { id: 'a', x: 0, move: 3 },
    { id: 'b', x: 1, move: 1 },
    { id: 'c', x: 6, move: 1 },
  ];
  const battle = createBattle({ ...LINE, units }, { passThrough: 'allies' });
  expect(log(battle, calc('a'))).toEqual(['calculated 0 3']);
  expect(moveMapRows(battle)).toEqual([[3, -1, 1, 0, -1, -1, -1, -1]]);
  expect(log(battle, calc('c'))).toEqual(['calculated 2 3']);
  expect(moveMapRows(battle)).toEqual([[-1, -1, -1, -1, -1, 0, 1, 0]]);
  const canMove = (x: number, y: number): string[] => log(battle, { command: 'canMove', x, y });
  expect([canMove(5, 0), canMove(4, 0), canMove(8, 0), canMove(5, 1)].flat()).toEqual([
    'destinationTested 5 0 1',
    'destinationTested 4 0 0',
    'destinationTested 8 0 0',
    'destinationTested 5 1 0',
  ]);
});
