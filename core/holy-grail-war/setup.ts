/**
 * Plain setup data to checked setup data. Source: state list and widths of seed 004's ruleset; HA16
 * for the seals. Base stats of 0..99 and HP up to 16383 keep every signed damage and every 4*hp in
 * 16 bits.
 */
import { countText } from '../system/count-text.js';
import {
  type Fields,
  fieldsAt,
  flagAt,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  refuseDuplicates,
  textAt,
  textsAt,
  UINT8,
  UINT16,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { SETUP_CODES } from './errors.js';
import { NONE, Phase, Slot } from './names.js';
import { readId, readSkill, type Skill } from './skill-data.js';

export interface UnitSetup {
  readonly id: string;
  readonly name: string;
  readonly servant: boolean;
  readonly className: string;
  /** The seed's attribute (principle and character), as free text. */
  readonly attribute: string;
  readonly stats: { readonly str: number; readonly con: number; readonly agi: number; readonly mag: number };
  readonly luk: number;
  readonly np: number;
  readonly hp: number;
  readonly maxHp: number;
  readonly mp: number;
  readonly maxMp: number;
  readonly lp: number;
  readonly maxLp: number;
  readonly advantage: number;
  readonly upkeep: number;
  readonly skills: readonly Skill[];
}

export interface PairSetup {
  readonly id: string;
  /** Number of the unit, or NONE. */
  readonly master: number;
  readonly servant: number;
  readonly seals: number;
  readonly soulEaten: number;
  readonly exposed: boolean;
  readonly base: number;
}

export interface Reason {
  readonly id: string;
  readonly text: string;
}

export interface Setup {
  readonly day: number;
  readonly slot: number;
  readonly phase: number;
  readonly areas: readonly string[];
  readonly reasons: readonly Reason[];
  readonly units: readonly UnitSetup[];
  readonly pairs: readonly PairSetup[];
}

export const LIMITS = { units: 16, pairs: 8, skills: 64, areas: 64, reasons: 128, stat: 99, hp: 16383 } as const;

const unitKinds = { master: 0, servant: 1 } as const;

const unitNames = [
  'id',
  'name',
  'kind',
  'class',
  'attribute',
  'str',
  'con',
  'agi',
  'mag',
  'luk',
  'np',
  'hp',
  'maxHp',
  'mp',
  'maxMp',
  'lp',
  'maxLp',
  'advantage',
  'upkeep',
  'skills',
] as const;

function readUnit(place: Place): UnitSetup {
  const field = fieldsAt(place, unitNames);
  const id = readId(field('id'));
  const servant = wordAt(field('kind'), unitKinds) === unitKinds.servant;
  const stat = (name: 'str' | 'con' | 'agi' | 'mag'): number => integerAt(field(name), UINT8, [0, LIMITS.stat]);
  const maxHp = integerAt(field('maxHp'), UINT16, [1, LIMITS.hp]);
  const maxMp = integerAt(field('maxMp'), UINT16);
  const maxLp = integerAt(field('maxLp', 0), UINT8);
  const upkeep = field('upkeep');
  if (!servant && !isAbsent(upkeep)) {
    throw new RuleError('E_RANGE', `${upkeep.path}: only a servant has upkeep`, upkeep.path);
  }
  return {
    id,
    name: textAt(field('name', id)),
    servant,
    className: textAt(field('class', '')),
    attribute: textAt(field('attribute', '')),
    stats: { str: stat('str'), con: stat('con'), agi: stat('agi'), mag: stat('mag') },
    luk: integerAt(field('luk', 0), UINT8),
    np: integerAt(field('np', 0), UINT8),
    hp: integerAt(field('hp', maxHp), UINT16, [1, maxHp]),
    maxHp,
    mp: integerAt(field('mp', maxMp), UINT16, [0, maxMp]),
    maxMp,
    lp: integerAt(field('lp', maxLp), UINT8, [0, maxLp]),
    maxLp,
    advantage: integerAt(field('advantage', 0), UINT8),
    upkeep: servant ? integerAt(upkeep, UINT16) : 0,
    skills: listAt(field('skills', []), LIMITS.skills).map(readSkill),
  };
}

type PairField = 'id' | 'master' | 'servant' | 'seals' | 'soulEaten' | 'exposed' | 'base';

function readMember(field: Fields<PairField>, name: 'master' | 'servant', units: readonly UnitSetup[]): number {
  const place = field(name);
  if (isAbsent(place)) return NONE;
  const ids = units.map((unit) => unit.id);
  const number = lookUpAt(place, ids);
  if ((units[number] as UnitSetup).servant !== (name === 'servant')) {
    throw new RuleError('E_RANGE', `${place.path}: ${ids[number]} is no ${name}`, place.path);
  }
  return number;
}

function readPair(place: Place, units: readonly UnitSetup[], areas: readonly string[], seals: number): PairSetup {
  const field = fieldsAt<PairField>(place, ['id', 'master', 'servant', 'seals', 'soulEaten', 'exposed', 'base']);
  const id = readId(field('id'));
  const master = readMember(field, 'master', units);
  const servant = readMember(field, 'servant', units);
  if (master === NONE && servant === NONE) {
    throw new RuleError('E_ALONE', `${place.path} needs a master, a servant or both`, place.path);
  }
  const soulEaten = integerAt(field('soulEaten', 0), UINT16);
  const base = field('base');
  return {
    id,
    master,
    servant,
    seals: integerAt(field('seals', seals), UINT8),
    soulEaten,
    exposed: flagAt(field('exposed', false)) || soulEaten >= 10,
    base: isAbsent(base) ? NONE : lookUpAt(base, areas),
  };
}

function readReason(place: Place): Reason {
  const field = fieldsAt(place, ['id', 'text']);
  return { id: readId(field('id')), text: textAt(field('text')) };
}

/** Checks that every unit is in exactly one pair. */
function checkMembership(units: readonly UnitSetup[], pairs: readonly PairSetup[]): void {
  units.forEach((unit, number) => {
    const count = pairs.filter((pair) => pair.master === number || pair.servant === number).length;
    if (count === 1) return;
    const at = `setup.units[${number}]`;
    if (count === 0) throw new RuleError('E_ALONE', `${at}: ${unit.id} is in no pair`, at);
    throw new RuleError('E_DUPLICATE_ID', `${at}: ${unit.id} is in ${countText(count, 'pair')}`, at);
  });
}

/** Reads a setup. @throws RuleError with the path of the wrong data */
export function readSetup(value: unknown, defaultSeals: number): Setup {
  const field = fieldsAt(placeOf(value, 'setup', SETUP_CODES), [
    'day',
    'slot',
    'phase',
    'areas',
    'reasons',
    'units',
    'pairs',
  ]);
  const areas = textsAt(field('areas', []), LIMITS.areas);
  const reasons = listAt(field('reasons', []), LIMITS.reasons).map(readReason);
  refuseDuplicates(
    reasons.map((reason) => reason.id),
    (index) => `setup.reasons[${index}].id`,
  );
  const units = listAt(field('units', []), LIMITS.units).map(readUnit);
  if (units.length === 0) throw new RuleError('E_RANGE', 'setup.units is missing', 'setup.units');
  refuseDuplicates(
    units.map((unit) => unit.id),
    (index) => `setup.units[${index}].id`,
  );
  const skills = units.flatMap((unit) => unit.skills);
  if (skills.length > LIMITS.skills) {
    throw new RuleError(
      'E_WIDTH',
      `setup.units hold ${countText(skills.length, 'skill')}; ${LIMITS.skills} fit`,
      'setup.units',
    );
  }
  refuseDuplicates(
    skills.map((skill) => skill.id),
    () => 'setup.units.skills',
  );
  const pairs = listAt(field('pairs', []), LIMITS.pairs).map((pair) => readPair(pair, units, areas, defaultSeals));
  refuseDuplicates(
    pairs.map((pair) => pair.id),
    (index) => `setup.pairs[${index}].id`,
  );
  checkMembership(units, pairs);
  return {
    day: integerAt(field('day', 1), UINT16, [1, 0xffff]),
    slot: wordAt(field('slot', 'am'), Slot),
    phase: wordAt(field('phase', 'preparation'), Phase),
    areas,
    reasons,
    units,
    pairs,
  };
}
