/**
 * Edges of the turn engine's routines that no bundled case and no recorded log holds: the ends of the lists, the absent, draws at
 * their limit. Expected values: the drill program's page (traces/homebrew/PROGRAM.md) and the descriptions in the case files.
 */
import { describe, expect, test } from 'vitest';
import { createFrameBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { stepBattleGenerator } from '../../../../core/live-a-live/memory/generators.js';
import { exitOf, wordOf } from '../../../../core/live-a-live/memory/machine.js';
import { createTableBytes } from '../../../../core/live-a-live/memory/tables.js';
import { noteUnpublished } from '../../../../core/live-a-live/memory/unpublished-used.js';
import { pass } from '../../../../core/live-a-live/turn/ally-moves.js';
import { isAllyAble, nextByRank } from '../../../../core/live-a-live/turn/ally-order.js';
import {
  noteStartAbnormality,
  startEnemyValues,
  takeStartAbnormality,
} from '../../../../core/live-a-live/turn/battle-start.js';
import { SCAN_ABSENT, SCAN_DONE, scanCharges } from '../../../../core/live-a-live/turn/charge.js';
import { takeTimeStep } from '../../../../core/live-a-live/turn/time.js';
import { passTime } from '../../../../core/live-a-live/turn/time-passes.js';
import { read } from '../../../../core/system/battle.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import {
  allyPointer,
  type CellValues,
  cellsOf,
  enemyPointer,
  placeOf,
  speciesPointer,
} from '../../../fixtures/live-a-live/battle-cells.js';
import { readVectorFile, type VectorCase } from '../../../references/vector-files.js';

const ALLY = { speed: 31, level: 5 };
const SPECIES = { power: 40, speed: 60, body: 50, intellect: 55, level: 3, hp: 256 };

function start(switches = {}): LiveALiveBattle {
  return createFrameBattle(
    { allies: [ALLY, ALLY, ALLY, ALLY], species: [SPECIES], enemies: [{ species: 0 }] },
    switches,
  );
}

function put(battle: LiveALiveBattle, values: CellValues): void {
  cellsOf(battle.image).set(values);
}

function values(battle: LiveALiveBattle, ...names: readonly string[]): number[] {
  return names.map((name) => read(battle, name));
}

/** A charging enemy with a lowered stat and a running sleep timer. */
function changedEnemy(slot: number, state: number, skillState = 0x40): Record<string, number> {
  const enemy = `enemy[${slot}]`;
  return {
    [`${enemy}.state`]: state,
    [`${enemy}.species`]: speciesPointer(0),
    [`${enemy}.skillState`]: skillState,
    [`${enemy}.charge`]: 20,
    [`${enemy}.speed`]: 10,
    [`${enemy}.statuses`]: 0x21,
    [`${enemy}.timerSleep`]: 16,
    [`${enemy}.timerNeck`]: 17,
  };
}

/** One for all cases: to make a battle takes longer than what it is made for. */
const caseBattle = createFrameBattle(null);

/** The battle with the memory of a bundled case, and its draws given. */
function battleOf(one: VectorCase): LiveALiveBattle {
  const battle = caseBattle;
  battle.image.fill(0);
  for (const [address, value] of Object.entries(one.in.mem ?? {})) {
    const offset = offsetOf(Number.parseInt(address, 16));
    if (offset >= 0) battle.image[offset] = value;
  }
  battle.machine.script = one.draws === undefined ? undefined : { values: Uint8Array.from(one.draws), next: 0 };
  return battle;
}

const enemyCells = (slot: number): string[] =>
  ['charge', 'speed', 'statuses', 'timerSleep', 'timerNeck'].map((name) => `enemy[${slot}].${name}`);

