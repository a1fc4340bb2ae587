/**
 * The start of a battle, who takes part, the events, and each rule of the guide at the edge of its
 * range.
 */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import * as rules from '../../../../core/live-a-live/guide/rules.js';
import { guideSettings } from '../../../../core/live-a-live/guide/switches.js';
import { read } from '../../../../core/system/battle.js';
import { enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import {
  codeOf,
  eventsOf,
  move,
  order,
  PETRIFIED,
  points,
  put,
  putImpostors,
  run,
  skill,
  start,
  TAKAHARA,
  type Values,
} from './guide-battles.js';

describe('the start', () => {
  test('without a setup is an empty image', () => {
    for (const nothing of [null, undefined]) {
      const battle = LIVE_A_LIVE_GUIDE.create(nothing);
      expect(battle.image.every((byte) => byte === 0)).toBe(true);
    }
  });
  test('L1, L17: gives order points to every present enemy only, stats and maximum HP from its species', () => {
    const battle = start({}, { enemies: [{ species: 0 }, { species: 0, state: 0 }, { species: 0 }] });
    expect([order(battle, 0), order(battle, 1), order(battle, 2)]).toEqual([201, 0, 201]);
    expect([
      read(battle, 'enemy[0].speed'),
      read(battle, 'enemy[0].intellect'),
      read(battle, 'enemy[1].speed'),
    ]).toEqual([60, 55, 0]);
    expect([read(battle, 'species[0].maxHp'), points(battle), read(battle, 'actingEnemy')]).toEqual([256, 0, 0]);
    // the species' level stands after its four stats, and the enemy's statuses after its own: nothing of it may spill over
    expect(read(battle, 'enemy[0].statuses')).toBe(0);
  });
  test('L17: gives 256 order points for intelligence 0 and 1 for 255', () => {
    expect([0, 1, 25, 255].map(rules.guideStartOrder)).toEqual([0, 255, 231, 1]);
  });
});

describe('who counts', () => {
  test('L16: the fourth ally recovers, an absent ally or enemy does not', () => {
    const battle = start(
      {},
      { allies: Array(4).fill(TAKAHARA), enemies: [{ species: 0 }, { species: 0, state: 0 }, { species: 0 }] },
    );
    for (const name of ['ally[1]', 'ally[3]', 'enemy[1]', 'enemy[2]']) put(battle, `${name}.speed`, 10);
    put(battle, 'ally[1].state', 0);
    put(battle, 'enemy[1].orderPoints', 77);
    run(battle, move);
    const speeds = ['ally[1]', 'ally[3]', 'enemy[1]', 'enemy[2]'].map((name) => read(battle, `${name}.speed`));
    expect(speeds).toEqual([10, 14, 10, 14]);
    // L23: so it is with order points: row 0 adds 1
    expect([order(battle, 0), order(battle, 1), order(battle, 2)]).toEqual([202, 77, 202]);
  });
  test('L13: a number left in the charge cell of an ally that does not charge stays', () => {
    const battle = start();
    put(battle, 'ally[0].charge', 40);
    run(battle, move);
    expect(read(battle, 'ally[0].charge')).toBe(40);
  });
  test('bytes beside the ally blocks never act, whatever they hold', () => {
    const battle = start({}, { allies: Array(4).fill(TAKAHARA) });
    putImpostors(battle, 0x40);
    expect(eventsOf(battle, skill(3))).toEqual([
      ['skillEmitted', { unit: 3 }],
      ['enemyChosen', { enemy: 0 }],
    ]);
  });
  test('L18: absent enemies are never chosen, order points of 0 are enough', () => {
    const chosen = (first: number, second: number, states: readonly number[]): number => {
      const battle = start({}, { enemies: states.map((state) => ({ species: 0, state })) });
      put(battle, 'enemy[0].orderPoints', first);
      put(battle, 'enemy[1].orderPoints', second);
      run(battle, skill(0));
      return read(battle, 'actingEnemy');
    };
    expect(chosen(9, 200, [255, 0])).toBe(enemyPointer(0));
    expect(chosen(200, 9, [0, 255])).toBe(enemyPointer(1));
    expect(chosen(0, 0, [255, 0])).toBe(enemyPointer(0));
    expect(chosen(1, 0, [255, 255])).toBe(enemyPointer(0));
    expect(chosen(1, 2, [255, 255])).toBe(enemyPointer(1));
  });
  test('L2: without an enemy nobody is chosen and nothing is reported', () => {
    const battle = start({}, { enemies: [] });
    expect(eventsOf(battle, skill(0))).toEqual([['skillEmitted', { unit: 0 }]]);
    expect(read(battle, 'actingEnemy')).toBe(0);
  });
  test('L12: while frames pass on an enemy’s turn it stays that enemy’s', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA], enemies: [{ species: 0 }, { species: 0 }] });
    run(battle, skill(0, 48), skill(1));
    put(battle, 'ally[1].statuses', PETRIFIED);
    put(battle, 'enemy[1].orderPoints', 250);
    expect(read(battle, 'actingEnemy')).toBe(enemyPointer(0));
    expect(eventsOf(battle, { command: 'tickFrames', frames: 3 })).toEqual([]);
    expect([read(battle, 'actingEnemy'), points(battle)]).toEqual([enemyPointer(0), 540]);
  });
  test('L14: frames do not pass while the fourth ally alone can act', () => {
    const battle = start({}, { allies: Array(4).fill(TAKAHARA) });
    for (const unit of [0, 1, 2]) put(battle, `ally[${unit}].statuses`, PETRIFIED);
    expect(codeOf(battle, { command: 'tickFrames', frames: 1 })).toBe('E_ALLY_CAN_ACT');
    expect(codeOf(battle, { command: 'allyMove', unit: 3 })).toBe('accepted');
  });
});

