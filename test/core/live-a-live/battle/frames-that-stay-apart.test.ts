/** Frames that are not taken together, one hindrance each: in the same battle without it they are. */
import { describe, expect, test } from 'vitest';
import { passDecisions, passIdleFrames } from '../../../../core/live-a-live/battle/decision-frames.js';

import { passQuietFrames } from '../../../../core/live-a-live/battle/run.js';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { apply } from '../../../../core/system/battle.js';
import { type BattleCells, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

/** A battle that has begun, of Takahara and Pogo against Namcat. */
function begun(switches: Readonly<Record<string, number>> = {}): LiveALiveBattle {
  const setup = {
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [
      { character: 'takahara', x: 5, y: 4 },
      { character: 'pogo', x: 6, y: 2 },
    ],
    generator: [1, 2, 3, 4],
  };
  const battle = createBattle(setup, switches);
  apply(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames: 1 });
  return battle;
}

/** Both allies charge for longer than the enemy, nobody has a turn. */
function idle(cells: BattleCells): void {
  cells.set({ playerState: 0x80, timeCode: 0, turnFlag: 0, actionPoints: 0, allyActionFlags: 0, enemyActionFlags: 0 });
  for (const ally of [0, 1]) cells.ally(ally).set({ skillState: 0x40, charge: 30 });
  cells.enemy(0).set({ skillState: 0x40, charge: 20 });
}

/** Takahara could act, and it is the enemies' turn. */
function deciding(cells: BattleCells): void {
  cells.set({
    playerState: 0,
    timeCode: 0,
    turnFlag: 0x80,
    actionPoints: 400,
    allyActionFlags: 0,
    enemyActionFlags: 0,
  });
  cells.set({ currentAlly: cells.ally(0).address });
  cells.enemy(0).set({ aiStep: 0, orderPoints: 300 });
}

/** Takahara is two frames into a step of twelve. */
function stepping(cells: BattleCells): void {
  cells.set({ playerState: 0xff, timeCode: 0, turnFlag: 0, allyActionFlags: 8, enemyActionFlags: 0 });
  cells.set({ currentAlly: cells.ally(0).address });
  cells.ally(0).set({ skillState: 0x20, charge: 2, chargeLength: 12 });
}

type Pass = (battle: LiveALiveBattle) => number;
type Put = (cells: BattleCells) => void;

function frames(begin: Put, pass: Pass, put: Put, battle = begun()): number {
  const cells = cellsOf(battle.image);
  begin(cells);
  put(cells);
  const before = battle.image.slice();
  const passed = pass(battle);
  if (passed === 0) expect(battle.image).toEqual(before);
  return passed;
}

const nothing: Put = () => undefined;
const passIdle: Pass = ({ machine }) => passIdleFrames(machine, 500);
const passAll: Pass = ({ machine }) => Math.abs(passDecisions(machine, 8));
const passQuiet: Pass = ({ machine }) => passQuietFrames(machine);

/** What an idle frame brings, `settings.idleActionPoints` by default. */
const IDLE_POINTS = begun().machine.settings.idleActionPoints;

