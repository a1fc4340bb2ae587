/** What the guide's rule set says about itself, what it offers as legal, the events it reports, and the edges of its commands. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import * as rules from '../../../../core/live-a-live/guide/rules.js';
import { guideSettings } from '../../../../core/live-a-live/guide/switches.js';
import {
  apply,
  createEventBuffer,
  encodeCommand,
  type PlainCommand,
  read,
  readEvents,
} from '../../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../../core/system/system.js';
import { offsetOf } from '../../../../rom-map/windows.js';

type Values = Readonly<Record<string, string | number>>;

const TAKAHARA = { speed: 31, intellect: 25, hp: 320 };
const NAMCAT = { speed: 60, intellect: 55, hp: 256, level: 3 };
const PETRIFIED = 0x80;

function start(switches: Values = {}, setup: object = {}): Battle {
  return LIVE_A_LIVE_GUIDE.create(
    { allies: [TAKAHARA], species: [NAMCAT], enemies: [{ species: 0 }], ...setup },
    switches,
  );
}

/** A byte by its 24-bit address, for places that hold no unit. */
function putByte(battle: Battle, address: number, value: number): void {
  const offset = offsetOf(address);
  if (offset < 0) throw new Error(`no byte ${address.toString(16)}`);
  battle.image[offset] = value;
}

/** Bytes in front of and after the ally blocks that look like a present, charging ally; none may be taken for one. */
function putImpostors(battle: Battle, skillState: number): void {
  for (const block of [0x7e1bc0, 0x7e1d00]) {
    putByte(battle, block, 1);
    putByte(battle, block + 1, 0xff);
    putByte(battle, block + 5, skillState);
  }
}

function put(battle: Battle, name: string, value: number): void {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`no cell ${name}`);
  for (let index = 0; index < cell.width; index++) battle.image[cell.offset + index] = (value >> (8 * index)) & 0xff;
}

function run(battle: Battle, ...commands: readonly PlainCommand[]): void {
  for (const command of commands) apply(LIVE_A_LIVE_GUIDE, battle, command);
}

function eventsOf(battle: Battle, command: PlainCommand): (readonly [string, Readonly<Record<string, number>>])[] {
  const events = createEventBuffer();
  apply(LIVE_A_LIVE_GUIDE, battle, command, events);
  return readEvents(LIVE_A_LIVE_GUIDE, events).map((event) => [event.event, event.values] as const);
}

/** Error code of a command, after making sure that a rejected one changed nothing. */
function codeOf(battle: Battle, command: PlainCommand): string {
  const before = battle.image.slice();
  try {
    apply(LIVE_A_LIVE_GUIDE, battle, command);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    expect(battle.image).toEqual(before);
    return error.code;
  }
}

/** Words written; the rest of the buffer must stay as it was. */
function legal(battle: Battle, words = 64): number[] {
  const out = new Int32Array(words).fill(-7);
  const length = battle.legalCommands(out);
  expect(out.subarray(length).every((word) => word === -7)).toBe(true);
  return [...out.subarray(0, length)];
}

const move: PlainCommand = { command: 'allyMove', unit: 0 };
const skill = (unit: number, charge = 0): PlainCommand => ({ command: 'allySkill', unit, charge });
const points = (battle: Battle): number => read(battle, 'actionPoints');
const order = (battle: Battle, slot = 0): number => read(battle, `enemy[${slot}].orderPoints`);

