/** Runs the steps of a plan into a line, entry by entry. */
import { errorCode } from '../../core/system/battle.js';
import type { Battle, EventBuffer, System } from '../../core/system/system.js';
import type { Move } from '../plan/moves.js';
import { expectedText, isExpected } from '../plan/readings.js';
import { type Checkpoint, checkpointsOf } from '../plan/run.js';
import type { Plan, PlanStep } from '../plan/types.js';
import type { Comparison } from '../route/against.js';
import { frameCommand } from '../trace/bind.js';
import { drawsOf } from './draws.js';
import { createGreenzone, type Greenzone } from './greenzone.js';
import {
  createLineStepper,
  type DifferingCell,
  entryEvents,
  type LineStepper,
  type RecordedLine,
} from './recorded-line.js';
import { createScript, type ScriptCommand, STEPS_ONE } from './script.js';

export interface PlanRun {
  readonly system: System;
  readonly battle: Battle;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  /** Code of the command that takes a pad word; 0: the system has none. */
  readonly frameCode: number;
  /** By the number of steps of the plan that are done. */
  readonly checkpoints: ReadonlyMap<number, readonly Checkpoint[]>;
  /** With a recording. */
  readonly comparison: Comparison | undefined;
  readonly stepper: LineStepper;
  readonly events: EventBuffer;
  readonly drew: (events: EventBuffer) => boolean;
}

export function createPlanRun(
  system: System,
  battle: Battle,
  plan: Plan,
  comparison: Comparison | undefined,
  greenzoneBytes: number | undefined,
): PlanRun {
  const greenzone = createGreenzone(battle.image.length, greenzoneBytes);
  greenzone.start(battle.image);
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  return {
    system,
    battle,
    line: { script: createScript(0), fed: [], differences: [], takeovers: new Map() },
    greenzone,
    frameCode,
    checkpoints: checkpointsOf(system, battle, plan),
    comparison,
    stepper: createLineStepper(system, battle, frameCode),
    events: entryEvents(),
    drew: drawsOf(system),
  };
}

/**
 * Notes cells with other values than a checkpoint expects.
 * @param done steps of the plan that are done, repeats counted
 */
export function checkCells({ line, checkpoints }: PlanRun, done: number): void {
  const at = line.script.length;
  for (const { where, cells } of checkpoints.get(done) ?? []) {
    const wrong = cells.filter(([cell, expected]) => !isExpected(expected, cell.read()));
    if (wrong.length === 0) continue;
    const differing = wrong.map(([{ name, cell, read }, { min, max }]): DifferingCell => {
      const mine = read();
      return { cell: cell?.name ?? name, mine, theirs: mine < min ? min : max };
    });
    const ranges = wrong.filter(([, { min, max }]) => min !== max);
    const notes = ranges.map(([{ name }, expected]) => `, ${name} expected ${expectedText(expected)}`);
    line.differences.push({ at, kind: 'expect', cells: differing, note: where + notes.join('') });
  }
}

/** Notes an unexpected result of the last entry. */
function noteResult({ line }: PlanRun, expected: string, got: string): void {
  const side = (code: string): string => (code === '' ? 'accepted' : `rejected with ${code}`);
  const note = `expected: ${side(expected)}; got: ${side(got)}`;
  line.differences.push({ at: line.script.length, kind: 'result', cells: [], note });
}

/** @returns false when the command did not do what the plan says */
function addEntry(run: PlanRun, expected: string, command: ScriptCommand): boolean {
  const { line, frameCode, events } = run;
  const at = line.script.length + 1;
  const isPad = frameCode !== 0 && typeof command.encoded !== 'string' && command.encoded[0] === frameCode;
  line.script.add({
    frame: at - 1,
    pad: isPad ? (command.encoded[1] as number) : -1,
    command: isPad ? undefined : command,
    error: expected,
    count: 1,
    steps: STEPS_ONE,
    stepsAfter: STEPS_ONE,
    torn: false,
    inputs: [],
  });
  events.length = 0;
  const error = run.stepper.step(line, at, events);
  run.greenzone.after(at, run.battle.image, run.drew(events));
  if (error === '') run.comparison?.listen(at, events);
  if (error === expected) return true;
  noteResult(run, expected, error);
  return false;
}

/**
 * Adds an entry for each command of an action.
 * @returns false when it did not do what the plan says
 */
function addAction(run: PlanRun, expected: string, move: Move): boolean {
  const { system, battle, line } = run;
  const actions = system.capabilities.actions;
  const words = move.words.slice();
  const refusal = errorCode(system, actions?.refuses(battle, words) ?? 0);
  if (refusal !== expected) {
    noteResult(run, expected, refusal);
    return false;
  }
  if (refusal !== '') return true;
  const command = new Int32Array(2);
  while (actions?.next(battle, words, command) === true) {
    const plain = { command: 'frame', pad: command[1] as number };
    const one = line.script.intern(JSON.stringify(plain), () => ({ plain, encoded: command.slice() }));
    if (!addEntry(run, '', one)) return false;
  }
  return true;
}

/**
 * Plays a step once.
 * @param move encoded, or the code of its rejection.
 * @returns false as `addEntry`
 */
export function playStep(run: PlanRun, step: PlanStep, move: Move | string): boolean {
  const expected = step.error ?? '';
  if (typeof move !== 'string' && move.action !== undefined) return addAction(run, expected, move);
  const encoded = typeof move === 'string' ? move : move.words;
  const command = run.line.script.intern(JSON.stringify(step.command), () => ({ plain: step.command, encoded }));
  return addEntry(run, expected, command);
}
