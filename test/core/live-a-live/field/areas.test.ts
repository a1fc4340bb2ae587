/** The rules’ statements about areas, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  AREA_CODE_0,
  AREA_CODE_1,
  AREA_CODE_3,
  AREA_MARKED,
  AREA_OF_ENEMY,
  AREA_OF_FOUGHT_ALLY,
  AREA_SPECIAL,
  AREA_WITHOUT_SURROUNDINGS,
  markArea,
  markAreaWithImage,
  markRectangle,
} from '../../../../core/live-a-live/field/areas.js';
import {
  ALLY_0,
  ally,
  ENEMY_0,
  emptyMemory,
  enemy,
  filled,
  machine,
  read,
  set,
} from '../../../fixtures/live-a-live/empty-battle.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';

/** Address of a skill's record in the bank. */
const RECORD = 0x7000;
const { bankD5 } = machine.tables;

beforeEach(() => {
  emptyMemory();
  bankD5.fill(0, RECORD, RECORD + 25);
  set({ actingEnemy: ENEMY_0 });
});

test('an area of 5 x 5 round (0,6) has nine cells inside the field', () => {
  set({ areaHeight: 5, areaWidth: 5, areaLeft: 2, areaUp: 2, areaCentreX: 0, areaCentreY: 6 });
  markRectangle(machine);
  expect(filled('rangeGrid')).toEqual([32, 33, 34, 40, 41, 42, 48, 49, 50]);
  expect(read('rangeGrid[48]')).toBe(0x0f);
});

test('an area of 5 x 5 round (6,0) stops before the unused eighth column', () => {
  set({ areaHeight: 5, areaWidth: 5, areaLeft: 2, areaUp: 2, areaCentreX: 6, areaCentreY: 0 });
  markRectangle(machine);
  expect(filled('rangeGrid')).toEqual([4, 5, 6, 12, 13, 14, 20, 21, 22]);
});

/** Writes the record: the bytes of kind, area and special effect. */
function record(type: number, area: number, special = 0): void {
  bankD5.set([type], RECORD + 13);
  bankD5.set([area], RECORD + 12);
  bankD5.set([special], RECORD + 21);
  set({ skillRecordPointer: RECORD });
}

const SURROUNDINGS = 0x20;
/** 5 x 5 cells round column 3, row 3. */
const ROUND_THE_TARGET = [1, 2, 3, 4, 5].flatMap((y) => [1, 2, 3, 4, 5].map((x) => 8 * y + x));

describe('the area round the target', () => {
  /** The first ally aims at column 3, row 3. */
  function aim(): void {
    set({ currentAlly: ALLY_0 });
    ally(0).set({ state: 0xff, targetX: 3, targetY: 3 });
    record(SURROUNDINGS, 2);
  }

  test('of code 2 has 25 cells', () => {
    aim();
    expect(markArea(machine)).toBe(AREA_MARKED);
    expect(filled('rangeGrid')).toEqual(ROUND_THE_TARGET);
    // the other bits of the byte name the statuses of a certain hit
    record(SURROUNDINGS, 0xf6);
    expect(markArea(machine)).toBe(AREA_MARKED);
  });

  test.each<[string, number, () => void]>([
    ['a skill without surroundings', AREA_WITHOUT_SURROUNDINGS, () => record(0xdf, 2)],
    ['a skill with a special area', AREA_SPECIAL, () => record(SURROUNDINGS, 2, 0xf1)],
    ['area code 0', AREA_CODE_0, () => record(SURROUNDINGS, 0)],
    ['area code 1', AREA_CODE_1, () => record(SURROUNDINGS, 1)],
    ['area code 3', AREA_CODE_3, () => record(SURROUNDINGS, 3)],
    ['an enemy as the current ally', AREA_OF_ENEMY, () => set({ currentAlly: ENEMY_0 })],
    ['an ally that is fought as an enemy', AREA_OF_FOUGHT_ALLY, () => ally(0).set({ state: 0x40 })],
  ])('is not marked for %s', (_, exit, put) => {
    aim();
    put();
    expect(markArea(machine)).toBe(exit);
    expect(filled('rangeGrid')).toEqual([]);
  });

  describe('with an image', () => {
    /** What the image was asked for: routine, and whom it finds as the current ally. */
    let asked: [routine: number, current: number][] = [];
    const original = imageCode({
      rerun: (_image, routine) => {
        asked.push([routine, read('currentAlly')]);
        set({ 'rangeGrid[9]': 0x0f });
        return 0;
      },
    });

    beforeEach(() => {
      aim();
      asked = [];
      set({ currentAlly: ally(2).address });
      machine.holes.original = original;
    });

    test('comes from the image where ours has a hole, for the user as the current ally', () => {
      record(SURROUNDINGS, 1);
      expect(markAreaWithImage(machine, ALLY_0, 3, 3)).toBe(true);
      expect([asked, filled('rangeGrid'), read('currentAlly')]).toEqual([[[0xc1380e, ALLY_0]], [9], ally(2).address]);
    });

    test('comes from ours where it has none', () => {
      expect(markAreaWithImage(machine, ALLY_0, 3, 3)).toBe(true);
      expect([asked, filled('rangeGrid'), read('currentAlly')]).toEqual([[], ROUND_THE_TARGET, ally(2).address]);
    });

    test('leaves the current ally as it was when the image comes to no return', () => {
      record(SURROUNDINGS, 1);
      machine.holes.original = {
        ...original,
        rerun: () => {
          throw new Error('no return');
        },
      };
      expect(() => markAreaWithImage(machine, ALLY_0, 3, 3)).toThrow('no return');
      expect(read('currentAlly')).toBe(ally(2).address);
    });

    test('is not marked for an enemy, for another cell than the target, or without the image', () => {
      enemy(0).set({ targetX: 3, targetY: 3 });
      const ofEnemy = Array.from({ length: 64 }, (_, cell) => markAreaWithImage(machine, ENEMY_0, cell & 7, cell >> 3));
      const marks = [
        ofEnemy.includes(true),
        markAreaWithImage(machine, ALLY_0, 4, 3),
        markAreaWithImage(machine, ALLY_0, 3, 4),
      ];
      machine.holes.original = undefined;
      marks.push(markAreaWithImage(machine, ALLY_0, 3, 3));
      expect([marks, asked, filled('rangeGrid')]).toEqual([[false, false, false, false], [], []]);
    });
  });
});
