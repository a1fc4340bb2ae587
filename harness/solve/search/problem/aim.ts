/**
 * A search over what chance decides in a command, such as the faces of dice: what it looks for, and
 * the moves that leave something to chance.
 */
import type { Battle, System } from '../../../../core/system/system.js';
import { planError } from '../../../play/plan/plan-error.js';
import { mustReadingOf, type Reading } from '../../../play/plan/readings.js';
import type { Plan } from '../../../play/plan/types.js';
import type { RowCommand } from '../../../play/trace/types.js';
import { planningOf } from './planning-access.js';

/** The highest chance, the highest expected value, or the lowest cost whatever falls. */
export type Aim = 'chance' | 'value' | 'worst';

/** The keys of `[search]` that decide it. */
export interface AimTable {
  readonly maximise?: 'chance' | 'value';
  readonly value?: Readonly<Record<string, number>>;
  readonly goal?: unknown;
  readonly keep?: unknown;
  readonly enemies?: string;
  readonly enemyMoves?: unknown;
  readonly moves: readonly RowCommand[];
}

/** A reading and how much it counts in the value. */
export interface WeightedReading {
  readonly reading: Reading;
  readonly weight: number;
}

/** The parameter that a command leaves to chance, or undefined. */
export function leftToChance(system: System, command: RowCommand): string | undefined {
  const parameter = planningOf(system).chanceParameters?.[command.command];
  return parameter === undefined || Object.hasOwn(command, parameter) ? undefined : parameter;
}

/** Undefined: nothing of the search is left to the outcomes of a command. */
export function aimOf(system: System, { maximise, enemies, enemyMoves, moves }: AimTable): Aim | undefined {
  if (planningOf(system).outcomes === undefined) return undefined;
  if (maximise !== undefined) return maximise;
  const isLeft = moves.some((command) => leftToChance(system, command) !== undefined);
  return isLeft && enemies === 'worst' && enemyMoves === undefined ? 'worst' : undefined;
}

/**
 * A listed command as it is encoded: what chance decides is empty.
 * @throws LockstepError `E_PLAN_SEARCH` where the search and the command contradict each other
 */
export function withChance(system: System, plan: Plan, key: string, command: RowCommand, aim: Aim | undefined) {
  const parameter = planningOf(system).chanceParameters?.[command.command];
  if (parameter === undefined) return command;
  const fail = (message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), message, { remedy });
  };
  const isLeft = leftToChance(system, command) !== undefined;
  if (aim !== undefined && !isLeft) {
    return fail(`${command.command} has ${parameter}, which are left to chance here`, `Take ${parameter} out`);
  }
  if (aim === undefined && isLeft) {
    return fail(
      `${command.command} leaves ${parameter} to chance, and the search does not say what to make of it`,
      `Add maximise = "chance" or enemies = "worst", or give ${parameter}`,
    );
  }
  return isLeft ? { ...command, [parameter]: [] } : command;
}

/**
 * The value of `maximise = "value"`: cells with their weights.
 * @throws LockstepError `E_PLAN_SEARCH`, `E_PLAN_CELL`
 */
export function valueReadings(system: System, battle: Battle, plan: Plan, table: AimTable): readonly WeightedReading[] {
  const { maximise, value, goal, keep } = table;
  const fail = (key: string, message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), message, { remedy });
  };
  if (maximise !== 'value') {
    if (value !== undefined) fail('value', 'value is for maximise = "value"', 'Add it, or take value out');
    if (goal === undefined) fail('moves', 'the search has no goal', 'Add goal with the cells that a route ends with');
    return [];
  }
  if (value === undefined) {
    return fail('maximise', 'nothing says what the value is', 'Add value, such as { "unit[1].damage" = 1 }');
  }
  if (keep !== undefined) fail('keep', 'a value has no use for keep', 'Take keep out, or weigh the cell in value');
  return Object.entries(value).map(([name, weight]) => {
    return { reading: mustReadingOf(system, battle, plan, name, 'search.value'), weight };
  });
}
