/** Which enemies acted, from events put together by hand. */
import { expect, test } from 'vitest';
import { EVENT_DRAW, EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { countEnemyActions } from '../../../../core/live-a-live/planning/frame-play.js';
import { createEventBuffer, pushEvent } from '../../../../core/system/battle.js';
import { allyPointer, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { routineOf } from '../../../fixtures/live-a-live/routines.js';

const SKILL_FIRES = routineOf('enemy-skill-ap');
const STEP_BEGINS = routineOf('enemy-move-ap');
/** An enemy that turns to face, and the cost of it alone: both routines are named enemy-turn-ap. */
const TURNS_TO_FACE = 0xc1e44a;
const COST_OF_A_TURN = 0xc12834;

function actsOf(routines: readonly (readonly [routine: number, subject: number])[]): [number, number[]] {
  const events = createEventBuffer();
  for (const [routine, subject] of routines) {
    // a draw between two routines, whose words look like those of a routine
    pushEvent(events, EVENT_DRAW, 4, SKILL_FIRES, enemyPointer(3), EVENT_ROUTINE, SKILL_FIRES);
    pushEvent(events, EVENT_ROUTINE, 2, routine, subject);
  }
  const acted = new Uint8Array(15);
  // what an earlier command left behind the end
  events.words.set([EVENT_ROUTINE, SKILL_FIRES, enemyPointer(6)], events.length);
  const count = countEnemyActions(events, acted);
  return [count, [...acted.entries()].filter(([, did]) => did !== 0).map(([number, did]) => (did === 1 ? number : -1))];
}

test('an enemy acts with a skill that fires, a step that begins, or a turn to face', () => {
  expect(actsOf([[SKILL_FIRES, enemyPointer(0)]])).toEqual([1, [0]]);
  expect(actsOf([[STEP_BEGINS, enemyPointer(1)]])).toEqual([1, [1]]);
  expect(actsOf([[TURNS_TO_FACE, enemyPointer(14)]])).toEqual([1, [14]]);
});

test('actions of several enemies are counted among other routines', () => {
  expect(
    actsOf([
      [routineOf('ally-skill-fires'), allyPointer(0)],
      [SKILL_FIRES, enemyPointer(2)],
      [routineOf('chosen-enemy-disabled'), enemyPointer(4)],
      [TURNS_TO_FACE, enemyPointer(2)],
      [STEP_BEGINS, enemyPointer(5)],
    ]),
  ).toEqual([3, [2, 5]]);
  expect(actsOf([])).toEqual([0, []]);
  expect(actsOf([[COST_OF_A_TURN, enemyPointer(0)]])).toEqual([0, []]);
});
