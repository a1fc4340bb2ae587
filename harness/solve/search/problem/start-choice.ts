/**
 * The start of a route as a choice: frames waited before the first command, or frames on the map
 * before a first battle, each of which seeds it otherwise.
 */
import type { Battle, System } from '../../../../core/system/system.js';
import { encodeMove } from '../../../play/plan/moves.js';
import { planError } from '../../../play/plan/plan-error.js';
import { commandsUntil, type Plan } from '../../../play/plan/types.js';
import { planningOf } from './planning-access.js';
import type { SearchMove } from './search-move.js';

/** The `start` of `[search]`: one of the two. */
export interface StartTable {
  readonly start?: { readonly waits?: number; readonly mapFrames?: number };
  readonly after?: string | number;
  readonly enemies?: string;
}

export interface StartChoice {
  /** The move that lets a frame pass before the first command; it is the last one. */
  readonly move: SearchMove;
  /** Most frames. */
  readonly frames: number;
  /** Seed of the first battle now; undefined where the battle is waited in. */
  readonly seed: ((battle: Battle) => number) | undefined;
}

/** The map's generator goes on by a frame. */
function mapFrame(
  system: System,
  plan: Plan,
  battle: Battle,
): Pick<StartChoice, 'seed'> & { advance(on: Battle): void } {
  const { generator } = planningOf(system);
  const fail = (message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.start'), message, { remedy });
  };
  if (generator === undefined) {
    return fail(`no seed of the map begins a battle of ${system.id}`, 'Use waits, or take start out');
  }
  if (generator.read(battle) !== 0) {
    fail(
      'the battle has its seed already: no frame on the map changes it',
      `Set generator = [0, 0, 0, 0] and ${generator.seed.cell} in the setup, or use waits`,
    );
  }
  const { seed } = generator;
  return { seed: seed.read, advance: (on) => seed.write(on, seed.next(seed.read(on))) };
}

/**
 * The choice of a plan, or undefined.
 * @throws LockstepError `E_PLAN_SEARCH` for what contradicts it
 */
export function startChoiceOf(system: System, battle: Battle, plan: Plan, table: StartTable): StartChoice | undefined {
  const { start, after, enemies } = table;
  if (start === undefined) return undefined;
  const fail = (message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.start'), message, { remedy });
  };
  if (planningOf(system).generator === undefined || !system.commands.some(({ name }) => name === 'wait')) {
    fail(`the start of a battle of ${system.id} is no choice`, 'Take start out');
  }
  if (commandsUntil(plan.steps, after) > 0) {
    fail('the start is chosen before the first command, and the routes begin later', 'Set after = 0 in [search]');
  }
  if (enemies === 'worst') fail('start and enemies = "worst" contradict each other: all draws count', 'Take start out');
  const { waits, mapFrames } = start;
  const move = encodeMove(system, battle, { command: 'wait', frames: 1 });
  const common = { move, side: 2, kind: 'wait' as const, mayEnd: false };
  if (waits !== undefined) return { move: { ...common, text: 'wait frames=1' }, frames: waits, seed: undefined };
  const { seed, advance } = mapFrame(system, plan, battle);
  return { move: { ...common, text: 'a frame later on the map', advance }, frames: mapFrames ?? 0, seed };
}
