/** Runs a plan of `traces/kurogane-engage/` and returns the battle; the plan's expectations are checked. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect } from 'vitest';
import { apply, type PlainCommand, read } from '../../../core/battle.js';
import { createBattle, type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
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

export interface Plan {
  readonly query?: unknown;
  readonly setup: unknown;
  readonly ruleset: { readonly switches?: Record<string, string | number> };
  readonly do: readonly Step[];
  readonly expect?: readonly Checkpoint[];
}

function compare(battle: KuroganeBattle, cells: Record<string, number>): void {
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

export function loadPlan(name: string): Plan {
  const file = new URL(`../../../traces/kurogane-engage/${name}.toml`, import.meta.url);
  return parse(readFileSync(file, 'utf8')) as unknown as Plan;
}

export function runPlan(name: string): KuroganeBattle {
  const plan = loadPlan(name);
  const battle = createBattle(plan.setup, plan.ruleset.switches);
  const pending = [...(plan.expect ?? [])];
  let done = 0;
  for (const { label, repeat = 1, error = '', expect: cells, ...command } of plan.do) {
    for (let count = 0; count < repeat; count++) {
      expect(codeOf(() => apply(kuroganeEngage, battle, command as PlainCommand))).toBe(error);
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
