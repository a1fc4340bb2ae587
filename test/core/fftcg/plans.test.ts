/** The plans of the worked examples, run from their TOML files: X1-X5 and one attack step by step. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { cell, type Plain, refused, run } from './helpers.js';

const folder = new URL('../../../traces/fftcg/', import.meta.url);

interface Checkpoint {
  readonly after?: string | number;
  readonly cells: Readonly<Record<string, number>>;
}

interface PlanFile {
  readonly plan: number;
  readonly system: string;
  readonly setup: unknown;
  readonly ruleset?: { readonly switches?: Readonly<Record<string, string | number>> };
  readonly do: readonly Plain[];
  readonly expect?: readonly Checkpoint[];
}

/** Runs a plan; returns how many cell values were compared. */
function runPlan(plan: PlanFile): number {
  const battle = fftcg.create(plan.setup, plan.ruleset?.switches);
  let compared = 0;
  const compare = (place: string, wanted: Readonly<Record<string, number>>): void => {
    for (const [name, value] of Object.entries(wanted)) {
      expect(cell(battle, name), `${place}: ${name}`).toBe(value);
      compared++;
    }
  };
  const seen = new Set<string | number>();
  plan.do.forEach((entry, index) => {
    const { label, repeat = 1, error, expect: wanted, ...command } = entry;
    for (let time = 0; time < Number(repeat); time++) {
      if (typeof error === 'string') refused(battle, command, error);
      else run(battle, command);
    }
    const here = [index + 1, ...(typeof label === 'string' ? [label] : [])];
    for (const name of here) seen.add(name);
    const place = String(here.at(-1));
    if (typeof wanted === 'object' && wanted !== null) compare(place, wanted as Readonly<Record<string, number>>);
    for (const checkpoint of plan.expect ?? []) {
      if (checkpoint.after !== undefined && here.includes(checkpoint.after)) compare(place, checkpoint.cells);
    }
  });
  for (const checkpoint of plan.expect ?? []) {
    if (checkpoint.after === undefined) compare('end', checkpoint.cells);
    else expect(seen.has(checkpoint.after), `a command called ${checkpoint.after}`).toBe(true);
  }
  return compared;
}

function load(name: string): PlanFile {
  return parse(readFileSync(new URL(name, folder), 'utf8')) as unknown as PlanFile;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.toml'));

describe('plans of the worked examples', () => {
  test('all five examples are there', () => {
    for (const example of ['x1', 'x2', 'x3', 'x4', 'x5']) {
      expect(
        files.some((name) => name.startsWith(example)),
        example,
      ).toBe(true);
    }
  });

  test.each(files)('%s', (name) => {
    const plan = load(name);
    expect(plan.plan).toBe(1);
    expect(plan.system).toBe('fftcg');
    expect(runPlan(plan)).toBeGreaterThan(1);
  });

  test('a plan with a wrong value fails', () => {
    const plan = load('x1.toml');
    expect(() => runPlan({ ...plan, expect: [{ cells: { 'player[B].breakZone': 2 } }] })).toThrow(/breakZone/);
  });
});
