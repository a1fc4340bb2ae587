/**
 * The party of a played battle: records from the character table (C1:F05F) with what the plan says,
 * ally blocks (C1:ECFB, E894) and battle lists (C1:E94B). Evidence: the routines are executed.
 *
 * Kept as it is: of what a character begins with, attack and defence count at once, the stats of it
 * with the first level or once the menu was open, the rest once the menu was open.
 */

import { CHARACTERS, skillsOfCharacter } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS } from '../../../rom-map/tables/skills.js';
import { read16, write16 } from '../../int/uint.js';
import {
  type Fields,
  fieldsAt,
  integerAt,
  isAbsent,
  listAt,
  type Place,
  UINT8,
  UINT16,
} from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { gainsNothing } from '../growth/experience.js';
import { growHp, growStats } from '../growth/growth.js';
import { learnByLevel } from '../growth/learning.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { FIRST_SKILL, SKILL_SLOTS, STAT_COUNT, STAT_NAMES, STAT_STRIDE } from '../memory/character-entry.js';
import type { DrawScript, Machine } from '../memory/machine.js';
import { rowAt, tableByte } from '../memory/tables.js';
import { assume, EMPTY_SLOTS, FILLED_SKILL_LIST, tryHole } from '../memory/unpublished-used.js';
import {
  EQUIPMENT_SLOTS,
  gearSkills,
  gearStats,
  gearStrength,
  putGear,
  weaponStatuses,
  wornItems,
} from './equipment.js';
import {
  joinFromRecord,
  pointToCharacter,
  RECORD_BYTES,
  recordAddress,
  SMALL_HP,
  skillsKnownAt,
  startCharacter,
  startWithHp,
} from './party-set-up.js';
import { buildSkillList } from './set-up-enemies.js';
import { CELL, EXPERIENCE, FACING, GEAR, HP, LEVEL, STAT } from './setup-spans.js';

// C1:E894, an ally block from its party record at the start of a battle. Evidence: executed.

/** Each stat of a record is three bytes: with equipment, without, of the equipment. */
const RECORD_STAT_STRIDE = 3;

/** C1:E894. @param ally its block; the record is the one it points to */
export function startAllyBlock(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[Cell.WORK_0310 + 1] = 0;
  write16(ram, Cell.WORK_0314, ally);
  const record = read16(ram, ally + Ally.RECORD);
  ram[ally + Ally.SKILL_STATE] = 0;
  ram[ally + Ally.WALK_1E] = 0;
  ram[ally + Ally.WALK_1F] = 4;
  ram[ally + Ally.LEVEL] = ram[record + PartyRecord.LEVEL] as number;
  ram[ally + Ally.STATUSES] = 0;
  for (let stat = 0; stat < 4; stat++) {
    const value = ram[record + PartyRecord.POWER + RECORD_STAT_STRIDE * stat] as number;
    ram[ally + Ally.BASE_STATS + stat] = value;
    ram[ally + Ally.STATS + stat] = value;
  }
  ram[Cell.WORK_0308] = 0;
}

// A member of a higher level than it begins with: the growth of every level between (C1:2448, 248B,
// 24D2), with draws that a plan chooses. Evidence: the routines are executed; which draws a game
// had is an input.

/** Every draw of a growth by a word. */
const DRAWS: Readonly<Record<string, number>> = { least: 0, middle: 0x80, most: 0xff };

/** Words for the draws of a growth. */
export const GROWTH_DRAWS: readonly string[] = Object.keys(DRAWS);

/** What stands in for the generator: the same draw each time; undefined: the generator. */
function scriptOf(place: Place): DrawScript | undefined {
  if (typeof place.value !== 'string') return undefined;
  const draw = Object.hasOwn(DRAWS, place.value) ? DRAWS[place.value] : undefined;
  if (draw !== undefined) return { values: new Uint8Array(), next: 0, choose: () => draw };
  const message = `${place.path} must be ${GROWTH_DRAWS.join(', ')} or the four bytes of the generator, not ${place.value}`;
  throw new RuleError('E_UNKNOWN_ID', message, place.path, { word: place.value, known: GROWTH_DRAWS });
}

/**
 * @param wanted level of the plan @throws RuleError `E_LEVEL` for one that the character never has
 */
export function checkLevel(row: (typeof CHARACTERS)['rows'][number], wanted: number, place: Place): void {
  const first = row.values.level;
  if (wanted === first) return;
  const reason = gainsNothing(row.number)
    ? `${row.id} gains no experience and stays at level ${first}`
    : `${row.id} begins at level ${first}`;
  if (!gainsNothing(row.number) && wanted > first) return;
  const remedy = 'give maxHp and the four stats to have another one';
  throw new RuleError('E_LEVEL', `${place.path} = ${wanted}: ${reason}; ${remedy}`, place.path);
}

