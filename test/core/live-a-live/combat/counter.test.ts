/** The rules’ statements about the search for a counter skill, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import { COUNTER_FOUND, NO_COUNTER, searchCounter } from '../../../../core/live-a-live/combat/counter.js';
import { SKILL_TYPE } from '../../../../core/live-a-live/memory/skill-record.js';
import { activeSkill, ally, clear, ENEMY_0, machine, read, set } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('an ally that was hit looks for a counter skill', () => {
  beforeEach(() => {
    set({ skillUser: ENEMY_0 });
    ally(0).set({ hitsLanded: 1, listSkill: [0x40, 0x41], listCounterHigh: [0x80, 0x80], listDisabling: [0x10, 0x00] });
  });

  test('not against a recovery, and not against a skill without an attribute', () => {
    for (const type of [0x80, 0x0f]) {
      activeSkill({ [SKILL_TYPE]: type });
      expect(searchCounter(machine)).toBe(NO_COUNTER);
    }
    activeSkill({ [SKILL_TYPE]: 0x0e });
    ally(0).set({ listFlags: 0x02 });
    expect(searchCounter(machine)).toBe(COUNTER_FOUND);
  });

  test('and takes the first one that its statuses do not disable', () => {
    expect([searchCounter(machine), read('counterSkill')]).toEqual([COUNTER_FOUND, 0x40]);
    ally(0).set({ statuses: 0x10 });
    expect([searchCounter(machine), read('counterSkill')]).toEqual([COUNTER_FOUND, 0x41]);
  });

  test('only when it was hit and is there', () => {
    ally(0).set({ state: 0x00 });
    expect(searchCounter(machine)).toBe(NO_COUNTER);
    ally(0).set({ state: 0x40, hitsLanded: 0 });
    expect(searchCounter(machine)).toBe(NO_COUNTER);
  });
});
