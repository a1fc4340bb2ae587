/** Which enemies acted, from events put together by hand. */
import { expect, test } from 'vitest';
import { EVENT_DRAW, EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { countEnemyActions } from '../../../../core/live-a-live/planning/enemy-action-count.js';
import { createEventBuffer, pushEvent } from '../../../../core/system/battle.js';

function actsOf(routines: readonly (readonly [routine: number, subject: number])[]): [number, number[]] {
  const events = createEventBuffer();
  for (const [routine, subject] of routines) {
    // a draw between two routines, whose words look like those of a routine
    pushEvent(events, EVENT_DRAW, 4, 0xc1941e, 0x1b30, EVENT_ROUTINE, 0xc1941e);
    pushEvent(events, EVENT_ROUTINE, 2, routine, subject);
  }
  const acted = new Uint8Array(15);
  // what an earlier command left behind the end
  events.words.set([EVENT_ROUTINE, 0xc1941e, 0x1b60], events.length);
  const count = countEnemyActions(events, acted);
  return [count, [...acted.entries()].filter(([, did]) => did !== 0).map(([number, did]) => (did === 1 ? number : -1))];
}

test('an enemy acts with a skill that fires, a step that begins, or a turn to face', () => {
  expect(actsOf([[0xc1941e, 0x1b00]])).toEqual([1, [0]]);
  expect(actsOf([[0xc1283a, 0x1b10]])).toEqual([1, [1]]);
  expect(actsOf([[0xc1e44a, 0x1be0]])).toEqual([1, [14]]);
});

test('actions of several enemies are counted among other routines', () => {
  expect(
    actsOf([
      [0xc193c5, 0x1c00],
      [0xc1941e, 0x1b20],
      [0xc18e64, 0x1b40],
      [0xc1e44a, 0x1b20],
      [0xc1283a, 0x1b50],
    ]),
  ).toEqual([3, [2, 5]]);
  expect(actsOf([])).toEqual([0, []]);
  expect(actsOf([[0xc12834, 0x1b00]])).toEqual([0, []]);
});
