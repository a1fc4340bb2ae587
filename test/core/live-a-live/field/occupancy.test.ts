/** The rules’ statements about who stands on a cell, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  cellNumber,
  holdsAnother,
  placeEnemy,
  pushAllyAside,
  reachesOut,
  refugeList,
} from '../../../../core/live-a-live/field/occupancy.js';
import { fieldCell } from '../../../fixtures/live-a-live/battle-cells.js';
import {
  ALLY_0,
  ally,
  ENEMY_0,
  emptyMemory,
  enemy,
  machine,
  read,
  SPECIES_0,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

/** C1:7E5E: the refuges of the four quarters, four cells of two bytes each. */
const REFUGES = 0x7e5e;

beforeEach(() => {
  emptyMemory();
  set({ actingEnemy: ENEMY_0 });
});

describe('who stands on a cell', () => {
  test('is found by its number, eight a row; a row of 32 and more wraps by one', () => {
    expect([cellNumber(6, 6), cellNumber(0, 31), cellNumber(0, 32), cellNumber(5, 33)]).toEqual([54, 248, 1, 14]);
  });

  test('an ally stays off the field when every refuge is taken, and takes one that is free', () => {
    const refuges = Array.from({ length: 16 }, (_, index) => [index & 3, index >> 2]).flat();
    machine.tables.bankC1.set([...refuges, 6, 6], REFUGES);
    for (let index = 0; index < 16; index++) set({ [fieldCell(index & 3, index >> 2)]: 0x02 });
    ally(0).set({ cellX: 2, cellY: 3, wantedX: 9, wantedY: 9 });
    pushAllyAside(machine, ALLY_0);
    expect([read('fieldGrid[54]'), ally(0).read('wantedX'), ally(0).read('wantedY')]).toEqual([0, 9, 9]);
    set({ 'fieldGrid[27]': 0xf0 });
    pushAllyAside(machine, ALLY_0);
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
    expect(refugeList(2, 3)).toBe(REFUGES);
    expect(refugeList(2, 0)).toBe(REFUGES + 8);
    expect(refugeList(3, 3)).toBe(REFUGES + 16);
    expect(refugeList(3, 2)).toBe(REFUGES + 24);
  });
});
