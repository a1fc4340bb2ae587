/** Runs a plan of any system: its battle, its verdict, and its commands for a recorder. */

import { createEventBuffer, snapshot } from '../../../core/system/battle.js';
import {
  type Battle,
  type EventBuffer,
  type PlainCommand,
  RuleError,
  type System,
  type TableShape,
  type ValueShape,
} from '../../../core/system/system.js';
import { dependenceOf, goesBy, nearest, shellWord } from '../../base/index.js';

import { checkSwitches } from './plan-switches.js';
import {
  createPlay,
  failuresOf,
  type PlanFailure,
  type PlanVisitor,
  type PlayState,
  placedFailure,
  playPlan,
  resultError,
  resultFailure,
  unreadableFailure,
} from './play.js';
import { type Plan, type PlanStep, planError } from './types.js';

// A fault in the data that a plan hands to its system: in its `[setup]` or `[query]`.

/** Code, place and message; a message that begins with its place stands alone. */
export function dataFault({ code, message }: RuleError, path: string): string {
  return message.startsWith(path) ? `${code} ${message}` : `${code} ${path}: ${message}`;
}

/** Letters of a fault's own words beyond which its line has no room for the form. */
const WITH_FORM = 150;

/** The nearest known word, or where the form is printed. @param part the table with the fault */
export function dataRemedy(
  { message, unknown }: RuleError,
  { id, setupShape }: System,
  part: 'setup' | 'query',
): string {
  if (unknown !== undefined) {
    const remedy = nearest(unknown.word, unknown.known);
    // a message that lists them all needs no second list
    return remedy.startsWith('Known: ') && message.includes(unknown.known.join(', ')) ? 'Name one of them' : remedy;
  }
  const hasForm = setupShape !== undefined && message.length <= WITH_FORM;
  return `Correct the ${part} there${hasForm ? `; \`lockstep schema plan --system ${id}\` prints the form` : ''}`;
}

interface UnknownKey {
  readonly path: string;
  readonly key: string;
  readonly known: readonly string[];
}

function unknownKey(shape: ValueShape, data: unknown, path: string): UnknownKey | undefined {
  if (Array.isArray(data)) {
    if (shape.is !== 'list') return undefined;
    for (const [index, entry] of data.entries()) {
      const found = unknownKey(shape.of, entry, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof data !== 'object' || data === null) return undefined;
  if (shape.is === 'either') {
    const form = shape.forms.find(({ is }) => is === 'table');
    return form === undefined ? undefined : unknownKey(form, data, path);
  }
  return shape.is === 'table' ? unknownField(shape, data as Record<string, unknown>, path) : undefined;
}

function unknownField({ fields }: TableShape, data: Record<string, unknown>, path: string): UnknownKey | undefined {
  for (const [key, value] of Object.entries(data)) {
    const field = fields.find(({ name }) => name === key);
    if (field === undefined) return { path: `${path}.${key}`, key, known: fields.map(({ name }) => name) };
    const found = unknownKey(field.value, value, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Refuses a `[query]`, or a key of it, that the system does not read, even if nobody asks for odds.
 * @throws LockstepError `E_PLAN_QUERY`
 */
export function checkQuery({ id, capabilities, queryShape }: System, plan: Plan): void {
  if (plan.query === undefined) return;
  if (capabilities.odds === undefined) {
    throw planError('E_PLAN_QUERY', plan.file, plan.locate('query'), `${id} answers no [query]`, {
      remedy: 'Leave [query] out',
    });
  }
  const found = queryShape === undefined ? undefined : unknownKey(queryShape, plan.query, 'query');
  if (found === undefined) return;
  throw planError('E_PLAN_QUERY', plan.file, plan.locate(found.path), `unknown key ${found.path}`, {
    remedy: nearest(found.key, found.known),
  });
}

// The setup of a plan with what its commands need beside it.

/** Repeats after which a command needs no more. */
const MOST_REPEATS = 10_000;

export function fittedSetup({ fitSetup }: System, { setup, steps }: Pick<Plan, 'setup' | 'steps'>): unknown {
  if (fitSetup === undefined) return setup;
  const commands = steps.flatMap(({ command, repeat }): PlainCommand[] =>
    Array<PlainCommand>(Math.min(repeat, MOST_REPEATS)).fill(command),
  );
  return fitSetup(setup, commands);
}

/** Commands between two pauses in which an interruption is noticed. */
const COMMANDS_BETWEEN_PAUSES = 65_536;

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
      remedy: `\`lockstep run ${shellWord(plan.file)}\` takes the system from the plan`,
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
    const remedy = dataRemedy(error, system, 'setup');
    throw planError('E_PLAN_SETUP', plan.file, place, dataFault(error, path), { remedy }, error);
  }
}

/** Battles in the state that a plan begins with. @param begun the first of them */
export function battlesOf(system: System, plan: Plan, begun: Battle): () => Battle {
  const start = snapshot(begun);
  return () => {
    if (plan.start === undefined) return startPlan(system, plan);
    const fresh = system.create(null, plan.ruleset.switches);
    fresh.image.set(start);
    return fresh;
  };
}

/**
 * Plays a plan apart from the battle that is asked about, and gives what does not hold, a sentence
 * each: checkpoints that differ, and a command that cannot be played. None: the plan holds.
 * @param begun in the state that the plan begins with; it stays there
 */
export function ownFailures(system: System, plan: Plan, begun: Battle): readonly string[] {
  const failures: PlanFailure[] = [];
  playPlan(system, battlesOf(system, plan, begun)(), plan, {
    checkpoint: (_, checks) => failures.push(...failuresOf(checks)),
    refused: (play) => failures.push(resultFailure(play)),
    unreadable: (play, error) => failures.push(unreadableFailure(play, error)),
  });
  return failures.map((failure) => placedFailure(plan.file, failure));
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
  const failures: PlanFailure[] = [];
  const counts = { accepted: 0, rejected: 0, compared: 0 };
  let stopped = false;
  const count = ({ refusal }: PlayState): void => {
    if (refusal === 0) counts.accepted++;
    else if (!stopped) counts.rejected++;
  };
  const visitor: PlanVisitor = {
    ...(record === undefined ? {} : { command: ({ step }, encoded, error) => record(step, encoded, error) }),
    after: count,
    checkpoint(_, checks) {
      counts.compared += checks.length;
      failures.push(...failuresOf(checks));
    },
    refused(play) {
      stopped = true;
      count(play);
      // Where nothing differs before it, the command itself is wrong.
      if (play.step.error === undefined && failures.length === 0) throw resultError(play);
      failures.push(resultFailure(play));
    },
  };
  const play = createPlay(system, battle, plan, visitor, { events });
  const unpublished = system.capabilities.evidence?.unpublished?.(battle);
  while (play.advance()) {
    // Long plans let an interruption through from time to time.
    if (play.done % COMMANDS_BETWEEN_PAUSES === 0) await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted !== true) continue;
    stopped = true;
    break;
  }
  const filled = system.capabilities.evidence?.filled?.(battle) ?? [];
  return {
    system: system.id,
    title: plan.title,
    ...counts,
    ...dependenceOf(unpublished?.names() ?? [], plan.settled),
    ...(filled.length === 0 ? {} : { filled }),
    failures,
    stopped,
  };
}
