/** Runs a plan into a line of time: the plan is the script, its checkpoints are what the model may part from. */
import { readCell } from '../../core/battle.js';
import type { Battle } from '../../core/system.js';
import { encodeStep } from '../plan/encode.js';
import { loadPlan } from '../plan/load.js';
import { checkpointsOf, startPlan } from '../plan/run.js';
import type { PlanStep } from '../plan/types.js';
import { frameCommand } from '../verify/bind.js';
import { findSystem } from '../verify/verify-log.js';
import { drawsOf } from './draws.js';
import { createGreenzone } from './greenzone.js';
import type { LoadedLine, LoadOptions } from './loaded-line.js';
import { createLineStepper, type DifferingCell, entryEvents, type RecordedLine } from './recorded-line.js';
import { createScript, type ScriptCommand, STEPS_ONE } from './script.js';

/** Commands after which a long plan lets an interruption through. */
const BREATH = 65_536;

/** @throws LockstepError with file, line and column when the plan is wrong */
export async function loadPlanLine(file: string, options: LoadOptions): Promise<LoadedLine> {
  const plan = loadPlan(file);
  const system = findSystem(options.systems, plan.system, file, plan.locate('system').line);
  const create = (): Battle => startPlan(system, plan);
  const battle = create();
  const checkpoints = checkpointsOf(battle, plan);
  const script = createScript(0);
  const line: RecordedLine = { script, fed: [], differences: [], takeovers: new Map() };
  const greenzone = createGreenzone(battle.image.length, options.greenzoneBytes);
  greenzone.start(battle.image);
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  const stepper = createLineStepper(system, battle, frameCode);
  const events = entryEvents();
  const drew = drawsOf(system);

  function check(at: number): void {
    for (const { where, cells } of checkpoints.get(at) ?? []) {
      const wrong = cells
        .map(([cell, theirs]): DifferingCell => ({ cell: cell.name, mine: readCell(battle.image, cell), theirs }))
        .filter(({ mine, theirs }) => mine !== theirs);
      if (wrong.length > 0) line.differences.push({ at, kind: 'expect', cells: wrong, note: where });
    }
  }

  /** @returns false when the command did not do what the plan says */
  function entry(step: PlanStep, command: ScriptCommand): boolean {
    const at = script.length + 1;
    const isPad = frameCode !== 0 && typeof command.encoded !== 'string' && command.encoded[0] === frameCode;
    script.add({
      frame: at - 1,
      pad: isPad ? (command.encoded[1] as number) : -1,
      command: isPad ? undefined : command,
      error: step.error ?? '',
      count: 1,
      steps: STEPS_ONE,
      stepsAfter: STEPS_ONE,
      torn: false,
      inputs: [],
    });
    events.length = 0;
    const error = stepper.step(line, at, events);
    greenzone.after(at, battle.image, drew(events));
    if (error !== (step.error ?? '')) {
      const side = (code: string): string => (code === '' ? 'accepted' : `rejected with ${code}`);
      const note = `expected: ${side(step.error ?? '')}; got: ${side(error)}`;
      line.differences.push({ at, kind: 'result', cells: [], note });
      return false;
    }
    check(at);
    return true;
  }

  let reason = '';
  check(0);
  for (let index = 0; index < plan.steps.length && reason === ''; index++) {
    const step = plan.steps[index] as PlanStep;
    const encoded = encodeStep(system, battle, plan, index);
    const command = script.intern(JSON.stringify(step.command), () => ({ plain: step.command, encoded }));
    for (let turn = 0; turn < step.repeat && reason === ''; turn++) {
      const name = step.label ?? step.command.command;
      if (!entry(step, command)) reason = `step ${index + 1} (${name}) does not do what the plan says`;
      if (script.length % BREATH === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        options.progress?.(script.length);
        if (options.signal?.aborted === true) reason = 'interrupted while it was run';
      }
    }
  }
  script.trim();
  const end = { whole: reason === '', reason };
  return { file, system, battle, create, frameCode, line, greenzone, end, header: undefined, rulesetForced: false };
}
