/**
 * Which enemies come and where the party stands: C1:F504 (last chapter), F588 (formation), F5FB
 * (head of the formation and the places of the allies). Evidence: executed; the extra routine of
 * formation D3h and the entry of the last chapter's choice are unpublished and are exits.
 *
 * Kept as it is: a level that would carry the 8-bit sum past 255 is left out of the sum.
 */

import { FORMATIONS } from '../../../rom-map/tables/formations.js';
import { maxHpOf, SPECIES } from '../../../rom-map/tables/species.js';
import { read8, read16, write16 } from '../../int/uint.js';
import { countText } from '../../system/names.js';
import { integerAt, type Place, UINT8 } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { MACHINE_ID } from '../enemy/driven-enemy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { exitOf, type Machine, wordOf } from '../memory/machine.js';
import { LAST_CHAPTER } from '../memory/scenarios.js';
import { byteAt } from '../memory/skill-record.js';
import { numberOfName, POINTER_ENCOUNTERS, POINTER_FORMATIONS, rowAt, tableByte, tableWord } from '../memory/tables.js';
import { namesOfRows } from '../memory/unit-names.js';
import { allyOfRank, NO_SUCH_RANK, nextSetUpRank, ONE_MACHINE } from '../turn/ally-order.js';
import { recordAddress } from './party-set-up.js';

/** The rare formation of the last chapter, and the most its index can be before the random part. */
export const RARE_FORMATION = 0xbd;
const LAST_CHAPTER_CAP = 0x1c;
/** Scenario whose formations follow the hero's level, and their range. */
export const LEVELLED_SCENARIO = 6;
const LEVELLED_RECORD = 6;
const LEVELLED_FIRST = 0x74;
const LEVELLED_LAST = 0x81;
/** Map argument that keeps the formation as it is. */
const FORMATION_KEPT = 0x04;
const FORCED = 0xaa;
const EXTRA_FORMATION = 0xd3;
/** Byte of a record that holds the level. */
const LEVEL_IN_RECORD = 6;

/** Exits of `chooseFormation`. */
export const FORMATION_CHOSEN = 0;
export const FORMATION_OF_LAST_CHAPTER = 1;
export const FORMATION_WITH_EXTRA = 2;

/** Exits of `placeParty`. */
export const ENEMIES_FOLLOW = 0;
export const NO_ENEMIES = 1;
export const ALLIES_AS_ENEMIES = 2;
export const RANK_NOT_FOUND = 3;

/** Record of the machine that replaces a party. */
const MACHINE_RECORD = 0x0f80;
/** Place byte of an ally that does not take part. */
const NOT_PLACED = 0x3f;

/** Sum of levels without an addend that would carry. */
export function addLevel(sum: number, level: number): number {
  return sum + level > 0xff ? sum : sum + level;
}

/** Index before the random part, 0..28. */
export function lastChapterIndex(levels: number, background: number): number {
  const index = (levels >> 2) + 2 * (background & 3);
  return Math.min(index, LAST_CHAPTER_CAP);
}

/** Adds a member's level to the sum in 0310. */
function addMember(ram: Uint8Array, member: number): void {
  ram[Cell.WORK_0310] = addLevel(ram[Cell.WORK_0310] as number, byteAt(ram, recordAddress(member) + LEVEL_IN_RECORD));
}

/**
 * C1:F504, one draw or two.
 *
 * @returns the rare formation, or 0..31, whose meaning hangs on the table at D6:4080
 */
export function lastChapterFormation(machine: Machine): number {
  const ram = machine.ram;
  if (ram[Cell.RARE_ENCOUNTER] === 1 && (drawBattle(machine, 0xc1f504) & 0x80) !== 0) return RARE_FORMATION;
  ram[Cell.WORK_0310] = 0;
  addMember(ram, ram[Cell.PARTY_IDS] as number);
  const followers = ram[Cell.FOLLOWERS] as number;
  for (let index = 0; index < followers; index++) addMember(ram, byteAt(ram, PARTY_ID_LIST + 1 + index));
  if (followers !== 0) ram[Cell.WORK_0308] = 0;
  ram[Cell.WORK_0310] = lastChapterIndex(ram[Cell.WORK_0310] as number, ram[Cell.BACKGROUND] as number);
  return ((drawBattle(machine, 0xc1f504) & 3) + (ram[Cell.WORK_0310] as number)) & 0xff;
}

/** 16-bit address of the first party place. */
const PARTY_ID_LIST = 0x0a10;

function setFormation(ram: Uint8Array, formation: number): number {
  write16(ram, Cell.FORMATION_NUMBER, formation);
  return formation === EXTRA_FORMATION ? FORMATION_WITH_EXTRA : FORMATION_CHOSEN;
}

