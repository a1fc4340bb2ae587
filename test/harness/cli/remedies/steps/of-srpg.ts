/** SRPG movement: a strip of six squares, a beside its enemy b, c at the far end. */
import { ERROR } from '../../../../../core/srpg-movement/errors.js';
import type { Given, StepRemedy } from './step-row.js';

const SIX = { map: [[0, 0, 0, 0, 0, 0]], grounds: { 0: 1 } };
const FOES = {
  ...SIX,
  units: [
    { id: 'a', x: 0, move: 2, maxRange: 1, hp: 5, weight: 10 },
    { id: 'b', x: 1, side: 1, maxRange: 1, hp: 5, weight: 20 },
    { id: 'c', x: 5, side: 0, hp: 5, weight: 30 },
  ],
};
const ALONE = { ...SIX, units: [{ id: 'a', move: 2 }] };
const CALC: Given = { command: 'calc', unit: 'a' };
const move = (x: number): Given => ({ command: 'moveUnit', unit: 'a', x, y: 0 });
const strike = (unit: string, target: string, damage = 1): Given => ({ command: 'attack', unit, target, damage });

export const OF_SRPG: readonly StepRemedy[] = [
  { number: ERROR.UNKNOWN_ID, setup: FOES, bad: { command: 'calc', unit: 9 }, good: [CALC] },
  {
    number: ERROR.WIDTH,
    setup: FOES,
    bad: { command: 'canMove', x: 256, y: 0 },
    good: [{ command: 'canMove', x: 255, y: 0 }],
  },
  {
    number: ERROR.RANGE,
    setup: FOES,
    switches: { damage: 'difference' },
    bad: strike('a', 'b'),
    good: [{ command: 'attack', unit: 'a', target: 'b' }],
  },
  { number: ERROR.OUT_OF_MAP, setup: ALONE, before: [CALC], bad: move(6), good: [move(2)] },
  {
    number: ERROR.OCCUPIED,
    setup: { ...SIX, units: [{ id: 'a' }, { id: 'b', added: false }] },
    bad: { command: 'addUnit', unit: 'b' },
    good: [
      { command: 'setPosition', unit: 'a', x: 1, y: 0 },
      { command: 'addUnit', unit: 'b' },
    ],
  },
  {
    number: ERROR.UNREACHABLE,
    setup: ALONE,
    before: [CALC],
    bad: move(3),
    good: [{ command: 'dumpMoveMap' }, move(2)],
  },
  { number: ERROR.PHASE, setup: ALONE, bad: move(1), good: [CALC, move(1)] },
  {
    number: ERROR.ENDED,
    setup: FOES,
    switches: { turnOrder: 'phases' },
    before: [strike('a', 'b', 5)],
    bad: { command: 'endPhase' },
    good: [],
  },
  {
    number: ERROR.DEFEATED,
    setup: { ...SIX, units: [...FOES.units, { id: 'd', x: 1, y: 0, side: 1, added: false }] },
    before: [strike('a', 'b', 5), { command: 'addUnit', unit: 'd' }],
    bad: strike('a', 'b'),
    good: [strike('a', 'd')],
  },
  { number: ERROR.ATTACK_RANGE, setup: FOES, bad: strike('b', 'c'), good: [strike('b', 'a')] },
  { number: ERROR.NOT_ENEMY, setup: FOES, bad: strike('a', 'c'), good: [strike('a', 'b')] },
  {
    number: ERROR.DRAW_COUNT,
    setup: { ...SIX, units: [{ id: 'a' }] },
    switches: { turnOrder: 'order-points' },
    bad: { command: 'idle', draws: [] },
    good: [{ command: 'idle', draws: [0] }],
  },
  {
    number: ERROR.PATH_FULL,
    setup: { ...ALONE, pathCapacity: 2 },
    bad: { command: 'path', unit: 'a', x: 2, y: 0 },
    good: [{ command: 'path', unit: 'a', x: 2, y: 0 }],
    goodSetup: { ...ALONE, pathCapacity: 3 },
  },
  {
    number: ERROR.TRANSCRIPT_FULL,
    setup: { ...ALONE, transcript: 8 },
    bad: { command: 'dumpMap' },
    good: [{ command: 'dumpMap' }],
    goodSetup: ALONE,
  },
];
