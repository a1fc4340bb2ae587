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
  drawnTime,
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
import { Effect } from '../../../../core/live-a-live/memory/happenings.js';
import { byteOf, exitOf } from '../../../../core/live-a-live/memory/machine.js';
import {
  SKILL_COUNTERS_LOW,
  SKILL_DISPLACEMENT,
  SKILL_STAT_CHANGE,
} from '../../../../core/live-a-live/memory/skill-record.js';
import {
  ALLY_0,
  activeSkill,
  ally,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  machine,
  read,
  record,
  set,
  species,
  toldEffects,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('a status of a skill', () => {
  test('lasts by its lead over the defence and by a bonus, 255 at most', () => {
    // (40 + (235*40 >> 8)) >> 1 = 38
    expect(statusLead(0xeb, 40, 30)).toBe(8);
    expect([statusTime(8, 0, 16), statusTime(8, 0, 17), statusTime(8, 15, 10)]).toEqual([0, 17, 25]);
    expect([statusTime(136, 15, 0), statusTime(137, 15, 0), statusTime(200, 10, 20)]).toEqual([255, 255, 255]);
    expect([timeBonus(99, 4), timeBonus(99, 0), timeBonus(255, 1)]).toEqual([24, 255, 255]);
  });

  test('does not take without a lead over the defence, however large the bonus is', () => {
    // 38 against 30, 38 and 46: a lead of 8, of 0 and of -8
    expect([30, 38, 46].map((defence) => drawnTime(0xeb, 40, defence, 15, 100))).toEqual([115, 0, 0]);
  });

  test('is refused without a draw while its timer runs; an immune target gets the timer alone', () => {
    set({ bitsLeft: 0x03, statusFormula: 0x0f, userStat: 255 });
    enemy(0).set({ timerNeck: 5, level: 1 });
    species(0).set({ immunity: 0x02 });
    draws(255, 255);
    inflictAgainst(machine, ENEMY_0, 0);
    expect([
      drawsUsed(),
      enemy(0).read('timerNeck'),
      enemy(0).read('timerLeg'),
      enemy(0).read('pendingStatuses'),
    ]).toEqual([1, 5, 255, 0]);
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
    set({ target: ENEMY_0, weaponStatuses: 0x01 });
    enemy(0).set({ timerNeck: 77 });
    draws(0);
    inflictWeaponStatuses(machine, 32);
    expect([enemy(0).read('timerNeck'), enemy(0).read('pendingStatuses')]).toEqual([0, 1]);
  });
});

describe('the weapon of an ally', () => {
  beforeEach(() => {
    set({ target: ENEMY_0, skillUser: ALLY_0 });
    ally(0).set({ state: 0xff, level: 4 });
    activeSkill({ [SKILL_COUNTERS_LOW]: 0x01 });
    record(0).set({ weaponStatuses: 0x01 });
  });

  test('acts when the skill names no statuses, for 8 times the own level', () => {
    draws(0x0f);
    expect(inflictStatuses(machine)).toBe(AFTER_WEAPON);
    expect([enemy(0).read('timerNeck'), enemy(0).read('pendingStatuses'), drawsUsed()]).toEqual([32, 1, 1]);
  });

  test('acts only with a skill that counts attack power, with a status, and from level 1 on', () => {
    expect(applyWeaponStatuses(machine)).toBe(WEAPON_DONE);
    ally(0).set({ level: 0 });
    expect(applyWeaponStatuses(machine)).toBe(NO_WEAPON_STATUS);
    ally(0).set({ level: 4 });
    record(0).set({ weaponStatuses: 0 });
    expect(applyWeaponStatuses(machine)).toBe(NO_WEAPON_STATUS);
    activeSkill({ [SKILL_COUNTERS_LOW]: 0xfe });
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
    activeSkill({ [SKILL_STAT_CHANGE]: 0x3f });
    enemy(0).set({ correctedLevel: 48 });
    set({ target: ENEMY_0 });
    draws(255);
    changeTarget(machine);
    expect(drawsUsed()).toBe(0);
  });

  test('is drawn in the order level, intellect, body, speed, power, and summed for each', () => {
    activeSkill({ [SKILL_STAT_CHANGE]: 0x3f });
    set({ target: ENEMY_0 });
    enemy(0).set({ level: 8, power: 40, speed: 30, body: 20, intellect: 10 });
    // draw & 63 has to exceed 16
    draws(16, 17, 63, 0, 0x51);
    changeTarget(machine);
    expect([
      enemy(0).read('level'),
      enemy(0).read('power'),
      enemy(0).read('speed'),
      enemy(0).read('body'),
      enemy(0).read('intellect'),
    ]).toEqual([8, 20, 30, 10, 5]);
    expect(toldEffects()).toEqual([
      [ENEMY_0, Effect.INTELLECT, 10, 5],
      [ENEMY_0, Effect.BODY, 20, 10],
      [ENEMY_0, Effect.POWER, 40, 20],
    ]);
    expect(enemy(0).read('changedStats')).toBe(0x02 | 0x04 | 0x10);
    expect([0, 1, 2, 3, 4].map((index) => read(`changeTotalStat[${index}]`))).toEqual([0, 20, 0, 10, 5]);
  });

  test('stays as it was when it would pass 255, which leads to unpublished bytes', () => {
    activeSkill({ [SKILL_STAT_CHANGE]: 0x61 });
    set({ target: ENEMY_0 });
    enemy(0).set({ level: 219 });
    draws(57);
    expect(changeTarget(machine)).toBe(RESULT_AT_CAP);
    expect(enemy(0).read('level')).toBe(219);
  });

  test('stays as it was at 255, too, and the stats after it are not drawn', () => {
    set({ target: ENEMY_0 });
    // 4 x 204 x 80 / 256 = 255
    activeSkill({ [SKILL_STAT_CHANGE]: 0x61 });
    enemy(0).set({ level: 204 });
    draws(57);
    expect([changeTarget(machine), enemy(0).read('level')]).toEqual([RESULT_AT_CAP, 204]);
    // intellect, then body: nothing comes after the first
    activeSkill({ [SKILL_STAT_CHANGE]: 0x66 });
    enemy(0).set({ body: 40, intellect: 219 });
    draws(57, 57);
    expect([changeTarget(machine), drawsUsed(), enemy(0).read('body'), enemy(0).read('changedStats')]).toEqual([
      RESULT_AT_CAP,
      1,
      40,
      0,
    ]);
  });

  test('of the skill’s own user ends the same way, or is held at 255', () => {
    set({ skillUser: ENEMY_0 });
    activeSkill({ [SKILL_STAT_CHANGE]: 0xe1 });
    enemy(0).set({ level: 219 });
    for (const change of [changeEnemyUser, changeUser]) {
      draws(57);
      expect([change(machine), enemy(0).read('level')]).toEqual([RESULT_AT_CAP, 219]);
    }
    draws(57);
    expect([changeEnemyUserCapped(machine), enemy(0).read('level'), read('changeTotalStat[0]')]).toEqual([
      CHANGE_DONE,
      255,
      36,
    ]);
  });

  test('adds to a total that stops at 255', () => {
    set({ 'changeTotalStat[1]': 250 });
    addStatChange(machine, 0xfa, 0, 0x9ef3);
    expect(read('changeTotalStat[1]')).toBe(255);
    addStatChange(machine, 0xfa, 0, 0x9ef4);
    expect(read('changeTotalStat[2]')).toBe(6);
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
      set({ subject: ENEMY_0 });
      activeSkill({ [SKILL_DISPLACEMENT]: 1 });
      enemy(0).set({ hitsLanded: 1, skillState: state, chosenSkill: 77 });
      draws(1, 0);
      rollDisplacement(machine);
      // the broken charge is told with its skill, then the displacement of bit 1
      expect(toldEffects()).toEqual([
        ...(after === 0 ? [[ENEMY_0, Effect.CHARGE_LOST, 77, 0]] : []),
        [ENEMY_0, Effect.DISPLACED, 1, 0],
      ]);
      expect([enemy(0).read('skillState'), drawsUsed()]).toEqual([after, 2]);
    }
    activeSkill({ [SKILL_DISPLACEMENT]: 0 });
    enemy(0).set({ skillState: 0x40 });
    draws(255, 255);
    rollDisplacement(machine);
    expect([read('displaced'), drawsUsed(), enemy(0).read('skillState')]).toEqual([0, 2, 0x40]);
  });

  test('turns by a quarter from lower right to lower left, upper left, upper right', () => {
    expect([0x00, 0x40, 0xc0, 0x80].map(quarterTurn)).toEqual([0x40, 0xc0, 0x80, 0x00]);
  });

  test('knocks away from the attacker, not along an axis on which both stand level', () => {
    expect([awayFrom(0, 2, 2), awayFrom(2, 2, 2), awayFrom(3, 2, 2), awayFrom(4, 2, 2)]).toEqual([1, 0, 0, 0xff]);
  });

  test('knocks along the row before the column when the corner is taken', () => {
    set({ skillUser: ALLY_0 });
    ally(0).set({ cellX: 2, cellY: 2 });
    enemy(0).set({ cellX: 3, cellY: 3 });
    species(0).set({ width: 1, height: 1 });
    set({ 'fieldGrid[27]': 0x11, 'fieldGrid[36]': 0x02 });
    knockBack(machine, ENEMY_0);
    expect([enemy(0).read('wantedX'), enemy(0).read('wantedY'), read('fieldGrid[35]'), read('fieldGrid[27]')]).toEqual([
      3, 4, 0x11, 0,
    ]);
  });
});

