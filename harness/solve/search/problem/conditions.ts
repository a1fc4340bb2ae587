/** The conditions of a problem on a state. */
import { readCell } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { decidingReadings, type Reading, undeclaredBytes } from '../../../play/plan/readings.js';
import { planningOf } from './planning-access.js';
import type { Condition, Problem } from './problem.js';

export function conditionsHold(conditions: readonly Condition[]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { reading, min, max } = conditions[index] as Condition;
    const value = reading.read();
    if (value < min || value > max) return false;
  }
  return true;
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
