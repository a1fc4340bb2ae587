/** The rules' statements about the value of a hit and about totals, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import { healEnemy, valueOnAlly } from '../../../../core/live-a-live/combat/hit-value.js';
import { baseDamage, damageOfDifference, levelDifference } from '../../../../core/live-a-live/combat/single-hit.js';
import {
  applyToEnemy,
  changeSum,
  damageAlly,
  halvedTotal,
  healAlly,
  heldTotal,
  stepBonus,
  totalOfHits,
} from '../../../../core/live-a-live/combat/totals.js';
import { Effect } from '../../../../core/live-a-live/memory/happenings.js';
import {
  ALLY_0,
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
  toldEffects,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('a single hit', () => {
  test('counts a level difference that starts 8 ahead: 0 at equality, 1 below, at most 24', () => {
    expect([levelDifference(10, 18), levelDifference(10, 19), levelDifference(10, 17)]).toEqual([0, 1, 1]);
    expect([levelDifference(16, 0), levelDifference(15, 0), levelDifference(200, 0)]).toEqual([24, 23, 24]);
    // 8 + level is held at 255
    expect(levelDifference(250, 250)).toBe(5);
  });

  test('has a base of level difference and stat, lessened by the target’s body, doubled, plus the attack of the weapon', () => {
    // (2*4 >> 3) + 145 = 146; (255-1) >> 1 = 127; 146*127 >> 8 = 72; 72*2 + 40 = 184
    expect(baseDamage(2, 0x04, 145, 1, 40)).toBe(184);
    // the two low bits of the coefficient byte choose a stat and do not count
    expect(baseDamage(2, 0x07, 145, 1, 40)).toBe(184);
  });

  test('adds a draw’s share of a quarter of its base', () => {
    set({ skillCoefficients: 0x04, statTimesCoefficient: 145, attackPower: 40, targetStat: 1 });
    draws(157);
    damageOfDifference(machine, 2);
    // 184 >> 2 = 46; 157*46 >> 8 = 28
    expect(read('hitValue')).toBe(212);
  });

  test('loses the upper bits of a quarter of 256 or more', () => {
    set({ skillCoefficients: 0xfc, statTimesCoefficient: 255, attackPower: 255 });
    draws(255);
    damageOfDifference(machine, 24);
    // (24*252 >> 3) + 255 = 1011; 127*1011 >> 8 = 501; 1002 + 255 = 1257; 1257 >> 2 = 314 -> 58; 255*58 >> 8 = 57
    expect(read('hitValue')).toBe(1314);
  });
});

describe('recovery', () => {
  test('of an ally is four times the coefficient plus a draw’s share of it', () => {
    set({ target: ALLY_0, absorbFlag: 0x80, skillCoefficients: 0x47 });
    draws(56);
    valueOnAlly(machine);
    // 4*68 + (56*68 >> 8) = 272 + 14
    expect(ally(0).read('singleHit')).toBe(286);
  });

  test('of an enemy is the coefficient plus a draw’s share of a quarter, and wakes it', () => {
    set({ target: ENEMY_0, skillCoefficients: 0xfc });
    enemy(0).set({ statuses: 0x21, timerSleep: 99 });
    draws(0xc4);
    healEnemy(machine);
    // 252 + (196*63 >> 8) = 252 + 48
    expect([enemy(0).read('singleHit'), enemy(0).read('statuses'), enemy(0).read('timerSleep')]).toEqual([
      300, 0x01, 0,
    ]);
  });
});

describe('the total of a skill’s hits', () => {
  test('is value times hits, signed and cut to 16 bits', () => {
    expect([totalOfHits(1000, 16), totalOfHits(0x8000 | 5, 3), totalOfHits(1, 0xff)]).toEqual([16_000, 15, 0xffff]);
  });

  test('is half and one more when the target evades the attribute', () => {
    expect([halvedTotal(10), halvedTotal(11), halvedTotal(0)]).toEqual([6, 6, 1]);
  });

  test('grows by the counted steps, read as two decimal digits', () => {
    expect([stepBonus(0x72), stepBonus(0x11), stepBonus(0x0f)]).toEqual([72, 11, 15]);
  });

  test('stops at 999', () => {
    expect([heldTotal(998, 1), heldTotal(999, 1), heldTotal(60_000, 0)]).toEqual([999, 999, 999]);
  });

  test('goes into a sum of HP changes that becomes 65,535 once its top bit is set', () => {
    expect([changeSum(0x7ff0, 0x0f), changeSum(0x7ff0, 0x10), changeSum(0xffff, 2)]).toEqual([0x7fff, 0xffff, 1]);
  });

  test('is halved for an enemy that evades only when the skill has a type', () => {
    for (const [type, hp] of [
      [0x01, 200 - 51],
      [0x00, 200 - 100],
    ] as const) {
      clear();
      set({ hits: 2, absorbFlag: type });
      enemy(0).set({ hp: 200, singleHit: 50, attributeMark: 0xff });
      applyToEnemy(machine, ENEMY_0);
      expect(enemy(0).read('hp')).toBe(hp);
    }
  });

  test('heals an ally by the whole product, though the figure shown stops at 999', () => {
    set({ hits: 4 });
    ally(0).set({ singleHit: 300 });
    record(0).set({ hp: 10, maxHp: 0x7d0 });
    healAlly(machine, ALLY_0);
    expect([record(0).read('hp'), ally(0).read('totalDamage')]).toEqual([1210, 999]);
    expect(toldEffects().at(-1)).toEqual([ALLY_0, Effect.HEAL, 1200, 1210]);
  });

  test('is not guessed for an ally with a defence, whose bytes are unpublished', () => {
    set({ driver: 0x01 });
    record(0).set({ hp: 50 });
    expect(damageAlly(machine, ALLY_0)).toBe(1);
    expect(record(0).read('hp')).toBe(50);
    expect(drawsUsed()).toBe(0);
  });
});
