/**
 * The frame at places that recorded logs seldom or never reach. Expected values: the drill program's page
 * (traces/homebrew/PROGRAM.md, whose steps are named), and the evidence of the switches.
 */
import { describe, expect, test } from 'vitest';
import {
  createFrameBattle,
  LIVE_A_LIVE,
  LIVE_A_LIVE_BATTLE,
  type LiveALiveBattle,
} from '../../../../core/live-a-live/index.js';
import { settingsOf } from '../../../../core/live-a-live/memory/switches.js';
import { apply, createEventBuffer, read, readEvents } from '../../../../core/system/battle.js';
import { RuleError } from '../../../../core/system/system.js';
import {
  allyPointer,
  cellsOf,
  enemyPointer,
  placeOf,
  speciesPointer,
} from '../../../fixtures/live-a-live/battle-cells.js';
import { routineName } from '../../../fixtures/live-a-live/routines.js';

const UP = 0x0800;
const DOWN = 0x0400;
const START = 0x1000;
const SELECT = 0x2000;
const A = 0x0080;
const B = 0x8000;
const Y = 0x4000;

type Cells = Readonly<Record<string, number>>;
const effect = (operation: string, a = 0, b = 0, c = 0) => ({ operation, a, b, c });

function start(skills: readonly object[] = [], switches = {}, setup: object = {}): LiveALiveBattle {
  const battle = createFrameBattle(
    {
      allies: [{ speed: 31, level: 5, hp: 320 }, { speed: 40 }],
      species: [{ speed: 60, intellect: 55, level: 3, hp: 256 }],
      enemies: [{ species: 0 }, { species: 0 }],
      generator: [1, 2, 3, 4],
      skills,
      ...setup,
    },
    switches,
  );
  frames(battle, 0);
  return battle;
}

function frames(battle: LiveALiveBattle, ...pads: readonly number[]): void {
  for (const pad of pads) apply(LIVE_A_LIVE, battle, { command: 'frame', pad });
}

function put(battle: LiveALiveBattle, cells: Cells): void {
  cellsOf(battle.image).set(cells);
}

function values(battle: LiveALiveBattle, ...names: readonly string[]): number[] {
  return names.map((name) => read(battle, name));
}

/** Routines reported in one frame, by their names in rom-map/ROUTINES.md. */
function routinesOf(battle: LiveALiveBattle, pad: number): string[] {
  const events = createEventBuffer();
  apply(LIVE_A_LIVE, battle, { command: 'frame', pad }, events);
  return (
    readEvents(LIVE_A_LIVE, events)
      .filter((event) => event.event === 'routine')
      .map((event) => routineName(event.values.routine ?? 0))
      // the turn test runs in every frame; whether it is worth reporting is nobody's rule
      .filter((routine) => routine !== 'enemy-turn-test')
  );
}

/** Time that passes for charges, stats and timers; this stretch has no cases, so it has no name. */
const TIME_PASSES = 'C1:20F2';

/** Makes enemy 0 the one to act: action points above 255, an ally acted last, most order points. */
const ENEMY_TURN: Cells = { actionPoints: 600, turnFlag: 0x40, 'enemy[0].orderPoints': 900 };

describe('a battle that starts', () => {
  test('T0, T3: raises both frame counters and runs from the next frame on', () => {
    const battle = start();
    expect(values(battle, 'sequenceBegin', 'sequenceEnd', 'phase')).toEqual([1, 1, 2]);
    put(battle, { sequenceBegin: 0xffff });
    frames(battle, 0);
    expect(values(battle, 'sequenceBegin', 'sequenceEnd')).toEqual([0, 0]);
    frames(battle, UP);
    expect(values(battle, 'sequenceBegin', 'sequenceEnd', 'padWord')).toEqual([1, 1, UP]);
  });
  test('T1: lowers the battle timer by one a frame, and round', () => {
    const battle = start([], {}, { timer: 1 });
    expect(read(battle, 'battleTimer')).toBe(0);
    frames(battle, 0);
    expect(read(battle, 'battleTimer')).toBe(0xffff);
  });
  test('gives the turn to the ally of rank 0, or to the first one', () => {
    const current = (order: readonly number[]): number => read(start([], {}, { order }), 'currentAlly');
    expect([current([0, 1, 2, 3]), current([2, 0, 1, 3]), current([1, 2, 3, 4])]).toEqual([0, 1, 0].map(allyPointer));
  });
  test('refuses a wrong command or pad word and changes nothing', () => {
    const battle = start();
    const before = battle.image.slice();
    expect([battle.step(Int32Array.of(2, 0), undefined), battle.step(Int32Array.of(1, -1), undefined)]).toEqual([1, 2]);
    expect(battle.step(Int32Array.of(1, 0x1_0000), undefined)).toBe(2);
    expect(battle.image).toEqual(before);
  });
});

