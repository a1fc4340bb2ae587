/**
 * The enemies of a played battle: those of a formation, or listed ones (C1:FB7C, FC0A, 51FB).
 * Evidence: the routines are executed; sizes are the published ones by species, as the index of
 * D5:F97B is not known for all; the skills' countered attributes go to their cells by the pages on
 * the data.
 */

import { SPECIES, sizeOf } from '../../../rom-map/tables/species.js';
import { read8, read16, write16 } from '../../int/uint.js';
import { fieldsAt, integerAt, isAbsent, type Place, UINT8, UINT16 } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER, placeEnemy } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { FIRST_SKILL, SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import {
  allySkillRecord,
  SKILL_COUNTERS_HIGH,
  SKILL_COUNTERS_LOW,
  SKILL_DISABLED_BY,
  SKILL_TYPE,
  SPECIES_SKILLS,
  skillByte,
  skillRecordOf,
} from '../memory/skill-record.js';
import { END_OF_LIST, PRESENT } from '../memory/state-bits.js';
import { rowAt, tableByte } from '../memory/tables.js';
import { ENEMY_ENTERED, enterEnemy, NO_FREE_SPECIES, speciesBlockOf } from './enemy-set-up.js';
import { CELL, ENEMY_HP, ENEMY_LEVEL, FACING } from './setup-spans.js';

// The battle list of an ally's skills: C1:E94B. Evidence: executed; empty and unknown slots go
// through ten deduced bytes (C1:E96D, E9A2).

/** Work cells: slots left, entries left, what was read of a skill. */
const SLOTS_LEFT = Cell.WORK_0308;
const ENTRIES_LEFT = Cell.WORK_0308 + 1;
const KNOWN = Cell.WORK_0310;
const SKILL = Cell.WORK_0312;
const DISABLING = Cell.WORK_0312 + 1;
const TABLE = Cell.WORK_0314;
const COUNTERS_HIGH = Cell.ORDINARY_ENEMY_PRESENT;
const FLAGS = Cell.AREA_CENTRE_Y;
const TYPE = Cell.WORK_0318;

/** Flags of a list entry: attributes countered with the counter-only mark in bit 0. */
export function listFlags(countersLow: number, type: number): number {
  return (countersLow & 0xfe) | ((type >> 6) & 1);
}

/** What the list keeps of the skill in 0312 goes to the work cells. */
function readSkill(machine: Machine): void {
  const ram = machine.ram;
  const record = allySkillRecord(machine, ram[SKILL] as number);
  ram[DISABLING] = skillByte(machine, record, SKILL_DISABLED_BY);
  ram[TYPE] = skillByte(machine, record, SKILL_TYPE);
  ram[FLAGS] = listFlags(skillByte(machine, record, SKILL_COUNTERS_LOW), ram[TYPE] as number);
  ram[COUNTERS_HIGH] = skillByte(machine, record, SKILL_COUNTERS_HIGH);
}

function writeEntry(ram: Uint8Array, entry: number): void {
  ram[entry + Ally.LIST_SKILL] = ram[SKILL] as number;
  ram[entry + Ally.LIST_DISABLING] = ram[DISABLING] as number;
  ram[entry + Ally.LIST_COUNTER_HIGH] = ram[COUNTERS_HIGH] as number;
  ram[entry + Ally.LIST_FLAGS] = ram[FLAGS] as number;
  ram[entry + Ally.LIST_TYPE] = ram[TYPE] as number;
}

/** Unused entries become 0, all but their type byte. */
function clearEntry(ram: Uint8Array, entry: number): void {
  ram[entry + Ally.LIST_SKILL] = 0;
  ram[entry + Ally.LIST_DISABLING] = 0;
  ram[entry + Ally.LIST_COUNTER_HIGH] = 0;
  ram[entry + Ally.LIST_FLAGS] = 0;
}

/**
 * C1:E94B, the known skills, packed; the remembered skill becomes the first one when there is none.
 */
export function buildSkillList(machine: Machine, ally: number): void {
  const { ram, tables } = machine;
  const record = read16(ram, ally + Ally.RECORD);
  const table = read16(ram, record + PartyRecord.TABLE_ENTRY);
  write16(ram, TABLE, ally);
  write16(ram, KNOWN, read16(ram, record + PartyRecord.SKILL_BITS));
  let entry = ally;
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    const skill = tableByte(tables.bankD5, table + FIRST_SKILL + slot);
    const known = read16(ram, KNOWN);
    ram[SKILL] = skill;
    write16(ram, KNOWN, known >> 1);
    if (skill === 0) continue;
    write16(ram, TABLE, table + slot);
    readSkill(machine);
    if ((known & 1) === 0) continue;
    writeEntry(ram, entry);
    entry++;
  }
  for (const end = ally + SKILL_SLOTS; entry < end; entry++) clearEntry(ram, entry);
  ram[SLOTS_LEFT] = 0;
  ram[ENTRIES_LEFT] = 0;
  if (ram[record + PartyRecord.LAST_LEARNED] === 0) {
    ram[record + PartyRecord.LAST_LEARNED] = ram[ally + Ally.LIST_SKILL] as number;
  }
}

