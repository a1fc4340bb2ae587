/** The long run: LOCKSTEP_SEARCHES (2,000) random searches of the five systems, from LOCKSTEP_SEED (1) on. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { runRandomSearches, SEARCHED } from '../../../fixtures/random-searches.js';

const COUNT = Math.ceil(Number(process.env['LOCKSTEP_SEARCHES'] ?? 2000) / SEARCHED.length);
const SEED = Number(process.env['LOCKSTEP_SEED'] ?? 1);

test.each(SEARCHED)(
  '%s: no random search ends as a fault, and every route holds',
  async (id) => {
    const system = SYSTEMS.find((one) => one.id === id);
    if (system === undefined) throw new Error(id);
    const found = await runRandomSearches(system, SEED, COUNT, mkdtempSync(join(tmpdir(), 'lockstep-test-')));
    console.log(id, JSON.stringify({ ...found, failures: found.failures.length, seed: SEED }));
    expect(found.failures).toEqual([]);
    expect(found.answered).toBeGreaterThan(COUNT / 20);
  },
  1_800_000,
);
