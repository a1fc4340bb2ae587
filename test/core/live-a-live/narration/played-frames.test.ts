/** The frames of a command with the orders that menus and buttons give: of commands that are played, and of events that are written by hand. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { Action, Effect } from '../../../../core/live-a-live/memory/happenings.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import type { MenuTargets, PlayedFrame, PlayedOrder } from '../../../../core/system/timed.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { CORNERS, type LaidOut, pogoAt, teach } from '../choices/laid-out.js';
import { action, buffer, duel, type Event, effect, FRAME, LOW_KICK, TAKAHARA, TULA_HAN } from './written-events.js';

// Skills of the published table: directions, distances.
/** Diagonal, 1. */
const HIGH_KICK = 125;
/** All round, 1, and the own cell; recovery. */
const HEAL_TOUCH = 100;
/** The cells round the user, with a distance of 1 beside. */
const M_BOMBER = 133;
/** No distance: the own cell. */
const SUPERNOVA = 184;
/** Its skill is a recovery all round, 1, with the own cell. */
const FRUIT = 2;
const ARGUS_EYE = 8;
const [SKILL, ITEM] = [6, 7];

type Watch = (command: Int32Array) => readonly PlayedFrame[];

function watch(battle: LiveALiveBattle): Watch {
  const { playedMenus } = LIVE_A_LIVE_BATTLE.capabilities;
  if (playedMenus === undefined) throw new Error('the battle has no menus');
  return playedMenus.watch(battle);
}

/** Orders of an encoded command that is played without the frames behind it. */
function ordersOf({ battle }: LaidOut, ...words: number[]): PlayedOrder[] {
  const told = watch(battle);
  const command = Int32Array.of(...words);
  expect(battle.step(command, createEventBuffer(1 << 16))).toBe(0);
  return told(command).flatMap(({ orders }) => orders);
}

/** What the target window offers for Pogo's skill at (3,3): an enemy on two of its diagonals, Takahara on a third. */
function targetsOf(skill: number, x: number, y: number): MenuTargets | undefined {
  const [, ...others] = CORNERS;
  // columns 2 and 4, rows 0-2 and 4-6
  const laid = pogoAt(
    [3, 3],
    [[2, 4], ...others],
    [
      ['namcat', 2, 0],
      ['namcat', 4, 4],
    ],
  );
  teach(laid, skill);
  // what an enemy that left a cell may leave there: nobody stands on it
  laid.cells.set({ 'fieldGrid[20]': 0x10 });
  const [order, ...more] = ordersOf(laid, SKILL, skill, x, y, -1, 0, -1, 0);
  expect([order?.name, order?.parameters, more]).toEqual(['skill', { place: 0 }, []]);
  return order?.targets;
}

/** Orders, things on the screen and faults of a command whose events are written by hand. */
function toldOf(events: EventBuffer, battle = duel()): PlayedFrame | undefined {
  const told = watch(battle);
  battle.machine.events = events;
  const frames = told(new Int32Array(16));
  expect(frames.map(({ passes }) => passes)).toEqual([false]);
  return frames[0];
}

const written = (...events: Event[]): PlayedFrame | undefined => toldOf(buffer(events));
const given = (...events: Event[]): unknown[] =>
  (written(...events)?.orders ?? []).map(({ name, parameters }) => [name, parameters]);

test('the window offers the enemies of all four diagonals, by their cells; a free cell and an ally are none of them', () => {
  expect(targetsOf(HIGH_KICK, 4, 4)).toEqual({ cells: [18, 36], chosen: 36 });
  expect(targetsOf(HIGH_KICK, 4, 2)).toEqual({ cells: [18, 36], chosen: -1 });
});

test('an enemy that is reached from the cell beside alone is none of them', () => {
  const enemies = [['namcat', 4, 4]] as const;
  const offered = (x: number): MenuTargets | undefined => {
    const laid = pogoAt([x, 3], CORNERS, enemies);
    teach(laid, HIGH_KICK);
    return ordersOf(laid, SKILL, HIGH_KICK, x + 1, 4, -1, 0, -1, 0)[0]?.targets;
  };
  expect(offered(3)).toEqual({ cells: [36], chosen: 36 });
  expect(offered(2)).toEqual({ cells: [], chosen: -1 });
});

test('a recovery offers the allies round its user and the user', () => {
  expect(targetsOf(HEAL_TOUCH, 2, 4)).toEqual({ cells: [27, 34], chosen: 34 });
});

test('a skill round its user, or without a distance, offers the cell it is used on', () => {
  expect(targetsOf(M_BOMBER, 3, 3)).toEqual({ cells: [27], chosen: 27 });
  expect(targetsOf(SUPERNOVA, 3, 3)).toEqual({ cells: [27], chosen: 27 });
});