describe('time that passes', () => {
  test('is counted for fifteen enemies, never for a sixteenth', () => {
    const battle = start();
    for (let slot = 0; slot < 16; slot++) put(battle, changedEnemy(slot, 0xff));
    put(battle, { timeStep: 16 });
    passTime(battle.machine);
    for (let slot = 0; slot < 15; slot++) expect(values(battle, ...enemyCells(slot))).toEqual([4, 26, 0x01, 0, 1]);
    expect(values(battle, ...enemyCells(15))).toEqual([20, 10, 0x21, 16, 17]);
  });
  test('leaves an absent enemy alone, and ends at the end of the list', () => {
    const battle = start();
    put(battle, {
      ...changedEnemy(0, 0),
      ...changedEnemy(1, 0xc0),
      ...changedEnemy(2, 0x80),
      ...changedEnemy(3, 0xff),
    });
    put(battle, { timeStep: 16 });
    passTime(battle.machine);
    expect(values(battle, ...enemyCells(0))).toEqual([20, 10, 0x21, 16, 17]);
    expect(values(battle, ...enemyCells(1))).toEqual([4, 26, 0x01, 0, 1]);
    expect(values(battle, ...enemyCells(2), ...enemyCells(3))).toEqual([20, 10, 0x21, 16, 17, 20, 10, 0x21, 16, 17]);
  });
  test('counts only a charge down, and stops it at 0', () => {
    const battle = start();
    put(battle, { ...changedEnemy(0, 0xff, 0x20), ...changedEnemy(1, 0xff), 'enemy[1].charge': 15 });
    put(battle, { 'ally[0].skillState': 0x20, 'ally[0].charge': 12, 'ally[1].skillState': 0x40, 'ally[1].charge': 9 });
    put(battle, { 'ally[2].skillState': 0x40, 'ally[2].charge': 18, 'ally[2].state': 0, 'enemy[2].state': 0x80 });
    put(battle, { timeStep: 16 });
    passTime(battle.machine);
    expect(values(battle, 'enemy[0].charge', 'enemy[1].charge')).toEqual([20, 0]);
    expect(values(battle, 'ally[0].charge', 'ally[1].charge', 'ally[2].charge')).toEqual([12, 0, 18]);
  });
  test('leaves stats, level and timers of an absent ally alone, and only the timers of one out of the fight', () => {
    const battle = start();
    const changed = (slot: number): Record<string, number> => ({
      [`ally[${slot}].speed`]: 10,
      [`ally[${slot}].level`]: 9,
      [`ally[${slot}].statuses`]: 0x22,
      [`ally[${slot}].timerSleep`]: 5,
      [`ally[${slot}].timerLeg`]: 40,
    });
    const cells = (slot: number): string[] => Object.keys(changed(slot));
    for (let slot = 0; slot < 4; slot++) put(battle, changed(slot));
    // an empty slot, one that left, and one out of the fight, whose stats do go back
    put(battle, { 'ally[1].id': 0xff, 'ally[2].state': 0x80, 'ally[3].statuses': 0xff, timeStep: 16 });
    passTime(battle.machine);
    expect(values(battle, ...cells(0))).toEqual([26, 8, 0x02, 0, 24]);
    expect(values(battle, ...cells(1))).toEqual([10, 9, 0x22, 5, 40]);
    expect(values(battle, ...cells(2))).toEqual([10, 9, 0x22, 5, 40]);
    expect(values(battle, ...cells(3))).toEqual([26, 8, 0xff, 5, 40]);
  });
  test('keeps the status timers with the switch', () => {
    const battle = start({ statusTimers: 'keep' });
    put(battle, { ...changedEnemy(0, 0xff), timeStep: 16, 'ally[0].statuses': 0x20, 'ally[0].timerSleep': 5 });
    passTime(battle.machine);
    expect(values(battle, ...enemyCells(0))).toEqual([4, 26, 0x21, 16, 17]);
    expect(values(battle, 'ally[0].statuses', 'ally[0].timerSleep')).toEqual([0x20, 5]);
  });
  test('what depends on the status timers is noted when a timer of a unit that is there runs', () => {
    const noted = (cells: Readonly<Record<string, number>>): readonly string[] => {
      const battle = start();
      put(battle, { 'enemy[1].state': 0x80, ...cells, timeStep: 0 });
      const notes = noteUnpublished(battle.machine);
      passTime(battle.machine);
      return notes.names();
    };
    expect(noted({})).toEqual([]);
    // the first and the last of the eight timers, of the first and the last unit
    for (const unit of ['enemy[0]', 'ally[0]', 'ally[3]']) {
      expect(noted({ [`${unit}.timerNeck`]: 1 }), unit).toEqual(['statusTimers']);
      expect(noted({ [`${unit}.timerPetrify`]: 1 }), unit).toEqual(['statusTimers']);
    }
    const second = { 'enemy[1].state': 0xff, 'enemy[2].state': 0x80 };
    expect(noted({ ...second, 'enemy[1].timerSleep': 1 })).toEqual(['statusTimers']);
    // nobody: behind the end of the list, an absent enemy, an ally that left
    expect(noted({ 'enemy[1].timerSleep': 1 })).toEqual([]);
    expect(noted({ 'enemy[0].state': 0, 'enemy[0].timerSleep': 1 })).toEqual([]);
    expect(noted({ 'ally[2].state': 0x80, 'ally[2].timerSleep': 1 })).toEqual([]);
    // the bytes before and behind the timers of a unit
    for (const unit of ['enemy[0]', 'ally[0]']) {
      const battle = start();
      put(battle, { 'enemy[1].state': 0x80, timeStep: 0 });
      const notes = noteUnpublished(battle.machine);
      battle.image[placeOf(`${unit}.timerNeck`) - 1] = 1;
      battle.image[placeOf(`${unit}.timerPetrify`) + 1] = 1;
      passTime(battle.machine);
      expect(notes.names(), unit).toEqual([]);
    }
  });
});

