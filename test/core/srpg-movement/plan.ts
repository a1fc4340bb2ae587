/** Runs a plan of `traces/srpg-movement/` and returns the battle; the plan's expectations are checked. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect } from 'vitest';
import { apply, type PlainCommand, read } from '../../../core/battle.js';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { RuleError } from '../../../core/system.js';

interface Step {
  readonly command: string;
  readonly label?: string;
  readonly repeat?: number;
  readonly error?: string;
  readonly expect?: Record<string, number>;
}

interface Checkpoint {
  readonly after?: string | number;
  readonly cells: Record<string, number>;
}

interface Plan {
  readonly setup: unknown;
  readonly ruleset: { readonly switches?: Record<string, string | number> };
  readonly do: readonly Step[];
  readonly expect?: readonly Checkpoint[];
}

function compare(battle: SrpgBattle, cells: Record<string, number>): void {
  expect(Object.fromEntries(Object.keys(cells).map((name) => [name, read(battle, name)]))).toEqual(cells);
}

function codeOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
  return '';
}

export function runPlan(name: string): SrpgBattle {
  const file = new URL(`../../../traces/srpg-movement/${name}.toml`, import.meta.url);
  const plan = parse(readFileSync(file, 'utf8')) as unknown as Plan;
  const battle = createBattle(plan.setup, plan.ruleset.switches);
  const pending = [...(plan.expect ?? [])];
  let done = 0;
  for (const { label, repeat = 1, error = '', expect: cells, ...command } of plan.do) {
    for (let count = 0; count < repeat; count++) {
      expect(codeOf(() => apply(srpgMovement, battle, command as PlainCommand))).toBe(error);
      done++;
    }
    if (cells !== undefined) compare(battle, cells);
    for (const checkpoint of pending) {
      if (checkpoint.after !== undefined && (checkpoint.after === label || checkpoint.after === done)) {
        compare(battle, checkpoint.cells);
      }
    }
  }
  for (const checkpoint of pending) if (checkpoint.after === undefined) compare(battle, checkpoint.cells);
  return battle;
}
