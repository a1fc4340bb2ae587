/** The sentences of refusals, by the statuses and the declared rule errors. */
import { expect, test } from 'vitest';
import { plainRefusal, refusal, statusWords, targetRefusal } from '../../../../core/live-a-live/choices/refusals.js';

// bits of a unit's statuses, lowest first, by rom-map/CELLS.md: neck, leg, arm, poison, paralysis, sleep, drunk, petrify
const WORDS = [
  'a locked neck',
  'a locked leg',
  'a locked arm',
  'poison',
  'paralysis',
  'sleep',
  'drunkenness',
  'petrification',
];

test('every status has its words, and several stand beside each other', () => {
  expect(WORDS.map((_, bit) => statusWords(1 << bit))).toEqual(WORDS);
  expect(statusWords(0xff)).toBe(WORDS.join(' and '));
  expect(statusWords(0x21)).toBe('a locked neck and sleep');
});

test('a refusal has the code of its error, and the reason that is given or the meaning of the error', () => {
  const target = { en: 'Namcat', ja: 'ナムキャット', id: 'namcat' };
  expect(refusal(10, 'why')).toEqual({ code: 'E_ITEM', target: undefined, reason: 'why' });
  expect(plainRefusal(1).code).toBe('E_PHASE');
  expect(plainRefusal(11)).toEqual({ code: 'E_ESCAPE', target: undefined, reason: 'this battle cannot be left' });
  expect(targetRefusal(9, target, 'out of reach')).toEqual({ code: 'E_TARGET', target, reason: 'out of reach' });
});