describe('declarations', () => {
  const unit = ['unit', 0, 3, undefined];
  const enemy = ['enemy', 0, 14, undefined];
  const total = ['total', 0, 65_535, undefined];
  const side = ['side', 0, 1, undefined];
  test('list the guide’s commands with their parameters and ranges', () => {
    const shapes = LIVE_A_LIVE_GUIDE.commands.map((shape) => [
      shape.code,
      shape.name,
      ...shape.parameters.map((one) => [one.name, one.min, one.max, one.optional]),
    ]);
    expect(shapes).toEqual([
      [1, 'allyMove', unit],
      [2, 'allyTurn', unit],
      [3, 'allyPass', unit],
      [4, 'allyStep', unit],
      [5, 'allySkill', unit, ['charge', 0, 255, 0]],
      [6, 'allyItem', unit],
      [7, 'areaSelectTurn', unit],
      [8, 'tickFrames', ['frames', 0, 65_535, undefined]],
      [9, 'enemyMove'],
      [10, 'enemyTurn'],
      [11, 'enemySkill'],
      [12, 'enemyIdle'],
      [13, 'enemyDamaged', enemy, total],
      [14, 'enemyHealed', enemy, total],
      [15, 'inflictAbnormal', enemy, ['kind', 0, 255, undefined]],
      [16, 'changeStat', side, ['unit', 0, 14, undefined], ['stat', 0, 3, undefined], ['value', 0, 255, undefined]],
      [17, 'counter', side],
    ]);
  });
  test('give each command its rule, each parameter and error its meaning', () => {
    for (const shape of LIVE_A_LIVE_GUIDE.commands) {
      expect(shape.meaning).toMatch(/^[LA]\d/);
      for (const parameter of shape.parameters) expect(parameter.meaning.length).toBeGreaterThan(5);
    }
    for (const error of LIVE_A_LIVE_GUIDE.errors) expect(error.meaning.length).toBeGreaterThan(10);
  });
  test('list the events, with the rule behind each and its fields', () => {
    expect(
      LIVE_A_LIVE_GUIDE.events.map((event) => [event.name, event.rule, event.provenance, event.fields.join(' ')]),
    ).toEqual([
      ['skillEmitted', 'L5', 'guide', 'unit'],
      ['orderHeld', 'A9', 'decision', 'enemy exact'],
      ['THRESHOLD-255', 'A1', 'decision', ''],
      ['chargeNotMultipleOf16', 'L13', 'guide', 'charge'],
      ['enemyChosen', 'L18', 'guide', 'enemy'],
    ]);
  });
  test('list the switches, with the rule that leaves each open', () => {
    const shapes = LIVE_A_LIVE_GUIDE.switches.map((one) => [
      one.name,
      one.values.join(' '),
      one.default,
      one.evidence.split(':')[0],
    ]);
    expect(shapes).toEqual([
      ['enemyTurnAt', '255 256', 255, 'A1'],
      ['minTurnCost', '0 1', 0, 'A3'],
      ['passCost', 'move turn zero', 'move', 'A5'],
      ['stepCost', 'move turn zero', 'move', 'A5'],
      ['frameOrder', 'emitFirst enemyFirst', 'emitFirst', 'A6'],
      ['incapacitatedAp', 'none turn move', 'none', 'A8'],
      ['orderOverflow', 'saturate wrap', 'saturate', 'A9'],
      ['orderTie', 'first last', 'first', 'A10'],
      ['moveOrderRounding', 'separate together', 'separate', 'A11'],
      ['zeroDamageRaises', 'no yes', 'no', 'A12'],
      ['healRaises', 'no yes', 'no', 'A12'],
      ['counterAp', 'no yes', 'no', 'A14'],
      ['counterTick', 'no yes', 'yes', 'A14'],
      ['recoverRaised', 'no yes', 'yes', 'A16'],
      ['strictCharge', 'no yes', 'no', 'L13'],
    ]);
  });
  test('name the system and its version', () => {
    const { id, version, unit: time, title, capabilities } = LIVE_A_LIVE_GUIDE;
    expect([id, version, time, Object.keys(capabilities)]).toEqual(['live-a-live-guide', 1, 'command', ['views']]);
    expect(title).toContain('LIVE A LIVE');
    const battle = start();
    expect([battle.idNumber('unit', 'cube'), battle.idName('unit', 0)]).toEqual([-1, undefined]);
  });
});

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

