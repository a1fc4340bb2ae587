/**
 * The heuristic of A*: an admissible lower bound on the remaining cost, from the system's knowledge
 * of the goal. A move lowers it by at most its own cost, so that it is consistent as well.
 */
import { readCell } from '../../../../core/system/battle.js';
import type { Battle, CellRange, System } from '../../../../core/system/system.js';
import { decidingReadings, leastFramesOf, type Reading, undeclaredBytes, unmetText } from '../../../play/index.js';

import { METRICS, planningOf, type SearchMove } from './outcome.js';
import type { Condition, Problem } from './problem.js';

// The conditions of a problem on a state.

export function conditionsHold(conditions: readonly Condition[]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { reading, min, max } = conditions[index] as Condition;
    const value = reading.read();
    if (value < min || value > max) return false;
  }
  return true;
}

/** The first condition that does not hold, as the readings of a plan hold it; empty: all hold. */
export function unmetOf(conditions: readonly Condition[]): string {
  return unmetText(conditions.map(({ reading, min, max }) => [reading, { min, max }]));
}

/** What is left of conditions in the present battle: `enemy[0].hp is 120, not 0`. */
export function leftOf(conditions: readonly Condition[]): string[] {
  return conditions.flatMap((condition) => unmetOf([condition]) || []);
}

/** The goal, and what is on the way to it without being named. */
export function conditionsOf({ system, battle, goal }: Problem): Condition[] {
  const ranges = goal.flatMap(({ reading: { cell }, min, max }) => (cell === undefined ? [] : [{ cell, min, max }]));
  const implied = planningOf(system).impliedRanges?.(battle, ranges) ?? [];
  const isNamed = (name: string): boolean => goal.some(({ reading }) => reading.name === name);
  return [
    ...goal,
    ...implied
      .filter(({ cell }) => !isNamed(cell.name))
      .map(({ cell, min, max }) => ({
        reading: { name: cell.name, cell, read: () => readCell(battle.image, cell) },
        min,
        max,
      })),
  ];
}

/**
 * What closes the key over asked cells: nothing where each belongs to the key of a state or stands
 * alone; else every compared cell, and for a work cell the whole image.
 */
function closingReadings(system: System, battle: Battle, asked: readonly Reading[]): Reading[] {
  const { stateKeyCells, standsAlone } = planningOf(system);
  const base = stateKeyCells?.(battle) ?? battle.cells.filter(({ scratch }) => scratch !== true);
  const inKey = new Set(base.flatMap(({ name, passive }) => (passive === true ? [] : [name])));
  const open = asked.flatMap(({ cell }) =>
    cell === undefined || inKey.has(cell.name) || standsAlone?.(battle, cell) === true ? [] : [cell],
  );
  if (open.length === 0) return [];
  // a work cell may hold what a step computed from any byte
  const cells = open.some(({ scratch }) => scratch === true)
    ? [...battle.cells, ...undeclaredBytes(battle)]
    : battle.cells.filter(({ scratch }) => scratch !== true);
  return cells.map((cell) => ({ name: cell.name, cell, read: () => readCell(battle.image, cell) }));
}

/**
 * What belongs to the key of every state: what goal and conditions ask, what that is computed from,
 * and what the moves choose by.
 */
export function askedReadings({ system, battle, goal, keep, moves }: Problem): Reading[] {
  const asked = [...goal, ...keep].map(({ reading }) => reading);
  const shapes = moves.flatMap(({ move }) => (move.action === undefined ? [move.shape] : []));
  return [...asked, ...closingReadings(system, battle, asked), ...decidingReadings(system, battle, shapes)];
}

type Weights = readonly number[];

const ENEMIES = 1;

/** Lower bound on the cost of a move. */
function priceOf({ kind, move, side }: SearchMove, weights: Weights): number {
  const weight = (name: (typeof METRICS)[number]): number => weights[METRICS.indexOf(name)] ?? 0;
  const own = kind === 'press' ? weight('presses') : kind === 'wait' ? weight('waits') : weight('actions');
  const ofSide = weight(side === ENEMIES ? 'enemyActions' : 'allyActions');
  return own + weight('frames') * leastFramesOf(move) + (kind === 'action' ? ofSide : 0);
}

function goalOf({ goal }: Problem): CellRange[] {
  return goal.flatMap(({ reading: { cell }, min, max }) => (cell === undefined ? [] : [{ cell, min, max }]));
}

function byActions(problem: Problem, weights: Weights): (() => number) | undefined {
  const { system, battle, moves } = problem;
  const actionsLowerBound = planningOf(system).actionsLowerBound;
  const prices = moves
    .filter((move) => move.side !== ENEMIES && move !== problem.start?.move)
    .map((move) => priceOf(move, weights));
  const price = prices.length === 0 ? 0 : Math.min(...prices);
  if (actionsLowerBound === undefined || price === 0 || problem.enemies === 'own') return undefined;
  const parts = goalOf(problem).flatMap(({ cell, min, max }) => actionsLowerBound(battle, cell, min, max) ?? []);
  if (parts.length === 0) return undefined;
  return () => {
    let actions = 0;
    for (let index = 0; index < parts.length; index++) actions += (parts[index] as () => number)();
    return price * actions;
  };
}

/**
 * While a cell of the goal is out of its range, one more move is missing.
 * @param least price of the cheapest move
 */
export function missingMove(image: Uint8Array, goal: readonly CellRange[], least: number): () => number {
  return () => {
    for (let index = 0; index < goal.length; index++) {
      const { cell, min, max } = goal[index] as CellRange;
      const value = readCell(image, cell);
      if (value < min || value > max) return least;
    }
    return 0;
  };
}

/**
 * Returns an admissible lower bound on the remaining cost of the present battle.
 * @param weights of the metrics, by default those of the cost
 */
export function createLowerBound(problem: Problem, weights: Weights = problem.weights): () => number {
  const { system, battle, moves } = problem;
  // before the first command nothing is known to be far: the search counts no bound there
  const begun = moves.filter((move) => move !== problem.start?.move);
  const commands = begun.map((move) => ({ words: move.move.words, price: priceOf(move, weights) }));
  const goal = goalOf(problem);
  return (
    planningOf(system).costLowerBound?.(battle, goal, commands) ??
    byActions(problem, weights) ??
    missingMove(battle.image, goal, Math.min(...commands.map(({ price }) => price)))
  );
}