describe('the half of a frame for time and enemies', () => {
  test('c: lets time pass only in the frame after an action', () => {
    const battle = start();
    expect(routinesOf(battle, 0)).toEqual(['time-step']);
    // Y steps in place, its time passes in the next frame
    expect(routinesOf(battle, Y)).toEqual(['time-step', 'ally-pass']);
    expect(routinesOf(battle, 0)).toEqual(['time-step', TIME_PASSES, 'order-points-idle', 'order-points-idle']);
  });
  test('f, g: ends with a skill that fires', () => {
    const battle = start();
    put(battle, { 'ally[0].skillState': 0x40, 'enemy[1].skillState': 0x40, actingEnemy: 0 });
    expect(routinesOf(battle, 0)).toEqual(['time-step', 'ally-skill-fires', 'skill-time-step', TIME_PASSES]);
    // 510 points and an ally acted last: the enemies' turn, but not in this frame
    expect(values(battle, 'ally[0].skillState', 'enemy[1].skillState', 'actingEnemy')).toEqual([0, 0x40, 0]);
    expect(routinesOf(battle, 0)).toEqual(['time-step', 'enemy-skill-ap', 'skill-time-step', TIME_PASSES]);
    expect(values(battle, 'enemy[1].skillState', 'actionPoints')).toEqual([0, 126]);
  });
  test('g: keeps the acting enemy while another one’s skill fires', () => {
    const battle = start();
    put(battle, { actingEnemy: enemyPointer(0), 'enemy[1].skillState': 0x40, 'enemy[1].aiStep': 3 });
    frames(battle, 0);
    expect(values(battle, 'actingEnemy', 'enemy[1].aiStep')).toEqual([enemyPointer(0), 0]);
  });
  test('b: looks at fifteen enemies at most', () => {
    const battle = start([], {}, { enemies: Array(15).fill({ species: 0 }) });
    put(battle, { 'enemy[15].state': 0xff, 'enemy[15].species': speciesPointer(0), 'enemy[15].skillState': 0x40 });
    frames(battle, 0);
    expect(values(battle, 'enemy[15].skillState', 'actionPoints')).toEqual([0x40, 0]);
    put(battle, { 'enemy[14].skillState': 0x40 });
    frames(battle, 0);
    expect(values(battle, 'enemy[14].skillState', 'actionPoints')).toEqual([0, 16]);
  });
  test.each([
    ['N+1', 17, 680],
    ['N', 16, 670],
  ])(
    'with idleChargeFrames %s takes %i idle frames for a lone charge of 16, then stands at %i points',
    (rule, count, points) => {
      const battle = start([{ charge: 16 }], { idleChargeFrames: rule }, { allies: [{ speed: 31 }], enemies: [] });
      frames(battle, A);
      let passed = 0;
      while (read(battle, 'actionPoints') < 510 && passed < 40) {
        frames(battle, 0);
        passed++;
      }
      // T5 a comes before T6 b: one frame goes by until nobody is found able; the last idle frame adds its 10, then the skill fires
      expect([passed, read(battle, 'actionPoints')]).toEqual([1 + count, points]);
    },
  );
  test('adds 10 action points for an idle frame, or none with the switch', () => {
    const idle = (switches: object): number => {
      const battle = start([{ charge: 255 }], switches, { allies: [{ speed: 31 }] });
      frames(battle, A, 0, 0, 0, 0);
      return read(battle, 'actionPoints');
    };
    expect([idle({}), idle({ idleActionPoints: 0 })]).toEqual([30, 0]);
  });
});