describe('legal commands', () => {
  const ofUnit = (unit: number): number[] => [
    ...[1, unit, unit, 2, unit, unit, 3, unit, unit, 4, unit, unit],
    ...[5, unit, unit, 0, 255, 6, unit, unit, 7, unit, unit],
  ];
  test('an able ally has seven commands', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    expect(legal(battle)).toEqual([...ofUnit(0), ...ofUnit(1)]);
  });
  test('a charging ally has none; frames pass when nobody else is able', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    run(battle, skill(0, 16));
    expect(legal(battle)).toEqual(ofUnit(1));
    run(battle, skill(1, 16));
    expect(legal(battle)).toEqual([8, 0, 65_535]);
  });
  test('on an enemy turn: move, turn, skill; an incapacitated enemy only idles', () => {
    const battle = start();
    run(battle, skill(0));
    expect(legal(battle)).toEqual([9, 10, 11]);
    put(battle, 'enemy[0].statuses', PETRIFIED);
    expect(legal(battle)).toEqual([12]);
  });
  test('a buffer that is too small gets whole entries only', () => {
    const battle = start();
    expect([legal(battle, 14), legal(battle, 3), legal(battle, 5)]).toEqual([
      [1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(legal(battle, 17)).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 0, 255]);
    run(battle, skill(0));
    expect(legal(battle, 2)).toEqual([9, 10]);
  });
  test('only the four ally blocks are allies', () => {
    const battle = start({}, { allies: Array(4).fill(TAKAHARA) });
    putImpostors(battle, 0);
    expect(legal(battle, 200)).toEqual([0, 1, 2, 3].flatMap(ofUnit));
  });
  test('everything offered is accepted', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA] });
    for (let step = 0; step < 30; step++) {
      const words = legal(battle);
      const image = battle.image.slice();
      for (let at = 0; at < words.length; ) {
        const shape = LIVE_A_LIVE_GUIDE.commands.find((one) => one.code === words[at]);
        if (shape === undefined) throw new Error(`code ${words[at]}`);
        const command = new Int32Array(shape.parameters.length + 1);
        command[0] = shape.code;
        for (let index = 0; index < shape.parameters.length; index++)
          command[index + 1] = words[at + 2 * index + 1] ?? 0;
        battle.image.set(image);
        expect([shape.name, battle.step(command, undefined)]).toEqual([shape.name, 0]);
        at += 1 + 2 * shape.parameters.length;
      }
    }
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
    expect(chosen(9, 200, [255, 0])).toBe(0x1b00);
    expect(chosen(200, 9, [0, 255])).toBe(0x1b10);
    expect(chosen(0, 0, [255, 0])).toBe(0x1b00);
    expect(chosen(1, 0, [255, 255])).toBe(0x1b00);
    expect(chosen(1, 2, [255, 255])).toBe(0x1b10);
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
    expect(read(battle, 'actingEnemy')).toBe(0x1b00);
    expect(eventsOf(battle, { command: 'tickFrames', frames: 3 })).toEqual([]);
    expect([read(battle, 'actingEnemy'), points(battle)]).toEqual([0x1b00, 540]);
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
    expect([points(battle), read(battle, 'actingEnemy'), read(battle, 'ally[0].charge')]).toEqual([525, 0x1b00, 28]);
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

