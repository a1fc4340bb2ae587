/** A plan that begins with a savestate, a dump or a frame of a log, and what its battle shows. */
import { basename, resolve } from 'node:path';
import { stringify } from 'smol-toml';
import type { Battle, System } from '../../core/system/system.js';
import { LockstepError } from '../base/errors.js';
import { sha256OfFile } from '../base/file-hash.js';
import { readPlan } from './read-plan.js';
import { beginBattle, type Origin, startBeside } from './start.js';
import type { Plan, PlanStart } from './types.js';

/**
 * The start that `--from` and `--at` name.
 * @param at the last frame before the plan, of a log; undefined for a state
 * @throws LockstepError `E_FILE`
 */
export async function startOf(from: string, at: number | undefined): Promise<PlanStart> {
  const file = resolve(from);
  return at === undefined ? { state: file, sha256: await sha256OfFile(file) } : { trace: file, frame: at };
}

/** The same plan from another start. */
export function withStart(plan: Plan, start: PlanStart): Plan {
  return { ...plan, setup: null, start };
}

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

function tomlOf(system: System, start: PlanStart, title: string): string {
  return stringify({ plan: 1, system: system.id, title, start });
}

/** A plan without commands from a start. */
export function emptyPlan(system: System, start: PlanStart, file: string): Plan {
  return readPlan(Buffer.from(tomlOf(system, start, `From ${basename(file)}`)), file);
}

/** Who fights, a line for each unit. */
function unitLines(system: System, battle: Battle): string[] {
  const overview = system.capabilities.views?.overview;
  if (overview === undefined) return [];
  const sides = overview.sides(battle);
  return overview.units(battle).map(({ name, named, side, x, y, facing }) => {
    const whose = sides[side] ?? 'nobody';
    return `${name}${named === undefined ? '' : ` (${named.en})`}: ${whose}, at ${x}, ${y}${facing === '' ? '' : `, faces ${facing}`}`;
  });
}

/** What is said of a battle that no `[setup]` describes. */
export function originLines({ from, missing }: Origin): string[] {
  return [from, 'not in it:', ...missing.map((line) => `  ${line}`)];
}

/** A plan and the battle that it begins with. */
export interface PlanFromState {
  readonly text: string;
  readonly origin: Origin | undefined;
  readonly units: readonly string[];
}

/**
 * Writes a plan that begins with a start.
 * @param start with whole paths
 * @param file where the plan will stand: it names its start from there
 * @throws LockstepError as `beginBattle`
 */
export async function planFromState(system: System, start: PlanStart, file: string): Promise<PlanFromState> {
  const target = 'state' in start ? start.state : start.trace;
  const { battle, origin } = await beginBattle(system, emptyPlan(system, start, file));
  const units = unitLines(system, battle);
  const comments = [
    ...(origin === undefined ? [] : originLines(origin)),
    'units:',
    ...units.map((line) => `  ${line}`),
  ];
  const head = comments.map((line) => `# ${line.replaceAll(/\p{Cc}/gu, ' ')}\n`).join('');
  return {
    text: `${head}\n${tomlOf(system, startBeside(start, file, file), `From ${basename(target)}`)}`,
    origin,
    units,
  };
}
