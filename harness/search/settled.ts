/** What a proof stands on: switches whose other values would change the route, costs that are assumed, enemies that are not their own. */
import type { Battle } from '../../core/system.js';
import { createPlayer } from '../plan/moves.js';
import { createCodec } from './codec.js';
import { METRICS } from './metrics.js';
import type { Problem } from './problem.js';

/** Battles of the problem's plan under other switches, at its start. */
function battleUnder(problem: Problem, start: Uint8Array, name: string, value: string | number): Battle {
  const { system, plan } = problem;
  const switches = { ...plan.ruleset.switches, [name]: value };
  const battle = system.create(plan.start === undefined ? plan.setup : null, switches);
  battle.image.set(start);
  return battle;
}

/** Deciding cells after every move, in one list; shorter when a move is refused. */
function statesOf(problem: Problem, battle: Battle, path: readonly number[]): Int32Array {
  const codec = createCodec(problem.system, battle);
  const player = createPlayer(problem.system, battle);
  const states = new Int32Array(codec.words * path.length);
  for (let index = 0; index < path.length; index++) {
    const { move } = problem.moves[path[index] as number] as Problem['moves'][number];
    if (player.play(move, undefined) !== 0) return states.subarray(0, codec.words * index);
    codec.pack(states, codec.words * index);
  }
  return states;
}

/** Switches that the rules leave open and that a route passes: another value leads somewhere else. */
export function openSwitches(problem: Problem, start: Uint8Array, path: readonly number[]): string[] {
  const { system, battle, plan } = problem;
  battle.image.set(start);
  const mine = statesOf(problem, battle, path);
  return system.switches.flatMap(({ name, values, default: normal }) => {
    const chosen = plan.ruleset.switches[name] ?? normal;
    const differs = values.some((value) => {
      if (value === chosen) return false;
      const theirs = statesOf(problem, battleUnder(problem, start, name, value), path);
      return theirs.length !== mine.length || theirs.some((word, at) => word !== mine[at]);
    });
    return differs ? [`switch ${name} = ${chosen}`] : [];
  });
}

/** Switches and stand-ins by the stretches that were run through, and by those that the battle as it is has behind it. */
function byStretch({ system, battle, plan }: Problem, passed: readonly string[]): string[] {
  const here = system.capabilities.evidence?.unpublished?.(battle).names() ?? [];
  return [...new Set([...passed, ...here])].map((name) => {
    const open = system.switches.find((row) => row.name === name);
    return open === undefined ? `stand-in ${name}` : `switch ${name} = ${plan.ruleset.switches[name] ?? open.default}`;
  });
}

/** Those that the route itself passes. */
function byRoute(problem: Problem, start: Uint8Array, path: readonly number[]): string[] {
  const { system, battle } = problem;
  const unpublished = system.capabilities.evidence?.unpublished?.(battle);
  const conditions = openSwitches(problem, start, path);
  const switches = new Set(system.switches.map(({ name }) => name));
  for (const name of unpublished?.names() ?? []) if (!switches.has(name)) conditions.push(`stand-in ${name}`);
  return conditions;
}

/**
 * Everything under which the answer holds; empty: it is optimal without a condition.
 * @param passed stretches that the whole search ran through; left out: those of the route
 */
export function conditionsOf(
  problem: Problem,
  start: Uint8Array,
  path: readonly number[],
  passed?: readonly string[],
): string[] {
  const { system, weights, enemies } = problem;
  const conditions = passed === undefined ? byRoute(problem, start, path) : byStretch(problem, passed);
  const assumed = system.capabilities.evidence?.assumedCost;
  if (assumed !== undefined && (weights[METRICS.indexOf('frames')] ?? 0) > 0) conditions.push(assumed);
  if (enemies === 'any') conditions.push('the enemies do what suits the route');
  if (enemies === 'script') conditions.push('the enemies follow the script');
  return conditions;
}
