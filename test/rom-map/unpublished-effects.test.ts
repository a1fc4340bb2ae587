/** What a result could have otherwise: every unpublished stretch stands under one change, most important first. */
import { expect, test } from 'vitest';
import { POSSIBLE_CHANGES, possibleChanges, UNPUBLISHED } from '../../rom-map/index.js';

test('every row of the table of unpublished code, once', () => {
  const listed = POSSIBLE_CHANGES.flatMap(({ names }) => names);
  expect([...listed].sort()).toEqual(UNPUBLISHED.map(({ name }) => name).sort());
});

test('the gravest change comes first, and what nothing depends on is left out', () => {
  expect(possibleChanges(['sprites', 'idleActionPoints', 'defeat', 'idleChargeFrames'])).toEqual([
    { change: 'who falls, how the battle ends', names: ['defeat'] },
    { change: 'who acts when', names: ['idleActionPoints', 'idleChargeFrames'] },
    { change: 'nothing that is compared', names: ['sprites'] },
  ]);
  expect(possibleChanges([])).toEqual([]);
});

test('a name that the table lacks could change anything', () => {
  expect(possibleChanges(['defeat', 'newRow'])[0]).toEqual({ change: 'anything', names: ['newRow'] });
});
