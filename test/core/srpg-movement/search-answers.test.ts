/** The proven answers of the bundled searches against plain enumeration over the core. */
import { expect, test } from 'vitest';
import { srpgMovement } from '../../../core/srpg-movement/index.js';
import { problemOf, shortestLine } from '../enumerate-plan.js';

test.each([
  ['guide.toml', 4],
  ['search-captain.toml', 13],
  ['fort-gate.toml', 7],
  ['fort-river.toml', 6],
  ['fort-wyvern.toml', 12],
])('%s: %i commands', (name, length) => {
  expect(shortestLine(problemOf(srpgMovement, name))).toBe(length);
});
