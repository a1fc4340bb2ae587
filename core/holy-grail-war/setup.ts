/**
 * Plain setup data to checked setup data. Source: state list and widths of seed 004's ruleset; HA16 for the seals.
 * Base stats 0..99 and HP to 16383 keep every signed damage and every 4*hp in 16 bits.
 */
import { RuleError } from '../system.js';
import { NONE, Phase, Slot } from './names.js';
import {
  lookUp,
  type PlainTable,
  readBoolean,
  readId,
  readInteger,
  readList,
  readTable,
  readText,
  readTexts,
  readWord,
  refuseDuplicates,
} from './plain-data.js';
import { readSkill, type Skill } from './skill-data.js';

export interface UnitSetup {
  readonly id: string;
  readonly name: string;
  readonly servant: boolean;
  readonly className: string;
  /** The seed's attribute: what it respects and its character, free text. */
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
  /** Numbers of units, or NONE. */
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

export const limits = { units: 16, pairs: 8, skills: 64, areas: 64, reasons: 128, stat: 99, hp: 16383 } as const;

const unitKinds = { master: 0, servant: 1 } as const;

function readUnit(value: unknown, path: string): UnitSetup {
  const table = readTable(value, path, [
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
  ]);
  const id = readId(table, 'id', path);
  const servant = readWord(table, 'kind', path, unitKinds) === unitKinds.servant;
  const stat = (name: string): number => readInteger(table, name, path, 8, 0, limits.stat);
  const maxHp = readInteger(table, 'maxHp', path, 16, 1, limits.hp);
  const maxMp = readInteger(table, 'maxMp', path, 16, 0, 0xffff);
  const maxLp = readInteger(table, 'maxLp', path, 8, 0, 0xff, 0);
  const { upkeep } = table;
  if (!servant && upkeep !== undefined) {
    throw new RuleError('E_RANGE', `${path}.upkeep: only a servant has upkeep`, `${path}.upkeep`);
  }
  return {
    id,
    name: readText(table, 'name', path, id),
    servant,
    className: readText(table, 'class', path, ''),
    attribute: readText(table, 'attribute', path, ''),
    stats: { str: stat('str'), con: stat('con'), agi: stat('agi'), mag: stat('mag') },
    luk: readInteger(table, 'luk', path, 8, 0, 0xff, 0),
    np: readInteger(table, 'np', path, 8, 0, 0xff, 0),
    hp: readInteger(table, 'hp', path, 16, 1, maxHp, maxHp),
    maxHp,
    mp: readInteger(table, 'mp', path, 16, 0, maxMp, maxMp),
    maxMp,
    lp: readInteger(table, 'lp', path, 8, 0, maxLp, maxLp),
    maxLp,
    advantage: readInteger(table, 'advantage', path, 8, 0, 0xff, 0),
    upkeep: servant ? readInteger(table, 'upkeep', path, 16, 0, 0xffff) : 0,
    skills: readList(table, 'skills', path, limits.skills).map((skill, index) =>
      readSkill(skill, `${path}.skills[${index}]`),
    ),
  };
}

function readMember(table: PlainTable, name: 'master' | 'servant', path: string, units: readonly UnitSetup[]): number {
  if (table[name] === undefined) return NONE;
  const at = `${path}.${name}`;
  const ids = units.map((unit) => unit.id);
  const number = lookUp(ids, readText(table, name, path), at);
  if (units[number]?.servant !== (name === 'servant')) {
    throw new RuleError('E_RANGE', `${at}: ${ids[number]} is no ${name}`, at);
  }
  return number;
}

function readPair(
  value: unknown,
  path: string,
  units: readonly UnitSetup[],
  areas: readonly string[],
  seals: number,
): PairSetup {
  const table = readTable(value, path, ['id', 'master', 'servant', 'seals', 'soulEaten', 'exposed', 'base']);
  const id = readId(table, 'id', path);
  const master = readMember(table, 'master', path, units);
  const servant = readMember(table, 'servant', path, units);
  if (master === NONE && servant === NONE) {
    throw new RuleError('E_ALONE', `${path} needs a master, a servant or both`, path);
  }
  const soulEaten = readInteger(table, 'soulEaten', path, 16, 0, 0xffff, 0);
  const { base: home } = table;
  return {
    id,
    master,
    servant,
    seals: readInteger(table, 'seals', path, 8, 0, 0xff, seals),
    soulEaten,
    exposed: readBoolean(table, 'exposed', path) || soulEaten >= 10,
    base: home === undefined ? NONE : lookUp(areas, readText(table, 'base', path), `${path}.base`),
  };
}

function readReason(value: unknown, path: string): Reason {
  const table = readTable(value, path, ['id', 'text']);
  return { id: readId(table, 'id', path), text: readText(table, 'text', path) };
}

/** Every unit in exactly one pair. */
function checkMembership(units: readonly UnitSetup[], pairs: readonly PairSetup[]): void {
  units.forEach((unit, number) => {
    const count = pairs.filter((pair) => pair.master === number || pair.servant === number).length;
    if (count === 1) return;
    const at = `setup.units[${number}]`;
    if (count === 0) throw new RuleError('E_ALONE', `${at}: ${unit.id} is in no pair`, at);
    throw new RuleError('E_DUPLICATE_ID', `${at}: ${unit.id} is in ${count} pairs`, at);
  });
}

/** @throws RuleError naming the place in the data */
export function readSetup(value: unknown, defaultSeals: number): Setup {
  const table = readTable(value, 'setup', ['day', 'slot', 'phase', 'areas', 'reasons', 'units', 'pairs']);
  const areas = readTexts(table, 'areas', 'setup', limits.areas);
  const reasons = readList(table, 'reasons', 'setup', limits.reasons).map((reason, index) =>
    readReason(reason, `setup.reasons[${index}]`),
  );
  refuseDuplicates(
    reasons.map((reason) => reason.id),
    (index) => `setup.reasons[${index}].id`,
  );
  const units = readList(table, 'units', 'setup', limits.units).map((unit, index) =>
    readUnit(unit, `setup.units[${index}]`),
  );
  if (units.length === 0) throw new RuleError('E_RANGE', 'setup.units is missing', 'setup.units');
  refuseDuplicates(
    units.map((unit) => unit.id),
    (index) => `setup.units[${index}].id`,
  );
  const skills = units.flatMap((unit) => unit.skills);
  if (skills.length > limits.skills) {
    throw new RuleError('E_WIDTH', `setup.units hold ${skills.length} skills; ${limits.skills} fit`, 'setup.units');
  }
  refuseDuplicates(
    skills.map((skill) => skill.id),
    () => 'setup.units.skills',
  );
  const pairs = readList(table, 'pairs', 'setup', limits.pairs).map((pair, index) =>
    readPair(pair, `setup.pairs[${index}]`, units, areas, defaultSeals),
  );
  refuseDuplicates(
    pairs.map((pair) => pair.id),
    (index) => `setup.pairs[${index}].id`,
  );
  checkMembership(units, pairs);
  return {
    day: readInteger(table, 'day', 'setup', 16, 1, 0xffff, 1),
    slot: readWord(table, 'slot', 'setup', Slot, 'am'),
    phase: readWord(table, 'phase', 'setup', Phase, 'preparation'),
    areas,
    reasons,
    units,
    pairs,
  };
}
