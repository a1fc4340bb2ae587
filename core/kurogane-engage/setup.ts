/**
 * What is given to a battle: its setup, its switches and the query of its odds, and the world that
 * is made of them. Source: seed 003 (state of a unit, weapons; the questions KA4 to KA19 that it
 * leaves open); frames are page 25, objectives page 39, rounds page 40, permissions of special
 * actions page 48 (extension).
 */
import { type DeclaredWorld, declareSwitches } from '../system/declare-system.js';
import {
  entries,
  flag,
  type Ids,
  idOf,
  integer,
  type Kind,
  list,
  may,
  must,
  numberOf,
  orElse,
  table,
  text,
  where,
  word,
} from '../system/declared-data.js';
import { createImage } from '../system/image-layout.js';
import { countText } from '../system/names.js';
import { entriesAt, INT8, idAt, integerAt, type Place, placeOf, UINT8 } from '../system/plain-data.js';
import { eitherShape, integerShape, RuleError } from '../system/system.js';
import { HEAD, NO_UNIT, objectiveAt, UNIT, type UnitName, unitAt } from './cells.js';
import { SETUP_CODES } from './errors.js';

/** Each question with its readings, the literal one of the seed first. */
export const SWITCHES = declareSwitches({
  minimumArm: [
    'minArmAppliesToBase',
    ['yes', 'no'],
    'KA4: armour printed below 3 counts as 3 (the literal minimum), or stays what is printed, at least 1',
  ],
  clearShotInMelee: [
    'clearShotInMelee',
    ['yes', 'no'],
    'KA6: the seed excludes only the distance from close combat, so a clear shot counts there',
  ],
  strictDistance: [
    'strictDistance',
    ['no', 'yes'],
    'KA10: distance 0 has no penalty and is the caller’s business, or is refused',
  ],
  chebyshev: [
    'metric',
    ['manhattan', 'chebyshev'],
    'KA11: not stated; the page on objectives counts a square and its 4 neighbours',
  ],
  destroyLate: [
    'destroyTiming',
    ['seed', 'wiki56'],
    'KA15: the seed destroys in step 6, page 56 after the movements that follow the damage',
  ],
  riskSaturates: [
    'riskCap',
    ['none', 'saturate'],
    'KA17: no maximum is stated; risk above 255 is refused, or stays at 255',
  ],
  specialsFirst: [
    'specialsTiming',
    ['afterPool', 'atDeclare'],
    'KA19: the seed declares specials once the pool is known, page 48 speaks of the declaration of the attack',
  ],
});

/** Rng of a close-combat weapon, printed C. */
export const CLOSE_COMBAT = 0;

export interface Frame {
  readonly cost: number;
  readonly actions: number;
  readonly hp: number;
  readonly arm: number;
  readonly mv: number;
  readonly slots: number;
}

/** Page 25: build points, actions, HP, armour, movement and slots (extension). */
export const FRAMES: Readonly<Record<string, Frame>> = {
  standard: { cost: 25, actions: 1, hp: 3, arm: 8, mv: 2, slots: 3 },
  large: { cost: 45, actions: 1, hp: 4, arm: 10, mv: 2, slots: 4 },
  'high-mobility-standard': { cost: 30, actions: 1, hp: 3, arm: 7, mv: 3, slots: 2 },
  'high-mobility-large': { cost: 50, actions: 1, hp: 4, arm: 9, mv: 3, slots: 3 },
};

const BYTE = integer(UINT8);
const DELTA = integer(INT8);
const POSITIVE = integerShape([1, UINT8[1]]);

/** What people call it. */
const NAME = orElse(text, 'what people call it', ({ id }: { readonly id?: unknown }) => id, 'the id');

const WEAPON = table({
  id: must(text, 'what commands call it'),
  name: NAME,
  hit: must(BYTE, 'K3: dice'),
  rng: must(
    {
      shape: eitherShape(POSITIVE, word({ C: CLOSE_COMBAT }).shape),
      read(place) {
        const rng = place.value === 'C' ? CLOSE_COMBAT : integerAt(place, UINT8);
        if (place.value !== 0) return rng;
        throw new RuleError('E_RANGE', `${place.path} is 0; it is 1 to 255, or C for close combat`, place.path);
      },
    },
    'K4, K5: range, or C for close combat',
  ),
  pow: must(BYTE, 'K12: added to the successes'),
  pen: orElse(BYTE, 'K12: taken from the armour', 0),
  indirect: orElse(flag, 'K6: may aim at what only an ally sees', false),
  powerAttack: orElse(flag, 'p48: has the power attack', false),
});

/** `rng` is 1 to 255, or CLOSE_COMBAT. */
export type Weapon = ReturnType<typeof WEAPON.read>;

/** What the frame of a unit gives. */
const ofFrame =
  (name: 'hp' | 'arm' | 'mv', without?: number) =>
  ({ frame }: { readonly frame?: unknown }): number | undefined =>
    (frame as Frame | undefined)?.[name] ?? without;