/** Size and the four skills' counters of a species that was just loaded. */
function completeSpecies(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const { width, height } = sizeOf(read8(ram, species + Species.ID));
  ram[species + Species.WIDTH] = width;
  ram[species + Species.HEIGHT] = height;
  for (let slot = species; slot < species + SPECIES_SKILLS; slot++) {
    const skill = skillRecordOf(machine, read8(ram, slot + Species.SKILLS), enemy);
    ram[slot + Species.COUNTER_HIGH] = skillByte(machine, skill, SKILL_COUNTERS_HIGH);
    ram[slot + Species.SKILL_FLAGS] = listFlags(
      skillByte(machine, skill, SKILL_COUNTERS_LOW),
      skillByte(machine, skill, SKILL_TYPE),
    );
    ram[slot + Species.SKILL_DISABLING] = skillByte(machine, skill, SKILL_DISABLED_BY);
  }
}

/**
 * Enters an enemy as the next one of the list. @param formation address of its pair of bytes, less
 * 7, in bank D6
 */
function enter(machine: Machine, id: number, formation: number, path: string): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.NEAREST_ALLY_POINTER);
  let result = enterEnemy(machine, id, formation);
  if (result !== ENEMY_ENTERED && result !== NO_FREE_SPECIES) result = enterEnemy(machine, id, formation);
  if (result === NO_FREE_SPECIES) {
    throw new RuleError('E_PARTY', `${path}: a battle has at most four kinds of enemies`, path);
  }
  if (result !== ENEMY_ENTERED) {
    const reason = `species ${id} never enters a battle, because C1:FB7C does not find it again once it is loaded`;
    throw new RuleError('E_PARTY', `${path}: ${reason}; give another one`, path);
  }
  completeSpecies(machine, enemy);
  ram[enemy + Enemy.STRIDE + Enemy.STATE] = END_OF_LIST;
  write16(ram, Cell.NEAREST_ALLY_POINTER, enemy + Enemy.STRIDE);
  return enemy;
}

/** The enemies of the formation at an address of bank D6. */
export function putFormationEnemies(machine: Machine, head: number, count: number): void {
  for (let index = 0; index < count; index++) {
    const pair = head + 2 * index;
    enter(machine, tableByte(machine.tables.bankD6, pair + 7), pair, 'setup.formation');
  }
}

/** Figures of a kind, in the place of its record's; the four stats in the order of the cells. */
const KIND_STATS = ['power', 'speed', 'body', 'intellect'] as const;
const KIND_FIGURES = ['maxHp', 'level', ...KIND_STATS] as const;
const PLACE = ['x', 'y', 'facing'] as const;
const LISTED = ['species', ...PLACE, 'hp', ...KIND_FIGURES] as const;

/**
 * Gives a kind of enemies the figures of a plan. They are those of the kind as well as of each: as
 * time passes, an enemy's own go back to its kind's.
 */
