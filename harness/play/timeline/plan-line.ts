/** Plays a plan into a line: it knows neither files nor Node, so that a page has it as well. */

import { errorCode } from '../../../core/system/battle.js';
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { createPause } from '../../base/index.js';
import { createPlayer } from '../plan/moves.js';
import {
  createPlay,
  failuresOf,
  type PlanPlay,
  type PlanVisitor,
  type PlayState,
  placedFailure,
  resultFailure,
} from '../plan/play.js';
import { loadPlan, planFileOf } from '../plan/read-plan.js';
import { battlesOf } from '../plan/run.js';
import { findPlanSystem, startBattle } from '../plan/start.js';
import type { PlanSource } from '../plan/types.js';
import { checkPlanLength, type Plan, startFrame } from '../plan/types.js';
import { type Comparison, compareWithRecording } from '../route/against.js';
import { frameCommand } from '../trace/bind.js';
import { createGreenzone, type Greenzone } from './greenzone.js';
import { recordedDifference } from './plan-recording.js';
import {
  type DifferingCell,
  drawsOf,
  entryEvents,
  type LoadedLine,
  type LoadOptions,
  type RecordedLine,
} from './recorded-line.js';
import { createScript, type ScriptCommand, STEPS_ONE } from './script.js';

// Plays a plan into a line: its commands are the script, its checkpoints the recording.

interface PlanRun {
  readonly play: PlanPlay;
  readonly line: RecordedLine;
  readonly greenzone: Greenzone;
  /** Code of the command that takes a pad word; 0: the system has none. */
  readonly frameCode: number;
  /** Entries after each command of the plan. */
  readonly moveEnds: number[];
  /** Entries after the command with the label. */
  readonly labels: Map<string, number>;
  /** Why the play ended early, or empty. */
  reason: string;
}

/** Notes the cells of a checkpoint with other values than it expects. */
function noteChecks({ line }: PlanRun, { plan }: PlayState, checks: Parameters<Visit>[1]): void {
  const wrong = checks.filter(({ failure }) => failure !== undefined);
  if (wrong.length === 0) return;
  const cells = wrong.map(({ reading: { name, cell }, expected: { min, max }, got }): DifferingCell => {
    return { cell: cell?.name ?? name, mine: got, theirs: got < min ? min : max };
  });
  const sentences = failuresOf(wrong).map((failure) => placedFailure(plan.file, failure));
  line.differences.push({ at: line.script.length, kind: 'expect', cells, note: sentences.join('\n') });
}

type Visit = NonNullable<PlanVisitor['checkpoint']>;

/** Adds an entry for a command that is about to be played, or that cannot be. */
function addEntry({ line, frameCode, play }: PlanRun, encoded: Int32Array | string): number {
  const { script } = line;
  const { step, move } = play;
  const isAction = typeof move !== 'string' && move.action !== undefined;
  const plain = isAction ? { command: 'frame', pad: encoded[1] as number } : step.command;
  const command: ScriptCommand = script.intern(JSON.stringify(plain), () => {
    return { plain, encoded: typeof encoded === 'string' ? encoded : encoded.slice() };
  });
  const isPad = frameCode !== 0 && typeof encoded !== 'string' && encoded[0] === frameCode;
  script.add({
    frame: script.length,
    pad: isPad ? (encoded[1] as number) : -1,
    command: isPad ? undefined : command,
    error: isAction ? '' : (step.error ?? ''),
    count: 1,
    steps: STEPS_ONE,
    stepsAfter: STEPS_ONE,
    torn: false,
    inputs: [],
  });
  return script.length;
}