const UNIT_TABLE = table({
  id: must(text, 'what commands call it'),
  name: NAME,
  side: must(integer([0, 1]), 'whose it is'),
  frame: may(word(FRAMES), 'p25: gives HP, Arm and MV'),
  hp: orElse(
    where(BYTE, (hp) => (hp === 0 ? 'is 0' : ''), POSITIVE),
    'K15: damage that destroys it',
    ofFrame('hp'),
    'that of the frame; required without one',
  ),
  arm: orElse(BYTE, 'K12: armour', ofFrame('arm'), 'that of the frame; required without one'),
  mv: orElse(BYTE, 'p23: squares that it walks', ofFrame('mv', 0), 'that of the frame, else 0'),
  x: orElse(BYTE, 'column', 0),
  y: orElse(BYTE, 'row', 0),
  level: orElse(BYTE, 'height', 0),
  damage: orElse(BYTE, 'damage taken, less than HP', 0),
  risk: orElse(BYTE, 'K7: risk gathered', 0),
  weapons: orElse(list(idOf('weapon')), 'ids of the weapons that it carries', []),
  commander: orElse(flag, 'commander or companion', false),
  enhance: orElse(flag, 'p48: a commander who may enhance', false),
  shield: orElse(flag, 'p48: may defend', false),
  largeWeapon: orElse(flag, 'p48: may not evade', false),
  faction: orElse(text, 'p48: a companion of TO may counter', ''),
});

const UNIT_KIND: typeof UNIT_TABLE = {
  ...UNIT_TABLE,
  read(place, ids) {
    const unit = UNIT_TABLE.read(place, ids);
    if (unit.damage < unit.hp) return unit;
    const message = `${place.path}.damage is ${unit.damage}, which destroys HP ${unit.hp}`;
    throw new RuleError('E_RANGE', message, `${place.path}.damage`);
  },
};

/** The special actions of page 48, which have commands of their own. */
export const SPECIAL_NAMES = ['enhance', 'powerAttack', 'counter', 'evade', 'defend'] as const;
/** Maximum number of actions: a bit each in the cell `specials`. */
export const MAX_SPECIALS = 8;

const SIDES_OF_SPECIALS = { attacker: 0, defender: 1 } as const;
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
export const AFTER = { none: 0, moveTarget: 1, moveAttacker: 2, moveTargetOnDamage: 3 } as const;

/** The seed gives no numbers: an action does nothing unless the setup sets them. */
const SPECIAL = table({
  side: may(word(SIDES_OF_SPECIALS), 'whose it is; only for an action of your own, which must have it'),
  needs: may(
    where(list(list(word(CONDITIONS))), ({ length }) =>
      length === 0 ? 'is empty, so that nobody may; leave it out for everybody' : '',
    ),
    'who may declare it: one of these lists must be met as a whole',
    'p48 for the five, everybody for one of your own',
  ),
  poolDelta: orElse(DELTA, 'dice more or less', 0),
  successMin: orElse(
    where(
      BYTE,
      (face) => (face === 1 || face > 6 ? 'is a face from 2 to 6, or 0 to leave it' : ''),
      integerShape([0, 6]),
    ),
    'KA12: lowest face that succeeds, 2 to 6; 0 leaves it',
    0,
  ),
  powDelta: orElse(DELTA, 'added to Pow', 0),
  armDelta: orElse(DELTA, 'added to Arm', 0),
  afterResolve: orElse(numberOf(Object.keys(AFTER)), 'p56: the movement that follows the result', 'none'),
});

