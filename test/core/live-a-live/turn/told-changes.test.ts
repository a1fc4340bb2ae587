/**
 * What routines of the turn engine tell of what they change: words of the event buffer as `happenings.ts` gives them a meaning, and timers that a
 * step of time takes to 0. Beside them the walk over the enemies that comes to no end.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { createFrameBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { Action, Effect, EVENT_ACTION, EVENT_EFFECT } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { PAD_UP } from '../../../../core/live-a-live/memory/pad.js';
import { releaseAbnormality } from '../../../../core/live-a-live/turn/abnormality.js';
import { step } from '../../../../core/live-a-live/turn/ally-moves.js';
import { startAllOrderPoints } from '../../../../core/live-a-live/turn/battle-start.js';
import { passTime } from '../../../../core/live-a-live/turn/time-passes.js';
import { wakeAlly, wakeEnemy } from '../../../../core/live-a-live/turn/waking.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import {
  allyPointer,
  type CellValues,
  cellsOf,
  enemyPointer,
  placeOf,
} from '../../../fixtures/live-a-live/battle-cells.js';

let battle: LiveALiveBattle;
let events: EventBuffer;

const put = (values: CellValues): void => cellsOf(battle.image).set(values);
const told = (): number[] => [...events.words.subarray(0, events.length)];

beforeEach(() => {
  battle = createFrameBattle({
    allies: [{ speed: 31 }, { speed: 40 }],
    species: [{ speed: 60 }],
    enemies: [{ species: 0 }, { species: 0 }],
    generator: [1, 2, 3, 4],
  });
  // routines are left out
  events = createEventBuffer(64, 1 << EVENT_ROUTINE);
});

describe('an event tells', () => {
  beforeEach(() => {
    battle.machine.events = events;
  });
  test('the abnormality that an enemy is released from', () => {
    put({ 'enemy[1].abnormality': 5, 'enemy[1].level': 1 });
    battle.machine.script = { values: Uint8Array.of(0), next: 0 };
    releaseAbnormality(battle.machine, enemyPointer(1));
    expect(told()).toEqual([EVENT_EFFECT, enemyPointer(1), Effect.ABNORMALITY, 5, 0]);
  });
  test('the statuses before and after somebody wakes, and nothing of who was awake', () => {
    put({ 'ally[1].statuses': 0x23, 'enemy[1].statuses': 0xa1, 'ally[0].statuses': 0x03, 'enemy[0].statuses': 0x81 });
    for (const slot of [0, 1]) {
      wakeAlly(battle.machine, allyPointer(slot));
      wakeEnemy(battle.machine, enemyPointer(slot));
    }
    expect(told()).toEqual([
      ...[EVENT_EFFECT, allyPointer(1), Effect.STATUSES, 0x23, 0x03],
      ...[EVENT_EFFECT, enemyPointer(1), Effect.STATUSES, 0xa1, 0x81],
    ]);
  });
  test('the cells of a step by their number, 8 a row', () => {
    put({ 'ally[1].cellX': 3, 'ally[1].cellY': 4, 'fieldGrid[27]': 0 });
    step(battle.machine, allyPointer(1), PAD_UP);
    // 8 * 4 + 3 and 8 * 3 + 3
    expect(told()).toEqual([EVENT_ACTION, allyPointer(1), Action.WALK, 35, 27]);
  });
});

test.each(['enemy[0]', 'ally[0]'])(
  'who decides the draws hears of the timers that a step takes to 0: of %s',
  (unit) => {
    const heard: (readonly [timer: number, before: number, step: number])[] = [];
    const timers = {
      begins: () => undefined,
      ends: (timer: number, units: number) => heard.push([timer, battle.image[timer] ?? 0, units]),
    };
    battle.machine.script = { values: new Uint8Array(), next: 0, timers };
    const [first, last] = [placeOf(`${unit}.timerNeck`), placeOf(`${unit}.timerPetrify`)];
    expect(last - first).toBe(7);
    // the bytes beside the eight are no timers of the unit
    battle.image.set([9, 16, 17, 0, 15, 255, 1, 0, 3, 9], first - 1);
    put({ timeStep: 16, [`${unit}.statuses`]: 0xfe });
    passTime(battle.machine);
    expect(heard).toEqual([
      [first, 16, 16],
      [first + 3, 15, 16],
      [first + 5, 1, 16],
      [last, 3, 16],
    ]);
    expect([...battle.image.subarray(first, last + 1)]).toEqual([0, 1, 0, 0, 239, 0, 0, 0]);
  },
);

test('the walk over the enemies is refused where their list comes to no end', () => {
  battle.image.fill(0);
  // blocks lie 16 bytes apart: from one byte further none is the last block
  const walk = (): void => startAllOrderPoints(battle.machine, enemyPointer(-1) + 1);
  expect(walk).toThrow(expect.objectContaining({ code: 'E_NO_END' }));
});
