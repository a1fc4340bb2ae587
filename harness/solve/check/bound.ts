/**
 * Lower bounds on what a route still takes.
 *
 * The checker's own is one sentence: while a cell of the goal is out of its range, at least one
 * move is missing, and it takes what the cheapest one does. Where the enemies' moves are listed it
 * is 0. A certificate may ask for the core's bound in its place (`Planning.costLowerBound`).
 */

import { isExpected } from '../../play/index.js';
import { AMOUNTS, type Amounts, type TaskMove } from './play-move.js';
import type { Task } from './task.js';

export type Bound = () => number;

/** The least that a move of this kind takes. */
export function leastOf({ kind, side, leastFrames }: TaskMove): Amounts {
  const acts = Number(kind === 'action');
  return {
    frames: leastFrames,
    actions: acts,
    allyActions: side === 'ally' ? acts : 0,
    enemyActions: 0,
    presses: Number(kind === 'press'),
    waits: Number(kind === 'wait'),
  };
}

export function priceOf(amounts: Amounts, weights: readonly number[]): number {
  return AMOUNTS.reduce((sum, name, index) => sum + amounts[name] * (weights[index] as number), 0);
}

/**
 * Makes a lower bound on the rest of a route, in the present state.
 * @param weights of the amounts
 * @param byCore take the core's bound, where it knows one
 */
export function createBound(task: Task, weights: readonly number[], byCore: boolean): Bound {
  const { system, battle, goal } = task;
  const moves = task.moves.filter(({ isStart }) => isStart !== true);
  const cells = goal.flatMap(([{ cell }, { min, max }]) => (cell === undefined ? [] : [{ cell, min, max }]));
  const prices = moves.map((move) => priceOf(leastOf(move), weights));
  if (byCore) {
    const commands = moves.map(({ words }, index) => ({ words, price: prices[index] as number }));
    const bound = system.capabilities.planning?.costLowerBound?.(battle, cells, commands);
    if (bound !== undefined) return bound;
  }
  const least = moves.some(({ side }) => side === 'enemy') ? 0 : Math.min(...prices);
  const asked = goal.filter(([{ cell }]) => cell !== undefined);
  return () => (asked.every(([reading, range]) => isExpected(range, reading.read())) ? 0 : least);
}
