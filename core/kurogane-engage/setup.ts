/**
 * Checks the plain data of a setup and fills the image. Source: seed 003 (state of a unit,
 * weapons); frames are page 25, objectives page 39, rounds page 40 (extension).
 */

import { createImage } from '../system/create-image.js';
import {
  addId,
  type Fields,
  fieldsAt,
  flagAt,
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
import { SETUP_CODES } from './errors.js';
import { FRAMES } from './frames.js';
import { CLOSE_COMBAT } from './pool.js';
import { readSpecials, type Special } from './specials.js';
import type { Rules } from './switches.js';

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
