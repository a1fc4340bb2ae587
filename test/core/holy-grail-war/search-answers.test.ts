/** The proven answers of the bundled searches against plain enumeration over the core alone. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { problemOf, shortestLine } from '../enumerate-plan.js';

test('the fewest commands of a preparation after which the master is healed: 3', () => {
  expect(shortestLine(problemOf(holyGrailWar, 'turn.toml'))).toBe(3);
});

test('the fewest commands with which a summoned servant brings Berserker to 0 HP: 10', () => {
  expect(shortestLine(problemOf(holyGrailWar, 'search-summon.toml'))).toBe(10);
});

test.each([
  ['seven-pairs-day.toml', 8],
  ['seven-pairs-night.toml', 7],
  ['seven-pairs-alliance.toml', 8],
])('%s: %i commands', (name, length) => {
  expect(shortestLine(problemOf(holyGrailWar, name))).toBe(length);
});