test('knockback tells a free corner from a taken one', () => {
  set({ skillUser: ALLY_0 });
  ally(0).set({ cellX: 2, cellY: 2 });
  enemy(0).set({ cellX: 3, cellY: 3 });
  species(0).set({ width: 1, height: 1 });
  for (const [occupant, answer] of [
    [0x02, 0xff],
    [0x00, 0x00],
  ] as const) {
    set({ 'fieldGrid[36]': occupant });
    const tried = tryKnockback(machine, ENEMY_0);
    expect([exitOf(tried), byteOf(tried)]).toEqual([BOTH_TRIED, answer]);
  }
});

test('knockback does not try a step over the lower edge', () => {
  set({ skillUser: ALLY_0 });
  ally(0).set({ cellX: 3, cellY: 5 });
  enemy(0).set({ cellX: 3, cellY: 6 });
  species(0).set({ width: 1, height: 1 });
  expect(exitOf(tryKnockback(machine, ENEMY_0))).toBe(NO_STEP);
  expect([enemy(0).read('wantedX'), enemy(0).read('wantedY')]).toEqual([3, 6]);
});

test('a species’ own abnormality goes before that of the skill', () => {
  expect([pendingAbnormality(5, 0x83), pendingAbnormality(0, 0xc7), pendingAbnormality(0, 0x07)]).toEqual([
    0x85, 0x87, 0x07,
  ]);
});
