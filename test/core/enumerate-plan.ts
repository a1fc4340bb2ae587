/**
 * Answers of a plan's `[search]` by plain enumeration over the core alone: breadth first for a shortest line, depth first
 * with a rising budget for a line that is sure whatever the other side answers. Slow on purpose, and nothing is shared with
 * the search: a state is its whole image, every move costs 1, nothing is bounded.
 */
import { apply, encodeCommand, type PlainCommand, read } from '../../core/system/battle.js';
import type { Battle, System } from '../../core/system/system.js';
import { loadPlan, numberOf, type PlanFile } from './plan-loader.js';

type Range = number | string | { readonly min?: number; readonly max?: number };

interface SearchTable {
  /** A label, or a number of commands; left out: the end of the plan. */
  readonly after?: string | number;
  readonly moves: readonly PlainCommand[];
  readonly enemyMoves?: readonly PlainCommand[];
  readonly goal: Readonly<Record<string, Range>>;
  readonly keep?: Readonly<Record<string, Range>>;
  readonly limits: { readonly cost: number };
}

export interface Enumeration {
  readonly battle: Battle;
  readonly own: readonly Int32Array[];
  readonly others: readonly Int32Array[];
  readonly limit: number;
  isGoal(): boolean;
  isKept(): boolean;
}

/** `x = [3, 4]` of a parameter that is no list stands for two commands. */
function spread(system: System, command: PlainCommand): readonly PlainCommand[] {
  const shape = system.commands.find(({ name }) => name === command.command);
  let found: readonly PlainCommand[] = [command];
  for (const { name, capacity } of shape?.parameters ?? []) {
    const value = command[name];
    if (capacity !== undefined || !Array.isArray(value)) continue;
    found = found.flatMap((one) => value.map((each: unknown) => ({ ...one, [name]: each })));
  }
  return found;
}

function holds(battle: Battle, ranges: Readonly<Record<string, Range>>): boolean {
  return Object.entries(ranges).every(([name, range]) => {
    const value = read(battle, name);
    if (typeof range !== 'object') return value === numberOf(battle, name, range);
    return value >= (range.min ?? value) && value <= (range.max ?? value);
  });
}

/** The problem of a bundled plan: its steps up to the place where the search begins are played. */
export function problemOf(system: System, name: string): Enumeration {
  const plan = loadPlan(system, name) as PlanFile & { readonly search: SearchTable };
  const battle = system.create(plan.setup, plan.ruleset?.switches);
  const { after } = plan.search;
  const steps = plan.do ?? [];
  const last =
    typeof after === 'string' ? steps.findIndex(({ label }) => label === after) + 1 : (after ?? steps.length);
  for (const { label: _label, expect: _expect, error, ...command } of steps.slice(0, last)) {
    if (error === undefined) apply(system, battle, command);
  }
  const encode = (commands: readonly PlainCommand[] = []): Int32Array[] =>
    commands.flatMap((command) => spread(system, command)).map((command) => encodeCommand(system, battle, command));
  const { moves, enemyMoves, goal, keep = {}, limits } = plan.search;
  return {
    battle,
    own: encode(moves),
    others: encode(enemyMoves),
    limit: limits.cost,
    isGoal: () => holds(battle, goal),
    isKept: () => holds(battle, keep),
  };
}

const keyOf = (image: Uint8Array): string => Buffer.from(image).toString('latin1');

/** Length of the shortest line to the goal where both sides do what suits it, or -1: none within the limit. */
export function shortestLine({ battle, own, others, limit, isGoal, isKept }: Enumeration): number {
  const moves = [...own, ...others];
  let layer: Uint8Array[] = [battle.image.slice()];
  const seen = new Set(layer.map(keyOf));
  for (let length = 1; length <= limit; length++) {
    const next: Uint8Array[] = [];
    for (const state of layer) {
      for (const move of moves) {
        battle.image.set(state);
        if (battle.step(move, undefined) !== 0 || !isKept()) continue;
        if (isGoal()) return length;
        const key = keyOf(battle.image);
        if (!seen.has(key)) next.push(battle.image.slice());
        seen.add(key);
      }
    }
    layer = next;
  }
  return -1;
}

/**
 * The smallest number of moves of both sides within which the goal is sure, or -1.
 * @param isOthers whether the other side moves in the present state
 */
export function surestLine(problem: Enumeration, isOthers: () => boolean): number {
  const { battle, own, others, limit, isGoal, isKept } = problem;
  const start = battle.image.slice();
  /** Budgets that are known to suffice and not to, by state. */
  const known = new Map<string, { wins: number; fails: number }>();

  function isSure(state: Uint8Array, budget: number): boolean {
    battle.image.set(state);
    if (isGoal()) return true;
    if (budget === 0) return false;
    const key = keyOf(state);
    const before = known.get(key) ?? { wins: limit + 1, fails: -1 };
    known.set(key, before);
    if (budget >= before.wins) return true;
    if (budget <= before.fails) return false;
    const answers = isOthers();
    let sure = answers;
    let any = false;
    for (const move of answers ? others : own) {
      battle.image.set(state);
      if (battle.step(move, undefined) !== 0) continue;
      any = true;
      const isWon = isKept() && isSure(battle.image.slice(), budget - 1);
      if (isWon === answers) continue;
      sure = isWon;
      break;
    }
    const result = sure && any;
    if (result) before.wins = Math.min(before.wins, budget);
    else before.fails = Math.max(before.fails, budget);
    return result;
  }

  for (let budget = 0; budget <= limit; budget++) if (isSure(start, budget)) return budget;
  return -1;
}