/**
 * Grows a record, which holds the start values, to a level.
 * @param draws `least`, `middle`, `most`, or the generator's four bytes before the first draw
 * @throws RuleError naming the place of a fault
 */
export function growTo(machine: Machine, record: number, level: number, draws: Place): void {
  const ram = machine.ram;
  const script = scriptOf(draws);
  const generator = script === undefined ? listAt(draws, 4).map((byte) => integerAt(byte, UINT8)) : [];
  if ((ram[record + PartyRecord.LEVEL] as number) >= level) return;
  const before = ram.slice();
  ram.set(generator, Cell.BATTLE_GENERATOR);
  const kept = machine.script;
  machine.script = script;
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  while ((ram[record + PartyRecord.LEVEL] as number) < level) {
    ram[record + PartyRecord.LEVEL] = (ram[record + PartyRecord.LEVEL] as number) + 1;
    growHp(machine, record);
    ram[Cell.WORK_0308] = STAT_COUNT;
    growStats(machine, entry, record);
    learnByLevel(machine, entry, record);
  }
  machine.script = kept;
  // the routines' work cells are those of the menu then, not of this battle
  const first = record + PartyRecord.ID;
  const grown = ram.slice(first, first + RECORD_BYTES);
  ram.set(before);
  ram.set(grown, first);
}

type Character = (typeof CHARACTERS)['rows'][number];

/** Bits of the skills that a plan lists. */
function listedSkills(machine: Machine, place: Place, row: Character, entry: number): number {
  let bits = 0;
  for (const given of listAt(place, SKILL_SLOTS)) {
    const wanted = rowAt(given, 'skill of the allies', ALLY_SKILLS.rows);
    let slot = 0;
    while (slot < SKILL_SLOTS && tableByte(machine.tables.bankD5, entry + FIRST_SKILL + slot) !== wanted.number) slot++;
    if (slot === SKILL_SLOTS || wanted.number === 0) {
      throw new RuleError('E_UNKNOWN_ID', `${given.path}: ${row.id} never learns ${wanted.id}`, given.path);
    }
    bits |= 1 << slot;
  }
  return bits;
}

/** Record of a party member: the hero's is that of the chapter, the others follow. */
function recordOfSlot(ram: Uint8Array, slot: number): number {
  return recordAddress(((ram[Cell.SCENARIO] as number) + slot) % PartyRecord.COUNT);
}

const MEMBER_FIELDS = [
  'character',
  'level',
  'growth',
  'equipment',
  'hp',
  'maxHp',
  ...STAT_NAMES,
  'attack',
  'defence',
  'experience',
  'skills',
  'leftItem',
  'x',
  'y',
  'facing',
] as const;
type MemberFields = Fields<(typeof MEMBER_FIELDS)[number]>;

/** The start values of a character; its level is the one it begins with. */
function startRecord(machine: Machine, row: Character, record: number): number {
  const ram = machine.ram;
  ram[record + PartyRecord.ID] = row.number;
  pointToCharacter(machine, record);
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  // C1:F05F leaves a small HP byte to unpublished code: the byte is the HP
  if (startCharacter(machine, record) === SMALL_HP) {
    startWithHp(machine, record, tableByte(machine.tables.bankD5, entry));
  }
  return entry;
}

/** Level, with what its growth brings where a plan leaves a figure open, and the equipment. */
function putLevelAndGear(machine: Machine, row: Character, record: number, field: MemberFields): readonly number[] {
  const ram = machine.ram;
  const given = field('level', row.values.level);
  const level = integerAt(given, UINT8, LEVEL);
  const own = Array.from(
    ram.subarray(record + PartyRecord.EQUIPMENT, record + PartyRecord.EQUIPMENT + EQUIPMENT_SLOTS),
  );
  gearStats(machine, own).forEach((gear, stat) => {
    ram[record + PartyRecord.POWER_GEAR + STAT_STRIDE * stat] = gear;
  });
  const isOpen = (['maxHp', ...STAT_NAMES] as const).some((name) => isAbsent(field(name)));
  if (isOpen) checkLevel(row, level, given);
  growTo(machine, record, level, field('growth', 'middle'));
  if (ram[record + PartyRecord.LEVEL] !== level) {
    ram[record + PartyRecord.LEVEL] = level;
    write16(ram, record + PartyRecord.SKILL_BITS, skillsKnownAt(level));
  }
  const equipment = field('equipment');
  if (isAbsent(equipment)) return own;
  const worn = wornItems(machine, row, equipment);
  putGear(machine, row, record, worn);
  const skills = gearSkills(machine, skillsOfCharacter(row), worn);
  write16(ram, record + PartyRecord.SKILL_BITS, read16(ram, record + PartyRecord.SKILL_BITS) | skills);
  return worn;
}

