/** Switches that came later than version 0.1, and a walk over the enemies without an end. */
import { expect, test } from 'vitest';
import { walkWithoutEnd } from '../../../../core/live-a-live/memory/presence.js';
import { BATTLE_SWITCHES, FRAME_SWITCHES } from '../../../../core/live-a-live/memory/switches.js';

test('two switches of the battle came later, and none of the turn engine', () => {
  const later = (switches: typeof BATTLE_SWITCHES): string[] =>
    switches.filter(({ isLater }) => isLater === true).map(({ name }) => name);
  expect(later(BATTLE_SWITCHES).sort()).toEqual(['decisionInput', 'startOffset']);
  expect(later(FRAME_SWITCHES)).toEqual([]);
  expect(BATTLE_SWITCHES.filter((shape) => 'isLater' in shape)).toHaveLength(2);
});

test('a walk without an end names the block that it began behind', () => {
  const { code, message } = walkWithoutEnd(0x1abc);
  expect([code, message]).toEqual(['E_NO_END', 'the walk over the enemies behind 1ABCh comes to no end of their list']);
});