function putFigures(machine: Machine, species: number, place: Place): void {
  const { ram } = machine;
  const field = fieldsAt(place, LISTED);
  const [level, maxHp] = [field('level'), field('maxHp')];
  if (!isAbsent(level)) ram[species + Species.LEVEL] = integerAt(level, UINT8, ENEMY_LEVEL);
  if (!isAbsent(maxHp)) write16(ram, species + Species.MAX_HP, integerAt(maxHp, UINT16, ENEMY_HP));
  KIND_STATS.forEach((name, stat) => {
    const value = field(name);
    if (!isAbsent(value)) ram[species + Species.STATS + stat] = integerAt(value, UINT8);
  });
  for (const enemy of enemiesOf(ram, species)) {
    if (!isAbsent(level)) ram[enemy + Enemy.LEVEL] = read8(ram, species + Species.LEVEL);
    if (!isAbsent(maxHp)) write16(ram, enemy + Enemy.HP, read16(ram, species + Species.MAX_HP));
    KIND_STATS.forEach((name, stat) => {
      if (!isAbsent(field(name))) ram[enemy + Enemy.STATS + stat] = read8(ram, species + Species.STATS + stat);
    });
  }
}

function enemiesOf(ram: Uint8Array, species: number): readonly number[] {
  const found: number[] = [];
  for (let enemy = Enemy.FIRST; read8(ram, enemy + Enemy.STATE) !== END_OF_LIST; enemy += Enemy.STRIDE) {
    if (read16(ram, enemy + Enemy.SPECIES) === species) found.push(enemy);
  }
  return found;
}

/** HP now, up to the greatest HP of the kind. */
function putHp(ram: Uint8Array, enemy: number, hp: Place): void {
  const largest = read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP);
  if (!isAbsent(hp)) write16(ram, enemy + Enemy.HP, integerAt(hp, UINT16, [1, largest]));
}

/** Figures other than HP now, as a text that is equal where they are. */
function figuresText(place: Place): string {
  const field = fieldsAt(place, LISTED);
  return JSON.stringify(KIND_FIGURES.map((name) => field(name).value));
}

/**
 * The enemies that a plan lists.
 * @throws RuleError `E_PARTY` where two of a kind have different figures
 */
export function putListedEnemies(machine: Machine, places: readonly Place[]): void {
  const ram = machine.ram;
  const blocks = places.map((place) => putListedEnemy(machine, place));
  const first = new Map<number, Place>();
  blocks.forEach((enemy, index) => {
    const place = places[index] as Place;
    const species = read16(ram, enemy + Enemy.SPECIES);
    const other = first.get(species);
    if (other === undefined) {
      first.set(species, place);
      putFigures(machine, species, place);
    } else if (figuresText(other) !== figuresText(place)) {
      refuse('E_PARTY', place.path, `has other figures than ${other.path}; those of a kind are one: write the same`);
    }
  });
  blocks.forEach((enemy, index) => {
    putHp(ram, enemy, fieldsAt(places[index] as Place, LISTED)('hp'));
  });
}

/**
 * Figures of kinds that stand in a formation, one table for each kind.
 * @throws RuleError `E_PARTY` where none of the kind is there, or the kind stands twice
 */
export function putKinds(machine: Machine, places: readonly Place[]): void {
  const { ram } = machine;
  const seen = new Set<number>();
  for (const place of places) {
    const field = fieldsAt(place, LISTED);
    if (PLACE.some((name) => !isAbsent(field(name)))) {
      refuse('E_PARTY', place.path, 'has a place beside a formation; the places that were seen are setup.places');
    }
    const { id, number } = rowAt(field('species'), 'species', SPECIES.rows);
    if (seen.has(number)) refuse('E_PARTY', place.path, `names ${id} again; a formation's kind has one table`);
    seen.add(number);
    const species = speciesBlockOf(ram, number);
    const enemies = species === 0 ? [] : enemiesOf(ram, species);
    if (enemies.length === 0) refuse('E_PARTY', place.path, `names ${id}, and none is in the formation`);
    putFigures(machine, species, place);
    for (const enemy of enemies) putHp(ram, enemy, field('hp'));
  }
}