describe('an enemy at the start of the battle', () => {
  test.each(['C1-FC78-enemy-start-values', 'C1-FC78-enemy-start-values.inferred'])(
    'leaves the chance that was compared in its work cell, as in the cases of %s',
    (name) => {
      const { cases } = readVectorFile(name);
      expect(cases.length).toBeGreaterThan(200);
      for (const one of cases) {
        const battle = battleOf(one);
        startEnemyValues(battle.machine, one.in.regs?.Y ?? 0);
        expect(read(battle, 'work0310') & 0xff).toBe(one.out.mem?.['7E0310']);
      }
    },
  );
  test('never takes the abnormality of a chance with an empty high nibble, but its statuses', () => {
    const battle = start();
    put(battle, { 'species[0].startChance': 0x10, 'species[0].startStatuses': 0x21 });
    startEnemyValues(battle.machine, enemyPointer(0));
    expect(values(battle, 'work0310', 'enemy[0].abnormality', 'enemy[0].statuses')).toEqual([0x1f, 0, 0x21]);
  });
  test('takes the abnormality that an item brings on a draw below 128', () => {
    const taken = (draw: number): number => {
      const battle = start();
      put(battle, { 'species[0].startAbnormality': 5 });
      battle.machine.script = { values: Uint8Array.of(draw), next: 0 };
      takeStartAbnormality(battle.machine, enemyPointer(0));
      return read(battle, 'enemy[0].abnormality');
    };
    expect([taken(0x00), taken(0x7f), taken(0x80), taken(0xff)]).toEqual([5, 5, 0, 0]);
  });
  test('is noted nothing for an empty left hand, whatever the table says of item 0', () => {
    const noted = (item: number): number => {
      const battle = start();
      const tables = createTableBytes();
      // bytes 13 of items 0 and 1: race 0, abnormality 5
      tables.bankD5[13] = 0x05;
      tables.bankD5[16 + 13] = 0x05;
      put(battle, { 'record[0].leftItem': item });
      noteStartAbnormality({ ...battle.machine, tables }, allyPointer(0));
      return read(battle, 'species[0].startAbnormality');
    };
    expect([noted(0), noted(1)]).toEqual([0, 5]);
  });
});

