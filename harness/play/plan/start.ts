/**
 * The battle that a plan begins with: its `[setup]`, a frame of a log, a savestate or dump of work
 * RAM.
 */

import { dirname, resolve } from 'node:path';
import { stringify } from 'smol-toml';
import type { Battle, ConsoleState, System } from '../../../core/system/system.js';
import { createSha256, findSystem, LockstepError, pathBeside, readBounded } from '../../base/index.js';

import { isNoBattle, MAX_STATE_BYTES, takeState } from '../../files/index.js';

import { openTrace } from '../trace/reader.js';
import { type BegunBattle, beginFromLog, begunState, nameOf, type Origin, type PlanOfLog } from './plan-of-log.js';
import { checkSwitches } from './plan-switches.js';
import { readPlan } from './read-plan.js';
import { startPlan } from './run.js';
import { type LogStart, type Plan, type PlanStart, planError, type StateStart } from './types.js';

// The battle of a savestate or dump, without files and Node: a page has it as well.

/**
 * The system by commands that takes battles over: the game's. Test ROMs have a system by frame.
 * @throws LockstepError `E_CAPABILITY` where no system takes a battle over
 */
export function systemOfStates(systems: readonly System[]): System {
  const system = systems.find(
    ({ capabilities, unit }) => capabilities.consoleState !== undefined && unit === 'command',
  );
  if (system !== undefined) return system;
  throw new LockstepError('E_CAPABILITY', 'no system takes a battle from a state', { remedy: 'Write a [setup]' });
}

/**
 * The battle of a state.
 * @param content of the file
 * @throws LockstepError `E_CAPABILITY`, `E_STATE_CHANGED`, and as `takeState`
 */
function beginFromState(
  system: System,
  plan: Plan,
  { state, sha256 }: StateStart,
  content: Uint8Array,
  file: string,
): BegunBattle {
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
  const taken = takeState(consoleState, battle, content, file);
  if (sha256 !== undefined && sha256 !== taken.sha256) {
    throw planError('E_STATE_CHANGED', plan.file, plan.locate('start.sha256'), `${state} is another file now`, {
      found: taken.sha256,
      expected: sha256,
      remedy: 'Bring the file back, or take sha256 out and check every command again',
    });
  }
  const from = `${nameOf(file)}: ${taken.form}; work RAM ${taken.how}`;
  return { battle, origin: { from, missing: consoleState.notes(battle) } };
}

/** What is said of a battle that no `[setup]` describes. */
export function originLines({ from, missing }: Origin): string[] {
  return [from, 'not in it:', ...missing.map((line) => `  ${line}`)];
}

/** Who fights, a line for each unit. */
export function unitLines(system: System, battle: Battle): string[] {
  const overview = system.capabilities.views?.overview;
  if (overview === undefined) return [];
  const sides = overview.sides(battle);
  return overview.units(battle).map(({ name, named, side, x, y, facing }) => {
    const whose = sides[side] ?? 'nobody';
    return `${name}${named === undefined ? '' : ` (${named.en})`}: ${whose}, at ${x}, ${y}${facing === '' ? '' : `, faces ${facing}`}`;
  });
}

/** A plan without commands from a start. */
export function startToml(system: System, start: PlanStart, title: string): string {
  return stringify({ plan: 1, system: system.id, title, start });
}

/** The text of a plan without commands, with what its battle shows as comments above it. */
export function startText(system: System, start: PlanStart, title: string, { battle, origin }: BegunBattle): string {
  const comments = [
    ...(origin === undefined ? [] : originLines(origin)),
    'units:',
    ...unitLines(system, battle).map((line) => `  ${line}`),
  ];
  const head = comments.map((line) => `# ${line.replaceAll(/\p{Cc}/gu, ' ')}\n`).join('');
  return `${head}\n${startToml(system, start, title)}`;
}

/**
 * A plan that begins with a state beside it, as `lockstep plan --from` writes it.
 * @param content of the file
 * @param file its name
 * @throws LockstepError as `beginFromState`
 */
export function planOfState(systems: readonly System[], content: Uint8Array, file: string): PlanOfLog {
  const system = systemOfStates(systems);
  const start = { state: file, sha256: createSha256().update(content).hex() };
  const title = `From ${file}`;
  const plan = readPlan(new TextEncoder().encode(startToml(system, start, title)), file);
  const begun = beginFromState(system, plan, start, content, file);
  const note = begun.origin === undefined ? '' : [begun.origin.from, ...begun.origin.missing].join('; ');
  return { text: startText(system, start, title, begun), begun: begunState(plan, begun.battle), note };
}

/**
 * The system of a plan. Where systems shared an id, the setup decides: the plan's own, or that of
 * the log from which it starts.
 * @throws LockstepError `E_SYSTEM`, `E_SWITCH`, and for an unreadable log
 */
export async function findPlanSystem(systems: readonly System[], plan: Plan): Promise<System> {
  const isShared = systems.some(({ formerly }) => formerly?.id === plan.system);
  const { start } = plan;
  const isLog = start !== undefined && 'trace' in start && isShared;
  const setup = isLog ? await setupOfLog(plan.file, start) : plan.setup;
  const system = findSystem(systems, plan.system, plan.file, plan.locate('system').line, setup);
  if (start !== undefined && 'state' in start && isShared) checkState(systems, system, plan, start);
  checkSwitches(system, plan);
  return system;
}

/** @throws LockstepError `E_SYSTEM` for a state of the other system that once had the id */
function checkState(systems: readonly System[], system: System, plan: Plan, start: StateStart): void {
  const other = systems.find(({ formerly }) => formerly?.id === plan.system);
  const [own, theirs] = [system.capabilities.consoleState, other?.capabilities.consoleState];
  if (other === undefined || other === system || own === undefined || theirs === undefined) return;
  const file = resolve(dirname(plan.file), start.state);
  const content = readBounded(file, MAX_STATE_BYTES);
  const faultOf = (state: ConsoleState, of: System): unknown => {
    try {
      takeState(state, of.create(null), content, file);
      return undefined;
    } catch (error) {
      if (error instanceof LockstepError) return error;
      throw error;
    }
  };
  if (!isNoBattle(faultOf(own, system)) || faultOf(theirs, other) !== undefined) return;
  throw planError('E_SYSTEM', plan.file, plan.locate('system'), `the state holds a battle of ${other.id}`, {
    found: plan.system,
    expected: other.id,
    remedy: `Write system = "${other.id}"`,
  });
}

async function setupOfLog(file: string, { trace }: LogStart): Promise<unknown> {
  const reader = await openTrace(resolve(dirname(file), trace));
  const { setup } = reader.header;
  reader.close();
  return setup;
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
  if ('state' in start) {
    const file = resolve(dirname(plan.file), start.state);
    return beginFromState(system, plan, start, readBounded(file, MAX_STATE_BYTES), file);
  }
  return startFromLog(system, plan, start);
}

async function startFromLog(system: System, plan: Plan, { trace, frame }: LogStart): Promise<BegunBattle> {
  const reader = await openTrace(resolve(dirname(plan.file), trace));
  try {
    return await beginFromLog(system, plan, reader, frame);
  } finally {
    reader.close();
  }
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
