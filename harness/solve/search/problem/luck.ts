/** A search for the highest chance: what is left to luck, and what such a search cannot have. */
import type { Battle, System } from '../../../../core/system/system.js';
import { commandsUntil, encodeMove, type Plan, planError } from '../../../play/index.js';

import { planningOf, type SearchMove } from './outcome.js';

// The start of a route as a choice: frames waited before the first command, or frames on the map
// before a first battle, each of which seeds it otherwise.

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

/**
 * Unknown draws, all seeds of a first battle, all states of the generator's cycles, or what a
 * command leaves to chance, such as the faces of dice.
 */
export type Luck = 'draws' | 'seeds' | 'cycles' | 'dice';

/** The keys of `[search]` that have to do with luck. */
export interface LuckTable {
  readonly maximise?: 'chance' | 'value';
  readonly luck?: Luck;
  readonly limits?: Readonly<Record<string, number>>;
  readonly moves: readonly { readonly command: string }[];
}

/** Keys that a policy has nothing to do with, and why. */
const WITHOUT: readonly (readonly [key: string, why: string])[] = [
  ['enemies', 'the enemies do what the draws say'],
  ['enemyMoves', 'the enemies do what the draws say'],
  ['never', 'what the enemies do is left to luck; use keep'],
  ['routes', 'a policy is one'],
  ['beam', 'it is no beam that looks for it'],
  ['outcomes', 'all outcomes count'],
  ['start', 'the start is left to luck, or fixed by the plan'],
];

/** Limits of which one ends every line of play. */
const ENDS = ['cost', 'frames'];

/**
 * What is left to luck, or undefined: nothing.
 * @throws LockstepError `E_PLAN_SEARCH`, `E_CAPABILITY`
 */
export function luckOf(system: System, plan: Plan, table: LuckTable): Luck | undefined {
  const { maximise, luck, limits = {}, moves } = table;
  const fail = (key: string, message: string, remedy: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate(`search.${key}`), message, { remedy });
  };
  if (maximise === undefined) {
    return luck === undefined ? undefined : fail('luck', 'luck is for maximise = "chance"', 'Add it, or take luck out');
  }
  const { forceDraws, framePlay, outcomes } = planningOf(system);
  const hasDraws = forceDraws !== undefined && framePlay !== undefined;
  if (!hasDraws && outcomes === undefined) {
    fail('maximise', `nothing is drawn in a battle of ${system.id}: there is no chance`, 'Take maximise out');
  }
  if (hasDraws && maximise === 'value') {
    fail('maximise', `an expected value is for battles with dice, not for ${system.id}`, 'Write maximise = "chance"');
  }
  if (luck !== undefined && (luck === 'dice') === hasDraws) {
    const fits = hasDraws ? 'draws, seeds or cycles' : 'dice';
    fail('luck', `in a battle of ${system.id} it is ${fits} that are left to luck`, 'Correct it, or take luck out');
  }
  for (const [key, why] of WITHOUT) {
    if (key === 'outcomes' && !hasDraws) continue;
    if (Object.hasOwn(table, key) && (table as unknown as Record<string, unknown>)[key] !== 'own') {
      fail(key, `${key} and maximise contradict each other: ${why}`, `Take ${key} out`);
    }
  }
  const hasWait = moves.some(({ command }) => command === 'wait');
  const isEnded =
    ENDS.some((key) => limits[key] !== undefined) ||
    ((limits['actions'] ?? limits['allyActions']) !== undefined && (!hasWait || limits['waits'] !== undefined));
  if (!isEnded) {
    const needed = hasWait ? 'limits.actions and limits.waits' : 'limits.actions';
    fail('maximise', `a chance needs a limit of length: ${needed}, limits.frames or limits.cost`, 'Set one of them');
  }
  return luck ?? (hasDraws ? 'draws' : 'dice');
}
