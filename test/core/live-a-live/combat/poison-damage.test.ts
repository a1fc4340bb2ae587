/** The rules’ statement about the damage of poison, by hand. */
import { beforeEach, expect, test } from 'vitest';
import { poisonAllyHp } from '../../../../core/live-a-live/combat/poison-damage.js';
import { ALLY_0, clear, machine, record } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

test('poison takes a sixteenth of an ally’s present HP, at least 1', () => {
  for (const [hp, left] of [
    [0x50, 0x4b],
    [15, 14],
  ] as const) {
    record(0).set({ hp });
    poisonAllyHp(machine, ALLY_0);
    expect(record(0).read('hp')).toBe(left);
  }
});
