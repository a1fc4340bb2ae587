/**
 * Checks the plain data that a battle starts from and fills the image.
 * Source: seed 003 (state of a unit, weapons); frames are page 25, objectives page 39, rounds page 40 (extension).
 */
import { RuleError } from '../system.js';
import { HEAD, NO_UNIT, objectiveAt, UNIT, unitAt } from './cells.js';
import { FRAMES, type Frame } from './frames.js';
import { fieldsAt, flagAt, integerAt, listAt, textAt } from './plain-data.js';
import { CLOSE_COMBAT } from './pool.js';
import { readSpecials, type SpecialHooks } from './specials.js';
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

/** A running battle: what never changes, and the image. */
export interface World {
  readonly rules: Rules;
  readonly image: Uint8Array;
  readonly unitCount: number;
  readonly unitIds: readonly string[];
  readonly weaponIds: readonly string[];
  readonly weapons: readonly Weapon[];
  /** Weapon numbers that each unit carries. */
  readonly carried: readonly (readonly number[])[];
  /** Hooks in the order of SPECIAL_NAMES. */
  readonly specials: readonly SpecialHooks[];
  readonly objectives: readonly Square[];
  readonly rounds: number;
}

const MOST_UNITS = 32;
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

function readRange(value: unknown, path: string): number {
  if (value === 'C') return CLOSE_COMBAT;
  const rng = integerAt(value, path, 0, 255);
  if (rng === 0) throw new RuleError('E_RANGE', `${path} is 0; it is 1 to 255, or C for close combat`, path);
  return rng;
}

function readWeapon(value: unknown, path: string, ids: string[]): Weapon {
  const table = fieldsAt(value, path, WEAPON_FIELDS);
  const id = textAt(table.id, `${path}.id`);
  if (ids.includes(id)) throw new RuleError('E_DUPLICATE_ID', `two weapons are called ${id}`, `${path}.id`);
  ids.push(id);
  return {
    hit: integerAt(table.hit, `${path}.hit`, 0, 255),
    rng: readRange(table.rng, `${path}.rng`),
    pow: integerAt(table.pow, `${path}.pow`, 0, 255),
    pen: integerAt(table.pen, `${path}.pen`, 0, 255, 0),
    indirect: flagAt(table.indirect, `${path}.indirect`, false),
    powerAttack: flagAt(table.powerAttack, `${path}.powerAttack`, false),
  };
}

type UnitTable = Readonly<Partial<Record<(typeof UNIT_FIELDS)[number], unknown>>>;

function frameOf(table: UnitTable, path: string): Frame | undefined {
  if (table.frame === undefined) return undefined;
  const name = textAt(table.frame, `${path}.frame`);
  const frame = Object.hasOwn(FRAMES, name) ? FRAMES[name] : undefined;
  if (frame === undefined) {
    const known = Object.keys(FRAMES).join(', ');
    throw new RuleError('E_UNKNOWN_ID', `no frame is called ${name}; there are ${known}`, `${path}.frame`);
  }
  return frame;
}

function fillUnit(image: Uint8Array, at: number, table: UnitTable, path: string): void {
  const frame = frameOf(table, path);
  const number = (key: keyof UnitTable, max: number, fallback?: number): number =>
    integerAt(table[key], `${path}.${key}`, 0, max, fallback);
  const flag = (key: keyof UnitTable): number => (flagAt(table[key], `${path}.${key}`, false) ? 1 : 0);
  const hp = number('hp', 255, frame?.hp);
  const damage = number('damage', 255, 0);
  if (hp === 0) throw new RuleError('E_RANGE', `${path}.hp is 0`, `${path}.hp`);
  if (damage >= hp) {
    throw new RuleError('E_RANGE', `${path}.damage is ${damage}, which destroys HP ${hp}`, `${path}.damage`);
  }
  image[at + UNIT.x] = number('x', 255, 0);
  image[at + UNIT.y] = number('y', 255, 0);
  image[at + UNIT.level] = number('level', 255, 0);
  image[at + UNIT.hp] = hp;
  image[at + UNIT.damage] = damage;
  image[at + UNIT.arm] = number('arm', 255, frame?.arm);
  image[at + UNIT.risk] = number('risk', 255, 0);
  image[at + UNIT.side] = number('side', 1);
  image[at + UNIT.mv] = number('mv', 255, frame?.mv ?? 0);
  image[at + UNIT.commander] = flag('commander');
  image[at + UNIT.enhance] = flag('enhance');
  image[at + UNIT.shield] = flag('shield');
  image[at + UNIT.largeWeapon] = flag('largeWeapon');
  image[at + UNIT.factionTo] = textAt(table.faction, `${path}.faction`, '') === 'TO' ? 1 : 0;
}

function readCarried(value: unknown, path: string, weaponIds: readonly string[]): number[] {
  if (value === undefined) return [];
  return listAt(value, path).map((given, index) => {
    const id = textAt(given, `${path}[${index}]`);
    const weapon = weaponIds.indexOf(id);
    if (weapon < 0) throw new RuleError('E_UNKNOWN_ID', `no weapon is called ${id}`, `${path}[${index}]`);
    return weapon;
  });
}

function readObjective(value: unknown, path: string): Square {
  const table = fieldsAt(value, path, ['x', 'y'] as const);
  return { x: integerAt(table.x, `${path}.x`, 0, 255), y: integerAt(table.y, `${path}.y`, 0, 255) };
}

/** @throws RuleError with the path of the wrong field */
export function createWorld(setup: unknown, rules: Rules): World {
  const table = fieldsAt(setup, 'setup', SETUP_FIELDS);
  const weaponIds: string[] = [];
  const weapons = listAt(table.weapons, 'setup.weapons').map((value, index) =>
    readWeapon(value, `setup.weapons[${index}]`, weaponIds),
  );
  if (weapons.length >= NO_UNIT) throw new RuleError('E_WIDTH', 'at most 254 weapons fit', 'setup.weapons');
  const units = listAt(table.units, 'setup.units');
  if (units.length > MOST_UNITS) throw new RuleError('E_WIDTH', `at most ${MOST_UNITS} units fit`, 'setup.units');
  const objectives = listAt(table.objectives ?? [], 'setup.objectives').map((value, index) =>
    readObjective(value, `setup.objectives[${index}]`),
  );
  const image = new Uint8Array(objectiveAt(units.length, objectives.length));
  image[HEAD.attacker] = NO_UNIT;
  image[HEAD.weapon] = NO_UNIT;
  image[HEAD.target] = NO_UNIT;
  image[HEAD.round] = 1;
  image.fill(NO_UNIT, objectiveAt(units.length, 0));
  const unitIds: string[] = [];
  const carried = units.map((value, unit) => {
    const path = `setup.units[${unit}]`;
    const fields = fieldsAt(value, path, UNIT_FIELDS);
    const id = textAt(fields.id, `${path}.id`);
    if (unitIds.includes(id)) throw new RuleError('E_DUPLICATE_ID', `two units are called ${id}`, `${path}.id`);
    unitIds.push(id);
    fillUnit(image, unitAt(unit), fields, path);
    return readCarried(fields.weapons, `${path}.weapons`, weaponIds);
  });
  return {
    rules,
    image,
    unitCount: units.length,
    unitIds,
    weaponIds,
    weapons,
    carried,
    specials: readSpecials(table.specials, 'setup.specials'),
    objectives,
    rounds: integerAt(table.rounds, 'setup.rounds', 1, 254, 6),
  };
}