describe('events', () => {
  test('L2, L5, L18: a skill comes out and an enemy is chosen', () => {
    expect(eventsOf(start(), skill(0))).toEqual([
      ['skillEmitted', { unit: 0 }],
      ['enemyChosen', { enemy: 0 }],
    ]);
    const second = start({}, { allies: [TAKAHARA, TAKAHARA], enemies: [{ species: 0, state: 0 }, { species: 0 }] });
    expect(eventsOf(second, skill(1))).toEqual([
      ['skillEmitted', { unit: 1 }],
      ['enemyChosen', { enemy: 1 }],
    ]);
  });
  test('A1: a note when the action points are exactly 255', () => {
    const battle = start({ enemyTurnAt: 256 }, { allies: [{ ...TAKAHARA, speed: 52 }] });
    run(battle, move, move, move, move);
    expect(eventsOf(battle, move)).toEqual([['THRESHOLD-255', {}]]);
    expect(eventsOf(battle, move)).toEqual([['enemyChosen', { enemy: 0 }]]);
  });
  test('L13: a charge that is no multiple of 16 is accepted with a warning', () => {
    const battle = start();
    expect(eventsOf(battle, skill(0, 33))).toEqual([['chargeNotMultipleOf16', { charge: 33 }]]);
    expect(eventsOf(start(), skill(0, 32))).toEqual([]);
  });
  test('A9: order points held within a byte, with the exact figure', () => {
    const battle = start({}, { enemies: [{ species: 0, state: 0 }, { species: 0 }] });
    run(battle, { command: 'inflictAbnormal', enemy: 1, kind: 15 });
    put(battle, 'enemy[1].orderPoints', 250);
    expect(eventsOf(battle, move)).toEqual([['orderHeld', { enemy: 1, exact: 265 }]]);
    expect(order(battle, 1)).toBe(255);
    const wrapped = start({ orderOverflow: 'wrap' });
    run(wrapped, { command: 'inflictAbnormal', enemy: 0, kind: 15 });
    put(wrapped, 'enemy[0].orderPoints', 250);
    run(wrapped, move);
    expect(order(wrapped)).toBe(9);
  });
});

