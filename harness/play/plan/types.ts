/** A plan, version 1, as plain data. The form is published as the schema `plan`. */

import { LockstepError, type LockstepErrorCode, type SettledStretches, type TomlPlace } from '../../base/index.js';

import type { RowCommand } from '../trace/types.js';

/**
 * A value, the word of a cell for none, or a range with both ends included; an end that is left
 * out is open.
 */
type CellCondition = number | string | { readonly min?: number; readonly max?: number };
/** Conditions of cells by name. */
export type CellConditions = Readonly<Record<string, CellCondition>>;

/** One `[[do]]` table: a command and its expectations. */
export interface PlanStep {
  readonly command: RowCommand;
  readonly label: string | undefined;
  readonly repeat: number;
  /** Code with which the command must be rejected. */
  readonly error: string | undefined;
  readonly expect: CellConditions;
}

/** One `[[expect]]` table. */
export interface PlanCheck {
  /** Label, number of commands done (repeats and rejected ones count), or undefined for the end. */
  readonly after: string | number | undefined;
  readonly cells: CellConditions;
}

/** `[start]` with a log, relative to the plan, and the last frame before the plan. */
export interface LogStart {
  readonly trace: string;
  readonly frame: number;
}

/** `[start]` with a savestate or dump of work RAM, relative to the plan. */
export interface StateStart {
  readonly state: string;
  /** SHA-256 that the file must have, where the plan says it. */
  readonly sha256?: string;
}

export type PlanStart = LogStart | StateStart;

/** The last frame before the plan, where it begins with a log. */
export function startFrame({ start }: Pick<Plan, 'start'>): number | undefined {
  return start !== undefined && 'trace' in start ? start.frame : undefined;
}

export interface Plan {
  readonly file: string;
  /** Its text as it was read, without wrappings. */
  readonly bytes: Uint8Array;
  readonly system: string;
  readonly title: string;
  readonly ruleset: { readonly name: string; readonly switches: Readonly<Record<string, string | number>> };
  /** Null when the plan has no `[setup]`. */
  readonly setup: unknown;
  /**
   * The frame of a log or the state of an emulator with which the plan begins, or undefined: it
   * begins with its `[setup]`.
   */
  readonly start: PlanStart | undefined;
  readonly steps: readonly PlanStep[];
  readonly checks: readonly PlanCheck[];
  /** Undefined when the plan has no `[query]`. */
  readonly query: unknown;
  /**
   * The `[search]` table as it stands, checked against the schema; undefined when the plan has
   * none.
   */
  readonly search: unknown;
  /** What an owner's image has settled; left out without a profile. */
  readonly settled?: SettledStretches;
  /** Place of a path such as `do[3].repeat` in the text, or of the nearest table around it. */
  readonly locate: (path: string) => TomlPlace;
}

/** Stands for a plan that was read once: what `loadPlan` of the library gave. */
export interface KeptPlan {
  readonly file: string;
}

/** Where a plan is taken from: its file, or what was read of it. */
export type PlanSource = string | KeptPlan;

/**
 * Number of commands up to a label or a number of commands; a step with `repeat` counts as a whole.
 * @param after undefined: the plan's end
 */
export function commandsUntil(steps: readonly PlanStep[], after: string | number | undefined): number {
  if (typeof after === 'number') return after;
  let commands = 0;
  for (const { label, repeat } of steps) {
    commands += repeat;
    if (label !== undefined && label === after) break;
  }
  return commands;
}

// Errors of plans: always with file, line and column.

interface PlanFault {
  readonly found?: string;
  readonly expected?: string;
  readonly remedy: string;
}

/** @param cause the error that led to this one */
export function planError(
  code: LockstepErrorCode,
  file: string,
  place: TomlPlace,
  message: string,
  fault: PlanFault,
  cause?: unknown,
): LockstepError {
  const details = { file, line: place.line, ...fault };
  const options = cause === undefined ? undefined : { cause };
  return new LockstepError(code, `column ${place.column}: ${message}`, details, options);
}

// A short plan may ask for any number of commands; what keeps something of each has a limit.

/** Commands with their repeats: four days of frames. */
const MAX_COMMANDS = 20_000_000;

/** @throws LockstepError `E_PLAN_VALUE` for more commands than a ledger or a viewer takes */
export function checkPlanLength(plan: Plan): void {
  const commands = plan.steps.reduce((sum, step) => sum + step.repeat, 0);
  if (commands <= MAX_COMMANDS) return;
  throw planError('E_PLAN_VALUE', plan.file, plan.locate('do'), 'the plan has too many commands for this', {
    found: `${commands}, repeats counted`,
    expected: `at most ${MAX_COMMANDS}`,
    remedy: 'Repeat less, or use `lockstep run`, which keeps nothing of each',
  });
}
