/** The answer of a search as plain data, and as text. */

import { countText } from '../../../../core/system/names.js';
import { type Battle, RuleError, type System } from '../../../../core/system/system.js';
import { UNPUBLISHED } from '../../../../rom-map/index.js';
import { dependenceLines, notFilledOf, plainText } from '../../../base/index.js';

import { imageOfSystem } from '../../../files/index.js';
import {
  compareFigures,
  createPlayer,
  fittedSetup,
  futureFigures,
  type OtherSetting,
  otherSettingText,
  type Plan,
  rulesetHash,
} from '../../../play/index.js';

import { askedReadings, createLowerBound } from '../problem/lower-bound.js';
import {
  type EndReason,
  evidenceOf,
  METRICS,
  type MetricName,
  NO_LIMIT,
  type RobustSettings,
  type SearchMove,
  type SearchOutcome,
} from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { createCodec } from '../state/codec.js';
import {
  collapse,
  type Nearest,
  type PlayedRoute,
  type Route,
  replayNearest,
  replayRoute,
  whyItLoses,
} from './routes.js';

// The conditions of an answer as lines.

/** A switch or stand-in of an answer's list: its kind, its name, what else is said of it. */
const NAMED = /^(?:switch|stand-in) (\w+)/u;

/** Names of the switches and stand-ins in conditions. */
export function conditionNames(under: readonly string[]): readonly string[] {
  return under.flatMap((condition) => NAMED.exec(condition)?.[1] ?? []);
}

/**
 * Conditions that stand for unpublished code by what it could change, most important first; the
 * others, one a line, before them.
 */
export function conditionLines(under: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const lines: string[] = [];
  for (const condition of under) {
    const name = NAMED.exec(condition)?.[1] ?? '';
    if (UNPUBLISHED.some((row) => row.name === name)) texts.set(name, condition.replace(/^\S+ /u, ''));
    else lines.push(`condition: ${condition}`);
  }
  return [...lines, ...dependenceLines([...texts.keys()], (name) => texts.get(name) ?? name)];
}

// The conditions of a proof: open switches that change the route, assumed costs, enemies that do
// not act by themselves.

/**
 * A battle of the problem's plan at its start, under another value of a switch.
 *
 * @param own figures of the plan's setup under its own settings
 * @returns undefined: the plan's setup does not fit this value, or comes to another battle
 */
function battleUnder(
  { system, plan }: Problem,
  start: Uint8Array,
  own: ReadonlyMap<string, string>,
  name: string,
  value: string | number,
): Battle | undefined {
  try {
    const battle = system.create(setupOf(system, plan), { ...plan.ruleset.switches, [name]: value });
    if (battle.image.length !== start.length) return undefined;
    if (compareFigures(own, futureFigures(system, battle))[0] !== 'holds') return undefined;
    battle.image.set(start);
    return battle;
  } catch (error) {
    if (error instanceof RuleError) return undefined;
    throw error;
  }
}