/** One special action. */
export interface Special extends Omit<ReturnType<typeof SPECIAL.read>, 'side' | 'needs'> {
  readonly id: string;
  readonly side: number;
  /** Bits of CONDITIONS; one of the sets must be met as a whole. */
  readonly needs: readonly number[];
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

function readSpecial(id: string, place: Place, ids: Ids): Special {
  const { side, needs, ...numbers } = SPECIAL.read(place, ids);
  const known = KNOWN[id];
  if (known !== undefined && side !== undefined) {
    throw new RuleError('E_RANGE', `${place.path}.side is that of page 48; leave it out`, `${place.path}.side`);
  }
  const whose = known?.side ?? side;
  if (whose === undefined) {
    const message = `${place.path} is none of ${SPECIAL_NAMES.join(', ')}; an action of your own says its side`;
    throw new RuleError('E_UNKNOWN_ID', message, place.path, { word: id, known: SPECIAL_NAMES });
  }
  const masks = needs?.map((set) => set.reduce((mask: number, bit) => mask | bit, 0));
  return { id, side: whose, needs: masks ?? known?.needs ?? ANYBODY, ...numbers };
}

/** The five actions in the order of SPECIAL_NAMES, then up to three of the setup in its order. */
const SPECIALS: Kind<readonly Special[]> = {
  shape: entries(SPECIAL).shape,
  read(place, ids) {
    const given = entriesAt(place);
    const known = SPECIAL_NAMES.map((name) => {
      const entry = given.find(([key]) => key === name)?.[1];
      return readSpecial(name, entry ?? { ...place, value: {}, path: `${place.path}.${name}` }, ids);
    });
    const own = given.filter(([key]) => KNOWN[key] === undefined);
    const most = MAX_SPECIALS - known.length;
    if (own.length > most) {
      const message = `${place.path} has at most ${countText(most, 'action')} of its own, not ${own.length}`;
      throw new RuleError('E_WIDTH', message, place.path);
    }
    const all = own.map(([key, entry]) => {
      const id = idAt({ ...entry, value: key });
      return readSpecial(id, entry, ids);
    });
    ids['special'] = [...known, ...all].map(({ id }) => id);
    return [...known, ...all];
  },
};

/** Whether an action has numbers or a movement; without any it changes nothing. */
export function hasEffect({ poolDelta, successMin, powDelta, armDelta, afterResolve }: Special): boolean {
  return poolDelta !== 0 || successMin !== 0 || powDelta !== 0 || armDelta !== 0 || afterResolve !== AFTER.none;
}

const OBJECTIVE = table({ x: must(BYTE, 'column of its middle'), y: must(BYTE, 'row of its middle') });
export type Square = ReturnType<typeof OBJECTIVE.read>;

export const SETUP = table({
  weapons: must(list(WEAPON, 254, 'weapon'), 'the weapons'),
  units: must(list(UNIT_KIND, 32, 'unit'), 'the units of both sides'),
  specials: orElse(
    SPECIALS,
    'numbers of enhance, powerAttack, counter, evade and defend, and up to three actions of your own; the seed gives no numbers',
    {},
    'the five, which change nothing',
  ),
  objectives: orElse(list(OBJECTIVE), 'p39: their middle squares', []),
  rounds: orElse(integer([1, 254]), 'p40: how many', 6),
});

/** Stands for the distance measured between the two positions. */
export const MEASURED = -1;
export const MAX_ATTACKS = 16;

const BIT: Kind<number> = {
  shape: eitherShape(flag.shape, integerShape([0, 1])),
  read: (place) => (typeof place.value === 'boolean' ? Number(place.value) : integerAt(place, [0, 1])),
};

const ATTACK_ROWS = {
  attacker: must(idOf('unit'), 'who attacks'),
  weapon: must(idOf('weapon'), 'a weapon of the attacker'),
  distance: orElse(integer([MEASURED, UINT8[1]]), 'distance; -1 measures the positions', MEASURED),
  visible: orElse(BIT, 'K2: the attacker sees the target', 1),
  allySees: orElse(BIT, 'K6: an ally sees it', 0),
  mutualClear: orElse(BIT, 'K8: free line, half of each silhouette seen both ways', 0),
  specials: orElse(list(idOf('special')), 'special actions in the order of their declaration', []),
};
const ATTACK = table(ATTACK_ROWS);
export type AttackQuery = ReturnType<typeof ATTACK.read>;

/** A query of the odds: an attack, or several on one target. */
export const QUERY = table({
  ...ATTACK_ROWS,
  target: must(idOf('unit'), 'who is attacked'),
  attacks: orElse(integer([1, MAX_ATTACKS]), 'how often', 1),
  followedBy: orElse(list(ATTACK), 'further attacks on the same target', []),
  by: orElse(word({ result: 'result', damage: 'damage', dice: 'dice' } as const), 'what is counted', 'result'),
  switches: orElse(SWITCHES.kind, 'the ruleset of the answer', {}, 'all defaults'),
});

/** A running battle: constants and image. */
export interface World extends DeclaredWorld {
  readonly rules: ReturnType<typeof SWITCHES.read>;
  readonly ids: { readonly [Kind in 'unit' | 'weapon' | 'special']: readonly string[] };
  readonly called: { readonly [Kind in 'unit' | 'weapon']: readonly string[] };
  readonly unitCount: number;
  readonly weapons: readonly Weapon[];
  /** Numbers of the weapons that each unit carries. */
  readonly carried: readonly (readonly number[])[];
  /** Those of page 48 first. */
  readonly specials: readonly Special[];
  readonly objectives: readonly Square[];
  readonly rounds: number;
}

/** Creates a world from a setup. @throws RuleError with the path of the wrong field */
export function createWorld(setup: unknown, rules: World['rules']): World {
  const ids = { unit: [], weapon: [], special: [] };
  const { weapons, units, specials, objectives, rounds } = SETUP.read(placeOf(setup, 'setup', SETUP_CODES), ids);
  const image = createImage(objectiveAt(units.length, objectives.length));
  image[HEAD.attacker] = NO_UNIT;
  image[HEAD.weapon] = NO_UNIT;
  image[HEAD.target] = NO_UNIT;
  image[HEAD.round] = 1;
  image.fill(NO_UNIT, objectiveAt(units.length, 0));
  units.forEach((unit, index) => {
    const cells: Partial<Record<UnitName, unknown>> = { ...unit, factionTo: unit.faction === 'TO' };
    for (const name of Object.keys(UNIT) as UnitName[]) image[unitAt(index) + UNIT[name]] = Number(cells[name] ?? 0);
  });
  return {
    ...{ rules, image, ids, unitCount: units.length, weapons },
    called: { unit: units.map(({ name }) => name), weapon: weapons.map(({ name }) => name) },
    ...{ carried: units.map((unit) => unit.weapons), specials, objectives, rounds },
  };
}
