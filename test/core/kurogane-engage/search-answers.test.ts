/** The proven answers of the bundled searches against plain enumeration over the core. */
import { expect, test } from 'vitest';
import { kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { problemOf, shortestLine } from '../enumerate-plan.js';

test.each([
  ['search-order.toml', 23],
  ['search-overkill.toml', 14],
  ['squad-three-rounds.toml', 11],
  ['squad-objective.toml', 7],
])('%s: %i commands', (name, length) => {
  expect(shortestLine(problemOf(kuroganeEngage, name))).toBe(length);
});
