/**
 * Found routes as plain data. Each is played again from the start, so that every printed route is
 * verified.
 */
import type { Battle } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { createSha256 } from '../../base/sha256/sha256.js';
import { plainMove } from '../../plan/move-text.js';
import type { RowCommand } from '../../trace/types.js';
import { createDrawList } from '../expansion/draw-tree.js';
import { createMoveMeter } from '../expansion/move-meter.js';
import { askedReadings, conditionsHold } from '../problem/conditions.js';
import { countMove, METRICS, type MetricName } from '../problem/metrics.js';
import type { FoundRoute } from '../problem/outcome.js';
import { planningOf } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';
import { createCodec } from '../state/codec.js';

export interface RouteMove {
  readonly text: string;
  /** Present: a frame before the battle, which no command of a plan is. */
  readonly isBefore?: true;
  readonly command: RowCommand;
  /** Values of its draws, where they are forced. */
  readonly draws?: readonly number[];
}

export interface Route {
  readonly cost: number;
  readonly amounts: Readonly<Record<MetricName, number>>;
  readonly moves: readonly RouteMove[];
  /** The chosen start: frames before the first command, and the seed of a first battle. */
  readonly start?: { readonly frames: number; readonly seed?: number };
  /** Indexes of the moves in the problem's list. */
  readonly path: readonly number[];
  /** SHA-256 of the state's key at its end. */
  readonly end: string;
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

/**
 * Plays a path from the problem's start and counts it.
 * @param start image of the start
 * @throws LockstepError `E_INTERNAL` when the result differs from the search's
 */
export function replayRoute(problem: Problem, start: Uint8Array, { path, cost, draws }: FoundRoute): Route {
  const { system, battle, moves, weights, goal, keep } = problem;
  battle.image.set(start);
  const meter = createMoveMeter(system, battle, { countsEnemies: true });
  const amounts = new Int32Array(METRICS.length);
  const sums = METRICS.map(() => 0);
  const fail = (what: string): never => {
    throw new LockstepError('E_INTERNAL', `a route that was found ${what} when it is played from the start`);
  };
  const given = createDrawList();
  let frames = 0;
  const choice = problem.start;
  let seed = choice?.seed?.(battle);
  if (draws !== undefined) planningOf(system).forceDraws?.(battle, given);
  for (const [place, index] of path.entries()) {
    given.set(draws?.[place] ?? []);
    const { move, side, kind, advance } = moves[index] ?? fail('has an unknown move');
    if (advance !== undefined) meter.advance(advance);
    else if (meter.play(move, side) !== 0) fail('is refused');
    if (choice !== undefined && moves[index] === choice.move) {
      frames += meter.frames;
      seed = choice.seed?.(battle);
    }
    countMove(amounts, side, kind, meter);
    amounts.forEach((amount, metric) => {
      sums[metric] = (sums[metric] ?? 0) + amount;
    });
    if (!conditionsHold(keep)) fail('breaks what it must keep');
  }
  if (draws !== undefined) planningOf(system).forceDraws?.(battle, undefined);
  if (!conditionsHold(goal)) fail('misses its goal');
  const paid = sums.reduce((sum, amount, metric) => sum + amount * (weights[metric] ?? 0), 0);
  if (paid !== cost) fail(`costs ${paid} instead of ${cost}`);
  return {
    cost,
    amounts: Object.fromEntries(METRICS.map((name, metric) => [name, sums[metric] ?? 0])) as Route['amounts'],
    moves: path.map((index, place) => {
      const { move, text, advance } = moves[index] ?? fail('has an unknown move');
      const drawn = draws?.[place];
      const before = advance === undefined ? {} : { isBefore: true as const };
      return {
        text,
        ...before,
        command: plainMove(system, battle, move),
        ...(drawn === undefined ? {} : { draws: drawn }),
      };
    }),
    path,
    ...(problem.start === undefined ? {} : { start: { frames, ...(seed === undefined ? {} : { seed }) } }),
    end: endHash(problem, battle),
    loses: '',
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