/** Formation of that scenario by level. */
export function levelledFormation(level: number): number {
  const formation = (LEVELLED_FIRST + level) & 0xff;
  return Math.min(formation, LEVELLED_LAST);
}

/** Entry of an area's list: drawn, or forced in turn. */
function encounterEntry(machine: Machine): number {
  const ram = machine.ram;
  if (ram[Cell.FORCED_ENCOUNTER] !== FORCED) return drawBattle(machine, 0xc1f5cb) & 0x0f;
  ram[Cell.FORCED_ENCOUNTER_INDEX] = (ram[Cell.FORCED_ENCOUNTER_INDEX] as number) + 1;
  return (ram[Cell.FORCED_ENCOUNTER_INDEX] as number) & 0x0f;
}

/** C1:F588, the formation from the map's bytes. */
export function chooseFormation(machine: Machine): number {
  const { ram, tables } = machine;
  const argument = ram[Cell.MAP_ARGUMENT] as number;
  if (argument === FORMATION_KEPT) return FORMATION_CHOSEN;
  if ((argument & 0xc0) !== 0) return setFormation(ram, argument);
  const area = ram[Cell.BACKGROUND] as number;
  if (ram[Cell.SCENARIO] === LEVELLED_SCENARIO && (area & 3) === 0) {
    return setFormation(ram, levelledFormation(byteAt(ram, recordAddress(LEVELLED_RECORD) + LEVEL_IN_RECORD)));
  }
  if (ram[Cell.SCENARIO] === LAST_CHAPTER) return FORMATION_OF_LAST_CHAPTER;
  const entry = encounterEntry(machine);
  write16(ram, Cell.WORK_0310, entry);
  const list = tableWord(tables.bankD6, tableWord(tables.bankD6, POINTER_ENCOUNTERS) + 2 * area);
  return setFormation(ram, tableByte(tables.bankD6, list + entry));
}

/** An ally's place byte: facing, column, row. */
function placeAlly(ram: Uint8Array, ally: number, place: number): void {
  if ((place & NOT_PLACED) === NOT_PLACED) {
    ram[ally + Ally.STATE] = 0;
    return;
  }
  ram[ally + Ally.CELL_Y] = place & 7;
  ram[ally + Ally.CELL_X] = (place >> 3) & 7;
  ram[ally + Ally.FACING] = place >> 6;
}

/** The party becomes one machine. */
function replaceByMachine(ram: Uint8Array): void {
  write16(ram, Ally.FIRST + Ally.RECORD, MACHINE_RECORD);
  ram[Ally.FIRST + Ally.ID] = MACHINE_ID;
  ram[Ally.FIRST + Ally.STATE] = MACHINE_ID;
  for (let index = 1; index < 4; index++) ram[Ally.FIRST + Ally.STRIDE * index + Ally.STATE] = 0;
}

/** C1:F5FB, head of the formation, places of the allies by rank, species blocks freed. */
export function placeParty(machine: Machine): number {
  const { ram, tables } = machine;
  const bank = tables.bankD6;
  const head = tableWord(bank, tableWord(bank, POINTER_FORMATIONS) + 2 * read16(ram, Cell.FORMATION_NUMBER));
  write16(ram, Cell.FORMATION_POINTER, head);
  ram[Cell.ENEMY_PARTY_LEVEL] = tableByte(bank, head);
  ram[Cell.MACHINE_FLAG] = tableByte(bank, head + 1);
  ram[Cell.FORMATION_RATE] = tableByte(bank, head + 6);
  ram[Cell.SUBJECT] = 0;
  let cursor = head;
  for (let more = true; more; ) {
    const found = allyOfRank(machine);
    if (exitOf(found) === ONE_MACHINE) return ALLIES_AS_ENEMIES;
    if (exitOf(found) === NO_SUCH_RANK) return RANK_NOT_FOUND;
    placeAlly(ram, wordOf(found), tableByte(bank, cursor + 2));
    const next = nextSetUpRank(machine, cursor);
    cursor = wordOf(next);
    more = exitOf(next) === 0;
  }
  if (ram[Ally.FIRST + Ally.ID] !== 0 && ((ram[Cell.MACHINE_FLAG] as number) & 0x0f) !== 0) replaceByMachine(ram);
  write16(ram, Cell.NEAREST_ALLY_POINTER, Enemy.FIRST);
  for (let index = 0; index < 4; index++) ram[Species.FIRST + Species.STRIDE * index + Species.STATE] = 0;
  const count = (ram[Cell.FORMATION_RATE] as number) & 0x0f;
  ram[Cell.ENEMY_COUNT] = count;
  if (count === 0) return NO_ENEMIES;
  ram[Cell.WORK_0308] = count;
  return ENEMIES_FOLLOW;
}

