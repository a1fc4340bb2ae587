/**
 * The special actions: who may, and the hooks through which their numbers come in.
 * Source: seed 003, K10 (order); who may is page 48 of its wiki (extension). The numbers of the actions are not known
 * here: every hook does nothing until the setup says something.
 */

import { RuleError } from '../system.js';
import { fieldsAt, integerAt, textAt } from './plain-data.js';

export const SPECIAL_NAMES = ['enhance', 'powerAttack', 'counter', 'evade', 'defend'] as const;

export const ENHANCE = 0;
export const POWER_ATTACK = 1;
export const COUNTER = 2;
export const EVADE = 3;
export const DEFEND = 4;

/** What follows the result of the attack; `none` unless the setup names it. */
export const AFTER_RESOLVE: readonly string[] = ['none', 'moveTarget', 'moveAttacker', 'moveTargetOnDamage'];
export const AFTER_NONE = 0;
export const AFTER_MOVE_TARGET = 1;
export const AFTER_MOVE_ATTACKER = 2;
export const AFTER_MOVE_TARGET_ON_DAMAGE = 3;

/** Numbers of one special action. */
export interface SpecialHooks {
  /** Dice. */
  readonly poolDelta: number;
  /** Lowest succeeding face, 0 leaves it. */
  readonly successMin: number;
  readonly powDelta: number;
  readonly armDelta: number;
  /** Index in AFTER_RESOLVE. */
  readonly afterResolve: number;
}

const HOOK_FIELDS = ['poolDelta', 'successMin', 'powDelta', 'armDelta', 'afterResolve'] as const;

function readHooks(value: unknown, path: string): SpecialHooks {
  const table = fieldsAt(value ?? {}, path, HOOK_FIELDS);
  const successMin = integerAt(table.successMin, `${path}.successMin`, 0, 255, 0);
  if (successMin === 1 || successMin > 6) {
    throw new RuleError('E_RANGE', `${path}.successMin is a face from 2 to 6, or 0 to leave it`, `${path}.successMin`);
  }
  const action = textAt(table.afterResolve, `${path}.afterResolve`, 'none');
  const afterResolve = AFTER_RESOLVE.indexOf(action);
  if (afterResolve < 0) {
    const known = AFTER_RESOLVE.join(', ');
    throw new RuleError('E_UNKNOWN_ID', `${path}.afterResolve is one of ${known}`, `${path}.afterResolve`);
  }
  return {
    poolDelta: integerAt(table.poolDelta, `${path}.poolDelta`, -128, 127, 0),
    successMin,
    powDelta: integerAt(table.powDelta, `${path}.powDelta`, -128, 127, 0),
    armDelta: integerAt(table.armDelta, `${path}.armDelta`, -128, 127, 0),
    afterResolve,
  };
}

/** Hooks of the five actions, in the order of SPECIAL_NAMES. */
export function readSpecials(value: unknown, path: string): readonly SpecialHooks[] {
  const table = fieldsAt(value ?? {}, path, SPECIAL_NAMES);
  return SPECIAL_NAMES.map((name) => readHooks(table[name], `${path}.${name}`));
}
