/**
 * Found routes as plain data. Each is played again from the start, so that every printed route is
 * verified.
 */
import { createEventBuffer, errorCode, restore } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { createSha256, LockstepError } from '../../../base/index.js';

import type { WaitTally } from '../../../capture/index.js';
import {
  createPlayer,
  encodeMove,
  goalMissed,
  notKeptAt,
  otherCost,
  plainMove,
  type RowCommand,
  refusedAt,
  type SettingResult,
} from '../../../play/index.js';

import { createDrawList } from '../expansion/drawn-moves.js';
import { anyActed, createMoveMeter } from '../expansion/trial-parts.js';
import { askedReadings, conditionsHold, conditionsOf, leftOf, unmetOf } from '../problem/lower-bound.js';
import { countMove, type FoundRoute, METRICS, type MetricName, planningOf } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { createCodec } from '../state/codec.js';

interface RouteMove {
  readonly text: string;
  /** Present: a frame before the battle, which no command of a plan is. */
  readonly isBefore?: true;
  readonly command: RowCommand;
  /** Values of its draws, where they are forced. */
  readonly draws?: readonly number[];
}

/** Moves as they were played, and what they took. */
export interface PlayedRoute {
  readonly cost: number;
  readonly amounts: Readonly<Record<MetricName, number>>;
  readonly moves: readonly RouteMove[];
  /** The chosen start: frames before the first command, and the seed of a first battle. */
  readonly start?: { readonly frames: number; readonly seed?: number };
  /** Indexes of the moves in the problem's list. */
  readonly path: readonly number[];
  /** SHA-256 of the state's key at its end. */
  readonly end: string;
}

export interface Route extends PlayedRoute {
  /** Why it is worse than the best route; empty for the best. */
  readonly loses: string;
}

/** `step up`, `step left x3`. */
export function collapse(texts: readonly string[]): string[] {
  const out: string[] = [];
  let count = 0;
  texts.forEach((text, index) => {
    count++;
    if (texts[index + 1] === text) return;
    out.push(count === 1 ? text : `${text} x${count}`);
    count = 0;
  });
  return out;
}

function endHash(problem: Problem, battle: Battle): string {
  const codec = createCodec(problem.system, battle, askedReadings(problem));
  const words = new Int32Array(codec.words);
  codec.pack(words, 0);
  const bytes = new DataView(new ArrayBuffer(4 * codec.keyWords));
  for (let word = 0; word < codec.keyWords; word++) bytes.setInt32(4 * word, words[word] as number, true);
  return createSha256().update(new Uint8Array(bytes.buffer)).hex();
}

/** A path as it was played: what it took, and where it failed. */
export interface PlayedPath {
  /** One sum for each metric. */
  readonly sums: readonly number[];
  /** Weighted sum of the metrics. */
  readonly cost: number;
  /** The chosen start, where it is a choice. */
  readonly start?: { readonly frames: number; readonly seed?: number };
  /** Undefined: every move was accepted, kept what it must, and the goal holds at the end. */
  readonly fault?: SettingResult;
}

/**
 * Plays a path from the problem's start, counts it, and stops at its first fault.
 *
 * @param start image of the start
 */
