/**
 * The conditions of a proof: open switches that change the route, assumed costs, enemies that do
 * not act by themselves.
 */
import { type Battle, RuleError } from '../../../../core/system/system.js';
import { notFilledOf } from '../../../base/not-filled.js';
import { imageOfSystem } from '../../../files/rom/with-image.js';
import { fittedSetup } from '../../../play/plan/fitted-setup.js';
import { createPlayer } from '../../../play/plan/moves.js';
import { askedReadings } from '../problem/conditions.js';
import { METRICS } from '../problem/metrics.js';
import { evidenceOf } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';
import { createCodec } from '../state/codec.js';

/**
 * A battle of the problem's plan at its start, under another value of a switch.
 *
 * @returns undefined: the plan's setup does not fit this value
 */
function battleUnder(problem: Problem, start: Uint8Array, name: string, value: string | number): Battle | undefined {
  const { system, plan } = problem;
  const switches = { ...plan.ruleset.switches, [name]: value };
  try {
    const battle = system.create(plan.start === undefined ? fittedSetup(system, plan) : null, switches);
    if (battle.image.length !== start.length) return undefined;
    battle.image.set(start);
    return battle;
  } catch (error) {
    if (error instanceof RuleError) return undefined;
    throw error;
  }
}

/** Returns the state after every move, in one list. It ends at the first refused move. */
function statesOf(problem: Problem, battle: Battle, path: readonly number[]): Int32Array {
  const isLonger = problem.moves.some(({ move }) => move.shape.begins === true);
  const codec = createCodec(problem.system, battle, isLonger ? askedReadings(problem) : []);
  const player = createPlayer(problem.system, battle);
  const states = new Int32Array(codec.words * path.length);
  for (let index = 0; index < path.length; index++) {
    const { move, advance } = problem.moves[path[index] as number] as Problem['moves'][number];
    if (advance !== undefined) advance(battle);
    else if (player.play(move, undefined) !== 0) return states.subarray(0, codec.words * index);
    codec.pack(states, codec.words * index);
  }
  return states;
}

/** Behind a condition: who has settled it, or why an image's code does not run there. */
function imageNote({ plan: { settled }, system }: Problem, name: string): string {
  if (settled?.names.includes(name) === true) return `, ${settled.by}`;
  const reason = notFilledOf(system, [name], imageOfSystem(system) !== undefined)[name];
  return reason === undefined ? '' : ` (not by the image's code: ${reason})`;
}

/**
 * Returns the open switches that matter on a route: another value leads to other states, or refuses
 * the setup.
 */
export function openSwitches(problem: Problem, start: Uint8Array, path: readonly number[]): string[] {
  const { system, battle, plan } = problem;
  battle.image.set(start);
  const mine = statesOf(problem, battle, path);
  return system.switches.flatMap(({ name, values, default: normal }) => {
    const chosen = plan.ruleset.switches[name] ?? normal;
    const differs = values.some((value) => {
      if (value === chosen) return false;
      const under = battleUnder(problem, start, name, value);
      if (under === undefined) return true;
      const theirs = statesOf(problem, under, path);
      return theirs.length !== mine.length || theirs.some((word, at) => word !== mine[at]);
    });
    return differs ? [`switch ${name} = ${chosen}${imageNote(problem, name)}`] : [];
  });
}

/**
 * Returns the switches and stand-ins behind unpublished stretches: those given and those that the
 * battle ran through.
 */
function byStretch(problem: Problem, passed: readonly string[]): string[] {
  const { system, battle, plan } = problem;
  const here = evidenceOf(system)?.unpublished?.(battle).names() ?? [];
  return [...new Set([...passed, ...here])].map((name) => {
    const open = system.switches.find((row) => row.name === name);
    const condition =
      open === undefined ? `stand-in ${name}` : `switch ${name} = ${plan.ruleset.switches[name] ?? open.default}`;
    return `${condition}${imageNote(problem, name)}`;
  });
}

/** Returns the conditions of the route alone. */
function byRoute(problem: Problem, start: Uint8Array, path: readonly number[]): string[] {
  const { system, battle } = problem;
  const unpublished = evidenceOf(system)?.unpublished?.(battle);
  const conditions = openSwitches(problem, start, path);
  const switches = new Set(system.switches.map(({ name }) => name));
  for (const name of unpublished?.names() ?? []) {
    if (!switches.has(name)) conditions.push(`stand-in ${name}${imageNote(problem, name)}`);
  }
  return conditions;
}

/**
 * Returns the conditions under which the answer holds. None: it is optimal without a condition.
 * @param passed unpublished stretches that the whole search ran through; left out: those of the
 * route count
 */
export function proofConditions(
  problem: Problem,
  start: Uint8Array,
  path: readonly number[],
  passed?: readonly string[],
): string[] {
  const { system, weights, enemies } = problem;
  const conditions = passed === undefined ? byRoute(problem, start, path) : byStretch(problem, passed);
  const assumed = evidenceOf(system)?.assumedCost;
  if (assumed !== undefined && (weights[METRICS.indexOf('frames')] ?? 0) > 0) conditions.push(assumed);
  return [...conditions, ...byEnemies(enemies)];
}

/** What is taken for granted of the enemies. */
function byEnemies(enemies: Problem['enemies']): string[] {
  if (enemies === 'any') return ['the enemies do what suits the route'];
  return enemies === 'script' ? ['the enemies follow the script'] : [];
}

/** Returns the conditions under which there is no route: no other setting was searched. */
export function conditionsOfNone({ system, plan, enemies }: Problem): string[] {
  const chosen = system.switches.map(
    ({ name, default: normal }) => `${name} = ${plan.ruleset.switches[name] ?? normal}`,
  );
  const asSet = chosen.length === 0 ? [] : [`no other setting of the switches was searched: ${chosen.join(', ')}`];
  return [...byEnemies(enemies), ...asSet];
}
