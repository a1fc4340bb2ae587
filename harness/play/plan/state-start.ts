/** The battle of a savestate or dump, without files and Node: a page has it as well. */
import { stringify } from 'smol-toml';
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { createSha256 } from '../../base/sha256.js';
import { takeState } from '../../files/states/take-state.js';
import { begunState } from './begun-state.js';
import { type BegunBattle, nameOf, type Origin } from './log-start.js';
import { planError } from './plan-error.js';
import type { PlanOfLog } from './plan-of-log.js';
import { readPlan } from './read-plan.js';
import type { Plan, PlanStart, StateStart } from './types.js';

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
export function beginFromState(
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
