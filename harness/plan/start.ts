/**
 * The battle that a plan begins with: its `[setup]`, a frame of a log, a savestate or dump of work
 * RAM.
 */
import { basename, dirname, resolve } from 'node:path';
import type { Battle, System } from '../../core/system/system.js';
import { LockstepError } from '../base/errors.js';
import { findSystem } from '../base/find-system.js';
import { goesBy } from '../base/system-names.js';
import { pathBeside } from '../base/write-file.js';
import { battleError } from '../states/state-error.js';
import { takeState } from '../states/take-state.js';
import { battleOf, bindCells, loadImage, writeBoundCell } from '../trace/bind.js';
import { openTrace, type TraceReader } from '../trace/reader.js';
import { rulesetHash } from '../trace/ruleset.js';
import { planError } from './plan-error.js';
import { startPlan } from './run.js';
import type { LogStart, Plan, PlanStart, StateStart } from './types.js';

/**
 * The system of a plan. Where systems shared an id, the setup decides: the plan's own, or that of
 * the log from which it starts.
 * @throws LockstepError `E_SYSTEM`, and for an unreadable log
 */
export async function findPlanSystem(systems: readonly System[], plan: Plan): Promise<System> {
  const isShared = systems.some(({ formerly }) => formerly?.id === plan.system);
  const { start } = plan;
  const isLog = start !== undefined && 'trace' in start && isShared;
  const setup = isLog ? await setupOfLog(plan.file, start) : plan.setup;
  return findSystem(systems, plan.system, plan.file, plan.locate('system').line, setup);
}

async function setupOfLog(file: string, { trace }: LogStart): Promise<unknown> {
  const reader = await openTrace(resolve(dirname(file), trace));
  const { setup } = reader.header;
  reader.close();
  return setup;
}

/** A battle and where it comes from. */
export interface BegunBattle {
  readonly battle: Battle;
  /** Where a battle was found that no `[setup]` describes, and what that place does not hold. */
  readonly origin: Origin | undefined;
}

export interface Origin {
  readonly from: string;
  /** What is taken in place of what was not found, a sentence each. */
  readonly missing: readonly string[];
}

/**
 * Starts the battle of a plan.
 * @throws LockstepError as `beginBattle`
 */
export async function startBattle(system: System, plan: Plan): Promise<Battle> {
  return (await beginBattle(system, plan)).battle;
}

/**
 * Starts the battle of a plan.
 * @throws LockstepError as `startPlan`, for a log that is damaged, too short or under other rules,
 * and for a state without a battle
 */
export async function beginBattle(system: System, plan: Plan): Promise<BegunBattle> {
  const { start } = plan;
  if (start === undefined) return { battle: startPlan(system, plan), origin: undefined };
  if ('state' in start) return startFromState(system, plan, start);
  return startFromLog(system, plan, start);
}

/** @throws LockstepError `E_CAPABILITY`, `E_STATE_CHANGED`, and as `takeState` */
function startFromState(system: System, plan: Plan, { state, sha256 }: StateStart): BegunBattle {
  const { consoleState } = system.capabilities;
  const place = plan.locate('start.state');
  if (consoleState === undefined) {
    throw planError('E_CAPABILITY', plan.file, place, `${system.id} takes no battle from a state of a console`, {
      found: system.id,
      expected: 'a system of battles by commands, such as live-a-live-battle',
      remedy: 'Name such a system in the plan',
    });
  }
  const battle = system.create(null, plan.ruleset.switches);
  const file = resolve(dirname(plan.file), state);
  const taken = takeState(consoleState, battle, file);
  if (sha256 !== undefined && sha256 !== taken.sha256) {
    throw planError('E_STATE_CHANGED', plan.file, plan.locate('start.sha256'), `${state} is another file now`, {
      found: taken.sha256,
      expected: sha256,
      remedy: 'Bring the file back, or take sha256 out and check every command again',
    });
  }
  const from = `${basename(file)}: ${taken.form}; work RAM ${taken.how}`;
  return { battle, origin: { from, missing: consoleState.notes(battle) } };
}

