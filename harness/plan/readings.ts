/** Values that a plan can name: cells, and values that a system derives from them. */
import { readCell } from '../../core/system/battle.js';
import type { Battle, CellDeclaration, System } from '../../core/system/system.js';
import { cellNamesOf } from '../base/cell-names.js';
import { planError } from './plan-error.js';
import type { CellValues, Plan } from './types.js';

export interface Reading {
  readonly name: string;
  /** Undefined for a value derived from several cells. */
  readonly cell: CellDeclaration | undefined;
  read(): number;
}

/** Undefined when there is no such cell or value. */
export function readingOf(system: System, battle: Battle, name: string): Reading | undefined {
  const names = cellNamesOf(system, battle);
  const value = system.capabilities.values?.find((candidate) => candidate.name === name);
  if (value !== undefined) return { name, cell: undefined, read: () => value.read(battle) };
  const cell = names.find(name);
  return cell && { name, cell, read: () => readCell(battle.image, cell) };
}

/**
 * The reading of a name.
 * @param path place of the name in the plan
 * @throws LockstepError `E_PLAN_CELL`
 */
export function mustReadingOf(system: System, battle: Battle, plan: Plan, name: string, path: string): Reading {
  const reading = readingOf(system, battle, name);
  if (reading !== undefined) return reading;
  const values = (system.capabilities.values ?? []).map((candidate) => candidate.name);
  throw planError('E_PLAN_CELL', plan.file, plan.locate(path), `no cell is called ${name}`, {
    remedy: cellNamesOf(system, battle).remedy(name, values),
  });
}

/** The readings of a checkpoint with their expected values. */
export function readingsOf(
  system: System,
  battle: Battle,
  plan: Plan,
  cells: CellValues,
  path: string,
): [Reading, number][] {
  return Object.entries(cells).map(([name, value]) => [
    mustReadingOf(system, battle, plan, name, `${path}.${name}`),
    value,
  ]);
}
