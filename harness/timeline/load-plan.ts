/** Runs a plan into a line of time: the plan is the script, its checkpoints are what the model may part from. */
import { basename } from 'node:path';
import { errorCode, snapshot } from '../../core/battle.js';
import type { Battle, System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import { encodeStep } from '../plan/encode.js';
import { loadPlan } from '../plan/load.js';
import type { Move } from '../plan/moves.js';
import { checkpointsOf, startPlan } from '../plan/run.js';
import { findPlanSystem, startBattle } from '../plan/start.js';
import type { Plan, PlanStep } from '../plan/types.js';
import { type AgainstResult, type Comparison, compareWithRecording } from '../route/against.js';
import { frameCommand } from '../trace/bind.js';
import { drawsOf } from './draws.js';
import { createGreenzone } from './greenzone.js';
import type { LoadedLine, LoadOptions } from './loaded-line.js';
import {
  createLineStepper,
  type DifferingCell,
  entryEvents,
  type LineDifference,
  type RecordedLine,
} from './recorded-line.js';
import { createScript, type ScriptCommand, STEPS_ONE } from './script.js';

/** Commands after which a long plan lets an interruption through. */
const BREATH = 65_536;

function compareTo(
  log: string | undefined,
  system: System,
  battle: Battle,
  plan: Plan,
): Promise<Comparison> | undefined {
  if (log === undefined) return undefined;
  return compareWithRecording(system, battle, plan.ruleset.switches, log, plan.start?.frame);
}

/**
 * The first difference to a recording, at the entry that was `step` of the comparison; or its end, where it ends first.
 * @param length entries of the plan
 */
async function recordedDifference(comparison: Comparison, length: number): Promise<LineDifference[]> {
  const { difference, file, short, equal } = await finished(comparison);
  const log = basename(file);
  if (difference !== undefined) {
    const { step, frame, cell, mine, theirs } = difference;
    return [{ at: step, kind: 'recording', cells: [{ cell, mine, theirs }], note: `${log}, frame ${frame}` }];
  }
  const note = `${log} ends before the plan does; ${equal} changed states are equal`;
  return short ? [{ at: length, kind: 'recording', cells: [], note }] : [];
}

async function finished(comparison: Comparison): Promise<AgainstResult> {
  try {
    return await comparison.finish();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_NOTHING_COMPARED') throw error;
    const remedy = 'Begin the plan with a [start] in this recording';
    throw new LockstepError(error.code, error.message, { ...error.details, remedy });
  }
}

/** @throws LockstepError with file, line and column when the plan is wrong */
export async function loadPlanLine(file: string, options: LoadOptions): Promise<LoadedLine> {
  const plan = loadPlan(file);
  const system = await findPlanSystem(options.systems, plan);
  const battle = await startBattle(system, plan);
  const start = snapshot(battle);
  const create = (): Battle => {
    if (plan.start === undefined) return startPlan(system, plan);
    const fresh = system.create(null, plan.ruleset.switches);
    fresh.image.set(start);
    return fresh;
  };
  const checkpoints = checkpointsOf(system, battle, plan);
  const script = createScript(0);
  const line: RecordedLine = { script, fed: [], differences: [], takeovers: new Map() };
  const greenzone = createGreenzone(battle.image.length, options.greenzoneBytes);
  greenzone.start(battle.image);
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  const stepper = createLineStepper(system, battle, frameCode);
  const events = entryEvents();
  const drew = drawsOf(system);
  const comparison = await compareTo(options.against, system, battle, plan);
  const moveEnds: number[] = [];
  const labels = new Map<string, number>();

  /** @param done commands and actions of the plan that were done */
  function check(done: number): void {
    const at = script.length;
    for (const { where, cells } of checkpoints.get(done) ?? []) {
      const wrong = cells
        .map(([cell, theirs]): DifferingCell => ({ cell: cell.name, mine: cell.read(), theirs }))
        .filter(({ mine, theirs }) => mine !== theirs);
      if (wrong.length > 0) line.differences.push({ at, kind: 'expect', cells: wrong, note: where });
    }
  }

  /** @returns false when the command did not do what the plan says */
  function entry(expected: string, command: ScriptCommand): boolean {
    const at = script.length + 1;
    const isPad = frameCode !== 0 && typeof command.encoded !== 'string' && command.encoded[0] === frameCode;
    script.add({
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
    const error = stepper.step(line, at, events);
    greenzone.after(at, battle.image, drew(events));
    if (error === '') comparison?.listen(at, events);
    if (error === expected) return true;
    parts(expected, error);
    return false;
  }

  /** The last entry did not end as the plan says. */
  function parts(expected: string, got: string): void {
    const side = (code: string): string => (code === '' ? 'accepted' : `rejected with ${code}`);
    const note = `expected: ${side(expected)}; got: ${side(got)}`;
    line.differences.push({ at: script.length, kind: 'result', cells: [], note });
  }

  /** An action is an entry for each of its commands. @returns false when it did not do what the plan says */
  function action(expected: string, move: Move): boolean {
    const actions = system.capabilities.actions;
    const words = move.words.slice();
    const number = actions?.refuses(battle, words) ?? 0;
    const refusal = errorCode(system, number);
    if (refusal !== expected) {
      parts(expected, refusal);
      return false;
    }
    if (refusal !== '') return true;
    const command = new Int32Array(2);
    while (actions?.next(battle, words, command) === true) {
      const pad = command[1] as number;
      const plain = { command: 'frame', pad };
      const one = script.intern(JSON.stringify(plain), () => ({ plain, encoded: command.slice() }));
      if (!entry('', one)) return false;
    }
    return true;
  }

  function play(step: PlanStep, move: Move | string): boolean {
    const expected = step.error ?? '';
    if (typeof move !== 'string' && move.action !== undefined) return action(expected, move);
    const encoded = typeof move === 'string' ? move : move.words;
    return entry(
      expected,
      script.intern(JSON.stringify(step.command), () => ({ plain: step.command, encoded })),
    );
  }

  let reason = '';
  let done = 0;
  check(0);
  for (let index = 0; index < plan.steps.length && reason === ''; index++) {
    const step = plan.steps[index] as PlanStep;
    const move = encodeStep(system, battle, plan, index);
    for (let turn = 0; turn < step.repeat && reason === ''; turn++) {
      const name = step.label ?? step.command.command;
      const isDone = play(step, move);
      moveEnds.push(script.length);
      if (step.label !== undefined) labels.set(step.label, script.length);
      if (isDone) check(++done);
      else reason = `step ${index + 1} (${name}) does not do what the plan says`;
      if (script.length % BREATH === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        options.progress?.(script.length);
        if (options.signal?.aborted === true) reason = 'interrupted while it was run';
      }
    }
  }
  script.trim();
  if (comparison !== undefined) line.differences.push(...(await recordedDifference(comparison, script.length)));
  line.differences.sort((first, second) => first.at - second.at);
  const end = { whole: reason === '', reason };
  const loaded = { file, system, battle, create, frameCode, line, greenzone, end, moveEnds, labels };
  return { ...loaded, header: undefined, rulesetForced: false };
}
