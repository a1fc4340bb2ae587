/** Corners of the commands and of their memory, in numbers counted out from the rules. */
import { expect, test } from 'vitest';
import {
  createBattle,
  createReachBuffers,
  findPaths,
  mapCanMove,
  reach,
  type SrpgBattle,
  squareNumber,
  srpgMovement,
  writePath,
} from '../../../core/srpg-movement/index.js';
import { type PlainCommand, read } from '../../../core/system/battle.js';
import { codeOf, GROUNDS, moveMapRows, plainMap, run } from './world.js';

const ask = (battle: SrpgBattle, command: PlainCommand): number => {
  run(battle, command);
  return read(battle, 'answer');
};
const wayTo = (battle: SrpgBattle, x: number, y: number): string => {
  run(battle, { command: 'path', unit: 'a', x, y });
  const squares = Array.from({ length: read(battle, 'pathLength') }, (_, at) => at);
  return squares.map((at) => `${read(battle, `path[${at}].x`)}${read(battle, `path[${at}].y`)}`).join(' ');
};

test('SE1: ground 0 defends as every other, and off the map no ground does', () => {
  const struck = (x: number, groundDefence: object): number => {
    const units = [
      { id: 'a', attack: 20, maxRange: 9 },
      { id: 'b', x: 1, side: 1, hp: 30, defence: 6 },
    ];
    const battle = createBattle(
      { map: [[2, 0]], grounds: GROUNDS, groundDefence, units },
      { damage: 'difference', turnOrder: 'free' },
    );
    run(battle, { command: 'setPosition', unit: 'b', x, y: 0 }, { command: 'attack', unit: 'a', target: 'b' });
    return read(battle, 'unit[1].hp');
  };
  expect([struck(1, { 0: 5 }), struck(5, { 0: 5, 1: 5, 2: 5 })]).toEqual([30 - (20 - 6 - 5), 30 - (20 - 6)]);
});

test('SE2 idle: every draw is tested, and no word behind the draws is', () => {
  const step = (...words: number[]): string => {
    const units = [{ id: 'a' }, { id: 'b', x: 1 }];
    const battle = createBattle({ map: plainMap(2, 1), grounds: GROUNDS, units }, { turnOrder: 'order-points' });
    const error = battle.step(Int32Array.from(words), undefined);
    return srpgMovement.errors[error - 1]?.code ?? [0, 1].map((at) => read(battle, `unit[${at}].orderPoints`)).join();
  };
  // both start with 0 points and gain none
  expect([step(18, 2, 3, 15), step(18, 2, 3, 15, 99)]).toEqual(['3,15', '3,15']);
  expect([step(18, 2, 3, 16), step(18, 2, 3, -1), step(18, 2, 16, 3)]).toEqual(Array(3).fill('E_RANGE'));
});

test('SE4 path: a shorter way leaves nothing of a longer one', () => {
  const battle = createBattle({ map: plainMap(4, 2), grounds: GROUNDS, units: [{ id: 'a', x: 3, y: 1 }] });
  expect(wayTo(battle, 0, 1)).toBe('31 21 11 01');
  expect(wayTo(battle, 2, 1)).toBe('31 21');
  const behind = battle.cells.filter(({ name }) => /^path\[[2-7]\]/.test(name)).map(({ name }) => read(battle, name));
  // six more squares of the map, with two coordinates each
  expect(behind).toEqual(Array(12).fill(0));
});

test('SE4 S15 path: a square that took all movement is no way on, not even onto free ground', () => {
  // 2 to spend: right takes them all; the row below is free, and the square beside the enemy takes what is left
  const map = [
    [0, 2, 3, 0],
    [3, 3, 3, 1],
  ];
  const units = [
    { id: 'a', move: 2 },
    { id: 'b', x: 3, side: 1 },
  ];
  const battle = createBattle({ map, grounds: { 0: 1, 1: -1, 2: 2, 3: 0 }, units }, { zoneOfControl: 'on' });
  run(battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle)).toEqual([
    [2, 0, 0, -1],
    [2, 2, 2, -1],
  ]);
  expect(wayTo(battle, 2, 0)).toBe('00 01 11 21 20');
});

test('SE4 path: a way is written whole into memory of its own', () => {
  const buffers = createReachBuffers(3, 1);
  const { stride, size } = buffers;
  const costs = new Uint8Array(size).fill(255);
  const squares = [0, 1, 2].map((x) => squareNumber(stride, x, 0));
  for (const square of squares) costs[square] = 1;
  const field = { stride, costs, marks: new Uint8Array(size) };
  reach(field, squares[0] as number, 2, buffers);
  findPaths(field, squares[0] as number, buffers, new Int32Array(size));
  // no square waits any more, neither one with nothing left
  expect(buffers.bucketHead.every((square) => square === -1)).toBe(true);
  const out = new Int32Array(5).fill(-1);
  expect([writePath(squares[2] as number, buffers, out), ...out]).toEqual([3, ...squares, -1, -1]);
  expect([writePath(squares[0] as number, buffers, out.fill(-1)), ...out]).toEqual([1, squares[0], -1, -1, -1, -1]);
});