describe('rules at their boundaries', () => {
  test('L8, A3: a turn to face costs at least 4', () => {
    const plain = guideSettings();
    expect([0, 3, 4, 251, 252].map((speed) => rules.guideTurnCost(speed, plain))).toEqual([32, 32, 31, 1, 0]);
  });
  test('A2: the overflow window follows the threshold', () => {
    expect(rules.overflowWindow(guideSettings({ enemyTurnAt: 256 }))).toEqual({ first: 65_026, last: 65_281 });
  });
  test('A9: order points are held between 0 and 255, or wrap', () => {
    const saturate = guideSettings();
    const wrap = guideSettings({ orderOverflow: 'wrap' });
    expect([-1, 0, 255, 256].map((exact) => rules.heldOrder(exact, saturate))).toEqual([0, 0, 255, 255]);
    expect([-1, 0, 255, 256].map((exact) => rules.heldOrder(exact, wrap))).toEqual([255, 0, 255, 0]);
  });
  test('A12: damage on a maximum HP below 32 is divided by 1, and counts 15 steps at most', () => {
    expect([0, 15, 16, 31].map((maxHp) => rules.orderFromDamage(5, maxHp, 2))).toEqual([12, 12, 12, 12]);
    expect([13, 14, 15].map((total) => rules.orderFromDamage(total, 16, 2))).toEqual([28, 30, 30]);
  });
  test('L16: recovery stops at the normal value from both sides, on an enemy too', () => {
    const battle = start();
    run(battle, { command: 'changeStat', side: 1, unit: 0, stat: 1, value: 58 });
    run(battle, { command: 'changeStat', side: 0, unit: 0, stat: 1, value: 34 }, move);
    expect([read(battle, 'enemy[0].speed'), read(battle, 'ally[0].speed')]).toEqual([60, 31]);
    run(battle, { command: 'changeStat', side: 1, unit: 0, stat: 3, value: 155 });
    run(battle, { command: 'allyTurn', unit: 0 });
    expect(read(battle, 'enemy[0].intellect')).toBe(153);
  });
  test('L23, L24: an enemy skill lowers its order points by the row, nothing below 0', () => {
    const battle = start();
    run(battle, skill(0), { command: 'enemySkill' });
    expect([order(battle), points(battle)]).toEqual([151, (510 & 111) | 16]);
    put(battle, 'enemy[0].orderPoints', 20);
    run(battle, skill(0));
    expect(eventsOf(battle, { command: 'enemySkill' })).toEqual([['orderHeld', { enemy: 0, exact: -30 }]]);
    expect(order(battle)).toBe(0);
  });
  test('L7, L8, L19: an enemy moves or turns', () => {
    const moved = start();
    run(moved, skill(0), { command: 'enemyMove' });
    expect([points(moved), order(moved), read(moved, 'actingEnemy')]).toEqual([510 - 49, 150, 0]);
    const turned = start();
    run(turned, skill(0), { command: 'enemyTurn' });
    expect([points(turned), order(turned), read(turned, 'actingEnemy')]).toEqual([510 - 24, 201, 0]);
  });
  test('A14: a counter of either side ticks charges and costs what its switch says', () => {
    const both = (switches: Values, side: number): number[] => {
      const battle = start(switches, { allies: [TAKAHARA, TAKAHARA] });
      run(battle, skill(0, 32));
      put(battle, 'actionPoints', 200);
      run(battle, { command: 'counter', side });
      return [points(battle), read(battle, 'ally[0].charge')];
    };
    expect([both({}, 0), both({}, 1)]).toEqual([
      [200, 16],
      [200, 16],
    ]);
    expect([both({ counterAp: 'yes' }, 0), both({ counterAp: 'yes' }, 1)]).toEqual([
      [710, 16],
      [(200 & 111) | 16, 16],
    ]);
    expect(both({ counterTick: 'no' }, 0)).toEqual([200, 32]);
  });
  test('A15: a skill that ticks another out emits it too, in slot order', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA, TAKAHARA] });
    run(battle, skill(2, 16), skill(0, 16));
    expect(eventsOf(battle, skill(1)).map(([name, values]) => [name, values.unit ?? values.enemy])).toEqual([
      ['skillEmitted', 1],
      ['skillEmitted', 0],
      ['skillEmitted', 2],
      ['enemyChosen', 0],
    ]);
    expect(points(battle)).toBe(3 * 510);
  });
  test('A6: at the threshold in the frame a charge ends, the skill or the enemy comes first', () => {
    const inFrame = (frameOrder: string, from: number): (string | number)[] => {
      const battle = start({ frameOrder });
      run(battle, skill(0, 16));
      put(battle, 'actionPoints', from);
      const events = eventsOf(battle, { command: 'tickFrames', frames: 16 });
      return [points(battle), ...events.map(([name]) => name)];
    };
    expect(inFrame('emitFirst', 100)).toEqual([770, 'skillEmitted', 'enemyChosen']);
    expect(inFrame('enemyFirst', 100)).toEqual([260, 'enemyChosen']);
    expect(inFrame('enemyFirst', 95)).toEqual([255, 'THRESHOLD-255', 'enemyChosen']);
    expect(inFrame('enemyFirst', 94)).toEqual([764, 'skillEmitted', 'enemyChosen']);
  });
  test('L14, A18: frames stop when the enemies get the turn, even from above the threshold', () => {
    const battle = start();
    run(battle, skill(0, 32));
    run(battle, { command: 'tickFrames', frames: 3 });
    expect([points(battle), read(battle, 'ally[0].charge')]).toEqual([30, 29]);
    put(battle, 'actionPoints', 515);
    run(battle, { command: 'tickFrames', frames: 20 });
    expect([points(battle), read(battle, 'actingEnemy'), read(battle, 'ally[0].charge')]).toEqual([
      525,
      enemyPointer(0),
      28,
    ]);
    // A7: frames also pass while the enemy makes up its mind
    run(battle, { command: 'tickFrames', frames: 5 });
    expect([points(battle), read(battle, 'ally[0].charge')]).toEqual([575, 23]);
  });
  test('A19: an enemy skill ticks a charge out; the 510 come after the cut', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    run(battle, skill(1, 32), skill(0));
    expect([points(battle), read(battle, 'ally[1].charge')]).toEqual([510, 16]);
    expect(eventsOf(battle, { command: 'enemySkill' })).toEqual([
      ['skillEmitted', { unit: 1 }],
      ['enemyChosen', { enemy: 0 }],
    ]);
    expect(points(battle)).toBe(126 + 510);
  });
});
