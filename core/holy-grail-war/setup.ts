/**
 * Plain setup data to checked setup data. Source: state list and widths of seed 004's ruleset; HA16
 * for the seals. Base stats of 0..99 and HP up to 16383 keep every signed damage and every 4*hp in
 * 16 bits.
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
  wordShape,
} from '../system/data-shape.js';
import { countText } from '../system/names.js';
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
  SAFE_INTEGER,
  type Span,
  textAt,
  textsAt,
  UINT8,
  UINT16,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { SETUP_CODES } from './errors.js';
import { Lasts, NONE, Phase, Rank, Slot, Stat, Timing } from './names.js';
import { POOL_CHANGE, readId, readSkill, type Skill } from './skill-data.js';
import { switches } from './switches.js';

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

interface Reason {
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

const LIMITS = { units: 16, pairs: 8, skills: 64, areas: 64, reasons: 128, stat: 99, hp: 16383 } as const;

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

// The form of a setup and of a what-if query as they are published. Source: the readers in
// `setup.ts`, `skill-data.ts` and `what-if.ts`, which are stricter where fields depend on one
// another.

const wordsOf = (words: object): ReturnType<typeof wordShape> => wordShape(Object.keys(words));
const base: Span = [0, LIMITS.stat];
const COUNT: Span = [1, Number.MAX_SAFE_INTEGER];

const CHANGE: readonly FieldShape[] = [
  required('stat', wordsOf(Stat), 'what changes'),
  required('amount', integerShape(POOL_CHANGE), 'by how much; -99 to 99 but for hp, mp and lp'),
  optional('target', wordShape(['self', 'other']), 'the user, or the target of the activation', '`self`'),
  optional('lasts', wordsOf(Lasts), 'how long a stat changes; hp, mp and lp change now', '`now`, which no stat takes'),
];

const EFFECT: readonly FieldShape[] = [
  required('number', integerShape([1, 15]), 'H31: its serial number'),
  required('timing', wordsOf(Timing), 'H17: when it works'),
  optional('cost', integerShape(UINT16), 'MP of an activation', '0'),
  optional('text', TEXT, 'its text; what it says in numbers is repeated in changes', 'empty'),
  optional('changes', listShape(tableShape(CHANGE), 8), 'what it changes', 'none'),
  optional('refersTo', listShape(TEXT, 32), 'lineages: the activation names a skill with one of them', 'no skill'),
  optional('disables', wordsOf(Lasts), 'how long that skill is off', '`now`: not at all'),
];

const SKILL: readonly FieldShape[] = [
  required('id', TEXT, 'up to 32 lower case letters, digits and hyphens'),
  optional('name', TEXT, 'what people call it', 'the id'),
  optional('kind', wordShape(['skill', 'noblePhantasm']), 'H31: which of the two', '`skill`'),
  optional('category', TEXT, 'class of a noble phantasm, such as anti-unit', 'empty'),
  required('rank', TEXT, 'H15: E to A with up to three +, or EX'),
  optional('flavour', TEXT, 'its flavour text', 'empty'),
  required('secrecy', wordsOf(Rank), 'H16: who learns of it'),
  required('lineages', listShape(TEXT, 32), 'H31: one at least'),
  required('effects', listShape(tableShape(EFFECT), 15), 'H31: one at least'),
];

const UNIT: readonly FieldShape[] = [
  required('id', TEXT, 'what commands and cells call it; lower case letters, digits and hyphens'),
  optional('name', TEXT, 'what people call it', 'the id'),
  required('kind', wordShape(['master', 'servant']), 'which half of a pair it is'),
  optional('class', TEXT, 'class of a servant', 'empty'),
  optional('attribute', TEXT, 'principle and character', 'empty'),
  required('str', integerShape(base), 'strength'),
  required('con', integerShape(base), 'constitution'),
  required('agi', integerShape(base), 'agility'),
  required('mag', integerShape(base), 'magic'),
  optional('luk', integerShape(UINT8), 'luck', '0'),
  optional('np', integerShape(UINT8), 'noble phantasm', '0'),
  optional('hp', integerShape([1, LIMITS.hp]), 'HP at the start', 'the maximum'),
  required('maxHp', integerShape([1, LIMITS.hp]), 'maximum of HP'),
  optional('mp', integerShape(UINT16), 'MP at the start', 'the maximum'),
  required('maxMp', integerShape(UINT16), 'maximum of MP'),
  optional('lp', integerShape(UINT8), 'H14: LP at the start', 'the maximum'),
  optional('maxLp', integerShape(UINT8), 'maximum of LP', '0'),
  optional('advantage', integerShape(UINT8), 'H22: advantage', '0'),
  optional('upkeep', integerShape(UINT16), 'H3: MP a turn; a servant must have it, a master has none'),
  optional('skills', listShape(tableShape(SKILL), LIMITS.skills), 'skills and noble phantasms', 'none'),
];

const PAIR: readonly FieldShape[] = [
  required('id', TEXT, 'what commands and cells call it'),
  optional('master', TEXT, 'id of its master', 'a servant alone'),
  optional('servant', TEXT, 'id of its servant', 'a master alone'),
  optional('seals', integerShape(UINT8), 'H28: command seals left', 'the switch seals'),
  optional('soulEaten', integerShape(UINT16), 'H11: MP ever gained by soul eating', '0'),
  optional('exposed', FLAG, 'H11: its secret is out; so it is from 10 souls on', '`false`'),
  optional('base', TEXT, 'the area it lives in', 'unknown'),
];

const REASON: readonly FieldShape[] = [
  required('id', TEXT, 'what commands call it'),
  required('text', TEXT, 'the reason in words'),
];

export const SETUP_SHAPE: TableShape = tableShape([
  optional('day', integerShape([1, UINT16[1]]), 'H1: the day', '1'),
  optional('slot', wordsOf(Slot), 'H1: morning, afternoon or late night', '`am`'),
  optional('phase', wordsOf(Phase), 'H2: where the war begins', '`preparation`'),
  optional('areas', listShape(TEXT, LIMITS.areas), 'H7: the areas of the town', 'none'),
  optional('reasons', listShape(tableShape(REASON), LIMITS.reasons), 'H31: reasons that rulings name', 'none'),
  required('units', listShape(tableShape(UNIT), LIMITS.units), 'masters and servants; each is in one pair'),
  required('pairs', listShape(tableShape(PAIR), LIMITS.pairs), 'a master, a servant or both'),
]);

const SWITCH_FIELDS = switches.map(({ name, values, evidence }) => {
  const numbers = values.filter((value) => typeof value === 'number');
  const value = numbers.length > 0 ? integerShape([Math.min(...numbers), Math.max(...numbers)]) : undefined;
  return optional(name, value ?? wordShape(values.map(String)), evidence);
});

export const QUERY_SHAPE: TableShape = tableShape([
  required('units', listShape(TEXT, 16), 'who fights; two at least'),
  optional('sides', listShape(integerShape(SAFE_INTEGER), 16), 'the side of each, in the same order', 'each its own'),
  optional('notPaying', listShape(TEXT, 16), 'H20: who does not pay for points', 'nobody'),
  optional('noAttack', listShape(TEXT, 16), 'H21: who renounces the attack', 'nobody'),
  optional('view', wordShape(['outcomes', 'splits']), 'losses of all, or each split of the first of two', '`outcomes`'),
  optional('limit', integerShape(COUNT), 'most combinations to count; more than two units need it', 'none'),
  optional('switches', tableShape(SWITCH_FIELDS), 'the ruleset of the answer', 'all defaults'),
]);
