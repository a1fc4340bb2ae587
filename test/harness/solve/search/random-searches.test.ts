/** A few random searches of each system; `random-searches.fuzz.ts` makes 2,000. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { runRandomSearches, SEARCHED } from '../../../fixtures/random-searches.js';

test.each(SEARCHED)('%s: no random search ends as a fault, and every route holds', { timeout: 60_000 }, async (id) => {
  const system = SYSTEMS.find((one) => one.id === id);
  if (system === undefined) throw new Error(id);
  const found = await runRandomSearches(system, 1, 12, mkdtempSync(join(tmpdir(), 'lockstep-test-')));
  expect(found.failures).toEqual([]);
  expect(found.answered + found.without).toBeGreaterThan(1);
});
