/**
 * The special actions as data: who may declare them, and their numbers. Source: seed 003, K10
 * (order); permissions are page 48 of its wiki (extension). The seed gives no numbers: an action
 * does nothing unless the setup sets them. A setup may define three more actions of its own.
 */
import { countText } from '../system/names.js';
import {
  entriesAt,
  fieldsAt,
  INT8,
  idAt,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  UINT8,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';

/** The actions of page 48, which have commands of their own. */
export const SPECIAL_NAMES = ['enhance', 'powerAttack', 'counter', 'evade', 'defend'] as const;
/** Maximum number of actions: a bit each in the cell `specials`. */
export const MAX_SPECIALS = 8;

export const SIDES_OF_SPECIALS = { attacker: 0, defender: 1 } as const;
const ATTACKER = SIDES_OF_SPECIALS.attacker;
/** K10: an action of the defender is his one reaction. */
export const DEFENDER = SIDES_OF_SPECIALS.defender;

/** What the declaring unit, or the weapon of the attack, must have; a bit each. */
export const CONDITIONS = {
  commander: 1,
  companion: 2,
  enhance: 4,
  shield: 8,
  noLargeWeapon: 16,
  factionTo: 32,
  powerAttackWeapon: 64,
  closeCombatWeapon: 128,
} as const;

/** What follows the result of an attack; `none` unless the setup names it. */
export const AFTER_RESOLVE: readonly string[] = ['none', 'moveTarget', 'moveAttacker', 'moveTargetOnDamage'];
export const AFTER_NONE = 0;
export const AFTER_MOVE_TARGET = 1;
export const AFTER_MOVE_ATTACKER = 2;
export const AFTER_MOVE_TARGET_ON_DAMAGE = 3;

/** One special action. */
export interface Special {
  readonly id: string;
  readonly side: number;
  /** Bits of CONDITIONS; one of the sets must be met as a whole. */
  readonly needs: readonly number[];
  /** Change of the pool, in dice. */
  readonly poolDelta: number;
  /** Lowest succeeding face; 0 leaves it unchanged. */
  readonly successMin: number;
  readonly powDelta: number;
  readonly armDelta: number;
  /** Index in AFTER_RESOLVE. */
  readonly afterResolve: number;
}

/** p48: who declares, and what it takes. */
const KNOWN: Readonly<Record<string, { readonly side: number; readonly needs: readonly number[] }>> = {
  enhance: { side: ATTACKER, needs: [CONDITIONS.commander | CONDITIONS.enhance] },
  powerAttack: { side: ATTACKER, needs: [CONDITIONS.powerAttackWeapon] },
  counter: { side: DEFENDER, needs: [CONDITIONS.commander, CONDITIONS.factionTo] },
  evade: { side: DEFENDER, needs: [CONDITIONS.commander | CONDITIONS.noLargeWeapon] },
  defend: { side: DEFENDER, needs: [CONDITIONS.shield] },
};
const ANYBODY: readonly number[] = [0];

const FIELDS = ['side', 'needs', 'poolDelta', 'successMin', 'powDelta', 'armDelta', 'afterResolve'] as const;

function readNeeds(place: Place): readonly number[] {
  const sets = listAt(place);
  if (sets.length === 0) {
    throw new RuleError(
      'E_RANGE',
      `${place.path} is empty, so that nobody may; leave it out for everybody`,
      place.path,
    );
  }
  return sets.map((set) => listAt(set).reduce((mask, word) => mask | wordAt(word, CONDITIONS), 0));
}

function readSpecial(id: string, place: Place): Special {
  const field = fieldsAt(place, FIELDS);
  const known = KNOWN[id];
  const side = field('side');
  if (known !== undefined && !isAbsent(side)) {
    throw new RuleError('E_RANGE', `${side.path} is that of page 48; leave it out`, side.path);
  }
  if (known === undefined && isAbsent(side)) {
    const message = `${place.path} is none of ${SPECIAL_NAMES.join(', ')}; an action of your own says its side`;
    throw new RuleError('E_UNKNOWN_ID', message, place.path, { word: id, known: SPECIAL_NAMES });
  }
  const face = field('successMin', 0);
  const successMin = integerAt(face, UINT8);
  if (successMin === 1 || successMin > 6) {
    throw new RuleError('E_RANGE', `${face.path} is a face from 2 to 6, or 0 to leave it`, face.path);
  }
  return {
    id,
    side: known?.side ?? wordAt(side, SIDES_OF_SPECIALS),
    needs: isAbsent(field('needs')) ? (known?.needs ?? ANYBODY) : readNeeds(field('needs')),
    poolDelta: integerAt(field('poolDelta', 0), INT8),
    successMin,
    powDelta: integerAt(field('powDelta', 0), INT8),
    armDelta: integerAt(field('armDelta', 0), INT8),
    afterResolve: lookUpAt(field('afterResolve', 'none'), AFTER_RESOLVE),
  };
}

/** The five actions in the order of SPECIAL_NAMES, then those of the setup in its order. */
export function readSpecials(place: Place): readonly Special[] {
  const given = entriesAt(place);
  const known = SPECIAL_NAMES.map((name) => {
    const entry = given.find(([key]) => key === name)?.[1];
    return readSpecial(name, entry ?? { ...place, value: {}, path: `${place.path}.${name}` });
  });
  const own = given.filter(([key]) => KNOWN[key] === undefined);
  if (known.length + own.length > MAX_SPECIALS) {
    const most = MAX_SPECIALS - known.length;
    throw new RuleError(
      'E_WIDTH',
      `${place.path} has at most ${countText(most, 'action')} of its own, not ${own.length}`,
      place.path,
    );
  }
  const ids = own.map(([key, entry]) => {
    const id = idAt({ ...entry, value: key }, /^[A-Za-z][A-Za-z0-9-]*$/, 'ASCII letters, digits and -');
    return readSpecial(id, entry);
  });
  return [...known, ...ids];
}

/** Whether an action has numbers or a movement; without any it changes nothing. */
export function hasEffect({ poolDelta, successMin, powDelta, armDelta, afterResolve }: Special): boolean {
  return poolDelta !== 0 || successMin !== 0 || powDelta !== 0 || armDelta !== 0 || afterResolve !== AFTER_NONE;
}