describe('an enemy’s decision by the pad', () => {
  test('is none without Start or with Start alone', () => {
    for (const pad of [0, START, SELECT, START | SELECT | A]) {
      const battle = start();
      put(battle, { ...ENEMY_TURN, 'enemy[0].aiStep': 5 });
      frames(battle, pad);
      expect(values(battle, 'actingEnemy', 'actionPoints', 'enemy[0].orderPoints', 'enemy[0].skillState')).toEqual([
        enemyPointer(0),
        600,
        900,
        0,
      ]);
    }
  });
  test('takes a step for a direction, and a quarter of its order points', () => {
    const battle = start();
    put(battle, ENEMY_TURN);
    frames(battle, START | UP);
    // speed 60 costs 49
    expect(values(battle, 'actionPoints', 'enemy[0].orderPoints', 'turnFlag')).toEqual([551, 675, 0]);
  });
  test('uses a skill with its own charge for A, and with 16 for B when it has none', () => {
    const charge = (pad: number, own: number): number[] => {
      const battle = start([{}, { charge: own }]);
      put(battle, { ...ENEMY_TURN, skillCursor: 1 });
      frames(battle, START | pad);
      return values(battle, 'enemy[0].charge', 'enemy[0].skillState', 'enemy[0].chosenSkill');
    };
    expect([charge(A, 0), charge(A, 32), charge(B, 0), charge(B, 32)]).toEqual([
      [0, 0x40, 1],
      [32, 0x40, 1],
      [16, 0x40, 1],
      [32, 0x40, 1],
    ]);
  });
});

describe('the player’s half of a frame', () => {
  test('d: moves no cursor with Select alone, and the target cursor up and down round 0 to 14', () => {
    const battle = start();
    put(battle, { targetCursor: 3, skillCursor: 7 });
    frames(battle, SELECT);
    expect(values(battle, 'targetCursor', 'skillCursor', 'areaMode')).toEqual([3, 7, 0]);
    put(battle, { targetCursor: 0 });
    frames(battle, SELECT | UP);
    expect(read(battle, 'targetCursor')).toBe(14);
    frames(battle, SELECT | DOWN);
    expect(read(battle, 'targetCursor')).toBe(0);
  });
});

describe('an effect of the test ROM’s skills leaves the absent alone', () => {
  /** Enemy 0 fires skill 0; the current ally may be absent. */
  function enemyFires(effects: readonly object[], allyCells: Cells): LiveALiveBattle {
    const battle = start([{ passesNoTime: true, effects }]);
    put(battle, { 'enemy[0].skillState': 0x40, ...allyCells });
    frames(battle, START);
    expect(read(battle, 'enemy[0].skillState')).toBe(0);
    return battle;
  }
  /** Ally 0 fires skill 0 at the enemy of the target cursor. */
  function allyFires(effects: readonly object[], cells: Cells): LiveALiveBattle {
    const battle = start([{ passesNoTime: true, effects }]);
    put(battle, { 'ally[0].skillState': 0x40, targetCursor: 1, ...cells });
    frames(battle, START);
    expect(read(battle, 'ally[0].skillState')).toBe(0);
    return battle;
  }
  const GONE: Cells = { 'ally[0].state': 0 };
  const ENEMY_GONE: Cells = { 'enemy[1].state': 0 };
  test('a stat or status of an ally', () => {
    const cells = ['ally[0].power', 'ally[0].level', 'ally[0].statuses', 'ally[0].timerSleep'];
    const effects = [effect('allyStat', 0, 77), effect('allyStat', 4, 9), effect('allyStatus', 5, 50)];
    expect(values(enemyFires(effects, {}), ...cells)).toEqual([77, 9, 0x20, 50]);
    expect(values(enemyFires(effects, GONE), ...cells)).toEqual([0, 5, 0, 0]);
  });
  test('waking up', () => {
    const asleep = { 'ally[0].statuses': 0x20, 'ally[0].timerSleep': 9, 'enemy[1].statuses': 0x20 };
    const sleeping = { ...asleep, 'enemy[1].timerSleep': 8 };
    const cells = ['ally[0].statuses', 'ally[0].timerSleep'];
    expect(values(enemyFires([effect('wake')], asleep), ...cells)).toEqual([0, 0]);
    expect(values(enemyFires([effect('wake')], { ...asleep, ...GONE }), ...cells)).toEqual([0x20, 9]);
    const enemyCells = ['enemy[1].statuses', 'enemy[1].timerSleep'];
    const awake = { ...sleeping, 'ally[0].statuses': 0, 'ally[0].timerSleep': 0 };
    expect(values(allyFires([effect('wake')], awake), ...enemyCells)).toEqual([0, 0]);
    expect(values(allyFires([effect('wake')], { ...awake, ...ENEMY_GONE }), ...enemyCells)).toEqual([0x20, 8]);
  });
  test('poison', () => {
    const poisoned = { 'ally[0].statuses': 0x08, 'enemy[1].statuses': 0x08 };
    // 320 >> 4 and 256 >> 4
    expect(read(enemyFires([effect('poison')], poisoned), 'ally[0].singleHit')).toBe(20);
    expect(read(enemyFires([effect('poison')], { ...poisoned, ...GONE }), 'ally[0].singleHit')).toBe(0);
    expect(read(allyFires([effect('poison')], poisoned), 'enemy[1].singleHit')).toBe(16);
    expect(read(allyFires([effect('poison')], { ...poisoned, ...ENEMY_GONE }), 'enemy[1].singleHit')).toBe(0);
  });
  test('leaving, for an enemy that is not there', () => {
    expect(read(allyFires([effect('leave')], {}), 'enemy[1].state')).toBe(0);
    expect(read(allyFires([effect('leave')], { 'enemy[1].state': 0x20 }), 'enemy[1].state')).toBe(0x20);
  });
  test('coming back, but for the first fifteen slots that are empty', () => {
    const back = (slot: number, state: number): number => {
      const battle = allyFires([effect('return', slot)], { [`enemy[${slot}].state`]: state });
      return read(battle, `enemy[${slot}].state`);
    };
    expect([back(14, 0), back(15, 0), back(14, 0x20)]).toEqual([0xff, 0, 0x20]);
  });
  test('damage, whose product has 24 bits, and an absent enemy’s onset, stats and statuses', () => {
    const battle = allyFires([effect('damage', 0xff, 0x7f, 0xff)], {});
    const at = placeOf('ppuProduct');
    // 7FFFh * -1 = FF8001h, in $2134-$2136 and nowhere else
    expect([...battle.image.subarray(at - 2, at + 3)]).toEqual([0, 0, 0x01, 0x80, 0xff]);
    const effects = [effect('onset', 0x84), effect('enemyStat', 1, 9), effect('enemyStatus', 3, 7)];
    const changed = ['enemy[1].abnormality', 'enemy[1].speed', 'enemy[1].statuses'];
    expect(values(allyFires(effects, {}), ...changed)).toEqual([4, 9, 0x08]);
    expect(values(allyFires(effects, ENEMY_GONE), ...changed)).toEqual([0, 60, 0]);
  });
});

