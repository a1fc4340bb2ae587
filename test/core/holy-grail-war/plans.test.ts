/** Every plan in traces/holy-grail-war: the worked numbers W1 to W5 of the rules, and what else they state. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { apply, type PlainCommand, read } from '../../../core/battle.js';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { RuleError } from '../../../core/system.js';

const folder = new URL('../../../traces/holy-grail-war/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.toml'));

interface Expectation {
  readonly after?: string | number;
  readonly cells: Record<string, number>;
}

interface PlanText {
  readonly plan: number;
  readonly system: string;
  readonly title: string;
  readonly ruleset?: { readonly switches?: Record<string, string | number> };
  readonly setup: unknown;
  readonly do?: readonly (Record<string, unknown> & { readonly command: string })[];
  readonly expect?: readonly Expectation[];
  readonly query?: unknown;
}

function readPlan(name: string): PlanText {
  return parse(readFileSync(new URL(name, folder), 'utf8')) as unknown as PlanText;
}

/** Runs a plan; returns the number of expectations that were compared. */
function runPlan(plan: PlanText): number {
  const battle = holyGrailWar.create(plan.setup, plan.ruleset?.switches);
  let compared = 0;
  const compare = (cells: Record<string, number>, where: string): void => {
    for (const [name, value] of Object.entries(cells)) {
      expect(read(battle, name), `${where}: ${name}`).toBe(value);
      compared++;
    }
  };
  const due = (done: number, label: unknown): void => {
    for (const expectation of plan.expect ?? []) {
      const { after } = expectation;
      if (after === done || (label !== undefined && after === label)) compare(expectation.cells, `after ${after}`);
    }
  };
  due(0, undefined);
  (plan.do ?? []).forEach((entry, index) => {
    const { label, error, expect: cells, repeat, ...command } = entry;
    for (let time = 0; time < Number(repeat ?? 1); time++) {
      let code = '';
      try {
        apply(holyGrailWar, battle, command as PlainCommand);
      } catch (caught) {
        if (!(caught instanceof RuleError)) throw caught;
        code = caught.code;
      }
      expect(code, `command ${index + 1} ${entry.command}`).toBe(error ?? '');
      if (error !== undefined) compared++;
    }
    if (cells !== undefined) compare(cells as Record<string, number>, `command ${index + 1} ${entry.command}`);
    due(index + 1, label);
  });
  for (const expectation of plan.expect ?? []) {
    if (expectation.after === undefined) compare(expectation.cells, 'at the end');
  }
  return compared;
}

describe('plans', () => {
  test('every worked example has a plan', () => {
    for (const example of ['w1', 'w2', 'w3', 'w4', 'w5']) {
      expect(files.some((name) => name.startsWith(`${example}-`))).toBe(true);
    }
  });

  test.each(files)('%s', (name) => {
    const plan = readPlan(name);
    expect(plan.plan).toBe(1);
    expect(plan.system).toBe('holy-grail-war');
    expect(runPlan(plan)).toBeGreaterThan(2);
  });

  test('a wrong expectation is noticed', () => {
    const plan = readPlan('w3-damage.toml');
    expect(() => runPlan({ ...plan, expect: [{ cells: { 'unit[right].hp': 92 } }] })).toThrow('unit[right].hp');
  });

  test('the query of W5 counts 150 combinations', () => {
    const plan = readPlan('w5-few-points.toml');
    const table = holyGrailWar.capabilities.odds?.(plan.setup, plan.query);
    expect(table?.denominator).toBe('150');
  });
});
