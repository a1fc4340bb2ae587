/** The rules’ statements about an enemy’s movement, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  performActionCode,
  randomDirection,
  STAYED,
  STEP_OF_DRIVEN,
  STEPPED,
} from '../../../../core/live-a-live/enemy/enemy-movement.js';
import { DOWN, LEFT, RIGHT, UP } from '../../../../core/live-a-live/memory/state-bits.js';
import {
  ALLY_0,
  ally,
  ENEMY_0,
  emptyMemory,
  enemy,
  filled,
  machine,
  read,
  SPECIES_0,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(() => {
  emptyMemory();
  set({ actingEnemy: ENEMY_0 });
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
