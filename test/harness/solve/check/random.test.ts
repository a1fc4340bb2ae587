/**
 * Random small problems: what a certificate proves is what a table over all sums says, and no line
 * of it can be left out.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../core/system/battle.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { writeCertificate } from '../../../../harness/solve/search/certificate/write-certificate.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { testFolder } from '../../fixtures/files.js';
import { counter, LIMITS, type Line, linesOf, problemOf, sumPlan, writeLinked } from './certificates.js';

const folder = testFolder();
const [file, changed] = [join(folder.path, 'random.jsonl'), join(folder.path, 'changed.jsonl')];

interface Given {
  readonly amounts: readonly number[];
  readonly goal: number;
  readonly most: number;
  /** Refused after sums that this divides. */
  readonly divisor: number;
}
const given: fc.Arbitrary<Given> = fc.record({
  amounts: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
  goal: fc.integer({ min: 1, max: 18 }),
  most: fc.integer({ min: 1, max: 5 }),
  divisor: fc.integer({ min: 2, max: 9 }),
});

/** The first amount is refused after sums, not 0, that the divisor divides. */
const isRefused = ({ amounts, divisor }: Given, sum: number, amount: number): boolean =>
  amount === amounts[0] && sum > 0 && sum % divisor === 0;

/** Least number of additions, or -1: by sums that can be reached with each number. */
function leastAdditions(one: Given): number {
  let sums = new Set([0]);
  for (let count = 1; count <= one.most; count++) {
    const next = [...sums].flatMap((sum) =>
      one.amounts.filter((amount) => !isRefused(one, sum, amount)).map((amount) => sum + amount),
    );
    sums = new Set(next);
    if (sums.has(one.goal)) return count;
  }
  return -1;
}

test('the cost is that of the table, and every line is needed', async () => {
  let [routes, none, dropped] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(given, async (one) => {
      const system = counter(({ image }, amount) => isRefused(one, image[0] as number, amount));
      const text = sumPlan(one.amounts, one.goal, `limits = { actions = ${one.most} }`);
      const problem = problemOf(system, folder.write('random.toml', text));
      const start = snapshot(problem.battle);
      const answer = await searchPlan(problem, LIMITS);
      await writeCertificate(file, problem, start, answer, { ...LIMITS, trusts: [] });
      const options = { systems: [system] };
      const cost = leastAdditions(one);
      expect(await checkCertificate(file, options)).toMatchObject({ accepted: true, proven: { cost } });
      if (cost < 0) none++;
      else routes++;

      const lines = linesOf(file);
      const [head, end] = [lines[0] as Line, lines.at(-1) as Line];
      for (let line = 1; line < lines.length - 1; line++) {
        const rest = lines.slice(1, -1).filter((_, index) => index !== line - 1);
        const count = rest.length;
        writeLinked(changed, [{ ...head, states: count }, ...rest, { ...end, end: count }]);
        expect((await checkCertificate(changed, options)).accepted).toBe(false);
        dropped++;
      }
    }),
    { numRuns: 60, seed: 9 },
  );
  expect(Math.min(routes, none)).toBeGreaterThan(10);
  expect(dropped).toBeGreaterThan(150);
}, 60_000);
