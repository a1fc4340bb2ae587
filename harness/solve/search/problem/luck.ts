/** A search for the highest chance: what is left to luck, and what such a search cannot have. */
import type { System } from '../../../../core/system/system.js';
import { planError } from '../../../play/plan/plan-error.js';
import type { Plan } from '../../../play/plan/types.js';
import { planningOf } from './planning-access.js';

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