/** An enemy that a plan lists, with the figures of its record. @returns its block */
function putListedEnemy(machine: Machine, place: Place): number {
  const ram = machine.ram;
  const field = fieldsAt(place, LISTED);
  const row = rowAt(field('species'), 'species', SPECIES.rows);
  const enemy = enter(machine, row.number, 0, place.path);
  if (read16(ram, enemy + Enemy.HP) === 0) {
    const why = 'has no HP in its record: an ally who fights as an enemy brings its own figures and skills';
    refuse('E_PARTY', place.path, `${row.id} ${why}, in a special formation with --rom`);
  }
  ram[enemy + Enemy.CELL_X] = integerAt(field('x'), UINT8, CELL);
  ram[enemy + Enemy.CELL_Y] = integerAt(field('y'), UINT8, CELL);
  ram[enemy + Enemy.FACING] = integerAt(field('facing', 0), UINT8, FACING) << 6;
  return enemy;
}

function refuse(code: string, path: string, message: string): never {
  throw new RuleError(code, `${path} ${message}`, path);
}

/**
 * Puts everybody on the field grid; nobody may stand outside or on another.
 * @param isRecorded the places are those of a formation's record, which may be one for several
 */
export function putOnField(machine: Machine, enemyPath: (index: number) => string, isRecorded = false): void {
  const ram = machine.ram;
  for (let ally = Ally.FIRST, slot = 0; ally <= Ally.LAST; ally += Ally.STRIDE, slot++) {
    if ((read8(ram, ally + Ally.STATE) & PRESENT) === 0) continue;
    const x = read8(ram, ally + Ally.CELL_X);
    const y = read8(ram, ally + Ally.CELL_Y);
    const path = `setup.party[${slot}]`;
    if (x >= FIELD_SIDE || y >= FIELD_SIDE) refuse('E_OFF_GRID', path, `stands at ${x}, ${y}, outside of the field`);
    const at = Cell.FIELD_GRID + GRID_WIDTH * y + x;
    if ((read8(ram, at) & OCCUPANT_NUMBER) !== 0) {
      const remedy = isRecorded ? '; the formation has one place for several: give x and y, or fewer members' : '';
      refuse('E_OVERLAP', path, `stands at ${x}, ${y}, where somebody is${remedy}`);
    }
    write16(ram, ally + Ally.WANTED_X, x | (y << 8));
    ram[at] = slot + 1;
  }
  for (let enemy = Enemy.FIRST, index = 0; read8(ram, enemy + Enemy.STATE) !== END_OF_LIST; enemy += Enemy.STRIDE) {
    checkBox(ram, enemy, enemyPath(index++), isRecorded);
    write16(ram, enemy + Enemy.WANTED_X, read16(ram, enemy + Enemy.CELL_X));
    placeEnemy(machine, enemy);
  }
}

function checkBox(ram: Uint8Array, enemy: number, path: string, isRecorded: boolean): void {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const x = read8(ram, enemy + Enemy.CELL_X);
  const y = read8(ram, enemy + Enemy.CELL_Y);
  const width = read8(ram, species + Species.WIDTH);
  const height = read8(ram, species + Species.HEIGHT);
  if (x + width > FIELD_SIDE || y + height > FIELD_SIDE) {
    refuse('E_OFF_GRID', path, `of ${width} x ${height} cells reaches out of the field from ${x}, ${y}`);
  }
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      if ((read8(ram, Cell.FIELD_GRID + GRID_WIDTH * row + column) & OCCUPANT_NUMBER) === 0) continue;
      const remedy = isRecorded ? '; the game shifts enemies: give the places that were seen (setup.places)' : '';
      refuse('E_OVERLAP', path, `covers ${column}, ${row}, where somebody is${remedy}`);
    }
  }
}