describe('rejected commands leave everything as it was', () => {
  const raw = (battle: Battle, ...words: readonly number[]): string => {
    const before = battle.image.slice();
    const number = battle.step(Int32Array.from([...words, 0, 0, 0, 0]), undefined);
    if (number !== 0) expect(battle.image).toEqual(before);
    return LIVE_A_LIVE_GUIDE.errors.find((error) => error.number === number)?.code ?? 'accepted';
  };
  test('for units that do not exist or are not there', () => {
    expect([raw(start(), 1, -1), raw(start(), 1, 4), raw(start(), 1, 1)]).toEqual(Array(3).fill('E_UNKNOWN_ID'));
    expect([raw(start(), 13, -1, 5), raw(start(), 13, 15, 5), raw(start(), 13, 1, 5)]).toEqual(
      Array(3).fill('E_UNKNOWN_ID'),
    );
    const gap = start({}, { enemies: [{ species: 0 }, { species: 0, state: 0 }, { species: 0 }] });
    expect([raw(gap, 13, 1, 5), raw(gap, 13, 2, 5), raw(gap, 15, 1, 5)]).toEqual([
      'E_UNKNOWN_ID',
      'accepted',
      'E_UNKNOWN_ID',
    ]);
  });
  test('for units beside the blocks, and enemies after the end of the list', () => {
    const unknown = Array(2).fill('E_UNKNOWN_ID');
    const battle = start({}, { allies: Array(4).fill(TAKAHARA), enemies: Array(15).fill({ species: 0 }) });
    putImpostors(battle, 0);
    expect([raw(battle, 1, -1), raw(battle, 1, 4)]).toEqual(unknown);
    expect([raw(battle, 16, 0, -1, 0, 5), raw(battle, 16, 0, 4, 0, 5)]).toEqual(unknown);
    // 7E1AF1 and 7E1BF1: where an enemy before the first and a sixteenth would have their state
    putByte(battle, 0x7e1af1, 0xff);
    putByte(battle, 0x7e1bf1, 0xff);
    expect([raw(battle, 13, -1, 5), raw(battle, 13, 15, 5)]).toEqual(unknown);
    expect([raw(battle, 16, 1, -1, 0, 5), raw(battle, 16, 1, 15, 0, 5)]).toEqual(unknown);
    put(battle, 'enemy[3].state', 0x80);
    expect([raw(battle, 13, 4, 5), raw(battle, 15, 4, 5), raw(battle, 13, 2, 5)]).toEqual([...unknown, 'accepted']);
  });
  test('changeStat: an id of FFh is an empty ally, and says nothing about an enemy', () => {
    const battle = start({}, { allies: [TAKAHARA, TAKAHARA], enemies: [{ species: 0 }, { species: 0 }] });
    put(battle, 'ally[1].id', 0xff);
    put(battle, 'enemy[1].id', 0xff);
    expect([raw(battle, 16, 0, 1, 0, 5), raw(battle, 16, 1, 1, 0, 5)]).toEqual(['E_UNKNOWN_ID', 'accepted']);
  });
  test('an ally that is petrified, asleep or paralysed is busy', () => {
    for (const status of [0x80, 0x20, 0x10]) {
      const battle = start();
      put(battle, 'ally[0].statuses', status);
      expect(codeOf(battle, move)).toBe('E_UNIT_BUSY');
    }
  });
  test('for charges, totals, kinds and frames outside their range', () => {
    expect([raw(start(), 5, 0, -1), raw(start(), 5, 0, 256), raw(start(), 5, 0, 255)]).toEqual([
      'E_RANGE',
      'E_RANGE',
      'accepted',
    ]);
    expect([raw(start(), 13, 0, -1), raw(start(), 13, 0, 65_536), raw(start(), 13, 0, 65_535)]).toEqual([
      'E_RANGE',
      'E_RANGE',
      'accepted',
    ]);
    expect([raw(start(), 15, 0, -1), raw(start(), 15, 0, 16), raw(start(), 15, 0, 15)]).toEqual([
      'E_RANGE',
      'E_RANGE',
      'accepted',
    ]);
    const charging = start();
    run(charging, skill(0, 16));
    expect([raw(charging, 8, -1), raw(charging, 8, 65_536), raw(charging, 8, 0)]).toEqual([
      'E_RANGE',
      'E_RANGE',
      'accepted',
    ]);
    const many = start();
    run(many, skill(0, 16));
    expect(raw(many, 8, 65_535)).toBe('accepted');
  });
  test('for a wrong stat, side or unit of changeStat and counter', () => {
    const battle = start();
    expect([raw(battle, 16, -1, 0, 0, 5), raw(battle, 16, 2, 0, 0, 5), raw(battle, 16, 0, 0, -1, 5)]).toEqual(
      Array(3).fill('E_RANGE'),
    );
    expect([raw(battle, 16, 0, 0, 4, 5), raw(battle, 16, 0, 0, 0, -1), raw(battle, 16, 0, 0, 0, 256)]).toEqual(
      Array(3).fill('E_RANGE'),
    );
    expect([raw(battle, 16, 0, -1, 0, 5), raw(battle, 16, 0, 4, 0, 5), raw(battle, 16, 0, 1, 0, 5)]).toEqual(
      Array(3).fill('E_UNKNOWN_ID'),
    );
    expect([raw(battle, 16, 1, 15, 0, 5), raw(battle, 16, 1, 1, 0, 5), raw(battle, 16, 1, -1, 0, 5)]).toEqual(
      Array(3).fill('E_UNKNOWN_ID'),
    );
    expect([raw(battle, 16, 0, 0, 3, 255), raw(battle, 16, 1, 0, 0, 0)]).toEqual(['accepted', 'accepted']);
    expect([read(battle, 'ally[0].intellect'), read(battle, 'enemy[0].power')]).toEqual([255, 0]);
    expect([raw(battle, 17, -1), raw(battle, 17, 2), raw(battle, 17, 1)]).toEqual(['E_RANGE', 'E_RANGE', 'accepted']);
    const full = start({}, { allies: Array(4).fill(TAKAHARA), enemies: Array(15).fill({ species: 0 }) });
    expect([raw(full, 16, 0, 3, 0, 9), raw(full, 16, 1, 14, 0, 9), raw(full, 13, 14, 9)]).toEqual(
      Array(3).fill('accepted'),
    );
  });
  test('for an enemy on the allies’ turn, and the reverse', () => {
    for (const command of ['enemyMove', 'enemyTurn', 'enemySkill', 'enemyIdle']) {
      expect(codeOf(start(), { command })).toBe('E_PHASE');
    }
    const battle = start();
    run(battle, skill(0));
    for (const command of ['allyMove', 'allyTurn', 'allyPass', 'allyStep', 'allySkill', 'allyItem', 'areaSelectTurn']) {
      expect(codeOf(battle, { command, unit: 0 })).toBe('E_PHASE');
    }
    expect(codeOf(battle, { command: 'enemyIdle' })).toBe('E_UNIT_BUSY');
    put(battle, 'enemy[0].statuses', PETRIFIED);
    for (const command of ['enemyMove', 'enemyTurn', 'enemySkill']) {
      expect(codeOf(battle, { command })).toBe('E_UNIT_BUSY');
    }
  });
  test('without the abnormality table only what needs no row is possible', () => {
    const bare = (): Battle => start({}, { withoutTable: true });
    const codes = LIVE_A_LIVE_GUIDE.commands.map((shape) => {
      const battle = bare();
      const command = encodeCommand(LIVE_A_LIVE_GUIDE, battle, {
        command: shape.name,
        ...Object.fromEntries(shape.parameters.map((one) => [one.name, one.min])),
      });
      return `${shape.name} ${raw(battle, ...command)}`;
    });
    expect(codes.filter((line) => line.endsWith('E_TABLE_MISSING')).map((line) => line.split(' ')[0])).toEqual([
      ...['allyMove', 'allyTurn', 'allyPass', 'allyStep'],
      ...['enemyDamaged', 'enemyHealed', 'inflictAbnormal'],
    ]);
    expect(raw(bare(), 5, 0, 0)).toBe('accepted');
    expect(raw(start({}, { withoutTable: false }), 1, 0)).toBe('accepted');
  });
});
