/** The long run: LOCKSTEP_MUTANTS (100,000) mutants for each reader, from LOCKSTEP_SEED (1) on. */
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.js';
import { TARGETS } from './targets.js';

const MUTANTS = Number(process.env['LOCKSTEP_MUTANTS'] ?? 100_000);
const SEED = Number(process.env['LOCKSTEP_SEED'] ?? 1);
const MEMORY = 512 * 1024 * 1024;

test.each(TARGETS.map((target) => [target.name, target] as const))(
  '%s',
  async (name, target) => {
    const result = await fuzz(target, MUTANTS, SEED);
    console.log(name, JSON.stringify({ ...result, seed: SEED }));
    expect(result.failures).toEqual([]);
    expect(result.growth).toBeLessThan(MEMORY);
  },
  3_600_000,
);
