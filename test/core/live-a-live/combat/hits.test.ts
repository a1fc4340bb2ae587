/** The rules' statements about hit checks, numbers of hits and who takes them, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ATTACK_ALWAYS_ONE,
  ATTACK_HEALS,
  ATTACK_HEALS_OBJECT,
  attackEnemy,
  NO_NEW_VALUE,
  NOTHING_DEALT,
  VALUE_COMPUTED,
} from '../../../../core/live-a-live/combat/attack.js';
import { certainHitStatuses, checkHit, drawHits, HIT, MISS } from '../../../../core/live-a-live/combat/hit-check.js';
import { countHits, hitsByDraw, hitsByLevel, ONE_HIT_IN_AREA } from '../../../../core/live-a-live/combat/hit-count.js';
import { damageToEnemy, RECOVERY_UNPUBLISHED } from '../../../../core/live-a-live/combat/hit-value.js';
import { numberEnemiesInArea, pickTargets } from '../../../../core/live-a-live/combat/target-pick.js';
import { Effect, EVENT_EFFECT } from '../../../../core/live-a-live/memory/happenings.js';
import { byteOf, exitOf } from '../../../../core/live-a-live/memory/machine.js';
import { SKILL_AREA, SKILL_HITS, SKILL_TYPE, TYPE_HEAL } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  ALLY_0,
  activeSkill,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  machine,
  read,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('the hit check', () => {
  test('a sum equal to the draw’s share of the level hits', () => {
    // 128*20 >> 8 = 10
    expect([drawHits(128, 20, 10), drawHits(128, 20, 9)]).toEqual([true, false]);
  });

  test('a skill can name only neck, leg and arm locks as a certain hit', () => {
    expect([0x70, 0x10, 0x80, 0x0f].map(certainHitStatuses)).toEqual([7, 1, 0, 0]);
  });

  test.each([
    [0x10, 0x00],
    [0x20, 0x00],
    [0x02, 0x20],
  ])('an enemy with statuses %i is hit without a draw by a skill with area byte %i', (statuses, area) => {
    enemy(0).set({ statuses });
    activeSkill({ [SKILL_AREA]: area });
    enemy(0).set({ correctedLevel: 0xff });
    draws(0xff);
    expect(byteOf(checkHit(machine, ENEMY_0))).toBe(HIT);
    expect(drawsUsed()).toBe(0);
  });

  test('poison never makes a hit certain', () => {
    enemy(0).set({ statuses: 0x08 });
    activeSkill({ [SKILL_AREA]: 0xf0 });
    enemy(0).set({ correctedLevel: 0xff });
    draws(0xff);
    expect(byteOf(checkHit(machine, ENEMY_0))).toBe(MISS);
    expect(drawsUsed()).toBe(1);
  });
});

describe('the number of hits', () => {
  test('goes by level from one hit at level 0 to the maximum at level 15', () => {
    expect([hitsByLevel(15, 0), hitsByLevel(1, 15), hitsByLevel(15, 15), hitsByLevel(15, 99)]).toEqual([1, 1, 15, 15]);
  });

  test('goes by a draw from one hit up, even for a maximum of 0', () => {
    expect([hitsByDraw(4, 0), hitsByDraw(4, 64), hitsByDraw(4, 255), hitsByDraw(0, 255)]).toEqual([1, 2, 4, 1]);
  });

  test('may be fixed, even at 0; a skill of kind 2 or with bit 7 makes one hit somewhere in its area', () => {
    set({ skillUser: ALLY_0 });
    const exits = [0x40, 0x05, 0x85, 0x25].map((byte) => {
      activeSkill({ [SKILL_HITS]: byte });
      return [exitOf(countHits(machine)), read('hits')];
    });
    expect(exits).toEqual([
      [0, 0],
      [0, 5],
      [ONE_HIT_IN_AREA, 5],
      [ONE_HIT_IN_AREA, 5],
    ]);
  });
});

describe('who takes the hits', () => {
  test('is drawn for each hit, even with a single enemy', () => {
    enemy(0).set({ inRange: 1 });
    set({ hits: 3 });
    draws(0, 128, 255);
    pickTargets(machine);
    expect([enemy(0).read('hitsAssigned'), drawsUsed()]).toEqual([3, 3]);
  });

  test('three enemies share the 256 values of a draw', () => {
    for (const slot of [0, 1, 2]) {
      enemy(slot).set({ state: 0x40, inRange: 1 });
    }
    enemy(3).set({ state: 0x80 });
    set({ hits: 4 });
    // 85*3 >> 8 = 0, 86*3 >> 8 = 1, 170*3 >> 8 = 1
    draws(85, 86, 170, 255);
    pickTargets(machine);
    expect([enemy(0).read('hitsAssigned'), enemy(1).read('hitsAssigned'), enemy(2).read('hitsAssigned')]).toEqual([
      1, 2, 1,
    ]);
  });

  test('is not drawn when nobody is in the area', () => {
    set({ hits: 3 });
    draws(1, 2, 3);
    pickTargets(machine);
    expect(drawsUsed()).toBe(0);
  });
});

test('a cell of the enemies’ side without a number holds nobody', () => {
  set({ nextInArea: 1, 'rangeGrid[9]': [0x0f, 0x0f], 'fieldGrid[9]': [0x10, 0x11] });
  numberEnemiesInArea(machine);
  expect([read('nextInArea'), enemy(0).read('inRange')]).toEqual([2, 1]);
});

test('the damage of a recovery is unpublished: nothing is written or drawn', () => {
  set({ absorbFlag: 0x80, target: ENEMY_0 });
  draws(255);
  expect(damageToEnemy(machine)).toBe(RECOVERY_UNPUBLISHED);
  expect([drawsUsed(), enemy(0).read('singleHit')]).toEqual([0, 0]);
});

test('the value of a hit is drawn once, however many hits land', () => {
  expect(attackEnemy(machine, ENEMY_0)).toBe(NOTHING_DEALT);
  enemy(0).set({ hitsAssigned: 2, statuses: 0x10 });
  set({ skillUser: ALLY_0, levelSum: 20, statTimesCoefficient: 100, attackPower: 50 });
  draws(255, 255);
  expect(attackEnemy(machine, ENEMY_0)).toBe(VALUE_COMPUTED);
  const value = enemy(0).read('singleHit');
  expect(attackEnemy(machine, ENEMY_0)).toBe(NO_NEW_VALUE);
  // 100*127 >> 8 = 49; 98 + 50 = 148; 148 + (255*37 >> 8) = 184
  expect([value, enemy(0).read('singleHit'), enemy(0).read('hitsLanded'), drawsUsed()]).toEqual([184, 184, 2, 1]);
});

describe('an attack ends where no listing goes on', () => {
  /** Two hits, the first of which is certain: the enemy is paralysed. */
  const attack = (): [exit: number, landed: number] => {
    enemy(0).set({ hitsAssigned: 2, statuses: 0x10 });
    set({ skillUser: ALLY_0, levelSum: 20, statTimesCoefficient: 100, attackPower: 50 });
    draws(255);
    return [attackEnemy(machine, ENEMY_0), enemy(0).read('hitsLanded')];
  };

  test('with a recovery of an object, before a hit lands', () => {
    activeSkill({ [SKILL_TYPE]: TYPE_HEAL });
    species(0).set({ type: 4 });
    expect(attack()).toEqual([ATTACK_HEALS_OBJECT, 0]);
  });

  test('with a recovery, after the hit has landed and before its value', () => {
    set({ absorbFlag: 0x80 });
    expect([...attack(), enemy(0).read('singleHit')]).toEqual([ATTACK_HEALS, 1, 0]);
  });

  test('with Odio Mole, on whom any hit counts 1, once it does', () => {
    enemy(0).set({ id: 0xd0 });
    expect([...attack(), enemy(0).read('singleHit')]).toEqual([ATTACK_ALWAYS_ONE, 1, 1]);
  });
});

test('a hit that misses is told, and neither counts nor has a value', () => {
  enemy(0).set({ hitsAssigned: 3, correctedLevel: 0xff });
  set({ skillUser: ALLY_0, levelSum: 20, statTimesCoefficient: 100, attackPower: 50 });
  draws(0xff);
  expect(attackEnemy(machine, ENEMY_0)).toBe(NO_NEW_VALUE);
  expect([enemy(0).read('hitsLanded'), enemy(0).read('singleHit')]).toEqual([0, 0]);
  expect(machine.events?.words.subarray(machine.events.length - 5, machine.events.length)).toEqual(
    Int32Array.of(EVENT_EFFECT, ENEMY_0, Effect.CHECK, 0, 3),
  );
});