test('S13 S17: step answers what is left; a checked move answers and prints nothing', () => {
  const battle = createBattle({
    ...{ map: plainMap(4, 1), grounds: GROUNDS, transcript: 100 },
    units: [{ id: 'a', move: 2 }],
  });
  run(battle, { command: 'calc', unit: 'a' });
  const asked = [0, 1, 2, 3].map((x) => ask(battle, { command: 'step', x, y: 0 }));
  expect(asked).toEqual([2, 1, 0, -1]);
  run(battle, { command: 'moveUnit', unit: 'a', x: 1, y: 0 });
  expect([read(battle, 'answer'), read(battle, 'transcriptLength')]).toEqual([-1, 0]);
  expect(ask(battle, { command: 'tryMove', unit: 'a', x: 2, y: 0 })).toBe(1);
  expect(read(battle, 'transcriptLength')).toBe(27);
});

test('S18: each message and each block asks for its own room, to the last byte', () => {
  const at = (transcript: number): SrpgBattle => {
    const units = [{ id: 'a', name: 'p', move: 9 }];
    const battle = createBattle({ map: plainMap(5, 5), grounds: GROUNDS, units, transcript });
    run(battle, { command: 'calc', unit: 'a' });
    return battle;
  };
  const move = (x: number): PlainCommand => ({ command: 'tryMove', unit: 'a', x, y: 0 });
  // (1,0)に移動します。 and its end: 27; (9,0)には移動できません。 and its end: 36
  expect([24, 28].map((room) => codeOf(at(room), move(1)))).toEqual(['E_TRANSCRIPT_FULL', 'ok']);
  expect([32, 36].map((room) => codeOf(at(room), move(9)))).toEqual(['E_TRANSCRIPT_FULL', 'ok']);
  // the heading and its end: 16; five rows of five values with their space and an end: 80; the end of the block: 1
  const dump: PlainCommand = { command: 'dumpMoveMap' };
  expect([96, 100].map((room) => codeOf(at(room), dump))).toEqual(['E_TRANSCRIPT_FULL', 'ok']);
});

test('SE2: with nobody there no time passes and nothing is written, wherever a record of nobody would lie', () => {
  for (const turnOrder of ['wait', 'order-points']) {
    const units = [{ id: 'a', weight: 5, added: false }];
    const battle = createBattle({ map: plainMap(128, 64), grounds: GROUNDS, units }, { turnOrder });
    const { moveMapAt, pathAt } = battle.world.layout;
    expect(battle.image.subarray(moveMapAt, pathAt).every((value) => value === 255)).toBe(true);
    expect([read(battle, 'clock'), read(battle, 'activeUnit')]).toEqual([0, 255]);
    expect(codeOf(battle, { command: 'idle', draws: [] })).toBe('E_PHASE');
  }
});

test('SE2 order points: waiting times stand still', () => {
  const units = [
    { id: 'a', weight: 5, intellect: 56 },
    { id: 'b', x: 1, side: 1, weight: 9, intellect: 100 },
  ];
  const battle = createBattle({ map: plainMap(2, 1), grounds: GROUNDS, units }, { turnOrder: 'order-points' });
  run(battle, { command: 'finish', unit: 'a' }, { command: 'finish', unit: 'b' });
  expect(['clock', 'unit[0].wait', 'unit[1].wait'].map((name) => read(battle, name))).toEqual([0, 5, 9]);
});

test('SE2 order points: of units without points the first or the last acts, by the switch', () => {
  const units = [{ id: 'a', added: false }, { id: 'b' }, { id: 'c', x: 1 }];
  const first = (orderTie: string): number =>
    read(
      createBattle({ map: plainMap(2, 1), grounds: GROUNDS, units }, { turnOrder: 'order-points', orderTie }),
      'activeUnit',
    );
  expect([first('first'), first('last')]).toEqual([1, 2]);
});

test('S18: 255 units, and no MoveMap of a 256th', () => {
  const units = Array.from({ length: 255 }, (_, x) => ({ x }));
  const battle = createBattle({ map: plainMap(256, 1), grounds: GROUNDS, units });
  const text = srpgMovement.capabilities.views?.print?.(battle) ?? '';
  expect([text.split('[Unit]').length - 1, text.includes('[MoveMap')]).toEqual([255, false]);
});

test('S10: forbidden ground is not entered with any movement', () => {
  const { world } = createBattle({ map: [[0, 1]], grounds: GROUNDS });
  expect([mapCanMove(world, 0, 0, 255), mapCanMove(world, 1, 0, 254), mapCanMove(world, 1, 0, 255)]).toEqual([
    true,
    false,
    false,
  ]);
});