describe('order of the allies', () => {
  test('tries as many ranks as it is told and stops at the first ally that is there', () => {
    const current = (ranks: number, absent: readonly number[], ally = allyPointer(0)): number => {
      const battle = start();
      put(battle, Object.fromEntries(absent.map((slot) => [`ally[${slot}].state`, 0])));
      put(battle, { currentAlly: ally });
      pass(battle.machine, ally, ranks);
      return read(battle, 'currentAlly');
    };
    expect([1, 4].map((ranks) => current(ranks, []))).toEqual([allyPointer(1), allyPointer(1)]);
    expect([1, 2, 3].map((ranks) => current(ranks, [1]))).toEqual([allyPointer(0), allyPointer(2), allyPointer(2)]);
    expect([1, 2, 3].map((ranks) => current(ranks, [1, 2]))).toEqual([allyPointer(0), allyPointer(0), allyPointer(3)]);
    // all ranks in vain
    expect(current(4, [0, 1, 2, 3])).toBe(allyPointer(0));
  });
  test('leaves the slot of the next ally by rank, or 4, and the count of tries', () => {
    const { cases } = readVectorFile('C1-9F02-next-ally');
    expect(cases.length).toBeGreaterThan(100);
    for (const one of cases) {
      const battle = battleOf(one);
      nextByRank(battle.machine, one.in.regs?.X ?? 0);
      expect(read(battle, 'work0308')).toBe((one.out.mem?.['7E0308'] ?? 0) | ((one.out.mem?.['7E0309'] ?? 0) << 8));
    }
  });
  test('passes over an ally that is petrified, asleep, paralysed, stepping, charging or executing', () => {
    const able = (cells: Readonly<Record<string, number>>): boolean => {
      const battle = start();
      put(battle, cells);
      return isAllyAble(battle.image, allyPointer(0));
    };
    expect([0x80, 0x20, 0x10].map((statuses) => able({ 'ally[0].statuses': statuses }))).toEqual([false, false, false]);
    expect(able({ 'ally[0].statuses': 0x4f })).toBe(true);
    expect([0x20, 0x40, 0xf0].map((state) => able({ 'ally[0].skillState': state }))).toEqual([false, false, false]);
    expect([0x80, 0x10].map((state) => able({ 'ally[0].skillState': state }))).toEqual([true, true]);
  });
});

test('the search for a charge that is over goes on to the next ally when one is absent', () => {
  const battle = start();
  put(battle, { 'ally[0].skillState': 0x40, 'ally[0].charge': 0, 'ally[2].state': 0 });
  const absent = scanCharges(battle.machine, allyPointer(0), 1);
  expect([exitOf(absent), wordOf(absent), read(battle, 'actionPoints')]).toEqual([SCAN_ABSENT, allyPointer(2), 0]);
  const last = scanCharges(battle.machine, allyPointer(3), 1);
  expect([exitOf(last), wordOf(last), read(battle, 'actionPoints')]).toEqual([SCAN_DONE, allyPointer(3), 0]);
  const present = scanCharges(battle.machine, allyPointer(0), 0);
  expect([exitOf(present), wordOf(present), read(battle, 'actionPoints')]).toEqual([0, allyPointer(0), 510]);
});

test('a frame is idle only when nobody acted and no ally can act', () => {
  const after = (timeCode: number, playerState: number): (number | boolean)[] => {
    const battle = start();
    put(battle, { timeCode, playerState, timeStep: 0x55 });
    return [takeTimeStep(battle.machine), ...values(battle, 'timeCode', 'timeStep')];
  };
  expect(after(0, 0x80)).toEqual([true, 0x10, 1]);
  expect(after(0x40, 0x80)).toEqual([false, 0x40, 4]);
  expect(after(0x20, 0)).toEqual([false, 0x20, 2]);
  expect([after(0, 0), after(0, 0xff)]).toEqual(Array(2).fill([false, 0, 0]));
});

test('the battle generator divides its oldest word by 13 and shifts the value in', () => {
  const battle = start();
  put(battle, { 'battleGenerator.a0': 0x34, 'battleGenerator.a1': 0x12, 'battleGenerator.a2': 7 });
  // 1234h = 4660 = 13 * 358 + 6; 358 = 166h
  expect(stepBattleGenerator(battle.machine)).toBe(0x66);
  expect(['a0', 'a1', 'a2', 'a3'].map((name) => read(battle, `battleGenerator.${name}`))).toEqual([0x12, 7, 0, 0x66]);
});