async function startFromLog(system: System, plan: Plan, { trace, frame }: LogStart): Promise<BegunBattle> {
  const file = resolve(dirname(plan.file), trace);
  const reader = await openTrace(file);
  try {
    const isOwn = goesBy(system, reader.header.system, reader.header.setup);
    const battle = isOwn ? battleOfLog(system, plan, reader, file) : battleOfFrames(system, plan, reader);
    const last = await loadFrame(reader, battle, frame);
    if (last < frame) {
      throw planError('E_PLAN_SETUP', plan.file, plan.locate('start.frame'), 'the log ends before that frame', {
        found: `frame ${last} is the last one`,
        remedy: 'Give an earlier frame',
      });
    }
    return isOwn ? { battle, origin: undefined } : adoptFrame(system, reader, battle, frame);
  } finally {
    reader.close();
  }
}

/** @throws LockstepError `E_RULESET_HASH` */
function battleOfLog(system: System, plan: Plan, { header }: TraceReader, file: string): Battle {
  const hash = rulesetHash(system, plan.ruleset.switches);
  if (rulesetHash(system, header.ruleset.switches) === hash) return battleOf(system, header, file);
  throw new LockstepError('E_RULESET_HASH', 'the log was made under other rules than the plan’s', {
    file: plan.file,
    line: plan.locate('start.trace').line,
    found: header.ruleset.hash,
    expected: hash,
    remedy: 'Give the plan the switches of the log',
  });
}

/**
 * An empty battle by commands over the same cells as a log of frames.
 * @throws LockstepError `E_PLAN_SYSTEM`
 */
function battleOfFrames(system: System, plan: Plan, { header }: TraceReader): Battle {
  if (system.capabilities.consoleState !== undefined && system.formerly?.id === header.system) {
    return system.create(null, plan.ruleset.switches);
  }
  throw planError('E_PLAN_SYSTEM', plan.file, plan.locate('start.trace'), 'the log is of another system', {
    found: header.system,
    expected: system.id,
    remedy: 'Name a log of the plan’s system',
  });
}

/** @throws LockstepError `E_STATE_BATTLE` for a frame without a battle */
function adoptFrame(system: System, { header, file }: TraceReader, battle: Battle, frame: number): BegunBattle {
  const { consoleState } = system.capabilities;
  const at = `after frame ${frame}`;
  const fault = consoleState?.adopt(battle);
  if (fault !== undefined) throw battleError(file, { ...fault, found: `${at}: ${fault.found}` });
  const declared = new Set(header.cells.map(([name]) => name));
  const lacking = (consoleState?.needs(battle) ?? []).filter((name) => !declared.has(name));
  if (lacking.length > 0) {
    throw new LockstepError('E_STATE_BATTLE', 'the log does not hold what a battle needs', {
      file,
      found: `no cell ${lacking.join(', ')}`,
      remedy: 'Save a state at that frame and name it with state = "FILE"',
    });
  }
  const missing = consoleState?.notes(battle) ?? [];
  const others = 'cells that the log does not declare: as they were when it began';
  return { battle, origin: { from: `${basename(file)}: the battle ${at}`, missing: [...missing, others] } };
}

/**
 * Puts the state after a frame of a log into a battle.
 * @returns the last frame that was read: less than `frame` where the log ends before it
 */
export async function loadFrame(reader: TraceReader, battle: Battle, frame: number): Promise<number> {
  const { header, row } = reader;
  const bound = bindCells(header, battle, reader.file);
  loadImage(header, battle);
  let last = -1;
  do {
    while (last < frame && reader.next()) {
      last = Math.min(row.frame + row.count - 1, frame);
      if (row.frame > frame) break;
      for (let index = 0; index < header.cells.length; index++) {
        writeBoundCell(battle.image, bound, index, row.values[index] as number);
      }
    }
  } while (last < frame && (await reader.fill()));
  return last;
}

/**
 * The same `[start]` for a plan that stands elsewhere.
 * @param plan file that names the start now
 * @param file file that will name it
 */
export function startBeside(start: PlanStart, plan: string, file: string): PlanStart {
  const beside = (target: string): string => pathBeside(file, resolve(dirname(plan), target));
  return 'state' in start ? { ...start, state: beside(start.state) } : { ...start, trace: beside(start.trace) };
}