describe('idle frames', () => {
  // a skill is due in the frame after its charge is over; the frame in which a timer ends stays out
  test.each<[string, number, Put]>([
    ['up to the end of the enemy’s charge', 20, nothing],
    ['of an enemy that is held up: of the allies’ charges', 30, (cells) => cells.enemy(0).set({ statuses: 0x20 })],
    ['of an enemy that does not charge', 30, (cells) => cells.enemy(0).set({ skillState: 0, charge: 3 })],
    ['of an enemy that is not there', 30, (cells) => cells.enemy(0).set({ state: 0 })],
    ['the enemy’s first timer', 4, (cells) => cells.enemy(0).set({ timerNeck: 9, 'timerNeck[1]': 5 })],
    ['the enemy’s last timer', 7, (cells) => cells.enemy(0).set({ 'timerNeck[7]': 8 })],
    ['the last ally’s charge', 10, (cells) => cells.ally(1).set({ charge: 10 })],
    ['no cell behind the enemy’s timers', 20, (cells) => cells.enemy(0).set({ timerNeck: 30, 'timerNeck[8]': 3 })],
    ['an ally’s timer', 6, (cells) => cells.ally(1).set({ 'timerNeck[4]': 7 })],
    ['no timer of an ally out of the fight', 20, (cells) => cells.ally(1).set({ statuses: 0xff, timerNeck: 7 })],
    ['the action points’ overflow', 4, (cells) => cells.set({ actionPoints: 65_535 - 4 * IDLE_POINTS })],
    ['the enemies’ turn', 3, (cells) => cells.set({ turnFlag: 0x80, actionPoints: 255 - 3 * IDLE_POINTS })],
  ])('up to %s', (_, together, put) => {
    expect(frames(idle, passIdle, put)).toBe(together);
  });

  test('up to the end of a charge where they bring no points', () => {
    expect(frames(idle, passIdle, nothing, begun({ idleActionPoints: 0 }))).toBe(20);
  });

  test('move no level, also after a skill, whose step of time moves them', () => {
    const battle = begun();
    const cells = cellsOf(battle.image);
    const put: Put = () => {
      cells.set({ timeStep: 0x10 });
      cells.ally(0).set({ level: 9 });
      cells.enemy(0).set({ level: 9 });
    };
    expect(frames(idle, passIdle, put, battle)).toBe(20);
    expect([cells.ally(0).read('level'), cells.enemy(0).read('level')]).toEqual([9, 9]);
  });

  test.each<[string, Put]>([
    ['an ally can act', (cells) => cells.ally(1).set({ skillState: 0 })],
    ['the player may act', (cells) => cells.set({ playerState: 0 })],
    ['a time code waits', (cells) => cells.set({ timeCode: 0x40 })],
    ['the enemies’ turn begins', (cells) => cells.set({ turnFlag: 0x80, actionPoints: 255 })],
    ['the battle has not begun', (cells) => cells.set({ phase: 1 })],
    ['an area is chosen', (cells) => cells.set({ areaMode: 1 })],
    ['an ally steps', (cells) => cells.set({ allyActionFlags: 8 })],
    ['an enemy’s skill fires', (cells) => cells.set({ enemyActionFlags: 0x10 })],
    ['a charge is over', (cells) => cells.enemy(0).set({ charge: 0 })],
  ])('are none where %s', (_, put) => {
    expect(frames(idle, passIdle, put)).toBe(0);
  });

  test('are none where every stretch of unpublished code is noted, and never more than asked for', () => {
    expect(
      frames(
        idle,
        ({ machine }) => passIdleFrames(Object.assign(machine, { unpublished: new Uint8Array(64) }), 500),
        nothing,
      ),
    ).toBe(0);
    expect([0, 1, 7].map((most) => frames(idle, ({ machine }) => passIdleFrames(machine, most), nothing))).toEqual([
      0, 1, 7,
    ]);
  });
});

describe('decisions', () => {
  test('are taken together in the enemies’ turn', () => {
    expect(frames(deciding, passAll, nothing)).toBeGreaterThan(0);
  });

  test.each<[string, Put]>([
    ['it is nobody’s turn', (cells) => cells.set({ turnFlag: 0 })],
    ['a time code waits', (cells) => cells.set({ timeCode: 0x40 })],
    ['the battle has not begun', (cells) => cells.set({ phase: 1 })],
    ['an area is chosen', (cells) => cells.set({ areaMode: 1 })],
    ['no ally could act', (cells) => cells.ally(0).set({ skillState: 0x40, charge: 9 })],
    ['an enemy steps', (cells) => cells.set({ enemyActionFlags: 8 })],
    ['an ally’s skill fires', (cells) => cells.set({ allyActionFlags: 0x10 })],
    ['an enemy’s skill is due', (cells) => cells.enemy(0).set({ skillState: 0x40, charge: 0 })],
    ['an ally’s skill is due', (cells) => cells.ally(1).set({ skillState: 0x40, charge: 0 })],
  ])('are none where %s', (_, put) => {
    expect(frames(deciding, passAll, put)).toBe(0);
  });
});

describe('quiet frames of a step', () => {
  test('are all but the last, which ends it', () => {
    expect(frames(stepping, passQuiet, nothing)).toBe(9);
    const ofEnemy: Put = (cells) => {
      cells.set({ allyActionFlags: 0, enemyActionFlags: 8, actingEnemy: cells.enemy(0).address });
      cells.enemy(0).set({ skillState: 0x80, charge: 5, cell07: 12 });
    };
    expect(frames(stepping, passQuiet, ofEnemy)).toBe(6);
  });

  test.each<[string, Put]>([
    ['a time code waits', (cells) => cells.set({ timeCode: 0x40 })],
    ['the player may act', (cells) => cells.set({ playerState: 0 })],
    ['nobody can act', (cells) => cells.set({ playerState: 0x80 })],
    [
      'nobody steps',
      (cells) => {
        cells.set({ allyActionFlags: 0, actingEnemy: cells.enemy(0).address });
        cells.enemy(0).set({ charge: 5, cell07: 12 });
      },
    ],
    ['the step ends', (cells) => cells.ally(0).set({ charge: 11 })],
    ['the step is over', (cells) => cells.ally(0).set({ charge: 14 })],
  ])('are none where %s', (_, put) => {
    expect(frames(stepping, passQuiet, put)).toBe(0);
  });
});
