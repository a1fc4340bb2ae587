/**
 * The party of a played battle: records from the character table (C1:F05F) with what the plan says,
 * ally blocks (C1:ECFB, E894) and battle lists (C1:E94B). Evidence: the routines are executed;
 * equipment counts as attack and defence only.
 */

import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS } from '../../../rom-map/tables/skills.js';
import { read16, write16 } from '../../int/uint.js';
import { fieldsAt, integerAt, isAbsent, listAt, type Place, type Span, UINT8 } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { FIELD_SIDE } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { FIRST_SKILL, SKILL_SLOTS, STAT_NAMES, STAT_STRIDE } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { rowAt } from '../memory/table-names.js';
import { tableByte } from '../memory/tables.js';
import { assume, EMPTY_SLOTS, FILLED_SKILL_LIST, tryHole } from '../memory/unpublished-used.js';
import { startAllyBlock } from './ally-block.js';
import {
  joinFromRecord,
  pointToCharacter,
  recordAddress,
  SMALL_HP,
  skillsKnownAt,
  startCharacter,
  startWithHp,
} from './party-set-up.js';
import { buildSkillList } from './skill-list.js';

const CELL: Span = [0, FIELD_SIDE - 1];
const FACING: Span = [0, 3];
const LEVEL: Span = [1, 99];
const HP: Span = [1, 999];
/** A stat of a record: 99 is the cap of growth, equipment may go on to 255. */
const STAT: Span = [0, 99];
const GEAR: Span = [0, 99];
const UINT16_HP: Span = [0, 0xffff];

type Character = (typeof CHARACTERS)['rows'][number];

/** Attack and defence of the equipment a character starts with. */
export function gearOf(row: Character): { readonly attack: number; readonly defence: number } {
  const value = (item: number): number => ITEMS.rows[item]?.values.attackOrDefence ?? 0;
  const { values } = row;
  return {
    attack: value(values.rightGear),
    defence: value(values.headGear) + value(values.leftGear) + value(values.bodyGear) + value(values.legsGear),
  };
}

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

function putRecord(machine: Machine, place: Place, slot: number): void {
  const ram = machine.ram;
  const field = fieldsAt(place, [
    'character',
    'level',
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
  ]);
  const row = rowAt(field('character'), 'character', CHARACTERS.rows);
  const record = recordOfSlot(ram, slot);
  ram[record + PartyRecord.ID] = row.number;
  pointToCharacter(machine, record);
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  // C1:F05F leaves a small HP byte to unpublished code: the byte is the HP
  if (startCharacter(machine, record) === SMALL_HP) {
    startWithHp(machine, record, tableByte(machine.tables.bankD5, entry));
  }
  const level = integerAt(field('level', row.values.level), UINT8, LEVEL);
  ram[record + PartyRecord.LEVEL] = level;
  write16(ram, record + PartyRecord.SKILL_BITS, skillsKnownAt(Math.min(level, 15)));
  const skills = field('skills');
  if (!isAbsent(skills)) write16(ram, record + PartyRecord.SKILL_BITS, listedSkills(machine, skills, row, entry));
  const maxHp = integerAt(field('maxHp', read16(ram, record + PartyRecord.MAX_HP)), UINT16_HP, HP);
  const hp = field('hp', maxHp);
  write16(ram, record + PartyRecord.MAX_HP, maxHp);
  write16(ram, record + PartyRecord.HP, integerAt(hp, UINT16_HP, [1, maxHp]));
  STAT_NAMES.forEach((stat, index) => {
    const given = integerAt(field(stat, tableByte(machine.tables.bankD5, entry + 1 + index)), UINT8, STAT);
    ram[record + PartyRecord.POWER + STAT_STRIDE * index] = given;
    ram[record + PartyRecord.POWER_BASE + STAT_STRIDE * index] = given;
  });
  const gear = gearOf(row);
  ram[record + PartyRecord.ATTACK] = integerAt(field('attack', gear.attack), UINT8, GEAR);
  ram[record + PartyRecord.DEFENCE] = integerAt(field('defence', gear.defence), UINT8, UINT8);
  ram[record + PartyRecord.EXPERIENCE] = integerAt(field('experience', 0), UINT8, [0, 99]);
  const leftItem = field('leftItem');
  if (!isAbsent(leftItem)) ram[record + PartyRecord.LEFT_ITEM] = rowAt(leftItem, 'item', ITEMS.rows).number;
}

/** The battle list of an ally's skills, by the image's C1:E94B where there is one. */
function listSkills(machine: Machine, ally: number): void {
  if (tryHole(machine, FILLED_SKILL_LIST, 0xc1e94b, ally) !== undefined) return;
  if (machine.holes.original !== undefined) assume(machine, EMPTY_SLOTS);
  buildSkillList(machine, ally);
}

/** Records and blocks of the members; a member that is named twice is refused. */
export function putParty(machine: Machine, members: readonly Place[]): void {
  const ram = machine.ram;
  for (let slot = 0; slot < 4; slot++) {
    ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] = 0xff;
    ram[Cell.ALLY_RANK + slot] = slot;
  }
  members.forEach((member, slot) => {
    putRecord(machine, member, slot);
    const record = recordOfSlot(ram, slot);
    for (let other = 0; other < slot; other++) {
      if (ram[recordOfSlot(ram, other) + PartyRecord.ID] === ram[record + PartyRecord.ID]) {
        throw new RuleError('E_DUPLICATE_ID', `${member.path} is in the party already`, `${member.path}.character`);
      }
    }
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    joinFromRecord(machine, ally, record);
    startAllyBlock(machine, ally);
    listSkills(machine, ally);
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
