/** Runs a plan of any system, compares its checkpoints, and records it when a recorder is given. */
import { createEventBuffer, errorCode } from '../../core/system/battle.js';
import { cellValueText } from '../../core/system/cell-value.js';
import { type Battle, type EventBuffer, RuleError, type System } from '../../core/system/system.js';
import { dependenceOf } from '../base/settled-stretches.js';
import { goesBy } from '../base/system-names.js';
import { checkQuery, dataFault, dataRemedy } from './data-fault.js';
import { encodeStep } from './encode.js';
import { fittedSetup } from './fitted-setup.js';
import { createPlayer, type Move, type Player } from './moves.js';
import { planError } from './plan-error.js';
import { checkSwitches } from './plan-switches.js';
import { type Expected, expectedText, isExpected, type Reading, readingsOf } from './readings.js';
import { rejectedStep, rejectionOf, stepName } from './rejected.js';
import type { CellConditions, Plan, PlanStep } from './types.js';

/** Commands between two pauses in which an interruption is noticed. */
const COMMANDS_BETWEEN_PAUSES = 65_536;

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

export interface PlanResult {
  readonly system: string;
  readonly title: string;
  /** Commands that were accepted, repeats counted. */
  readonly accepted: number;
  /** Commands that were rejected as the plan expects. */
  readonly rejected: number;
  /** Cells compared in checkpoints. */
  readonly compared: number;
  readonly failures: readonly PlanFailure[];
  /**
   * Names of the unpublished stretches that the run passed through; see `lockstep rom routines`.
   */
  readonly unpublished: readonly string[];
  /** Those of them that an owner's image has settled; left out without a profile. */
  readonly settled?: readonly string[];
  /** Stretches that the code of the given image ran; left out where none was filled. */
  readonly filled?: readonly string[];
  /** True if the run ended early, after a command with an unexpected result or an interruption. */
  readonly stopped: boolean;
}

/**
 * Called after every tried command. An action calls it for each of its commands, a refused action
 * not at all.
 */
export type PlanRecorder = (step: PlanStep, encoded: Int32Array | string, error: string) => void;

/**
 * Starts the battle of a plan.
 * @throws LockstepError `E_PLAN_SETUP`, `E_PLAN_QUERY`, `E_PLAN_SYSTEM`, `E_SWITCH`
 */
export function startPlan(system: System, plan: Plan): Battle {
  if (!goesBy(system, plan.system, plan.setup)) {
    throw planError('E_PLAN_SYSTEM', plan.file, plan.locate('system'), 'the plan is for another system', {
      found: plan.system,
      expected: system.id,
      remedy: `\`lockstep run ${plan.file}\` takes the system from the plan`,
    });
  }
  checkSwitches(system, plan);
  checkQuery(system, plan);
  if (plan.start !== undefined) {
    throw planError('E_PLAN_SETUP', plan.file, plan.locate('start'), 'a plan with [start] cannot be used here', {
      remedy: 'Use `lockstep run` or `lockstep route`, or replace [start] by [setup]',
    });
  }
  try {
    return system.create(fittedSetup(system, plan), plan.ruleset.switches);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const path = error.path === '' ? 'setup' : error.path;
    const place = plan.locate(/^(setup|ruleset)\b/.test(path) ? path : `setup.${path}`);
    throw planError('E_PLAN_SETUP', plan.file, place, dataFault(error, path), {
      remedy: dataRemedy(error, system, 'setup'),
    });
  }
}

export interface Checkpoint {
  readonly line: number;
  readonly column: number;
  readonly where: string;
  readonly cells: readonly (readonly [Reading, Expected])[];
}

/**
 * Checkpoints by the number of commands done before them. Every name is checked before the first
 * command runs.
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

interface PlanRun {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  readonly record: PlanRecorder | undefined;
  /** Events of the command at hand. */
  readonly events: EventBuffer;
  readonly player: Player;
  readonly checkpoints: ReadonlyMap<number, readonly Checkpoint[]>;
  readonly failures: PlanFailure[];
  readonly counts: { accepted: number; rejected: number; compared: number };
  /** Commands tried so far, repeats counted. */
  done: number;
}

