/** Every error that a step can return, and that it leaves the image untouched. */
import { expect, test } from 'vitest';
import { createBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { encodeCommand, type PlainCommand } from '../../../core/system/battle.js';
import { type CommandCase, testCommands } from '../error-cases.js';
import { GROUNDS, plainMap } from './world.js';

const SIX = { map: plainMap(6, 1), grounds: GROUNDS };
const FOES = [
  { id: 'a', x: 0, move: 2, maxRange: 1, hp: 5, weight: 10 },
  { id: 'b', x: 1, side: 1, maxRange: 1, hp: 5, weight: 20 },
  { id: 'c', x: 5, side: 0, hp: 5, weight: 30 },
];

const calcA: PlainCommand = { command: 'calc', unit: 'a' };

const CASES: readonly CommandCase[] = [
  { code: 'E_UNKNOWN_ID', what: 'unit number', command: { command: 'calc', unit: 9 } },
  { code: 'E_UNKNOWN_ID', what: 'target number', command: { command: 'attack', unit: 'a', target: 9, damage: 1 } },
  { code: 'E_WIDTH', what: 'canMove', command: { command: 'canMove', x: 256, y: 0 } },
  { code: 'E_WIDTH', what: 'step', command: { command: 'step', x: -1, y: 0 } },
  { code: 'E_WIDTH', what: 'mapCanMove', command: { command: 'mapCanMove', x: 0, y: 0, move: 255 } },
  { code: 'E_WIDTH', what: 'moveUnit', command: { command: 'moveUnit', unit: 'a', x: 300, y: 0 } },
  { code: 'E_WIDTH', what: 'tryMove', command: { command: 'tryMove', unit: 'a', x: 0, y: -1 } },
  { code: 'E_WIDTH', what: 'setPosition', command: { command: 'setPosition', unit: 'a', x: 0, y: 256 } },
  { code: 'E_WIDTH', what: 'attack', command: { command: 'attack', unit: 'a', target: 'b', damage: 65536 } },
  { code: 'E_WIDTH', what: 'threat', command: { command: 'threat', side: 256, x: 0, y: 0 } },
  {
    code: 'E_RANGE',
    what: 'damage given although it is computed',
    switches: { damage: 'difference' },
    command: { command: 'attack', unit: 'a', target: 'b', damage: 1 },
  },
  {
    code: 'E_RANGE',
    what: 'a draw above 15',
    switches: { turnOrder: 'order-points' },
    setup: { ...SIX, units: [{ id: 'a' }] },
    command: { command: 'idle', draws: [16] },
  },
  { code: 'E_OUT_OF_MAP', what: 'step', command: { command: 'step', x: 6, y: 0 } },
  { code: 'E_OUT_OF_MAP', what: 'moveUnit', before: [calcA], command: { command: 'moveUnit', unit: 'a', x: 0, y: 1 } },
  {
    code: 'E_OUT_OF_MAP',
    what: 'calc of a unit outside (SA4)',
    before: [{ command: 'setPosition', unit: 'a', x: 6, y: 0 }],
    command: calcA,
  },
  {
    code: 'E_OUT_OF_MAP',
    what: 'path of a unit outside',
    before: [{ command: 'setPosition', unit: 'a', x: 6, y: 0 }],
    command: { command: 'path', unit: 'a', x: 0, y: 0 },
  },
  {
    code: 'E_OUT_OF_MAP',
    what: 'turns of a unit outside',
    before: [{ command: 'setPosition', unit: 'a', x: 6, y: 0 }],
    command: { command: 'turnsTo', unit: 'a', x: 0, y: 0 },
  },
  { code: 'E_OUT_OF_MAP', what: 'threat', command: { command: 'threat', side: 0, x: 6, y: 0 } },
  {
    code: 'E_OCCUPIED',
    what: 'addUnit (SA9)',
    setup: { ...SIX, units: [{ id: 'a' }, { id: 'b', added: false }] },
    command: { command: 'addUnit', unit: 'b' },
  },
  {
    code: 'E_OCCUPIED',
    what: 'a MoveMap from before somebody stepped in (SA9)',
    before: [
      { command: 'setPosition', unit: 'b', x: 4, y: 0 },
      calcA,
      { command: 'setPosition', unit: 'b', x: 1, y: 0 },
    ],
    command: { command: 'moveUnit', unit: 'a', x: 1, y: 0 },
  },
  {
    code: 'E_UNREACHABLE',
    what: 'moveUnit (SA10)',
    before: [calcA],
    command: { command: 'moveUnit', unit: 'a', x: 3, y: 0 },
  },
  { code: 'E_UNREACHABLE', what: 'path', command: { command: 'path', unit: 'a', x: 3, y: 0 } },
  { code: 'E_PHASE', what: 'no MoveMap of this unit', command: { command: 'moveUnit', unit: 'a', x: 0, y: 0 } },
  { code: 'E_PHASE', what: 'no MoveMap to print', command: { command: 'dumpMoveMap' } },
  { code: 'E_PHASE', what: 'no turns to finish', command: { command: 'finish', unit: 'a' } },
  { code: 'E_PHASE', what: 'no phases to end', command: { command: 'endPhase' } },
  { code: 'E_PHASE', what: 'no order points', command: { command: 'idle', draws: [] } },
  {
    code: 'E_PHASE',
    what: 'the other side has the phase',
    switches: { turnOrder: 'phases' },
    command: { command: 'attack', unit: 'b', target: 'a', damage: 1 },
  },
  {
    code: 'E_PHASE',
    what: 'a second move',
    switches: { turnOrder: 'phases' },
    before: [calcA, { command: 'moveUnit', unit: 'a', x: 0, y: 0 }, calcA],
    command: { command: 'moveUnit', unit: 'a', x: 0, y: 0 },
  },
  {
    code: 'E_PHASE',
    what: 'somebody else waits less',
    switches: { turnOrder: 'wait' },
    command: { command: 'finish', unit: 'b' },
  },
  {
    code: 'E_PHASE',
    what: 'the unchecked setter during turns',
    switches: { turnOrder: 'phases' },
    command: { command: 'setPosition', unit: 'a', x: 3, y: 0 },
  },
  {
    code: 'E_ENDED',
    what: 'after the last enemy',
    switches: { turnOrder: 'phases' },
    before: [{ command: 'attack', unit: 'a', target: 'b', damage: 5 }],
    command: { command: 'finish', unit: 'c' },
  },
  {
    code: 'E_ENDED',
    what: 'endPhase',
    switches: { turnOrder: 'phases' },
    before: [{ command: 'attack', unit: 'a', target: 'b', damage: 5 }],
    command: { command: 'endPhase' },
  },
  {
    code: 'E_DEFEATED',
    what: 'a target that is gone',
    before: [{ command: 'attack', unit: 'a', target: 'b', damage: 5 }],
    command: { command: 'attack', unit: 'a', target: 'b', damage: 1 },
  },
  {
    code: 'E_DEFEATED',
    what: 'adding it again',
    before: [{ command: 'attack', unit: 'a', target: 'b', damage: 5 }],
    command: { command: 'addUnit', unit: 'b' },
  },
  { code: 'E_ATTACK_RANGE', what: 'too far', command: { command: 'attack', unit: 'b', target: 'c', damage: 1 } },
  { code: 'E_ATTACK_RANGE', what: 'unarmed', command: { command: 'attack', unit: 'c', target: 'b', damage: 1 } },
  { code: 'E_NOT_ENEMY', what: 'an ally', command: { command: 'attack', unit: 'a', target: 'c', damage: 1 } },
  { code: 'E_NOT_ENEMY', what: 'itself', command: { command: 'attack', unit: 'a', target: 'a', damage: 1 } },
  {
    code: 'E_DRAW_COUNT',
    what: 'a draw too few',
    switches: { turnOrder: 'order-points' },
    setup: { ...SIX, units: [{ id: 'a' }] },
    command: { command: 'idle', draws: [] },
  },
  {
    code: 'E_PATH_FULL',
    what: 'two cells for three squares',
    setup: { ...SIX, units: [{ id: 'a' }], pathCapacity: 2 },
    command: { command: 'path', unit: 'a', x: 2, y: 0 },
  },
  { code: 'E_TRANSCRIPT_FULL', what: 'no text at all', command: { command: 'dumpMap' } },
  {
    code: 'E_TRANSCRIPT_FULL',
    what: 'a message that does not fit',
    setup: { ...SIX, units: FOES, transcript: 8 },
    command: { command: 'tryMove', unit: 'a', x: 0, y: 0 },
  },
];

testCommands(srpgMovement, CASES, (setup = { ...SIX, units: FOES }, switches) => createBattle(setup, switches));

test('an unknown command code is E_UNKNOWN_ID', () => {
  const battle = createBattle({ ...SIX, units: FOES });
  expect(srpgMovement.errors[battle.step(Int32Array.of(99), undefined) - 1]?.code).toBe('E_UNKNOWN_ID');
  expect(battle.step(encodeCommand(srpgMovement, battle, calcA), undefined)).toBe(0);
});

test('numbers outside of what a unit, a square, a movement or a draw can be', () => {
  const battle = createBattle({ ...SIX, units: FOES });
  const code = (...words: number[]): string => {
    const before = battle.image.slice();
    const result = battle.step(Int32Array.from(words), undefined);
    if (result !== 0) expect(battle.image).toEqual(before);
    return srpgMovement.errors[result - 1]?.code ?? 'ok';
  };
  expect([code(1, -1), code(1, 3), code(1, 2)]).toEqual(['E_UNKNOWN_ID', 'E_UNKNOWN_ID', 'ok']);
  expect([code(15, 0, -1, 1), code(15, 0, 3, 1)]).toEqual(['E_UNKNOWN_ID', 'E_UNKNOWN_ID']);
  expect([code(15, 0, 1, -1), code(15, 0, 1, 65536), code(15, 0, 1, 0)]).toEqual(['E_WIDTH', 'E_WIDTH', 'ok']);
  for (const x of [-1, 256]) {
    expect([code(4, x, 0, 1), code(4, 0, x, 1), code(2, x, 0), code(2, 0, x)]).toEqual(Array(4).fill('E_WIDTH'));
    expect([code(12, 0, x, 0), code(13, 0, x, 0), code(14, x, 0, 0), code(6, 0, 0, x)]).toEqual(
      Array(4).fill('E_WIDTH'),
    );
  }
  expect([code(4, 0, 0, -1), code(4, 0, 0, 255), code(4, 255, 255, 254)]).toEqual(['E_WIDTH', 'E_WIDTH', 'ok']);
  expect([code(12, 0, 6, 0), code(13, 0, 0, 1)]).toEqual(['E_OUT_OF_MAP', 'E_OUT_OF_MAP']);
  code(7, 0, 9, 9);
  expect([code(13, 0, 256, 0), code(13, 0, 0, 0)]).toEqual(['E_WIDTH', 'E_OUT_OF_MAP']);
});

test('draws of idle are 0 to 15; whoever acts, and nobody once it has ended', () => {
  const setup = { ...SIX, units: [{ id: 'a' }, { id: 'b', x: 1, side: 1, maxRange: 9, intellect: 1 }] };
  const at = () => createBattle(setup, { turnOrder: 'order-points' });
  const idle = (...draws: number[]): string => {
    const command = new Int32Array(66);
    command.set([18, draws.length, ...draws]);
    return srpgMovement.errors[at().step(command, undefined) - 1]?.code ?? 'ok';
  };
  // the start of a has a low byte of 0, b acts
  expect([idle(0), idle(15), idle(16), idle(-1)]).toEqual(['ok', 'ok', 'E_RANGE', 'E_RANGE']);
  const ended = at();
  ended.step(Int32Array.of(15, 1, 0, 1), undefined);
  expect(srpgMovement.errors[ended.step(Int32Array.of(18, 0), undefined) - 1]?.code).toBe('E_ENDED');
});

test('SE1 S4: too near, on the same square, and unarmed there', () => {
  const at = (range: object) =>
    createBattle(
      {
        ...SIX,
        units: [
          { id: 'a', ...range },
          { id: 'b', side: 1 },
          { id: 'c', x: 1, side: 1 },
        ],
      },
      { allowStack: 'allow' },
    );
  const strike = (range: object, target: number): string =>
    srpgMovement.errors[at(range).step(Int32Array.of(15, 0, target, 0), undefined) - 1]?.code ?? 'ok';
  expect([strike({ minRange: 2, maxRange: 3 }, 2), strike({ minRange: 1, maxRange: 3 }, 2)]).toEqual([
    'E_ATTACK_RANGE',
    'ok',
  ]);
  expect([strike({ minRange: 0, maxRange: 1 }, 1), strike({}, 1)]).toEqual(['ok', 'E_ATTACK_RANGE']);
});

test('SA9 SE2: a destination that was taken since; a unit out of turn with a MoveMap of its own', () => {
  const battle = createBattle({ ...SIX, units: FOES });
  const step = (...words: number[]): string =>
    srpgMovement.errors[battle.step(Int32Array.from(words), undefined) - 1]?.code ?? 'ok';
  step(7, 1, 4, 0);
  step(1, 0);
  step(7, 1, 1, 0);
  expect([step(6, 0, 1, 0), step(6, 0, 3, 0)]).toEqual(['E_OCCUPIED', 'ok']);
  // S11: who is there already is left alone, even on the square of another
  step(7, 1, 0, 0);
  expect(step(8, 1)).toBe('ok');
  const phases = createBattle({ ...SIX, units: FOES }, { turnOrder: 'phases' });
  phases.step(Int32Array.of(1, 1), undefined);
  const code = (command: number): string =>
    srpgMovement.errors[phases.step(Int32Array.of(command, 1, 1, 0), undefined) - 1]?.code ?? 'ok';
  expect([code(5), code(6)]).toEqual(['E_PHASE', 'E_PHASE']);
});