// Which formation an area of the map brings: C1:F588 and, in the last chapter, C1:F504, with the
// battle generator as it is. Of the lists of areas (D6:0050) and of the last chapter's table
// (D6:4080) no byte is published; only an owner's image has them. Of the last chapter the bytes
// C1:F4FA-F503 before F504 are unpublished and are taken to lead to it.

/** The list of the area is not in the tables at hand. */
export const NO_LIST = -1;
/** The last chapter's table is not at hand: what a result of C1:F504 stands for is not known. */
export const NO_TABLE = -2;

/**
 * Address in bank D6 of the last chapter's encounters by the data map of hosoboso/livealive: 64
 * bytes, a word for each of the 32 results of C1:F504. No published code reads it, and of its bytes
 * none is published: what a result stands for is not known without an image.
 */
const LAST_CHAPTER_ENCOUNTERS = 0x4080;

/**
 * The formation behind a result of C1:F504, by an image's tables. Where the formations' pointers
 * begin at the same address, the table is theirs, and the result is the formation's number.
 */
function lastChapterEntry({ bankD6 }: Machine['tables'], index: number): number {
  if (tableWord(bankD6, POINTER_ENCOUNTERS) === 0) return NO_TABLE;
  const isOfPointers = tableWord(bankD6, POINTER_FORMATIONS) === LAST_CHAPTER_ENCOUNTERS;
  return isOfPointers ? index : tableWord(bankD6, LAST_CHAPTER_ENCOUNTERS + 2 * index);
}

/** C1:F504 for the party of a plan, whose records need not lie by the members' ids. */
function lastChapterEncounter(machine: Machine, members: number): number {
  const { ram } = machine;
  for (let slot = 0; slot < members; slot++) {
    const record = read16(ram, Ally.FIRST + Ally.STRIDE * slot + Ally.RECORD);
    ram[Cell.PARTY_IDS + slot] = (record - PartyRecord.FIRST) / PartyRecord.STRIDE;
  }
  ram[Cell.FOLLOWERS] = members - 1;
  const met = lastChapterFormation(machine);
  return met === RARE_FORMATION ? met : lastChapterEntry(machine.tables, met);
}

/**
 * Draws the encounter of an area. Writes cells of the map and of the party that a battle begins
 * without.
 * @param members 1 to 4, in the first ally blocks
 * @param area 0 to 255: the map's byte 7E0041
 * @returns the formation, 0 to 255; `NO_LIST`, then without a draw; `NO_TABLE`, then with the draw
 */
export function drawEncounter(machine: Machine, members: number, area: number): number {
  const { ram, tables } = machine;
  ram[Cell.MAP_ARGUMENT] = 0;
  ram[Cell.BACKGROUND] = area;
  const scenario = read8(ram, Cell.SCENARIO);
  const needsList = scenario !== LAST_CHAPTER && !(scenario === LEVELLED_SCENARIO && (area & 3) === 0);
  if (needsList && tableWord(tables.bankD6, POINTER_ENCOUNTERS) === 0) return NO_LIST;
  // no list lies at the beginning of the bank
  if (needsList && tableWord(tables.bankD6, tableWord(tables.bankD6, POINTER_ENCOUNTERS) + 2 * area) === 0)
    return NO_LIST;
  if (chooseFormation(machine) === FORMATION_OF_LAST_CHAPTER) return lastChapterEncounter(machine, members);
  return read16(ram, Cell.FORMATION_NUMBER);
}

// A formation by number, or by the enemies that stand in it.

/** Numbers of the formations that allies fight and that one species alone makes up, by species. */
function formationsBySpecies(): ReadonlyMap<number, readonly number[]> {
  const made = new Map<number, number[]>();
  for (const { number, mode, enemies } of FORMATIONS) {
    const species = enemies[0]?.species;
    if (mode !== 0 || species === undefined || enemies.some((enemy) => enemy.species !== species)) continue;
    made.set(species, [...(made.get(species) ?? []), number]);
  }
  return made;
}

const MADE_OF = formationsBySpecies();

/**
 * Mode bits: one machine instead of the party; allies 0 to 3 who fight as enemies, from bit 7 on.
 */
const MACHINE = 0x0f;

/** Whether a formation puts one machine in the place of the party, which drives an enemy. */
export function hasDrivenEnemy(number: number): boolean {
  return ((FORMATIONS[number]?.mode ?? 0) & MACHINE) !== 0;
}

/**
 * Whether a party can fight a formation. @param hasImage whether an image's code can set up allies
 * who fight as enemies
 */