/** @param comparison with a recording */
function createPlanRun(
  system: System,
  battle: Battle,
  plan: Plan,
  comparison: Comparison | undefined,
  greenzoneBytes: number | undefined,
): PlanRun {
  const greenzone = createGreenzone(battle.image.length, greenzoneBytes);
  greenzone.start(battle.image);
  const line: RecordedLine = { script: createScript(0), fed: [], differences: [], takeovers: new Map() };
  const events = entryEvents();
  const drew = drawsOf(system);
  const entered = (at: number, lent: EventBuffer, error: string): void => {
    greenzone.after(at, battle.image, drew(lent));
    if (error === '') comparison?.listen(at, lent);
  };
  const player = createPlayer(system, battle, (command, lent = events) => {
    const at = addEntry(run, command);
    const error = battle.step(command, lent);
    entered(at, lent, errorCode(system, error));
    return error;
  });
  const moveEnd = ({ step }: PlayState): void => {
    run.moveEnds.push(line.script.length);
    if (step.label !== undefined) run.labels.set(step.label, line.script.length);
  };
  const visitor: PlanVisitor = {
    command(_, encoded, error) {
      if (typeof encoded !== 'string') return;
      events.length = 0;
      entered(addEntry(run, encoded), events, error);
    },
    after: moveEnd,
    checkpoint: (state, checks) => noteChecks(run, state, checks),
    refused(state) {
      moveEnd(state);
      const note = placedFailure(plan.file, resultFailure(state));
      line.differences.push({ at: line.script.length, kind: 'result', cells: [], note });
      const { index, step } = state;
      run.reason = `step ${index + 1} (${step.label ?? step.command.command}) does not do what the plan says`;
    },
  };
  const run: PlanRun = {
    play: createPlay(system, battle, plan, visitor, { events, player }),
    ...{ line, greenzone, frameCode: system.unit === 'frame' ? frameCommand(system).code : 0 },
    ...{ moveEnds: [], labels: new Map(), reason: '' },
  };
  return run;
}

type PlayOptions = Pick<LoadOptions, 'signal' | 'progress' | 'greenzoneBytes'>;

/** Entries between two looks at the clock. */
const ENTRIES_AT_ONCE = 64;

/** @param battle in the plan's starting state */
export async function playLine(
  system: System,
  plan: Plan,
  battle: Battle,
  options: PlayOptions,
  comparison?: Comparison,
): Promise<LoadedLine> {
  const create = battlesOf(system, plan, battle);
  const run = createPlanRun(system, battle, plan, comparison, options.greenzoneBytes);
  const { play, line, greenzone, frameCode, moveEnds, labels } = run;
  const pause = createPause(options.signal, `${plan.file} was not run to its end`);
  while (play.advance()) {
    const { length } = line.script;
    const waiting = length % ENTRIES_AT_ONCE === 0 ? pause() : undefined;
    if (waiting === undefined) continue;
    options.progress?.(length);
    await waiting;
  }
  line.script.trim();
  const end = { whole: run.reason === '', reason: run.reason };
  const loaded = { file: plan.file, system, battle, create, frameCode, line, greenzone, end, moveEnds, labels };
  return { ...loaded, header: undefined, rulesetForced: false, settled: plan.settled };
}

// Runs a plan into a line: the plan is the script, its checkpoints replace the recording.

/** @throws LockstepError with file, line and column when the plan is wrong */
export async function loadPlanLine(source: PlanSource, options: LoadOptions): Promise<LoadedLine> {
  const written = loadPlan(source);
  checkPlanLength(written);
  const system = await findPlanSystem(options.systems, written);
  const plan = options.prepare?.(written, system) ?? written;
  const battle = await startBattle(system, plan);
  const comparison =
    options.against === undefined
      ? undefined
      : await compareWithRecording(system, battle, plan.ruleset.switches, options.against, startFrame(plan));
  const loaded = await playLine(system, plan, battle, options, comparison);
  const { line } = loaded;
  if (line.differences.length > 0) options.onFailures?.(line.differences.flatMap(({ note }) => note.split('\n')));
  if (comparison !== undefined) line.differences.push(...(await recordedDifference(comparison, line.script.length)));
  line.differences.sort((first, second) => first.at - second.at);
  return { ...loaded, file: planFileOf(source) };
}
