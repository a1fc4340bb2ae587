/** The plans of the worked examples, run from their TOML files: X1-X5 and one attack step by step. */
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { loadPlan, planNames, runPlan } from '../plan-loader.js';

const files = planNames(fftcg);

describe('plans of the worked examples', () => {
  test('all five examples are there', () => {
    for (const example of ['x1', 'x2', 'x3', 'x4', 'x5']) {
      expect(
        files.some((name) => name.startsWith(example)),
        example,
      ).toBe(true);
    }
  });

  test.each(files)('every expectation of %s holds', (name) => {
    const plan = loadPlan(fftcg, name);
    expect(plan.plan).toBe(1);
    expect(plan.system).toBe('fftcg');
    expect(runPlan(fftcg, plan).compared).toBeGreaterThan(1);
  });

  test('a plan with a wrong value fails', () => {
    const plan = loadPlan(fftcg, 'x1.toml');
    expect(() => runPlan(fftcg, { ...plan, expect: [{ cells: { 'player[B].breakZone': 2 } }] })).toThrow(/breakZone/);
  });
});