/** Figures that a plan gives; they win over those of level and equipment. */
function putFigures(machine: Machine, record: number, field: MemberFields): void {
  const ram = machine.ram;
  const maxHp = integerAt(field('maxHp', read16(ram, record + PartyRecord.MAX_HP)), UINT16, HP);
  write16(ram, record + PartyRecord.MAX_HP, maxHp);
  write16(ram, record + PartyRecord.HP, integerAt(field('hp', maxHp), UINT16, [1, maxHp]));
  STAT_NAMES.forEach((stat, index) => {
    const at = record + STAT_STRIDE * index;
    const value = integerAt(field(stat, ram[at + PartyRecord.POWER_BASE]), UINT8, STAT);
    if (isAbsent(field(stat))) return;
    ram[at + PartyRecord.POWER] = value;
    ram[at + PartyRecord.POWER_BASE] = value;
    ram[at + PartyRecord.POWER_GEAR] = 0;
  });
}

function putRecord(machine: Machine, place: Place, slot: number): void {
  const ram = machine.ram;
  const field = fieldsAt(place, MEMBER_FIELDS);
  const row = rowAt(field('character'), 'character', CHARACTERS.rows);
  const record = recordOfSlot(ram, slot);
  const entry = startRecord(machine, row, record);
  const worn = putLevelAndGear(machine, row, record, field);
  const skills = field('skills');
  if (!isAbsent(skills)) write16(ram, record + PartyRecord.SKILL_BITS, listedSkills(machine, skills, row, entry));
  putFigures(machine, record, field);
  const gear = gearStrength(machine, worn);
  ram[record + PartyRecord.ATTACK] = integerAt(field('attack', gear.attack), UINT8, GEAR);
  ram[record + PartyRecord.DEFENCE] = integerAt(field('defence', gear.defence), UINT8, UINT8);
  ram[record + PartyRecord.EXPERIENCE] = integerAt(field('experience', 0), UINT8, EXPERIENCE);
  ram[record + PartyRecord.WEAPON_STATUSES] = weaponStatuses(machine, worn);
  const leftItem = field('leftItem');
  if (!isAbsent(leftItem)) ram[record + PartyRecord.LEFT_ITEM] = rowAt(leftItem, 'item', ITEMS.rows).number;
}

/** The battle list of an ally's skills, by the image's C1:E94B where there is one. */
function listSkills(machine: Machine, ally: number): void {
  if (tryHole(machine, FILLED_SKILL_LIST, 0xc1e94b, ally) !== undefined) return;
  if (machine.holes.original !== undefined) assume(machine, EMPTY_SLOTS);
  buildSkillList(machine, ally);
}

/** Empty blocks, and the order of the allies. */
export function putRanks(ram: Uint8Array): void {
  for (let slot = 0; slot < Ally.COUNT; slot++) {
    ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] = 0xff;
    ram[Cell.ALLY_RANK + slot] = slot;
  }
}

/** The block of a member, from its record. */
export function enterAlly(machine: Machine, slot: number, record: number): void {
  const ally = Ally.FIRST + Ally.STRIDE * slot;
  joinFromRecord(machine, ally, record);
  startAllyBlock(machine, ally);
  listSkills(machine, ally);
}

/** Records and blocks of the members; a member that is named twice is refused. */
export function putParty(machine: Machine, members: readonly Place[]): void {
  const ram = machine.ram;
  putRanks(ram);
  members.forEach((member, slot) => {
    putRecord(machine, member, slot);
    const record = recordOfSlot(ram, slot);
    for (let other = 0; other < slot; other++) {
      if (ram[recordOfSlot(ram, other) + PartyRecord.ID] === ram[record + PartyRecord.ID]) {
        throw new RuleError('E_DUPLICATE_ID', `${member.path} is in the party already`, `${member.path}.character`);
      }
    }
    enterAlly(machine, slot, record);
  });
}

/** Places that the plan gives; the others stay as the formation has them. */
export function putPlaces(machine: Machine, members: readonly Place[], needed: boolean): void {
  const ram = machine.ram;
  members.forEach((member, slot) => {
    const table = member.value as Readonly<Record<string, unknown>>;
    const at = (name: string): Place => ({ value: table[name], path: `${member.path}.${name}`, codes: member.codes });
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    const x = at('x');
    const y = at('y');
    if (needed || !isAbsent(x)) ram[ally + Ally.CELL_X] = integerAt(x, UINT8, CELL);
    if (needed || !isAbsent(y)) ram[ally + Ally.CELL_X + 1] = integerAt(y, UINT8, CELL);
    const facing = at('facing');
    if (!isAbsent(facing)) ram[ally + Ally.FACING] = integerAt(facing, UINT8, FACING);
  });
}