test('an item stands at its place of the inventory, with the targets of its skill; a skill behind it at its own', () => {
  const laid = pogoAt([3, 3], [[2, 4], ...CORNERS.slice(1)], [['namcat', 6, 0]], { items: [ARGUS_EYE, FRUIT] });
  const [order, ...more] = ordersOf(laid, ITEM, FRUIT, 2, 4, -1, -1, 0);
  expect(more).toEqual([]);
  // the image from before the order comes with it
  const { before, ...told } = order as typeof order & object;
  expect(before).toBeInstanceOf(Uint8Array);
  expect(told).toEqual({
    name: 'item',
    parameters: { place: 1 },
    targets: { cells: [27, 34], chosen: 34 },
    presses: 0,
    mayWait: true,
  });
  const [item, charge] = [action(TAKAHARA, Action.ITEM, FRUIT), action(TAKAHARA, Action.CHARGE, LOW_KICK)];
  const names = (given(item, charge, charge) as [string, object][]).map(([name]) => name);
  expect(names).toEqual(['item', 'skill']);
});

test('presses of L and R stand with the skill', () => {
  const laid = pogoAt([3, 3], CORNERS, [['namcat', 4, 4]]);
  teach(laid, LOW_KICK, HIGH_KICK);
  const orders = ordersOf(laid, SKILL, HIGH_KICK, 4, 4, -1, 3, -1, 0);
  expect(orders.map(({ parameters, presses }) => [parameters, presses])).toEqual([[{ place: 1 }, 3]]);
});

test('steps up, down, left and right, turns, a step in place, handing on, leaving', () => {
  const steps = [-8, 8, -1, 1].map((step) => action(TAKAHARA, Action.WALK, 27, 27 + step));
  expect(given(...steps)).toEqual([0, 1, 2, 3].map((direction) => ['step', { direction }]));
  // lower right to lower left is clockwise
  const turns = [action(TAKAHARA, Action.TURN, 0, 1), action(TAKAHARA, Action.TURN, 0, 2)];
  expect(given(...turns)).toEqual([
    ['turn', { side: 1 }],
    ['turn', { side: 0 }],
  ]);
  const others = [Action.STEP_IN_PLACE, Action.PASS, Action.ESCAPE].map((what) => action(TAKAHARA, what));
  expect(given(...others)).toEqual(['stepInPlace', 'pass', 'escape'].map((name) => [name, {}]));
  expect(given(action(TULA_HAN, Action.WALK, 2, 3), effect(TAKAHARA, Action.PASS))).toEqual([]);
});

test('the target cursor turns the user: no button does, and an order before it stays', () => {
  const charge = action(TAKAHARA, Action.CHARGE, LOW_KICK);
  const turn = action(TAKAHARA, Action.TURN, 0, 1);
  const names = (...events: Event[]): unknown[] => (given(...events) as [string, object][]).map(([name]) => name);
  expect(names(turn, charge)).toEqual(['skill']);
  expect(names(action(TAKAHARA, Action.STEP_IN_PLACE), charge)).toEqual(['stepInPlace', 'skill']);
});

test('a frame more before an order changes clocks alone, unless the enemies or a charged skill are due', () => {
  const mayWait = (set: (cells: ReturnType<typeof cellsOf>) => void): boolean | undefined => {
    const battle = duel();
    set(cellsOf(battle.image));
    return toldOf(buffer([action(TAKAHARA, Action.PASS)]), battle)?.orders[0]?.mayWait;
  };
  expect(mayWait(() => undefined)).toBe(true);
  expect(mayWait((cells) => cells.set({ actionPoints: 256, turnFlag: 1 }))).toBe(false);
  expect(mayWait((cells) => cells.ally(0).set({ skillState: 0x40, charge: 0 }))).toBe(false);
  expect(mayWait((cells) => cells.enemy(0).set({ skillState: 0x40, charge: 0 }))).toBe(false);
});

test('what no button brings about is said: the way to the next battle, and events that found no room', () => {
  const way = 'the way on the map to the next battle has inputs of its own';
  const next = action(0, Action.NEXT_BATTLE, 0xd9, 1);
  expect(written(FRAME, next)?.unknown).toBe(way);
  expect(written(FRAME, action(TAKAHARA, Action.PASS))?.unknown).toBe('');
  // a change of speed has the same number among the effects
  expect(written(FRAME, effect(TAKAHARA, Effect.SPEED, 1, 2))?.unknown).toBe('');
  // what an earlier command left behind the end
  expect(toldOf({ ...buffer([FRAME, next]), length: FRAME.length })?.unknown).toBe('');
  expect(toldOf({ ...buffer([FRAME, next]), lost: 1 })?.unknown).toBe('more happens in the command than is told');
});

test('each frame has what happened since the one before it, and nobody listens to a command without events', () => {
  const battle = duel();
  const told = watch(battle);
  const pass = action(TAKAHARA, Action.PASS);
  // the last two are of an earlier command, behind the end
  const events = buffer([pass, action(TAKAHARA, Action.TURN, 0, 1), FRAME, pass, pass]);
  const [first, all] = [5, 13];
  battle.machine.events = events;
  for (const length of [first, all]) {
    events.length = length;
    battle.machine.onFrame?.();
  }
  const frames = told(new Int32Array(16));
  const seen = frames.map(({ orders, timed, passes }) => [orders.map(({ name }) => name), timed.length, passes]);
  expect(seen).toEqual([
    [['pass'], 0, true],
    [['turn'], 1, true],
    [[], 0, false],
  ]);
  expect(battle.step(Int32Array.of(9, 2), undefined)).toBe(0);
  expect(told(Int32Array.of(9, 2))).toEqual([]);
});