export function playPath(
  problem: Problem,
  start: Uint8Array,
  { path, draws }: Pick<FoundRoute, 'path' | 'draws'>,
): PlayedPath {
  const { system, battle, moves, weights, goal, keep, never } = problem;
  battle.image.set(start);
  const meter = createMoveMeter(system, battle, { countsEnemies: true });
  const amounts = new Int32Array(METRICS.length);
  const sums = METRICS.map(() => 0);
  const given = createDrawList();
  const choice = problem.start;
  let frames = 0;
  let seed = choice?.seed?.(battle);

  function faultOf(index: number, place: number): SettingResult | undefined {
    const step = place + 1;
    given.set(draws?.[place] ?? []);
    const move = moves[index];
    if (move === undefined) return ['breaks', 'the move is not listed', step];
    if (move.advance !== undefined) meter.advance(move.advance);
    else {
      const refusal = meter.play(move.move, move.side);
      if (refusal !== 0) return refusedAt(step, move.text, errorCode(system, refusal));
    }
    if (choice !== undefined && move === choice.move) {
      frames += meter.frames;
      seed = choice.seed?.(battle);
    }
    countMove(amounts, move.side, move.kind, meter);
    amounts.forEach((amount, metric) => {
      sums[metric] = (sums[metric] ?? 0) + amount;
    });
    if (!conditionsHold(keep)) return notKeptAt(step, unmetOf(keep));
    return anyActed(never, meter.acted) ? notKeptAt(step, '') : undefined;
  }

  if (draws !== undefined) planningOf(system).forceDraws?.(battle, given);
  let fault: SettingResult | undefined;
  for (const [place, index] of path.entries()) {
    fault = faultOf(index, place);
    if (fault !== undefined) break;
  }
  if (draws !== undefined) planningOf(system).forceDraws?.(battle, undefined);
  if (fault === undefined && !conditionsHold(goal)) {
    fault = goalMissed(path.length, unmetOf(goal));
  }
  const cost = sums.reduce((sum, amount, metric) => sum + amount * (weights[metric] ?? 0), 0);
  return {
    sums,
    cost,
    ...(choice === undefined ? {} : { start: { frames, ...(seed === undefined ? {} : { seed }) } }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/**
 * Plays a found route again.
 *
 * @param start image of the start
 * @throws LockstepError `E_INTERNAL` when the result differs from the search's
 */
export function replayRoute(problem: Problem, start: Uint8Array, found: FoundRoute): Route {
  const played = playPath(problem, start, found);
  const [, what] = played.fault ?? otherCost(played.cost, found.cost);
  if (played.fault !== undefined || played.cost !== found.cost) {
    throw new LockstepError('E_INTERNAL', `a route that was found does not hold when it is played: ${what}`);
  }
  return { ...playedRoute(problem, found, played), loses: '' };
}

/** A path that was just played, as plain data. */
function playedRoute(problem: Problem, { path, cost, draws }: FoundRoute, played: PlayedPath): PlayedRoute {
  const { system, battle, moves } = problem;
  return {
    cost,
    amounts: Object.fromEntries(METRICS.map((name, metric) => [name, played.sums[metric] ?? 0])) as Route['amounts'],
    moves: path.flatMap((index, place) => {
      const listed = moves[index];
      if (listed === undefined) return [];
      const drawn = draws?.[place];
      const before = listed.advance === undefined ? {} : { isBefore: true as const };
      const command = plainMove(system, battle, listed.move);
      return [{ text: listed.text, ...before, command, ...(drawn === undefined ? {} : { draws: drawn }) }];
    }),
    path,
    ...(played.start === undefined ? {} : { start: played.start }),
    end: endHash(problem, battle),
  };
}

/** Moves that do not reach the goal: the best that a search without a route has. */
export interface Nearest extends PlayedRoute {
  /** What is left at their end, a condition a line. */
  readonly left: readonly string[];
  /** Who acts next, where somebody can. */
  readonly turn?: string;
}

/**
 * Plays the moves to the state nearest to the goal again.
 *
 * @param start image of the start
 * @throws LockstepError `E_INTERNAL` when the result differs from the search's
 */
export function replayNearest(problem: Problem, start: Uint8Array, { path, cost }: FoundRoute): Nearest {
  const { system, battle } = problem;
  battle.image.set(start);
  const goal = conditionsOf(problem);
  const played = playPath(problem, start, { path });
  const isWhole = played.fault === undefined || played.fault[2] === path.length;
  if (!isWhole || played.cost !== cost) {
    throw new LockstepError('E_INTERNAL', 'the nearest state that was found is not there when its moves are played');
  }
  const turn = system.capabilities.choices?.of(battle).actor?.en;
  return {
    ...playedRoute(problem, { path, cost }, played),
    left: leftOf(goal),
    ...(turn === undefined ? {} : { turn }),
  };
}

/**
 * Explains why a route is worse than the best one: its extra cost and the first move that differs.
 */
export function whyItLoses(problem: Problem, route: Route, best: Route): string {
  const parts = METRICS.flatMap((name, metric) => {
    const weight = problem.weights[metric] ?? 0;
    const more = route.amounts[name] - best.amounts[name];
    if (weight === 0 || more === 0) return [];
    return [`${name} ${more > 0 ? '+' : ''}${more}${weight === 1 ? '' : ` at ${weight}`}`];
  });
  const at = route.path.findIndex((move, index) => move !== best.path[index]);
  const there = at < 0 ? 'it goes on after the best one’s end' : `move ${at + 1} is ${route.moves[at]?.text}`;
  const instead = at < 0 || best.moves[at] === undefined ? '' : ` instead of ${best.moves[at]?.text}`;
  const price =
    route.cost === best.cost
      ? 'costs the same, another end'
      : `costs ${route.cost - best.cost} more (${parts.join(', ')})`;
  return `${price}; ${there}${instead}`;
}

// What the moves of a found route show on the console's screen.

/** Words of events of one move: a battle that a policy plays to its end. */
const EVENT_WORDS = 1 << 20;

/**
 * Plays a route again and counts what it shows.
 * @param start the battle's state where the routes begin
 * @returns false for a route that no play of its moves repeats: a chosen start, or forced draws
 */
export function countRouteWaits(
  { system, battle }: Problem,
  start: Uint8Array,
  route: Route,
  tally: WaitTally,
): boolean {
  if (route.start !== undefined || route.moves.some(({ draws, isBefore }) => draws !== undefined || isBefore === true))
    return false;
  restore(battle, start);
  const player = createPlayer(system, battle);
  const events = createEventBuffer(EVENT_WORDS);
  for (const { command } of route.moves) {
    const error = player.play(encodeMove(system, battle, command), events, () => tally.add(events));
    if (error !== 0) return false;
  }
  return true;
}
