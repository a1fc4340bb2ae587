/** The rules’ statements about the side that a unit is struck from, and what it costs, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BEHIND,
  correctionOf,
  IN_FRONT,
  LEVEL_WITH,
  placeAlong,
} from '../../../../core/live-a-live/combat/ally-correction.js';
import {
  correctedLevel,
  enemyCorrection,
  FROM_BACK,
  FROM_FRONT,
  FROM_SIDE,
  struckFrom,
} from '../../../../core/live-a-live/combat/enemy-correction.js';
import * as PartyRecord from '../../../../core/live-a-live/memory/cells/party-record.js';
import { clear, ENEMY_0, enemy, machine, set, species } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('where an enemy is struck from', () => {
  const from = (facing: number, x: number, y: number): number => {
    enemy(0).set({ facing: facing });
    set({ baseX: x, baseY: y });
    return struckFrom(machine, ENEMY_0);
  };

  beforeEach(() => {
    species(0).set({ width: 2, height: 2 });
    enemy(0).set({ cellX: 2, cellY: 2 });
  });

  test('an enemy that faces the lower right is struck in front from there, in the back from the upper left, else from the side', () => {
    expect([from(0, 6, 6), from(0, 0, 0), from(0, 6, 0), from(0, 0, 6)]).toEqual([
      FROM_FRONT,
      FROM_BACK,
      FROM_SIDE,
      FROM_SIDE,
    ]);
  });

  test('a blow from within its own columns or rows goes by the other axis; inside of the box it is in front', () => {
    expect([from(0, 2, 6), from(0, 3, 0), from(0, 0, 3)]).toEqual([FROM_FRONT, FROM_BACK, FROM_BACK]);
    expect(from(0, 3, 3)).toBe(FROM_FRONT);
  });

  test('the other facings mirror this', () => {
    expect([from(0x40, 0, 6), from(0x80, 6, 0), from(0xc0, 0, 0)]).toEqual([FROM_FRONT, FROM_FRONT, FROM_FRONT]);
    expect([from(0x40, 6, 0), from(0x80, 0, 6), from(0xc0, 6, 6)]).toEqual([FROM_BACK, FROM_BACK, FROM_BACK]);
  });

  test('a blow in the back or from the side lowers the enemy’s level by its species’ figure, to 0 at the least', () => {
    expect([FROM_FRONT, FROM_SIDE, FROM_BACK].map((side) => enemyCorrection(0x53, side))).toEqual([0, 3, 5]);
    expect([correctedLevel(9, 5), correctedLevel(4, 5)]).toEqual([4, 0]);
  });
});

describe('where an ally is struck from', () => {
  test('in front is the side that it faces, on each axis', () => {
    expect([placeAlong(5, 2, false), placeAlong(1, 2, false), placeAlong(1, 2, true), placeAlong(2, 2, true)]).toEqual([
      IN_FRONT,
      BEHIND,
      IN_FRONT,
      LEVEL_WITH,
    ]);
  });

  test('in the back when in front on no axis, from the side when in front on one and behind on the other', () => {
    const place = (columns: number, rows: number): number => correctionOf(columns | (rows << 2));
    expect([place(BEHIND, BEHIND), place(LEVEL_WITH, BEHIND), place(LEVEL_WITH, LEVEL_WITH)]).toEqual(
      [0, 0, 0].map(() => PartyRecord.BACK_CORRECTION),
    );
    expect([place(IN_FRONT, BEHIND), place(BEHIND, IN_FRONT)]).toEqual([
      PartyRecord.SIDE_CORRECTION,
      PartyRecord.SIDE_CORRECTION,
    ]);
    expect([place(IN_FRONT, IN_FRONT), place(IN_FRONT, LEVEL_WITH), place(LEVEL_WITH, IN_FRONT)]).toEqual([0, 0, 0]);
  });
});
