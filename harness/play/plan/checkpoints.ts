/**
 * Checkpoints of a plan: what its `expect` tables say of cells, compared with a battle. The one
 * place that compares them, and the one sentence for a plan that does not hold.
 */
import { cellValueText } from '../../../core/system/cell-value.js';
import type { Battle, System } from '../../../core/system/system.js';
import { type Expected, expectedText, isExpected, type Reading, readingsOf } from './readings.js';
import type { CellConditions, Plan, PlanPlace } from './types.js';

/** A difference between the plan and the battle. */
export interface PlanFailure {
  readonly line: number;
  readonly column: number;
  /** Where in the plan, in words. */
  readonly where: string;
  /**
   * Name of a cell, or `result` for a command that was rejected, accepted or rejected otherwise.
   */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** Of a rejected command: what the rejection means and what to do; else empty. */
  readonly remedy: string;
}

/** `step 3 (up): cell actionPoints: expected 58, got 57`. */
export function failureText({ where, what, expected, got }: Omit<PlanFailure, 'line' | 'column' | 'remedy'>): string {
  const subject = what === 'result' ? 'the command' : `cell ${what}`;
  return `${where}: ${subject}: expected ${expected}, got ${got}`;
}

/** The sentence for a plan that does not hold, with its place: wherever plans are played. */
export function placedFailure(file: string, failure: Omit<PlanFailure, 'column' | 'remedy'>): string {
  return `${file}:${failure.line}: ${failureText(failure)}`;
}

/** An `expect` table with its names looked up. */
export interface Checkpoint extends PlanPlace {
  /** Where in the plan, in words. */
  readonly where: string;
  readonly cells: readonly (readonly [Reading, Expected])[];
}

/** A cell of a checkpoint, and what the battle has. */
export interface Check {
  readonly reading: Reading;
  readonly expected: Expected;
  readonly got: number;
  /** Undefined: it is as expected. */
  readonly failure: PlanFailure | undefined;
}

/** Compares a checkpoint with its battle. */
export function checksOf({ line, column, where, cells }: Checkpoint): readonly Check[] {
  return cells.map(([reading, expected]) => {
    const got = reading.read();
    if (isExpected(expected, got)) return { reading, expected, got, failure: undefined };
    const { name, cell } = reading;
    const [wanted, found] = [expectedText(expected, cell), cellValueText(cell ?? {}, got)];
    const failure = { line, column, where, what: name, expected: wanted, got: found, remedy: '' };
    return { reading, expected, got, failure };
  });
}

/** What differs of them. */
export function failuresOf(checks: readonly Check[]): readonly PlanFailure[] {
  return checks.flatMap(({ failure }) => failure ?? []);
}

/**
 * Checkpoints by the number of commands done before them. Every name is checked before the first
 * command runs.
 * @throws LockstepError `E_PLAN_CELL`, `E_PLAN_VALUE`
 */
export function checkpointsOf(system: System, battle: Battle, plan: Plan): Map<number, Checkpoint[]> {
  const byCount = new Map<number, Checkpoint[]>();
  const labels = new Map<string, number>();
  const add = (count: number, where: string, cells: CellConditions, path: string): void => {
    if (Object.keys(cells).length === 0) return;
    const checkpoint = { ...plan.locate(path), where, cells: readingsOf(system, battle, plan, cells, path) };
    byCount.set(count, [...(byCount.get(count) ?? []), checkpoint]);
  };
  let done = 0;
  plan.steps.forEach((step, index) => {
    done += step.repeat;
    if (step.label !== undefined) labels.set(step.label, done);
    add(done, `step ${index + 1} (${step.label ?? step.command.command})`, step.expect, `do[${index}].expect`);
  });
  plan.checks.forEach(({ after, cells }, index) => {
    const count = typeof after === 'string' ? (labels.get(after) ?? done) : (after ?? done);
    add(count, after === undefined ? 'the end' : `after ${after}`, cells, `expect[${index}].cells`);
  });
  return byCount;
}
