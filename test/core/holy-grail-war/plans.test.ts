/** Every plan in traces/holy-grail-war: the worked numbers W1 to W5 of the rules, and what else they state. */
import { describe, expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { loadPlan, planNames, runPlan } from '../plan-loader.js';

const files = planNames(holyGrailWar);

describe('plans', () => {
  test('every worked example has a plan', () => {
    for (const example of ['w1', 'w2', 'w3', 'w4', 'w5']) {
      expect(files.some((name) => name.startsWith(`${example}-`))).toBe(true);
    }
  });

  test.each(files)('every expectation of %s holds', (name) => {
    const plan = loadPlan(holyGrailWar, name);
    expect(plan.plan).toBe(1);
    expect(plan.system).toBe('holy-grail-war');
    expect(runPlan(holyGrailWar, plan).compared).toBeGreaterThan(2);
  });

  test('a wrong expectation is noticed', () => {
    const plan = loadPlan(holyGrailWar, 'w3-damage.toml');
    expect(() => runPlan(holyGrailWar, { ...plan, expect: [{ cells: { 'unit[right].hp': 92 } }] })).toThrow(
      'unit[right].hp',
    );
  });

  test('the query of W5 counts 150 combinations', () => {
    const plan = loadPlan(holyGrailWar, 'w5-few-points.toml');
    const table = holyGrailWar.capabilities.odds?.(plan.setup, plan.query);
    expect(table?.denominator).toBe('150');
  });
});