describe('switches', () => {
  test('have names, values, a default, and a reason why each is open', () => {
    expect(LIVE_A_LIVE_BATTLE.switches.map((one) => [one.name, one.values.join(' '), one.default])).toEqual([
      ['idleActionPoints', '10 0', 10],
      ['idleChargeFrames', 'N+1 N', 'N+1'],
      ['statusTimers', 'countDown keep', 'countDown'],
      ['onsetLevel', 'asLabelled negated none', 'asLabelled'],
      ['fieldLastCell', 'suppresses counts', 'suppresses'],
      ['decisionPasses', '2 1', 2],
      ['decisionInput', 'everyFrame secondPass', 'everyFrame'],
      ['startOffset', '0 1 2', 0],
    ]);
    // the hash of a log of the turn engine does not depend on what only a played battle runs through
    expect(LIVE_A_LIVE.switches).toEqual(LIVE_A_LIVE_BATTLE.switches.slice(0, 3));
    for (const one of LIVE_A_LIVE_BATTLE.switches) expect(one.evidence.length).toBeGreaterThan(40);
  });
  test('become settings, and an unknown switch or value is refused', () => {
    const cutIn = { asksInSecondPass: false, startDraws: 0 };
    const play = { onsetLevel: 'asLabelled', decisionPasses: 2, lastCellSuppresses: true, ...cutIn };
    expect(settingsOf()).toEqual({ idleActionPoints: 10, countdownFirst: false, timersCountDown: true, ...play });
    const other = { idleActionPoints: 0, idleChargeFrames: 'N', statusTimers: 'keep' };
    expect(settingsOf(other)).toEqual({ idleActionPoints: 0, countdownFirst: true, timersCountDown: false, ...play });
    expect(settingsOf({ onsetLevel: 'none', decisionPasses: 1, fieldLastCell: 'counts' })).toMatchObject({
      onsetLevel: 'none',
      decisionPasses: 1,
      lastCellSuppresses: false,
    });
    expect(settingsOf({ idleChargeFrames: 'N+1', statusTimers: 'countDown' })).toEqual(settingsOf());
    expect(() => settingsOf({ idleFrames: 1 })).toThrow(RuleError);
    expect(() => settingsOf({ idleActionPoints: 11 })).toThrow(RuleError);
  });
});
