/** The rules’ statements about skills that hurt their user, by hand. */
import { beforeEach, expect, test } from 'vitest';
import { missHurtsUser, selfDestruct } from '../../../../core/live-a-live/combat/self-damage.js';
import { SKILL_SPECIAL } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  ALLY_0,
  activeSkill,
  ally,
  clear,
  draws,
  drawsUsed,
  machine,
  set,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

test('a self-destruction does 999 without a draw; a skill of kind 7 hurts its user when it misses', () => {
  set({ skillUser: ALLY_0 });
  activeSkill({ [SKILL_SPECIAL]: 0x83 });
  draws(1);
  selfDestruct(machine, ALLY_0);
  expect([ally(0).read('singleHit'), ally(0).read('hitsLanded'), drawsUsed()]).toEqual([999, 1, 0]);
  expect(missHurtsUser(machine)).toBe(false);
  activeSkill({ [SKILL_SPECIAL]: 0x72 });
  expect(missHurtsUser(machine)).toBe(true);
});
