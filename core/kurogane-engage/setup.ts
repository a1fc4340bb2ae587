/**
 * Checks the plain data of a setup and fills the image. Source: seed 003 (state of a unit,
 * weapons); frames are page 25, objectives page 39, rounds page 40 (extension).
 */
import {
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  TEXT,
  tableShape,
  type ValueShape,
  wordShape,
} from '../system/data-shape.js';
import { createImage } from '../system/image-layout.js';
import {
  addId,
  type Fields,
  fieldsAt,
  flagAt,
  INT8,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  type Span,
  textAt,
  UINT8,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { HEAD, NO_UNIT, objectiveAt, UNIT, unitAt } from './cells.js';
import { MEASURED } from './commands.js';
import { SETUP_CODES } from './errors.js';
import { CLOSE_COMBAT } from './pool.js';
import { AFTER_RESOLVE, CONDITIONS, readSpecials, SIDES_OF_SPECIALS, type Special } from './specials.js';
import { type Rules, SWITCHES } from './switches.js';

// The frames of page 25: build points, actions, HP, armour, movement and slots. Source: seed 003's
// wiki (extension).

export interface Frame {
  readonly cost: number;
  readonly actions: number;
  readonly hp: number;
  readonly arm: number;
  readonly mv: number;
  readonly slots: number;
}

export const FRAMES: Readonly<Record<string, Frame>> = {
  standard: { cost: 25, actions: 1, hp: 3, arm: 8, mv: 2, slots: 3 },
  large: { cost: 45, actions: 1, hp: 4, arm: 10, mv: 2, slots: 4 },
  'high-mobility-standard': { cost: 30, actions: 1, hp: 3, arm: 7, mv: 3, slots: 2 },
  'high-mobility-large': { cost: 50, actions: 1, hp: 4, arm: 9, mv: 3, slots: 3 },
};

// The form of a setup and of a query as they are published. Source: the readers in `setup.ts`,
// `specials.ts` and `odds.ts`, which are stricter where fields depend on one another.

const BYTE = integerShape(UINT8);
const DELTA = integerShape(INT8);
const POSITIVE: Span = [1, UINT8[1]];
const BIT: ValueShape = { is: 'either', forms: [FLAG, integerShape([0, 1])] };

const WEAPON: readonly FieldShape[] = [
  required('id', TEXT, 'what commands call it'),
  required('hit', BYTE, 'K3: dice'),
  required(
    'rng',
    { is: 'either', forms: [integerShape(POSITIVE), wordShape(['C'])] },
    'K4, K5: range, or C for close combat',
  ),
  required('pow', BYTE, 'K12: added to the successes'),
  optional('pen', BYTE, 'K12: taken from the armour', '0'),
  optional('indirect', FLAG, 'K6: may aim at what only an ally sees', '`false`'),
  optional('powerAttack', FLAG, 'p48: has the power attack', '`false`'),
];

const UNIT_SHAPE: readonly FieldShape[] = [
  required('id', TEXT, 'what commands call it'),
  required('side', integerShape([0, 1]), 'whose it is'),
  optional('frame', wordShape(Object.keys(FRAMES)), 'p25: gives HP, Arm and MV'),
  optional('hp', integerShape(POSITIVE), 'K15: damage that destroys it', 'that of the frame; required without one'),
  optional('arm', BYTE, 'K12: armour', 'that of the frame; required without one'),
  optional('mv', BYTE, 'p23: squares that it walks', 'that of the frame, else 0'),
  optional('x', BYTE, 'column', '0'),
  optional('y', BYTE, 'row', '0'),
  optional('level', BYTE, 'height', '0'),
  optional('damage', BYTE, 'damage taken, less than HP', '0'),
  optional('risk', BYTE, 'K7: risk gathered', '0'),
  optional('weapons', listShape(TEXT), 'ids of the weapons that it carries', 'none'),
  optional('commander', FLAG, 'commander or companion', '`false`'),
  optional('enhance', FLAG, 'p48: a commander who may enhance', '`false`'),
  optional('shield', FLAG, 'p48: may defend', '`false`'),
  optional('largeWeapon', FLAG, 'p48: may not evade', '`false`'),
  optional('faction', TEXT, 'p48: a companion of TO may counter', 'none'),
];

const NUMBERS: readonly FieldShape[] = [
  optional(
    'needs',
    listShape(listShape(wordShape(Object.keys(CONDITIONS)))),
    'who may declare it: one of these lists must be met as a whole',
    'p48 for the five, everybody for one of your own',
  ),
  optional('poolDelta', DELTA, 'dice more or less', '0'),
  optional('successMin', integerShape([0, 6]), 'KA12: lowest face that succeeds, 2 to 6; 0 leaves it', '0'),
  optional('powDelta', DELTA, 'added to Pow', '0'),
  optional('armDelta', DELTA, 'added to Arm', '0'),
  optional('afterResolve', wordShape(AFTER_RESOLVE), 'p56: the movement that follows the result', '`none`'),
];

const SPECIAL: readonly FieldShape[] = [
  optional(
    'side',
    wordShape(Object.keys(SIDES_OF_SPECIALS)),
    'whose it is; only for an action of your own, which must have it',
  ),
  ...NUMBERS,
];

const OBJECTIVE: readonly FieldShape[] = [
  required('x', BYTE, 'column of its middle'),
  required('y', BYTE, 'row of its middle'),
];

export const SETUP_SHAPE: TableShape = tableShape([
  required('weapons', listShape(tableShape(WEAPON), 254), 'the weapons'),
  required('units', listShape(tableShape(UNIT_SHAPE), 32), 'the units of both sides'),
  optional(
    'specials',
    { is: 'entries', of: tableShape(SPECIAL) },
    'numbers of enhance, powerAttack, counter, evade and defend, and up to three actions of your own; the seed gives no numbers',
    'the five, which change nothing',
  ),
  optional('objectives', listShape(tableShape(OBJECTIVE)), 'p39: their middle squares', 'none'),
  optional('rounds', integerShape([1, 254]), 'p40: how many', '6'),
]);

const ATTACK: readonly FieldShape[] = [
  required('attacker', TEXT, 'who attacks'),
  required('weapon', TEXT, 'a weapon of the attacker'),
  optional('distance', integerShape([MEASURED, UINT8[1]]), 'distance; -1 measures the positions', '-1'),
  optional('visible', BIT, 'K2: the attacker sees the target', '1'),
  optional('allySees', BIT, 'K6: an ally sees it', '0'),
  optional('mutualClear', BIT, 'K8: free line, half of each silhouette seen both ways', '0'),
  optional('specials', listShape(TEXT), 'special actions in the order of their declaration', 'none'),
];

const SWITCH_FIELDS = SWITCHES.map(({ name, values, evidence }) =>
  optional(name, wordShape(values.map(String)), evidence),
);

export const QUERY_SHAPE: TableShape = tableShape([
  ...ATTACK,
  required('target', TEXT, 'who is attacked'),
  optional('attacks', integerShape([1, 16]), 'how often', '1'),
  optional('followedBy', listShape(tableShape(ATTACK)), 'further attacks on the same target', 'none'),
  optional('by', wordShape(['result', 'damage', 'dice']), 'what is counted', '`result`'),
  optional('switches', tableShape(SWITCH_FIELDS), 'the ruleset of the answer', 'all defaults'),
]);

export interface Weapon {
  readonly hit: number;
  /** 1 to 255, or CLOSE_COMBAT. */
  readonly rng: number;
  readonly pow: number;
  readonly pen: number;
  readonly indirect: boolean;
  readonly powerAttack: boolean;
}

export interface Square {
  readonly x: number;
  readonly y: number;
}

/** A running battle: constants and image. */
export interface World {
  readonly rules: Rules;
  readonly image: Uint8Array;
  readonly unitCount: number;
  readonly unitIds: readonly string[];
  readonly weaponIds: readonly string[];
  readonly weapons: readonly Weapon[];
  /** Numbers of the weapons that each unit carries. */
  readonly carried: readonly (readonly number[])[];
  /** Those of page 48 first. */
  readonly specials: readonly Special[];
  readonly objectives: readonly Square[];
  readonly rounds: number;
}

const MAX_WEAPONS = 254;
const MAX_UNITS = 32;
const SIDE: Span = [0, 1];
const ROUNDS: Span = [1, 254];
const SETUP_FIELDS = ['weapons', 'units', 'specials', 'objectives', 'rounds'] as const;
const WEAPON_FIELDS = ['id', 'hit', 'rng', 'pow', 'pen', 'indirect', 'powerAttack'] as const;
const UNIT_FIELDS = [
  'id',
  'side',
  'frame',
  'hp',
  'arm',
  'mv',
  'x',
  'y',
  'level',
  'damage',
  'risk',
  'weapons',
  'commander',
  'enhance',
  'shield',
  'largeWeapon',
  'faction',
] as const;

function readRange(place: Place): number {
  const { value, path } = place;
  if (value === 'C') return CLOSE_COMBAT;
  const rng = integerAt(place, UINT8);
  if (rng === 0) throw new RuleError('E_RANGE', `${path} is 0; it is 1 to 255, or C for close combat`, path);
  return rng;
}

function readWeapon(place: Place, ids: string[]): Weapon {
  const field = fieldsAt(place, WEAPON_FIELDS);
  const id = field('id');
  addId(ids, textAt(id), id.path);
  return {
    hit: integerAt(field('hit'), UINT8),
    rng: readRange(field('rng')),
    pow: integerAt(field('pow'), UINT8),
    pen: integerAt(field('pen', 0), UINT8),
    indirect: flagAt(field('indirect', false)),
    powerAttack: flagAt(field('powerAttack', false)),
  };
}

type UnitField = (typeof UNIT_FIELDS)[number];

function fillUnit(image: Uint8Array, at: number, field: Fields<UnitField>, path: string): void {
  const frameName = field('frame');
  const frame = isAbsent(frameName) ? undefined : wordAt(frameName, FRAMES);
  const number = (key: UnitField, fallback?: number): number => integerAt(field(key, fallback), UINT8);
  const flag = (key: UnitField): number => (flagAt(field(key, false)) ? 1 : 0);
  const hp = number('hp', frame?.hp);
  const damage = number('damage', 0);
  if (hp === 0) throw new RuleError('E_RANGE', `${path}.hp is 0`, `${path}.hp`);
  if (damage >= hp) {
    throw new RuleError('E_RANGE', `${path}.damage is ${damage}, which destroys HP ${hp}`, `${path}.damage`);
  }
  image[at + UNIT.x] = number('x', 0);
  image[at + UNIT.y] = number('y', 0);
  image[at + UNIT.level] = number('level', 0);
  image[at + UNIT.hp] = hp;
  image[at + UNIT.damage] = damage;
  image[at + UNIT.arm] = number('arm', frame?.arm);
  image[at + UNIT.risk] = number('risk', 0);
  image[at + UNIT.side] = integerAt(field('side'), SIDE);
  image[at + UNIT.mv] = number('mv', frame?.mv ?? 0);
  image[at + UNIT.commander] = flag('commander');
  image[at + UNIT.enhance] = flag('enhance');
  image[at + UNIT.shield] = flag('shield');
  image[at + UNIT.largeWeapon] = flag('largeWeapon');
  image[at + UNIT.factionTo] = textAt(field('faction', '')) === 'TO' ? 1 : 0;
}

function readObjective(place: Place): Square {
  const field = fieldsAt(place, ['x', 'y']);
  return { x: integerAt(field('x'), UINT8), y: integerAt(field('y'), UINT8) };
}

/** Creates a world from a setup. @throws RuleError with the path of the wrong field */
export function createWorld(setup: unknown, rules: Rules): World {
  const field = fieldsAt(placeOf(setup, 'setup', SETUP_CODES), SETUP_FIELDS);
  const weaponIds: string[] = [];
  const weapons = listAt(field('weapons'), MAX_WEAPONS).map((weapon) => readWeapon(weapon, weaponIds));
  const units = listAt(field('units'), MAX_UNITS);
  const objectives = listAt(field('objectives', [])).map(readObjective);
  const image = createImage(objectiveAt(units.length, objectives.length));
  image[HEAD.attacker] = NO_UNIT;
  image[HEAD.weapon] = NO_UNIT;
  image[HEAD.target] = NO_UNIT;
  image[HEAD.round] = 1;
  image.fill(NO_UNIT, objectiveAt(units.length, 0));
  const unitIds: string[] = [];
  const carried = units.map((place, unit) => {
    const fields = fieldsAt(place, UNIT_FIELDS);
    const id = fields('id');
    addId(unitIds, textAt(id), id.path);
    fillUnit(image, unitAt(unit), fields, place.path);
    return listAt(fields('weapons', [])).map((weapon) => lookUpAt(weapon, weaponIds));
  });
  return {
    rules,
    image,
    unitCount: units.length,
    unitIds,
    weaponIds,
    weapons,
    carried,
    specials: readSpecials(field('specials', {})),
    objectives,
    rounds: integerAt(field('rounds', 6), ROUNDS),
  };
}
