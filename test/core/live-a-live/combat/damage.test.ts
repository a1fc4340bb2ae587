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
import {
  ALLY_0,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  get,
  getWord,
  machine,
  put,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('a single hit', () => {
  test('the level difference: 8 ahead, equality stays 0, below becomes 1, at most 24', () => {
    expect([levelDifference(10, 18), levelDifference(10, 19), levelDifference(10, 17)]).toEqual([0, 1, 1]);
    expect([levelDifference(16, 0), levelDifference(15, 0), levelDifference(200, 0)]).toEqual([24, 23, 24]);
    // 8 + level is held at 255
    expect(levelDifference(250, 250)).toBe(5);
  });

  test('base: (D * coefficient >> 3) + stat, times (255 - stat) >> 1, high byte twice, plus attack', () => {
    // (2*4 >> 3) + 145 = 146; (255-1) >> 1 = 127; 146*127 >> 8 = 72; 72*2 + 40 = 184
    expect(baseDamage(2, 0x04, 145, 1, 40)).toBe(184);
    // the two low bits of the coefficient byte choose a stat and do not count
    expect(baseDamage(2, 0x07, 145, 1, 40)).toBe(184);
  });

  test('the random part takes a quarter of the base times a draw', () => {
    put(0x7e900b, 0x04);
    put(0x7e900e, 145, 40);
    put(0x7e0326, 1);
    draws(157);
    damageOfDifference(machine, 2);
    // 184 >> 2 = 46; 157*46 >> 8 = 28
    expect(getWord(0x7e0320)).toBe(212);
  });

  test('a quarter of 256 and more loses its upper bits', () => {
    put(0x7e900b, 0xfc);
    put(0x7e900e, 255, 255);
    draws(255);
    damageOfDifference(machine, 24);
    // (24*252 >> 3) + 255 = 1011; 127*1011 >> 8 = 501; 1002 + 255 = 1257; 1257 >> 2 = 314 -> 58; 255*58 >> 8 = 57
    expect(getWord(0x7e0320)).toBe(1314);
  });
});

describe('recovery', () => {
  test('on an ally: four times the coefficient plus a draw of it', () => {
    put(0x7e0310, ALLY_0 & 0xff, ALLY_0 >> 8);
    put(0x7e0381, 0x80);
    put(0x7e900b, 0x47);
    draws(56);
    valueOnAlly(machine);
    // 4*68 + (56*68 >> 8) = 272 + 14
    expect(getWord(0x7e1c3c)).toBe(286);
  });

  test('on an enemy: the coefficient plus a draw of its quarter; it wakes', () => {
    put(0x7e0310, ENEMY_0 & 0xff, ENEMY_0 >> 8);
    put(0x7e900b, 0xfc);
    put(0x7eaa07, 0x21);
    put(0x7eaa0d, 99);
    draws(0xc4);
    healEnemy(machine);
    // 252 + (196*63 >> 8) = 252 + 48
    expect([getWord(0x7eab04), get(0x7eaa07), get(0x7eaa0d)]).toEqual([300, 0x01, 0]);
  });
});

describe('totals', () => {
  test('the product is signed and cut to 16 bits', () => {
    expect([totalOfHits(1000, 16), totalOfHits(0x8000 | 5, 3), totalOfHits(1, 0xff)]).toEqual([16_000, 15, 0xffff]);
  });

  test('an evaded attribute leaves half and one', () => {
    expect([halvedTotal(10), halvedTotal(11), halvedTotal(0)]).toEqual([6, 6, 1]);
  });

  test('steps are two decimal digits', () => {
    expect([stepBonus(0x72), stepBonus(0x11), stepBonus(0x0f)]).toEqual([72, 11, 15]);
  });

  test('999 is the most', () => {
    expect([heldTotal(998, 1), heldTotal(999, 1), heldTotal(60_000, 0)]).toEqual([999, 999, 999]);
  });

  test('the sum of changes becomes 65535 when its top bit is set', () => {
    expect([changeSum(0x7ff0, 0x0f), changeSum(0x7ff0, 0x10), changeSum(0xffff, 2)]).toEqual([0x7fff, 0xffff, 1]);
  });

  test('damage on an enemy: an evaded mark survives only with bits of record byte 13', () => {
    for (const [type, hp] of [
      [0x01, 200 - 51],
      [0x00, 200 - 100],
    ] as const) {
      clear();
      put(0x7e0310, 2);
      put(0x7e0381, type);
      put(0x7eaa00, 200);
      put(0x7eab04, 50);
      put(0x7ead0a, 0xff);
      applyToEnemy(machine, ENEMY_0);
      expect(getWord(0x7eaa00)).toBe(hp);
    }
  });

  test('recovery of an ally goes by the product, the figure shown stops at 999', () => {
    put(0x7e0310, 4);
    put(0x7e1c3c, 300 & 0xff, 300 >> 8);
    put(0x7e0d08, 10, 0, 0xd0, 0x07);
    healAlly(machine, ALLY_0);
    expect([getWord(0x7e0d08), getWord(0x7eea2e)]).toEqual([1210, 999]);
  });

  test('damage to an ally with a defence is not guessed', () => {
    put(0x7e0377, 0x01);
    put(0x7e0d08, 50);
    expect(damageAlly(machine, ALLY_0)).toBe(1);
    expect(getWord(0x7e0d08)).toBe(50);
    expect(drawsUsed()).toBe(0);
  });
});
