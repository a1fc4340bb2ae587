/** What the guide's rule set says in words: sentences of events, remedies of errors, the field of its own in a setup. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import { start } from './guide-battles.js';

const VALUES = [3, 257];

test.each([
  ['skillEmitted', 'ally 3 uses its skill'],
  ['orderHeld', 'order points of enemy 3 are held, they would be 257'],
  ['THRESHOLD-255', 'the action points reach 255'],
  ['chargeNotMultipleOf16', 'a charge of 3 is no multiple of 16'],
  ['enemyChosen', 'enemy 3 acts next'],
])('%s: %s', (name, sentence) => {
  const shape = LIVE_A_LIVE_GUIDE.events.find((event) => event.name === name);
  const battle = start();
  const events = createEventBuffer();
  const values = VALUES.slice(0, shape?.fields.length);
  events.words.set([shape?.kind ?? 0, ...values]);
  events.length = 1 + values.length;
  const { narration } = LIVE_A_LIVE_GUIDE;
  const told = narration.tell(battle, battle.image, events).map((happening) => narration.sentence(happening, 'en'));
  expect(told).toEqual([sentence]);
});

test.each([
  ['E_PHASE', /^Give the enemies’ commands while an enemy is to act/],
  ['E_RANGE', /a multiple of 16/],
  ['E_UNKNOWN_ID', /count from 0$/],
  ['E_UNIT_BUSY', /^Name another ally/],
  ['E_ALLY_CAN_ACT', /^Let an ally act/],
  ['E_TABLE_MISSING', /^Leave withoutTable out/],
])('%s says what helps', (code, remedy) => {
  expect(LIVE_A_LIVE_GUIDE.errors.find((error) => error.code === code)?.remedy).toMatch(remedy);
});

test('a setup may leave the abnormality table out, and does not without a word', () => {
  expect(LIVE_A_LIVE_GUIDE.setupShape?.fields.at(-1)).toEqual({
    name: 'withoutTable',
    value: { is: 'flag' },
    meaning: 'whether the abnormality table is left out',
    otherwise: '`false`',
  });
});

test('its image has the layout of today, and an overview', () => {
  expect(LIVE_A_LIVE_GUIDE.layout?.version).toBe(2);
  // the second layout moved 7E1D00h
  expect(LIVE_A_LIVE_GUIDE.layout?.addressToday(1, 0x7e1d00)).not.toBe(0x7e1d00);
  expect(LIVE_A_LIVE_GUIDE.capabilities.views?.overview).toBeDefined();
});
