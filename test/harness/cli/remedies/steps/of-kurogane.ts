/** Kurogane Engage: the small skirmish of its other tests. */
import { ERROR } from '../../../../../core/kurogane-engage/errors.js';
import {
  APPLY,
  declare,
  END,
  rolled,
  SETUP,
  SIZE,
  TEST,
  withUnits,
} from '../../../../core/kurogane-engage/skirmish.js';
import type { Given, StepRemedy } from './step-row.js';

const CLOSE = withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } });
const AGAINST_BOSS = declare({ weapon: 'blade', target: 'boss' });
const KILL = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];
const MISS = [declare(), SIZE, rolled(4, 1, 1, 1), TEST, APPLY];
const overkill = (unit: string, x: number, y: number): Given => ({ command: 'overkill', unit, x, y });

export const OF_KUROGANE: readonly StepRemedy[] = [
  {
    number: ERROR.UNKNOWN_ID,
    setup: SETUP,
    bad: declare({ attacker: 'wing', weapon: 'blade' }),
    good: [declare({ attacker: 'wing' })],
  },
  { number: ERROR.WIDTH, setup: SETUP, bad: declare({ distance: 256 }), good: [declare({ distance: 3 })] },
  {
    number: ERROR.RANGE,
    setup: SETUP,
    bad: { command: 'fall', unit: 'boss', levels: 2 },
    good: [{ command: 'fall', unit: 'boss', levels: 1 }],
  },
  {
    number: ERROR.PHASE,
    setup: SETUP,
    before: [declare()],
    bad: rolled(1, 1, 1, 1),
    good: [SIZE, rolled(1, 1, 1, 1)],
  },
  {
    number: ERROR.ENDED,
    setup: { ...SETUP, rounds: 1 },
    before: [{ command: 'endRound' }],
    bad: declare(),
    good: [declare()],
    goodSetup: { ...SETUP, rounds: 2 },
  },
  { number: ERROR.NOT_ENEMY, setup: SETUP, bad: declare({ target: 'wing' }), good: [declare()] },
  {
    number: ERROR.NOT_VISIBLE,
    setup: SETUP,
    bad: declare({ visible: 0 }),
    good: [declare({ visible: 1 })],
  },
  {
    number: ERROR.NOT_INDIRECT,
    setup: SETUP,
    bad: declare({ visible: 0, allySees: 1 }),
    good: [declare({ weapon: 'mortar', visible: 0, allySees: 1 })],
  },
  {
    number: ERROR.TARGET_DESTROYED,
    setup: SETUP,
    before: [...KILL, END],
    bad: declare({ target: 'to' }),
    good: [declare()],
  },
  {
    number: ERROR.ATTACKER_DESTROYED,
    setup: withUnits({ to: { weapons: ['rifle'] } }),
    before: [...KILL, END],
    bad: declare({ attacker: 'to', target: 'ace' }),
    good: [declare({ attacker: 'drone', target: 'ace' })],
  },
  {
    number: ERROR.SPECIAL_ORDER,
    setup: CLOSE,
    before: [AGAINST_BOSS, SIZE, { command: 'enhance' }, { command: 'evade' }],
    bad: { command: 'powerAttack' },
    good: [],
  },
  {
    number: ERROR.SPECIAL_NOT_ALLOWED,
    setup: withUnits({ ace: { enhance: false } }),
    before: [declare(), SIZE],
    bad: { command: 'enhance' },
    good: [{ command: 'enhance' }],
    goodSetup: SETUP,
  },
  {
    number: ERROR.TWO_REACTIONS,
    setup: CLOSE,
    before: [AGAINST_BOSS, SIZE, { command: 'evade' }],
    bad: { command: 'defend' },
    good: [],
  },
  {
    number: ERROR.DICE_COUNT,
    setup: SETUP,
    before: [declare(), SIZE],
    bad: rolled(6, 6, 6),
    good: [rolled(6, 6, 6, 6)],
  },
  {
    number: ERROR.DICE_FACE,
    setup: SETUP,
    before: [declare(), SIZE],
    bad: rolled(6, 6, 6, 0),
    good: [rolled(6, 6, 6, 1)],
  },
  { number: ERROR.NOT_CANDIDATE, setup: SETUP, before: MISS, bad: overkill('ace', 1, 1), good: [END] },
];
