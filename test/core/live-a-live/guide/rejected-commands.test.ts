/**
 * Commands that the guide’s rule set rejects: each with its code, and with the battle as it was.
 */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { codeOf, move, PETRIFIED, put, putImpostors, run, skill, start, TAKAHARA } from './guide-battles.js';

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
    // an enemy before the first, and a sixteenth
    for (const slot of [-1, 15]) battle.image[enemyPointer(slot) + Enemy.STATE] = 0xff;
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
