/** Skills that an ally brings along when it is fought as an enemy (C1:FA31), by hand. */
import { beforeEach, expect, test } from 'vitest';
import { copyAllyValues, TOO_FEW_SKILLS, VALUES_COPIED } from '../../../../core/live-a-live/enemy/ally-as-enemy.js';
import { isDriven } from '../../../../core/live-a-live/enemy/driven-enemy.js';
import { ALLY_0, ally, clear, ENEMY_0, enemy, list, machine } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(() => {
  clear();
  enemy(0).set({ foughtAlly: ALLY_0 });
});

/** The skills of the species: those of an ally with this battle list, and how its values were copied. */
function copied(...skills: number[]): [exit: number, skills: number[]] {
  ally(0).set({ listSkill: skills });
  return [copyAllyValues(machine, ENEMY_0), list('species[0].skill1', 4)];
}

test('are the last four of its battle list, the last one first, whatever is empty between them', () => {
  expect(copied(0, 11, 12, 13, 14, 15, 0, 0)).toEqual([VALUES_COPIED, [15, 14, 13, 12]]);
  expect(copied(0, 21, 0, 22, 0, 23, 0, 24)).toEqual([VALUES_COPIED, [24, 23, 22, 21]]);
});

test('are not copied when there are fewer than four, the first entry not counted', () => {
  expect(copied(11, 12, 0, 13, 0, 0, 14, 0)).toEqual([TOO_FEW_SKILLS, [0, 0, 0, 0]]);
});

test('the player drives an enemy when id and state of the first ally are those of the machine, 40h', () => {
  const driven = (id: number, state: number): boolean => {
    ally(0).set({ id, state });
    return isDriven(machine.ram);
  };
  expect([driven(0x40, 0x40), driven(0x40, 0xc0), driven(1, 0x40), driven(1, 0xc0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
