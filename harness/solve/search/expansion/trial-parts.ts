/** What the trials of a state's moves share: the state, its meters, the search's own words. */
import { METRICS, NO_LIMIT } from '../problem/metrics.js';
import type { Problem } from '../problem/problem.js';
import { mixWord } from '../state/arena.js';
import type { Codec } from '../state/codec.js';
import { type CostMeter, createCostMeter } from './cost-meter.js';
import { createMoveMeter, type MoveMeter } from './move-meter.js';
import type { PrefixSharing } from './shared-prefixes.js';

/** Values of `ActionSet.turn`; -1: unknown. */
export const ALLIES = 0;
export const ENEMIES = 1;
export const NOBODYS = 2;
export const NOT_TOLD = -1;

/** In place of the frames before the first command: it was given. */
export const BEGUN = -1;

/** The state whose moves are tried: its words of the search, its hash, and its name as a parent. */
export interface LoadedParent {
  source: Int32Array;
  at: number;
  hash: number;
  node: number;
  turn: number;
  /** Number of this state's legal moves that broke a condition or a limit. */
  cut: number;
}

/**
 * Words that the search adds to a state: whether the route ended, limited amounts, the position in
 * a script, frames before the first command; which of the last two there are, and their number.
 */
export interface SearchWords {
  /** Of the position in a script. */
  readonly scriptAt: number;
  /** Of the frames before the first command, or `BEGUN`. */
  readonly startAt: number;
  readonly count: number;
}

function searchWordsOf({ enemies, start }: Problem, limited: number): SearchWords {
  const scriptAt = 1 + limited;
  const startAt = scriptAt + (enemies === 'script' ? 1 : 0);
  return { scriptAt, startAt, count: startAt + (start === undefined ? 0 : 1) };
}

export interface TrialParts {
  readonly problem: Problem;
  readonly codec: Codec;
  readonly meter: MoveMeter;
  readonly costs: CostMeter;
  readonly words: SearchWords;
  readonly parent: LoadedParent;
  /** Lower bound on the remaining cost of the battle as it is. */
  readonly bound: () => number;
}

/** Whether the enemies' own actions have a cost or a limit, or are forbidden. */
function countsEnemies({ weights, limits, never }: Problem): boolean {
  const metric = METRICS.indexOf('enemyActions');
  return never.length > 0 || weights[metric] !== 0 || limits[metric] !== NO_LIMIT;
}

export function createTrialParts(
  problem: Problem,
  codec: Codec,
  sharing: PrefixSharing,
  bound: () => number,
): TrialParts {
  const { system, battle } = problem;
  const costs = createCostMeter(problem);
  return {
    problem,
    codec,
    meter: createMoveMeter(system, battle, { countsEnemies: countsEnemies(problem), sharing }),
    costs,
    words: searchWordsOf(problem, costs.limited),
    parent: { source: new Int32Array(0), at: 0, hash: 0, node: 0, turn: NOT_TOLD, cut: 0 },
    bound,
  };
}

/** Whether an enemy acted in a move that must not act. */
export function anyActed(never: readonly number[], acted: Uint8Array): boolean {
  for (let index = 0; index < never.length; index++) if (acted[never[index] as number] === 1) return true;
  return false;
}

/** What the search's own words change in a key's hash. @param words their number */
export function hashChange(
  first: number,
  words: number,
  source: Int32Array,
  at: number,
  out: Int32Array,
  own: number,
): number {
  let sum = 0;
  for (let word = 0; word < words; word++) {
    const [value, old] = [out[own + word] as number, source[at + word] as number];
    if (value !== old) sum = (sum + ((mixWord(first + word, value) - mixWord(first + word, old)) | 0)) | 0;
  }
  return sum;
}
