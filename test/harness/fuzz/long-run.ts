/**
 * The long run: LOCKSTEP_MUTANTS (100,000) mutants for each reader, from LOCKSTEP_SEED (1) on. With fewer than 100,000 a reader that opens
 * a whole session for each gets its share of them.
 */
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.js';
import type { Target } from './targets.js';

const WHOLE = 100_000;
const MUTANTS = Number(process.env['LOCKSTEP_MUTANTS'] ?? WHOLE);
const SEED = Number(process.env['LOCKSTEP_SEED'] ?? 1);
/** Mutants of the short run. */
const USUAL = 2000;
/** Bytes that a run may keep, and bytes that it may take with its garbage: when that goes is up to the machine's load. */
const [KEPT, TAKEN] = [64 * 1024 * 1024, 512 * 1024 * 1024];

export function runLong(targets: readonly Target[]): void {
  test.each(targets.map((target) => [target.name, target] as const))(
    '%s',
    async (name, target) => {
      const share = MUTANTS < WHOLE ? (target.short ?? USUAL) / USUAL : 1;
      const result = await fuzz(target, Math.ceil(MUTANTS * share), SEED);
      console.log(name, JSON.stringify({ ...result, seed: SEED }));
      expect(result.failures).toEqual([]);
      expect(result.kept).toBeLessThan(KEPT);
      expect(result.growth).toBeLessThan(TAKEN);
    },
    3_600_000,
  );
}