/** Compares the checkpoints after the commands played so far. */
function compareCheckpoints({ checkpoints, done, counts, failures }: PlanRun): void {
  for (const { line, column, where, cells } of checkpoints.get(done) ?? []) {
    for (const [cell, expected] of cells) {
      const got = cell.read();
      counts.compared++;
      if (isExpected(expected, got)) continue;
      failures.push({
        line,
        column,
        where,
        what: cell.name,
        expected: expectedText(expected, cell.cell),
        got: cellValueText(cell.cell ?? {}, got),
        remedy: '',
      });
    }
  }
}

/** Plays a move. Returns the number of its rejection, 0, or the code where it has no number. */
function playMove({ system, player, events, record }: PlanRun, step: PlanStep, move: Move | string): number | string {
  if (typeof move === 'string') {
    record?.(step, move, move);
    return move;
  }
  return player.play(move, events, (command, number) => {
    if (number === 0 || move.action === undefined) record?.(step, command, errorCode(system, number));
  });
}

/** What a refused command could have named instead, or empty. */
function insteadOf({ system, battle }: PlanRun, move: Move | string, refusal: number | string): string {
  if (typeof move === 'string' || move.action !== undefined || typeof refusal === 'string') return '';
  return system.capabilities.choices?.instead(battle, move.words, refusal) ?? '';
}

function resultText(code: string | undefined): string {
  return code ? `rejected with ${code}` : 'accepted';
}

/** Runs one command. False: its result is not the plan's. */
function tryMove(run: PlanRun, step: PlanStep, index: number, move: Move | string): boolean {
  const { system, plan, counts, failures } = run;
  const refusal = playMove(run, step, move);
  const error = typeof refusal === 'string' ? refusal : errorCode(system, refusal);
  run.done++;
  if (error === '') counts.accepted++;
  else if (error === step.error) counts.rejected++;
  if (error === (step.error ?? '')) return true;
  // Where nothing differs before it, the command itself is wrong.
  if (step.error === undefined && failures.length === 0) {
    throw rejectedStep(system, plan, index, refusal, insteadOf(run, move, refusal));
  }
  const { place, remedy } = rejectionOf(system, plan, index, refusal);
  const [expected, got] = [resultText(step.error), resultText(error)];
  failures.push({ ...place, where: stepName(plan, index), what: 'result', expected, got, remedy });
  return false;
}

/** Runs the steps. @returns true when the run ended early */
async function runSteps(run: PlanRun, battle: Battle, signal: AbortSignal | undefined): Promise<boolean> {
  const { system, plan } = run;
  compareCheckpoints(run);
  for (const [index, step] of plan.steps.entries()) {
    const move = encodeStep(system, battle, plan, index);
    for (let turn = 0; turn < step.repeat; turn++) {
      if (!tryMove(run, step, index, move)) return true;
      compareCheckpoints(run);
      // Long plans let an interruption through from time to time.
      if (run.done % COMMANDS_BETWEEN_PAUSES === 0) await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted === true) return true;
    }
  }
  return false;
}

/**
 * Runs the plan on a battle made by `startPlan`.
 * @param events buffer that holds the events of a command while it is recorded
 * @throws LockstepError when the plan itself is wrong: `E_PLAN_REJECTED` for a command that is
 * rejected unexpectedly
 */
export async function runPlan(
  system: System,
  battle: Battle,
  plan: Plan,
  record?: PlanRecorder,
  signal?: AbortSignal,
  events: EventBuffer = createEventBuffer(64),
): Promise<PlanResult> {
  const checkpoints = checkpointsOf(system, battle, plan);
  const unpublished = system.capabilities.evidence?.unpublished?.(battle);
  const run: PlanRun = {
    system,
    battle,
    plan,
    record,
    events,
    player: createPlayer(system, battle),
    checkpoints,
    failures: [],
    counts: { accepted: 0, rejected: 0, compared: 0 },
    done: 0,
  };
  const stopped = await runSteps(run, battle, signal);
  const filled = system.capabilities.evidence?.filled?.(battle) ?? [];
  return {
    system: system.id,
    title: plan.title,
    ...run.counts,
    ...dependenceOf(unpublished?.names() ?? [], plan.settled),
    ...(filled.length === 0 ? {} : { filled }),
    failures: run.failures,
    stopped,
  };
}
