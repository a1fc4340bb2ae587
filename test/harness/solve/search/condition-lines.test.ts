/** The conditions of an answer as they are printed: the gravest first, whatever order they came in. */
import { expect, test } from 'vitest';
import { conditionLines } from '../../../../harness/solve/search/answer/answer.js';

test('others first, then unpublished code by what it could change, with values and notes', () => {
  expect(
    conditionLines([
      'stand-in buttonsToActions',
      'switch decisionInput = everyFrame',
      'switch metric = manhattan',
      'stand-in defeat (not by the image\u2019s code: a window waits)',
      'the enemies do what suits the route',
    ]),
  ).toEqual([
    'condition: switch metric = manhattan',
    'condition: the enemies do what suits the route',
    'depends on unpublished code (`lockstep rom routines`), which could change:',
    '  who falls, how the battle ends: defeat (not by the image\u2019s code: a window waits)',
    '  what an enemy decides: decisionInput = everyFrame',
    '  which buttons give these commands: buttonsToActions',
  ]);
});

test('without a condition there is no line', () => {
  expect(conditionLines([])).toEqual([]);
});
