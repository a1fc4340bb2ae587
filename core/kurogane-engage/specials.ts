/**
 * The special actions: who may declare them, and the hooks for their numbers. Source: seed 003, K10
 * (order); permissions are page 48 of its wiki (extension). The numbers of the actions are unknown:
 * a hook does nothing unless the setup sets it.
 */
import { fieldsAt, INT8, integerAt, lookUpAt, type Place, UINT8 } from '../system/plain-data.js';
import { RuleError } from '../system/system.js';

export const SPECIAL_NAMES = ['enhance', 'powerAttack', 'counter', 'evade', 'defend'] as const;

export const ENHANCE = 0;
export const POWER_ATTACK = 1;
export const COUNTER = 2;
export const EVADE = 3;
export const DEFEND = 4;

/** What follows the result of an attack; `none` unless the setup names it. */
export const AFTER_RESOLVE: readonly string[] = ['none', 'moveTarget', 'moveAttacker', 'moveTargetOnDamage'];
export const AFTER_NONE = 0;
export const AFTER_MOVE_TARGET = 1;
export const AFTER_MOVE_ATTACKER = 2;
export const AFTER_MOVE_TARGET_ON_DAMAGE = 3;

/** Numbers of one special action. */
export interface SpecialHooks {
  /** Change of the pool, in dice. */
  readonly poolDelta: number;
  /** Lowest succeeding face; 0 leaves it unchanged. */
  readonly successMin: number;
  readonly powDelta: number;
  readonly armDelta: number;
  /** Index in AFTER_RESOLVE. */
  readonly afterResolve: number;
}

const HOOK_FIELDS = ['poolDelta', 'successMin', 'powDelta', 'armDelta', 'afterResolve'] as const;

function readHooks(place: Place): SpecialHooks {
  const field = fieldsAt(place, HOOK_FIELDS);
  const face = field('successMin', 0);
  const successMin = integerAt(face, UINT8);
  if (successMin === 1 || successMin > 6) {
    throw new RuleError('E_RANGE', `${face.path} is a face from 2 to 6, or 0 to leave it`, face.path);
  }
  return {
    poolDelta: integerAt(field('poolDelta', 0), INT8),
    successMin,
    powDelta: integerAt(field('powDelta', 0), INT8),
    armDelta: integerAt(field('armDelta', 0), INT8),
    afterResolve: lookUpAt(field('afterResolve', 'none'), AFTER_RESOLVE),
  };
}

/** Hooks of the five actions in the order of SPECIAL_NAMES. */
export function readSpecials(place: Place): readonly SpecialHooks[] {
  const field = fieldsAt(place, SPECIAL_NAMES);
  return SPECIAL_NAMES.map((name) => readHooks(field(name, {})));
}
