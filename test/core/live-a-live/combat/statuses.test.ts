/** The rules' statements about statuses, changed stats, displacement and abnormalities, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import { displaced, quarterTurn, rollDisplacement } from '../../../../core/live-a-live/combat/displacement.js';
import {
  awayFrom,
  BOTH_TRIED,
  knockBack,
  NO_STEP,
  tryKnockback,
} from '../../../../core/live-a-live/combat/knockback.js';
import { pendingAbnormality } from '../../../../core/live-a-live/combat/onset-cause.js';
import {
  addStatChange,
  CHANGE_DONE,
  changedStat,
  changeEnemyUser,
  changeEnemyUserCapped,
  changeFactor,
  changeTarget,
  changeUser,
  levelToBeat,
  RESULT_AT_CAP,
} from '../../../../core/live-a-live/combat/stat-change.js';
import {
  AFTER_WEAPON,
  inflictAgainst,
  inflictStatuses,
  statusLead,
  statusTime,
  timeBonus,
} from '../../../../core/live-a-live/combat/status-infliction.js';
import {
  applyWeaponStatuses,
  inflictWeaponStatuses,
  NO_ATTACK_POWER,
  NO_WEAPON_STATUS,
  WEAPON_DONE,
  weaponTakes,
  weaponTime,
} from '../../../../core/live-a-live/combat/weapon-status.js';
import { byteOf, exitOf } from '../../../../core/live-a-live/memory/machine.js';
import { clear, draws, drawsUsed, ENEMY_0, get, machine, put } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('a status of a skill', () => {
  test('lasts by its lead over the defence and by a bonus, 255 at most', () => {
    // (40 + (235*40 >> 8)) >> 1 = 38
    expect(statusLead(0xeb, 40, 30)).toBe(8);
    expect([statusTime(8, 0, 16), statusTime(8, 0, 17), statusTime(8, 15, 10)]).toEqual([0, 17, 25]);
    expect([statusTime(136, 15, 0), statusTime(137, 15, 0), statusTime(200, 10, 20)]).toEqual([255, 255, 255]);
    expect([timeBonus(99, 4), timeBonus(99, 0), timeBonus(255, 1)]).toEqual([24, 255, 255]);
  });

  test('is refused without a draw while its timer runs; an immune target gets the timer alone', () => {
    put(0x7e0312, 0x03);
    put(0x7e0314, 0x0f, 255);
    put(0x7eaa08, 5);
    put(0x7eab00, 1);
    put(0x7e1a2a, 0x02);
    draws(255, 255);
    inflictAgainst(machine, ENEMY_0, 0);
    expect([drawsUsed(), get(0x7eaa08), get(0x7eaa09), get(0x7eab0c)]).toEqual([1, 5, 255, 0]);
  });
});

describe('a status of a weapon', () => {
  test('takes when draw and level are equal, never from level 16 on', () => {
    expect([weaponTakes(0xf7, 7), weaponTakes(0xf6, 7), weaponTakes(0xff, 15), weaponTakes(0xff, 16)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('lasts 8 times the own level, which wraps to 0 at level 32, and overwrites a running timer', () => {
    expect([weaponTime(31), weaponTime(32), weaponTime(33)]).toEqual([248, 0, 8]);
    put(0x7e0310, 0x00, 0x1b);
    put(0x7e0320, 0x01);
    put(0x7eaa08, 77);
    draws(0);
    inflictWeaponStatuses(machine, 32);
    expect([get(0x7eaa08), get(0x7eab0c)]).toEqual([0, 1]);
  });
});

describe('the weapon of an ally', () => {
  beforeEach(() => {
    put(0x7e0310, 0x00, 0x1b);
    put(0x7e0378, 0x00, 0x1c);
    put(0x7e1c01, 0xff);
    put(0x7e1c38, 4);
    put(0x7e901f, 0x01);
    put(0x7e0d02, 0x01);
  });

  test('acts when the skill names no statuses, for 8 times the own level', () => {
    draws(0x0f);
    expect(inflictStatuses(machine)).toBe(AFTER_WEAPON);
    expect([get(0x7eaa08), get(0x7eab0c), drawsUsed()]).toEqual([32, 1, 1]);
  });

  test('acts only with a skill that counts attack power, with a status, and from level 1 on', () => {
    expect(applyWeaponStatuses(machine)).toBe(WEAPON_DONE);
    put(0x7e1c38, 0);
    expect(applyWeaponStatuses(machine)).toBe(NO_WEAPON_STATUS);
    put(0x7e1c38, 4);
    put(0x7e0d02, 0);
    expect(applyWeaponStatuses(machine)).toBe(NO_WEAPON_STATUS);
    put(0x7e901f, 0xfe);
    expect(applyWeaponStatuses(machine)).toBe(NO_ATTACK_POWER);
    expect(inflictStatuses(machine)).toBe(NO_ATTACK_POWER);
  });
});

describe('a changed stat', () => {
  test('goes to nothing, half, three quarters, or five quarters and one', () => {
    expect([0, 1, 2].map((kind) => changedStat(100, changeFactor(kind), 0))).toEqual([0, 50, 75]);
    expect([changedStat(100, changeFactor(3), 1), changedStat(0, changeFactor(3), 1)]).toEqual([126, 1]);
    expect(changedStat(204, changeFactor(3), 1)).toBe(255);
  });

  test('stays as it is at a target’s level of 48 and more, without a draw', () => {
    expect([levelToBeat(0), levelToBeat(47), levelToBeat(48), levelToBeat(255)]).toEqual([16, 63, 0, 0]);
    put(0x7e9027, 0x3f);
    put(0x7eab0a, 48);
    put(0x7e0310, 0x00, 0x1b);
    draws(255);
    changeTarget(machine);
    expect(drawsUsed()).toBe(0);
  });

  test('is drawn in the order level, intellect, body, speed, power, and summed for each', () => {
    put(0x7e9027, 0x3f);
    put(0x7e0310, 0x00, 0x1b);
    put(0x7eab00, 8);
    put(0x7eaa03, 40, 30, 20, 10);
    // draw & 63 has to exceed 16
    draws(16, 17, 63, 0, 0x51);
    changeTarget(machine);
    expect([get(0x7eab00), get(0x7eaa03), get(0x7eaa04), get(0x7eaa05), get(0x7eaa06)]).toEqual([8, 20, 30, 10, 5]);
    expect(get(0x7eab0d)).toBe(0x02 | 0x04 | 0x10);
    expect([0, 1, 2, 3, 4].map((index) => get(0x7e9ef2 + index))).toEqual([0, 20, 0, 10, 5]);
  });

  test('stays as it was when it would pass 255, which leads to unpublished bytes', () => {
    put(0x7e9027, 0x61);
    put(0x7e0310, 0x00, 0x1b);
    put(0x7eab00, 219);
    draws(57);
    expect(changeTarget(machine)).toBe(RESULT_AT_CAP);
    expect(get(0x7eab00)).toBe(219);
  });

  test('stays as it was at 255, too, and the stats after it are not drawn', () => {
    put(0x7e0310, 0x00, 0x1b);
    // 4 x 204 x 80 / 256 = 255
    put(0x7e9027, 0x61);
    put(0x7eab00, 204);
    draws(57);
    expect([changeTarget(machine), get(0x7eab00)]).toEqual([RESULT_AT_CAP, 204]);
    // intellect, then body: nothing comes after the first
    put(0x7e9027, 0x66);
    put(0x7eaa05, 40, 219);
    draws(57, 57);
    expect([changeTarget(machine), drawsUsed(), get(0x7eaa05), get(0x7eab0d)]).toEqual([RESULT_AT_CAP, 1, 40, 0]);
  });

  test('of the skill’s own user ends the same way, or is held at 255', () => {
    put(0x7e0378, 0x00, 0x1b);
    put(0x7e9027, 0xe1);
    put(0x7eab00, 219);
    for (const change of [changeEnemyUser, changeUser]) {
      draws(57);
      expect([change(machine), get(0x7eab00)]).toEqual([RESULT_AT_CAP, 219]);
    }
    draws(57);
    expect([changeEnemyUserCapped(machine), get(0x7eab00), get(0x7e9ef2)]).toEqual([CHANGE_DONE, 255, 36]);
  });

  test('adds to a total that stops at 255', () => {
    put(0x7e9ef3, 250);
    addStatChange(machine, 0xfa, 0, 0x9ef3);
    expect(get(0x7e9ef3)).toBe(255);
    addStatChange(machine, 0xfa, 0, 0x9ef4);
    expect(get(0x7e9ef4)).toBe(6);
  });
});

describe('displacement', () => {
  test('succeeds for three of four draws, every kind from the same two draws', () => {
    expect([displaced(1, 0, 7), displaced(0, 2, 7), displaced(7, 0, 4), displaced(0xf8, 0xf8, 0xff)]).toEqual([
      1, 2, 4, 0,
    ]);
  });

  test('breaks a charge and no other state, and makes its two draws even for a skill that displaces nobody', () => {
    for (const [state, after] of [
      [0x40, 0],
      [0x41, 0x41],
    ] as const) {
      clear();
      put(0x7e0360, 0x00, 0x1b);
      put(0x7e901b, 1);
      put(0x7eab03, 1);
      put(0x7e1b05, state);
      draws(1, 0);
      rollDisplacement(machine);
      expect([get(0x7e1b05), drawsUsed()]).toEqual([after, 2]);
    }
    put(0x7e901b, 0);
    put(0x7e1b05, 0x40);
    draws(255, 255);
    rollDisplacement(machine);
    expect([get(0x7e0311), drawsUsed(), get(0x7e1b05)]).toEqual([0, 2, 0x40]);
  });

  test('turns by a quarter from lower right to lower left, upper left, upper right', () => {
    expect([0x00, 0x40, 0xc0, 0x80].map(quarterTurn)).toEqual([0x40, 0xc0, 0x80, 0x00]);
  });

  test('knocks away from the attacker, not along an axis on which both stand level', () => {
    expect([awayFrom(0, 2, 2), awayFrom(2, 2, 2), awayFrom(3, 2, 2), awayFrom(4, 2, 2)]).toEqual([1, 0, 0, 0xff]);
  });

  test('knocks along the row before the column when the corner is taken', () => {
    put(0x7e0378, 0x00, 0x1c);
    put(0x7e1c18, 2, 2);
    put(0x7e1b0a, 3, 3);
    put(0x7e1a04, 1, 1);
    put(0x7e04c8 + 27, 0x11);
    put(0x7e04c8 + 36, 0x02);
    knockBack(machine, ENEMY_0);
    expect([get(0x7e1b08), get(0x7e1b09), get(0x7e04c8 + 35), get(0x7e04c8 + 27)]).toEqual([3, 4, 0x11, 0]);
  });
});

test('knockback tells a free corner from a taken one', () => {
  put(0x7e0378, 0x00, 0x1c);
  put(0x7e1c18, 2, 2);
  put(0x7e1b0a, 3, 3);
  put(0x7e1a04, 1, 1);
  for (const [occupant, answer] of [
    [0x02, 0xff],
    [0x00, 0x00],
  ] as const) {
    put(0x7e04c8 + 36, occupant);
    const tried = tryKnockback(machine, ENEMY_0);
    expect([exitOf(tried), byteOf(tried)]).toEqual([BOTH_TRIED, answer]);
  }
});

test('knockback does not try a step over the lower edge', () => {
  put(0x7e0378, 0x00, 0x1c);
  put(0x7e1c18, 3, 5);
  put(0x7e1b0a, 3, 6);
  put(0x7e1a04, 1, 1);
  expect(exitOf(tryKnockback(machine, ENEMY_0))).toBe(NO_STEP);
  expect([get(0x7e1b08), get(0x7e1b09)]).toEqual([3, 6]);
});

test('a species’ own abnormality goes before that of the skill', () => {
  expect([pendingAbnormality(5, 0x83), pendingAbnormality(0, 0xc7), pendingAbnormality(0, 0x07)]).toEqual([
    0x85, 0x87, 0x07,
  ]);
});