function setupOf(system: System, plan: Plan): unknown {
  return plan.start === undefined ? fittedSetup(system, plan) : null;
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
function openSwitches(problem: Problem, start: Uint8Array, path: readonly number[]): string[] {
  const { system, battle, plan } = problem;
  battle.image.set(start);
  const mine = statesOf(problem, battle, path);
  const own = futureFigures(system, system.create(setupOf(system, plan), plan.ruleset.switches));
  return system.switches.flatMap(({ name, values, default: normal }) => {
    const chosen = plan.ruleset.switches[name] ?? normal;
    const differs = values.some((value) => {
      if (value === chosen) return false;
      const under = battleUnder(problem, start, own, name, value);
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
function proofConditions(
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

/**
 * Returns the conditions under which there is no route.
 * @param isRobust every other setting was searched as well
 */
function conditionsOfNone({ system, plan, enemies }: Problem, isRobust: boolean): string[] {
  if (isRobust) return byEnemies(enemies);
  const chosen = system.switches.map(
    ({ name, default: normal }) => `${name} = ${plan.ruleset.switches[name] ?? normal}`,
  );
  const asSet = chosen.length === 0 ? [] : [`no other setting of the switches was searched: ${chosen.join(', ')}`];
  return [...byEnemies(enemies), ...asSet];
}

export interface Answer {
  readonly system: string;
  readonly ruleset: string;
  /** Proven, and nothing assumed or open on the route. */
  readonly optimal: boolean;
  /** Proven under these conditions. */
  readonly under: readonly string[];
  readonly proven: boolean;
  readonly reason: EndReason;
  /** Lower bound on the cost of any route; -1: there is no route. */
  readonly bound: number;
  readonly waits: string;
  readonly presses: string;
  readonly enemies: string;
  readonly routes: readonly Route[];
  readonly nodes: number;
  readonly expanded: number;
  /** Width of the beam that found the routes; 0: an exact search did. */
  readonly beam: number;
  /** Without a route: moves to the state nearest to the goal. They do not reach it. */
  readonly nearest?: Nearest;
  /**
   * Where it is proven that there is no route: the limits of the search, and what any route costs
   * at least by the bound of the start.
   */
  readonly within?: Readonly<Partial<Record<MetricName | 'cost', number>>> & { readonly startBound: number };
  /** Present: only routes count that hold under every other setting. */
  readonly robust?: RobustSettings;
  /** The best route under every other setting of the rules; left out where it was not tried. */
  readonly robustness?: readonly OtherSetting[];
  /** Checkpoints that could not be written, where there are any. */
  readonly unsaved?: Unsaved;
}

/** What an answer says of checkpoints that could not be written. */
export interface Unsaved {
  readonly file: string;
  /** Number of checkpoints that could not be written. */
  readonly failed: number;
  /** Why the last of them could not be, with its remedy. */
  readonly message: string;
  readonly remedy: string;
  /** Whether the last attempt succeeded. */
  readonly lastSaved: boolean;
  /** States in the file, from which `--resume` goes on; 0: there is no file of this search. */
  readonly savedNodes: number;
}

/** A move of presses, or an action with presses in it. */
function isPressed({ kind, move }: SearchMove): boolean {
  const at = move.shape.parameters.findIndex(({ name }) => name === 'presses');
  return kind === 'press' || (move.action === undefined && (move.words[1 + at] ?? 0) > 0 && at >= 0);
}

function allowance(problem: Problem, kind: 'wait' | 'press'): string {
  const isOwn = (move: SearchMove): boolean => move.kind === kind && move !== problem.start?.move;
  const has = kind === 'wait' ? problem.moves.some(isOwn) : problem.moves.some(isPressed);
  if (!has) return 'none';
  const limit = problem.limits[METRICS.indexOf(kind === 'wait' ? 'waits' : 'presses')] ?? NO_LIMIT;
  return limit === NO_LIMIT ? 'as many as the cost allows' : `at most ${limit}`;
}

/** @param start image of the problem's start */
export function answerOf(problem: Problem, start: Uint8Array, outcome: SearchOutcome): Answer {
  const replayed = outcome.found.map((route) => replayRoute(problem, start, route));
  const [best] = replayed;
  const { reason, bound, nodes, expanded, beam = 0, robust } = outcome;
  const isNone = best === undefined && reason === 'exhausted';
  const proven = outcome.proven || isNone;
  const under =
    best !== undefined
      ? proofConditions(problem, start, best.path, outcome.passed)
      : isNone
        ? conditionsOfNone(problem, robust !== undefined)
        : [];
  return {
    system: problem.system.id,
    ruleset: rulesetHash(problem.system, problem.plan.ruleset.switches),
    optimal: proven && best !== undefined && under.length === 0,
    under,
    proven,
    reason,
    bound,
    waits: allowance(problem, 'wait'),
    presses: allowance(problem, 'press'),
    enemies: problem.enemies,
    routes: replayed.map((route) =>
      best === undefined || route === best ? route : { ...route, loses: whyItLoses(problem, route, best) },
    ),
    nodes,
    expanded,
    beam,
    ...(isNone ? { within: limitsOfNone(problem, start) } : {}),
    ...(best !== undefined || isNone || outcome.nearest === undefined
      ? {}
      : { nearest: replayNearest(problem, start, outcome.nearest) }),
    ...(robust === undefined ? {} : { robust }),
  };
}

/** The limits of a problem, and what any route costs at least from its start. */
function limitsOfNone(problem: Problem, start: Uint8Array): NonNullable<Answer['within']> {
  const { limits, costLimit, battle } = problem;
  battle.image.set(start);
  const least = problem.start === undefined ? createLowerBound(problem)() : 0;
  const amounts = METRICS.flatMap((name, metric) => {
    const limit = limits[metric] ?? NO_LIMIT;
    return limit === NO_LIMIT ? [] : [[name, limit] as const];
  });
  return { ...Object.fromEntries(amounts), ...(costLimit === NO_LIMIT ? {} : { cost: costLimit }), startBound: least };
}

const REASONS: Readonly<Record<EndReason, string>> = {
  proven: 'proven',
  exhausted: 'every route was looked at',
  dropped: 'the beam dropped states',
  draws: 'a move may come out in more ways than were looked at',
  jobs: 'jobs of the split search have no result',
  nodes: 'the limit of nodes was reached',
  memory: 'the limit of memory was reached',
  time: 'the limit of time was reached',
  interrupted: 'interrupted',
};

/** Why there is no route: a limit below the bound of the start, or every one was looked at. */
function noRouteText({ startBound, ...limits }: NonNullable<Answer['within']>): string {
  const given = Object.entries(limits).map(([name, limit]) => `limits.${name} = ${limit}`);
  if (limits.cost !== undefined && startBound > limits.cost) {
    return `no route within limits.cost = ${limits.cost}: any route costs at least ${startBound}`;
  }
  const within = given.length === 0 ? '' : ` within ${given.join(', ')}`;
  return `no route${within}: every one was looked at`;
}

/** What a search for a robust route says, in one line. */
function robustVerdict(
  { bound, proven, reason, routes }: Answer,
  { settings, asked, left, broken }: RobustSettings,
): string {
  const played = left.length > 0 ? ' that could be played' : '';
  const all = `under all ${countText(settings, 'other setting')}${played}`;
  if (broken !== undefined)
    return `no route holds under every other setting: the commands before it break under ${broken}`;
  const [best] = routes;
  if (best === undefined) {
    return reason === 'exhausted'
      ? `no route holds ${all}: every one was looked at`
      : `no route yet that holds ${all}: ${REASONS[reason]}; best bound ${bound}`;
  }
  const costs = routes.map(({ cost }) => cost).join(', ');
  if (proven) {
    if (asked === 1) return `cheapest of the routes that hold ${all}: cost ${costs}`;
    return routes.length < asked
      ? `all routes to different ends that hold ${all}: cost ${costs} (${asked} were asked for)`
      : `cheapest ${asked} of the routes to different ends that hold ${all}: cost ${costs}`;
  }
  const first = asked > 1 && bound === best.cost ? '; no route costs less than the first one, the others are open' : '';
  return `not proven: ${REASONS[reason]}; best so far that holds ${all} ${costs}, best bound ${bound}${first}`;
}

/** Settings that stopped lines, named at most. */
const MOST_BLOCKERS = 3;

/** What the other settings of a search for a robust route refused, and which were not played. */
function robustLines({ robust, routes }: Answer): string[] {
  if (robust === undefined) return [];
  const { left, blocked } = robust;
  const worst = [...blocked]
    .sort((a, b) => b.moves + b.missed - (a.moves + a.missed))
    .slice(0, MOST_BLOCKERS)
    .map(({ setting, moves, missed }) => {
      const refused = moves > 0 ? [`${countText(moves, 'move')} refused`] : [];
      const without = missed > 0 ? [`the goal missed ${countText(missed, 'time')}`] : [];
      return `${setting}: ${[...refused, ...without].join(', ')}`;
    });
  return [
    ...(worst.length > 0 && routes.length === 0 ? [`stopped by other settings: ${worst.join('; ')}`] : []),
    ...left.map((row) => `not among them: ${otherSettingText(row)}`),
  ];
}

/** Whether it is proven, its cost and its bound, in one line. */
export function verdictText(answer: Answer): string {
  const { bound, reason, robust, under } = answer;
  if (robust !== undefined) return robustVerdict(answer, robust);
  const [best] = answer.routes;
  if (best === undefined) {
    if (answer.within !== undefined) return noRouteText(answer.within);
    const none = answer.beam === 0 ? '' : `; a beam of ${answer.beam} found none`;
    return `no route yet: ${REASONS[reason]}${none}; best bound ${bound}`;
  }
  const by = answer.beam === 0 ? '' : ` by a beam of ${answer.beam}`;
  if (!answer.proven) return `not proven: ${REASONS[reason]}; best so far ${best.cost}${by}, best bound ${bound}`;
  return under.length === 0 ? `optimal: cost ${best.cost}` : `optimal under conditions: cost ${best.cost}`;
}

/** Cost and amounts of a route. */
function costText({ cost, amounts }: PlayedRoute): string {
  const shown = METRICS.filter((name) => amounts[name] > 0).map((name) => `${name} ${amounts[name]}`);
  return `cost ${cost}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}

/** What is left at the end of moves that do not reach the goal. */
export function leftText({ left, turn }: Nearest): string {
  return [...left, ...(turn === undefined ? [] : [`${turn} acts`])].join('; ');
}

function nearestText(nearest: Nearest): string {
  return [
    `nearest so far, NOT at the goal: ${costText(nearest)}`,
    `  left: ${leftText(nearest)}`,
    ...collapse(nearest.moves.map(({ text }) => text)).map((text) => `  ${text}`),
  ].join('\n');
}

function routeText(route: Route, index: number): string {
  const lines = [`route ${index + 1}: ${costText(route)}`];
  if (route.start !== undefined) {
    const { frames, seed } = route.start;
    const where = seed === undefined ? 'waited before the first command' : `more on the map: mapGenerator = ${seed}`;
    lines.push(`  start: ${countText(frames, 'frame')} ${where}`);
  }
  if (route.loses !== '') lines.push(`  loses: ${route.loses}`);
  const texts = route.moves.map(({ text, draws = [] }) =>
    draws.length === 0 ? text : `${text} (draws ${draws.join(' ')})`,
  );
  lines.push(...collapse(texts).map((text) => `  ${text}`));
  return lines.join('\n');
}

function unsavedText({ unsaved, proven, reason }: Answer): string[] {
  if (unsaved === undefined) return [];
  const { file, failed, message, remedy, lastSaved, savedNodes } = unsaved;
  const count = `${countText(failed, 'checkpoint')} could not be written`;
  const name = plainText(file);
  if (lastSaved) return [`  ${count}; the last one was: ${name}`];
  if (proven || reason === 'exhausted') return [`  ${count}: ${message}; the search ended without need of one`];
  const kept = savedNodes > 0 ? `${name} holds ${savedNodes} of its states, for --resume` : 'no file holds it';
  return [`  NOT SAVED: the search as it ended; ${kept}; ${count}: ${message}. ${remedy}`];
}

export function answerText(file: string, answer: Answer): string {
  const { enemies, waits, presses, ruleset, nodes, expanded } = answer;
  return [
    `${file}: ${verdictText(answer)}`,
    `  waits ${waits}; presses ${presses}; enemies ${enemies}; ruleset ${ruleset}; ${countText(nodes, 'state')}, ${expanded} expanded`,
    ...unsavedText(answer),
    ...robustLines(answer).map((line) => `  ${line}`),
    ...(answer.proven ? conditionLines(answer.under).map((line) => `  ${line}`) : []),
    ...answer.routes.map(routeText),
    ...(answer.nearest === undefined ? [] : [nearestText(answer.nearest)]),
    '',
  ].join('\n');
}