export function isFought(number: number, hasImage: boolean): boolean {
  const mode = FORMATIONS[number]?.mode ?? 0;
  return mode === 0 || (hasImage && (mode & MACHINE) === 0);
}

/** Number of the one formation that is made of an enemy alone, or -1. */
export function formationOf(name: string): number {
  const found = MADE_OF.get(numberOfName(SPECIES.rows, name));
  return found?.length === 1 ? (found[0] as number) : -1;
}

/** Names of the species that make up exactly one formation by themselves: each stands for it. */
export function formationNames(): readonly string[] {
  const { rows } = SPECIES;
  return namesOfRows(
    rows,
    rows.filter(({ number }) => MADE_OF.get(number)?.length === 1),
  );
}

/** Why a formation of another mode than 0 is refused: the bytes that nobody has published. */
function whatIsUnknown(mode: number): string {
  return (mode & MACHINE) !== 0
    ? 'puts a machine in the party’s place, which drives enemy 0; its steps (C1:41FD) and turns (C1:948D) are unpublished'
    : 'makes enemies of allies; their ranks (C1:FB31) and a battle without the hero (C1:F989) are unpublished';
}

const GIVE_IMAGE = 'Give your own image with --rom, or name a formation of mode 00h';

function numberText(number: number): string {
  return `0x${number.toString(16)}`;
}

/** Formations that are named; a common enemy stands in dozens. */
const NAMED = 2;

/** What to write in the place of a species that no formation holds. */
function withoutHolder(wanted: number): string {
  const row = SPECIES.rows[wanted];
  if (row !== undefined && maxHpOf(row) > 0) return 'list it in setup.enemies with x and y';
  const special = FORMATIONS.filter(({ number, mode }) => mode !== 0 && !hasDrivenEnemy(number));
  return `allies fight as enemies in ${special.map(({ number }) => numberText(number)).join(', ')}, with --rom`;
}

/** The formations that hold a species among others, with everybody in them, and what to write. */
function holdersText(wanted: number): string {
  const holders = FORMATIONS.filter(({ enemies }) => enemies.some(({ species }) => species === wanted));
  if (holders.length === 0) return `, and none holds it; ${withoutHolder(wanted)}`;
  const named = holders.slice(0, NAMED).map(({ number, mode, enemies }) => {
    const counts = new Map<string, number>();
    for (const { species } of enemies) {
      const id = SPECIES.rows[species]?.id ?? String(species);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const all = [...counts].map(([id, count]) => (count === 1 ? id : `${count} ${id}`)).join(', ');
    return `${numberText(number)} (${all}${mode === 0 ? '' : '; a special battle'})`;
  });
  const rest = holders.length > NAMED ? ` and ${holders.length - NAMED} more` : '';
  return `; it stands in ${named.join(', ')}${rest}; give a number`;
}

/**
 * @param place 0 to 255, or the id or Japanese name of an enemy of which exactly one formation is
 *   made
 * @param hasImage whether an image's code can set up a special battle
 * @throws RuleError `E_UNKNOWN_ID` with the numbers where there are several or others hold it,
 *   `E_PARTY` for a special battle
 */
export function formationAt(place: Place, hasImage: boolean): number {
  const { path } = place;
  if (typeof place.value !== 'string') {
    const number = integerAt(place, UINT8);
    const mode = FORMATIONS[number]?.mode ?? 0;
    if (mode === 0 || hasImage) return number;
    const hex = (value: number): string => `${value.toString(16).toUpperCase().padStart(2, '0')}h`;
    const message = `${path}: formation ${number} (${hex(number)}, mode ${hex(mode)}) ${whatIsUnknown(mode)}. ${GIVE_IMAGE}`;
    throw new RuleError('E_PARTY', message, path);
  }
  const species = rowAt(place, 'enemy', SPECIES.rows);
  const found = MADE_OF.get(species.number) ?? [];
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const numbers = found.map(numberText).join(', ');
  const what =
    only === undefined
      ? `no formation is made of ${species.id} alone${holdersText(species.number)}`
      : `${countText(found.length, 'formation')} (${numbers}) are made of ${species.id} alone; give a number`;
  throw new RuleError('E_UNKNOWN_ID', `${path}: ${what}`, path);
}

/** Prefixes of the cells of a formation's enemies and of their species. */
export function unitsOfFormation(number: number): readonly string[] {
  const enemies = FORMATIONS[number]?.enemies ?? [];
  const species = new Set(enemies.map((enemy) => enemy.species));
  return [...enemies.map((_, index) => `enemy[${index}]`), ...[...species].map((_, index) => `species[${index}]`)];
}
