/** The rules' statements about ranges, areas, occupancy and movement, by hand. */

import { beforeEach, describe, expect, test } from 'vitest';
import {
  performActionCode,
  randomDirection,
  STAYED,
  STEP_OF_DRIVEN,
  STEPPED,
} from '../../../../core/live-a-live/enemy/enemy-movement.js';
import { AREA_OF_ENEMY, markArea, markRectangle } from '../../../../core/live-a-live/field/areas.js';
import {
  distanceFromLine,
  patternNumber,
  relativeCoordinate,
} from '../../../../core/live-a-live/field/nearest-ally.js';
import {
  cellNumber,
  holdsAnother,
  placeEnemy,
  pushAllyAside,
  reachesOut,
  refugeList,
} from '../../../../core/live-a-live/field/occupancy.js';
import {
  facingCorner,
  HEAL_MODE,
  LINE_DONE,
  leftField,
  markAllyRange,
  markLine,
  rangeIncludes,
} from '../../../../core/live-a-live/field/ranges.js';
import { DOWN, LEFT, RIGHT, UP } from '../../../../core/live-a-live/memory/directions.js';
import { SKILL_RANGE, SKILL_TYPE } from '../../../../core/live-a-live/memory/skill-record.js';
import { fieldCell } from '../../../fixtures/live-a-live/battle-cells.js';
import {
  ALLY_0,
  ally,
  ENEMY_0,
  emptyMemory,
  enemy,
  list,
  machine,
  read,
  SPECIES_0,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

/** Numbers of the cells of a grid that hold something. */
function filled(grid: 'fieldGrid' | 'rangeGrid'): number[] {
  return [...list(grid, 64).entries()].filter(([, cell]) => cell !== 0).map(([number]) => number);
}

beforeEach(() => {
  emptyMemory();
  set({ actingEnemy: ENEMY_0 });
});

describe('the lines of a range', () => {
  test('bit 3 of the range means a distance of 4 and more', () => {
    expect([1, 2, 3, 4, 5, 6].filter((distance) => rangeIncludes(8, distance))).toEqual([4, 5, 6]);
    expect([1, 2, 3, 4].filter((distance) => rangeIncludes(5, distance))).toEqual([1, 3]);
  });

  test('end at the edge of the field', () => {
    expect([6, 7, 0x30, 0x38, 0x3e].map(leftField)).toEqual([false, true, false, true, true]);
  });

  test('to the right from (1,3) mark five cells, not the first one', () => {
    set({ lineStart: 25, lineBits: 0x01, lineRange: 0x0f, enemyWatchedCell: 0xff });
    expect(markLine(machine, 0x0001, ENEMY_0)).toBe(LINE_DONE);
    expect(filled('rangeGrid')).toEqual([26, 27, 28, 29, 30]);
    expect(read('rangeGrid[26]')).toBe(0xf0);
  });

  test('mark nothing for a direction that is not wanted', () => {
    set({ lineStart: 25, lineBits: 0x02, lineRange: 0x0f });
    expect(markLine(machine, 0x0001, ENEMY_0)).toBe(LINE_DONE);
    expect(filled('rangeGrid')).toEqual([]);
    expect(read('lineBits')).toBe(1);
  });

  test('of an ally do not stop at the cell that is watched for an enemy', () => {
    set({ lineStart: 25, lineBits: 0x01, lineRange: 0x0f, enemyWatchedCell: 26, lineWatchedCell: 0xff });
    expect(markLine(machine, 0x0001, 0x1c00)).toBe(LINE_DONE);
    expect(filled('rangeGrid')).toEqual([26, 27, 28, 29, 30]);
  });

  test('of an ally’s recovery end once its own cell is marked', () => {
    set({ currentAlly: ALLY_0 });
    ally(0).set({ cellX: 3, cellY: 3 });
    set({ skillRecordPointer: 0x4000 });
    machine.tables.bankD5.set([0x0f], 0x4000 + SKILL_RANGE);
    machine.tables.bankD5.set([0x80], 0x4000 + SKILL_TYPE);
    set({ rangeLineMode: 1 });
    expect(markAllyRange(machine)).toBe(HEAL_MODE);
    expect(filled('rangeGrid')).toEqual([27]);
    machine.tables.bankD5.fill(0);
  });

  test('of a wide enemy begin at the corner that it faces', () => {
    expect([0x00, 0x40, 0x80, 0xc0].map((facing) => facingCorner(facing, 3, 4))).toEqual([26, 24, 2, 0]);
  });
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

test('an area with an enemy as the current ally marks nothing', () => {
  set({ currentAlly: ENEMY_0 });
  expect(markArea(machine)).toBe(AREA_OF_ENEMY);
  expect(filled('rangeGrid')).toEqual([]);
});

describe('who stands on a cell', () => {
  test('is found by its number, eight a row; a row of 32 and more wraps by one', () => {
    expect([cellNumber(6, 6), cellNumber(0, 31), cellNumber(0, 32), cellNumber(5, 33)]).toEqual([54, 248, 1, 14]);
  });

  test('an ally stays off the field when every refuge is taken, and takes one that is free', () => {
    const refuges = Array.from({ length: 16 }, (_, index) => [index & 3, index >> 2]).flat();
    machine.tables.bankC1.set([...refuges, 6, 6], 0x7e5e);
    for (let index = 0; index < 16; index++) set({ [fieldCell(index & 3, index >> 2)]: 0x02 });
    ally(0).set({ cellX: 2, cellY: 3, wantedX: 9, wantedY: 9 });
    pushAllyAside(machine, 0x1c00);
    expect([read('fieldGrid[54]'), ally(0).read('wantedX'), ally(0).read('wantedY')]).toEqual([0, 9, 9]);
    set({ 'fieldGrid[27]': 0xf0 });
    pushAllyAside(machine, 0x1c00);
    expect([read('fieldGrid[27]'), ally(0).read('wantedX'), ally(0).read('wantedY')]).toEqual([0xf1, 3, 3]);
    machine.tables.bankC1.fill(0);
  });

  test('is nobody else for an enemy on its own cells and on one with a side but no number', () => {
    expect([0x00, 0x10, 0xf0, 0x12, 0x11, 0x02].map((cell) => holdsAnother(cell, 0x12))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test('an enemy reaches out of the field when its column and width pass 7', () => {
    expect(reachesOut(4, 3)).toBe(false);
    expect(reachesOut(5, 3)).toBe(true);
  });

  test('an enemy that is placed replaces who stood there and keeps the field on the ground', () => {
    enemy(0).set({ species: SPECIES_0, cellX: 2, cellY: 3 });
    species(0).set({ width: 2, height: 1 });
    set({ 'fieldGrid[26]': [0xe0, 0x53] });
    placeEnemy(machine, ENEMY_0);
    expect([read('fieldGrid[26]'), read('fieldGrid[27]')]).toEqual([0xf1, 0x51]);
  });

  test('an ally is pushed aside to the refuges of its own quarter', () => {
    expect(refugeList(2, 3)).toBe(0x7e5e);
    expect(refugeList(2, 0)).toBe(0x7e66);
    expect(refugeList(3, 3)).toBe(0x7e6e);
    expect(refugeList(3, 2)).toBe(0x7e76);
  });
});

describe('the nearest ally of an enemy', () => {
  test('is seen from an enemy on columns 2 to 4 in relative columns, level ones as 4', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((x) => relativeCoordinate(x, 2, 4))).toEqual([2, 3, 4, 4, 4, 5, 6]);
    expect(relativeCoordinate(6, 0, 0)).toBe(8);
    expect(relativeCoordinate(0, 6, 6)).toBe(0);
  });

  test('is seen at 0 from 128 columns and more to the left, and past an enemy without columns', () => {
    // a >= hi: 4 + (a - hi) with lo 2 and hi 1
    expect(relativeCoordinate(2, 2, 1)).toBe(5);
    expect([relativeCoordinate(0, 132, 140), relativeCoordinate(0, 131, 140)]).toEqual([0, 0]);
  });

  test('is never more than 4 away', () => {
    expect([0, 2, 4, 5, 8].map(distanceFromLine)).toEqual([4, 2, 0, 1, 4]);
  });

  test('is chased by an abnormality’s own pattern unless its row keeps that of the species', () => {
    expect(patternNumber(0x04, 5, 33)).toBe(33);
    expect(patternNumber(0x00, 5, 33)).toBe(4);
    expect(patternNumber(0x00, 0, 33)).toBe(33);
  });
});

describe('an enemy’s movement', () => {
  beforeEach(() => {
    enemy(0).set({ state: 0xff, species: SPECIES_0, facing: 0x00, cellX: 3, cellY: 3 });
    species(0).set({ width: 1, height: 1 });
    set({ 'fieldGrid[27]': 0x11, nearestAllyPointer: ALLY_0 });
    ally(0).set({ cellX: 3, cellY: 3 });
  });

  test('draws a direction: up, down, left, right', () => {
    expect([0x00, 0x7f, 0x80, 0xff].map(randomDirection)).toEqual([UP, DOWN, LEFT, RIGHT]);
  });

  test.each([
    [0x00, 26, 'an ally in the same column counts as left'],
    [0x02, 28, 'away from it is then right'],
    [0x04, 28, 'right'],
    [0x05, 35, 'down'],
    [0x06, 26, 'left'],
    [0x07, 19, 'up'],
    [0x08, 28, 'forward along X, facing lower right'],
    [0x0b, 19, 'backward along Y'],
  ])('by code %i goes to cell %i: %s', (code, cell) => {
    expect(performActionCode(machine, code)).toBe(STEPPED);
    expect(filled('fieldGrid')).toEqual([cell]);
    expect(enemy(0).read('skillState')).toBe(0x80);
  });

  test('by code 3 looks at the wanted row of the next enemy, an error that is kept', () => {
    enemy(1).set({ wantedY: 4 });
    performActionCode(machine, 3);
    expect(filled('fieldGrid')).toEqual([19]);
  });

  test('draws a random step when the way is blocked, and a random turn when that is blocked, too', () => {
    for (const cell of [19, 26, 28, 35]) set({ [`fieldGrid[${cell}]`]: 0x02 });
    machine.script = { values: Uint8Array.of(0x40, 0x01), next: 0 };
    expect(performActionCode(machine, 4)).toBe(STAYED);
    expect(machine.script.next).toBe(2);
    expect(enemy(0).read('aiStep')).toBe(0);
    // down and right leave the facing at 00, odd = counter-clockwise: 80
    expect(enemy(0).read('facing')).toBe(0x80);
  });

  test('turns and stays for the caller when the player drives the enemy', () => {
    enemy(0).set({ state: 0x20, facing: 0x40 });
    expect(performActionCode(machine, 4)).toBe(STEP_OF_DRIVEN);
    expect([enemy(0).read('facing'), enemy(0).read('skillState'), read('enemyActionFlags')]).toEqual([0, 0, 0]);
    expect(filled('fieldGrid')).toEqual([27]);
  });

  test('keeps an OBJECT where it is', () => {
    species(0).set({ type: 0x04 });
    expect(performActionCode(machine, 4)).toBe(STAYED);
    expect(filled('fieldGrid')).toEqual([27]);
  });
});
