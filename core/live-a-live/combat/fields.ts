/**
 * Fields: created by skills (C1:10B3), one kind fires after each skill use (C1:1F06), cells lose it
 * (C1:1ECE), those who stand there are hurt or recover (C1:1FB2, 1FEA, 2029). Evidence: executed;
 * steps to the next row go through deduced bytes; the suppression of the effect when the bottom
 * right cell loses its field sits in unpublished code (C1:1F64-1FAA).
 *
 * Kept as it is: an enemy is hurt once in a pass but recovers once per cell, an ally is hurt and
 * recovers per cell.
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { IN_AREA } from '../field/areas.js';
import { ENEMY_SIDE, FIELD_BITS, FIELD_SIDE, GRID_WIDTH, OCCUPANT, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { FIELD_WORDS, FIELDS, GRID_WORDS } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_FIELD, skillByte } from '../memory/skill-record.js';
import * as Work from '../memory/work-cells.js';
import { setAllyAbsorb, setAllyDamage, setEnemyAbsorb, setEnemyDamage } from '../turn/poison.js';
import { damageAlly, healAlly, totalOnEnemy } from './totals.js';

/** Exits of `createField`. */
export const FIELD_CREATED = 0;
export const NO_FIELD = 1;
/** Results of a field on an ally or an enemy. */
export const FIELD_SKIPPED = 0;
export const FIELD_DAMAGED = 1;
export const FIELD_HEALED = 2;

/** Area number of the last battle: no field comes to be. */
const LAST_BATTLE = 0x23;
/** A code without this bit is none. */
const FIELD_BIT = 0x80;
/** Byte 31 of a species' record, bit 0: no field touches it. */
const FIELD_IMMUNITY = 0x01;
const PASS_DONE = 0x10;

/** Kinds by the low bits of the counter: water, poison, fire, electric. */
const CODES = Uint8Array.of(0x80, 0xa0, 0xc0, 0xe0);
const DAMAGES = Uint8Array.of(8, 16, 24, 32);
const ABSORB_BITS = Uint8Array.of(8, 4, 2, 1);
/** Colour masks of the flash. */
const FLASHES = Uint16Array.of(0x7fe0, 0x7c1f, 0x001f, 0x3fff);

const CODE = Cell.WORK_0310;
const FOUND = Cell.WORK_030A;
const CELL = Cell.PATTERN_X;
const ALLY_IN_HAND = Cell.WORK_031C;
const NEW_FIELD_COPY = Cell.WORK_031C;
const ENEMY_IN_HAND = Cell.NEAREST_ALLY_POINTER;
/** Work cell of the code of the field that was laid last. */
export const NEW_FIELD = Cell.NEAREST_ALLY_POINTER + 1;

/** Field code that a skill creates. @param skillByte22 record byte 22 */
export function fieldCode(skillByte22: number): number {
  return (2 * skillByte22) & FIELD_BITS;
}

/**
 * Damage of the fields of these codes to a species, of those that it neither absorbs nor is immune
 * to: the largest of a pass, 0 to 32.
 */
export function maxFieldDamage(ram: Uint8Array, species: number, codes: ReadonlySet<number>): number {
  if ((read8(ram, species + Species.EVADE + 1) & FIELD_IMMUNITY) !== 0) return 0;
  const absorbs = read8(ram, species + Species.FIELD_ABSORB) >> 4;
  let max = 0;
  for (let kind = 0; kind < CODES.length; kind++) {
    const absorbed = (absorbs & (ABSORB_BITS[kind] as number)) !== 0;
    if (codes.has(CODES[kind] as number) && !absorbed) max = Math.max(max, DAMAGES[kind] as number);
  }
  return max;
}

/**
 * C1:10B3, the active skill's field on every cell of its area; marks of a range alone do not count.
 */
export function createField(machine: Machine): number {
  return createFieldOf(machine, skillByte(machine, read16(machine.ram, Cell.SKILL_RECORD_POINTER), SKILL_FIELD));
}

/** The same with byte 22 given, 0..255. */
export function createFieldOf(machine: Machine, skillByte22: number): number {
  const ram = machine.ram;
  if (read8(ram, Cell.AREA_NUMBER) === LAST_BATTLE) return NO_FIELD;
  const code = fieldCode(skillByte22);
  if ((code & FIELD_BIT) === 0) return NO_FIELD;
  ram[NEW_FIELD] = code;
  ram[NEW_FIELD_COPY] = code;
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) {
      const at = GRID_WIDTH * y + x;
      if ((read8(ram, Cell.RANGE_GRID + at) & IN_AREA) === 0) continue;
      ram[Cell.FIELD_GRID + at] = (read8(ram, Cell.FIELD_GRID + at) & OCCUPANT) | code;
    }
  }
  ram[Work.COUNTER] = 0;
  ram[Work.SECOND_COUNTER] = 0;
  return FIELD_CREATED;
}

/** C1:1F06, the counter goes on by one and chooses the kind that fires. */
export function nextField(machine: Machine): void {
  const ram = machine.ram;
  const counter = read8(ram, Cell.FIELD_COUNTER) + 1;
  ram[Cell.FIELD_COUNTER] = counter;
  const kind = counter & 3;
  ram[CODE] = CODES[kind] as number;
  ram[Cell.FIELD_DAMAGE] = DAMAGES[kind] as number;
  ram[Cell.FIELD_ABSORB_BIT] = ABSORB_BITS[kind] as number;
  write16(ram, Cell.SUBJECT, FLASHES[kind] as number);
}

/**
 * C1:1ECE, marks the cells of the kind in 0310; each loses its field on a draw with a low nibble of
 * 0.
 * @returns how many
 */
export function decayField(machine: Machine): number {
  const { ram, words } = machine;
  const code = read8(ram, CODE);
  let found = 0;
  for (let four = 0; four < GRID_WORDS; four++) {
    if (code !== 0 && ((words[FIELD_WORDS + four] as number) & FIELDS) === 0) continue;
    for (let at = 4 * four; at < 4 * four + 4; at++) {
      const cell = read8(ram, Cell.FIELD_GRID + at);
      if ((cell & FIELD_BITS) !== code || (at & 7) === FIELD_SIDE) continue;
      ram[Cell.RANGE_GRID + at] = IN_AREA;
      found++;
      if ((drawBattle(machine, 0xc11ece) & 0x0f) === 0) ram[Cell.FIELD_GRID + at] = cell & OCCUPANT;
    }
  }
  ram[Work.COUNTER] = FIELD_SIDE;
  ram[Work.SECOND_COUNTER] = FIELD_SIDE;
  ram[FOUND] = found;
  return found;
}

/** The field's damage as the word in 0310. */
function takeDamage(ram: Uint8Array): void {
  write16(ram, Cell.WORK_0310, read8(ram, Cell.FIELD_DAMAGE));
}

/** Sets damage or recovery of the ally on a cell. @returns `FIELD_DAMAGED` or `FIELD_HEALED` */
export function setFieldOnAlly(machine: Machine, cell: number): number {
  const ram = machine.ram;
  const ally = Ally.FIRST + Ally.STRIDE * ((cell & OCCUPANT_NUMBER) - 1);
  write16(ram, ALLY_IN_HAND, ally);
  takeDamage(ram);
  const absorbs = read8(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.FIELD_ABSORB);
  if ((absorbs & read8(ram, Cell.FIELD_ABSORB_BIT)) !== 0) {
    setAllyAbsorb(machine, ally);
    return FIELD_HEALED;
  }
  setAllyDamage(machine, ally);
  return FIELD_DAMAGED;
}

/**
 * Sets damage or recovery of the enemy on a cell; one that was hurt in this pass, or that no field
 * touches, is skipped.
 */
export function setFieldOnEnemy(machine: Machine, cell: number): number {
  const ram = machine.ram;
  const enemy = Enemy.FIRST + Enemy.STRIDE * ((cell & OCCUPANT_NUMBER) - 1);
  write16(ram, ENEMY_IN_HAND, enemy);
  takeDamage(ram);
  if (read8(ram, enemy + Enemy.HITS_LANDED) !== 0) return FIELD_SKIPPED;
  const species = read16(ram, enemy + Enemy.SPECIES);
  if ((read8(ram, species + Species.EVADE + 1) & FIELD_IMMUNITY) !== 0) return FIELD_SKIPPED;
  const absorbs = read8(ram, species + Species.FIELD_ABSORB) >> 4;
  if ((absorbs & read8(ram, Cell.FIELD_ABSORB_BIT)) !== 0) {
    setEnemyAbsorb(machine, enemy);
    return FIELD_HEALED;
  }
  setEnemyDamage(machine, enemy);
  return FIELD_DAMAGED;
}

/** C1:1FEA, the field on an ally with its effect on HP. */
export function fieldOnAlly(machine: Machine, cell: number): number {
  const result = setFieldOnAlly(machine, cell);
  const ally = read16(machine.ram, ALLY_IN_HAND);
  if (result === FIELD_HEALED) healAlly(machine, ally);
  else damageAlly(machine, ally);
  return result;
}

/** C1:2029, the field on an enemy with its total. */
export function fieldOnEnemy(machine: Machine, cell: number): number {
  const result = setFieldOnEnemy(machine, cell);
  if (result !== FIELD_SKIPPED) totalOnEnemy(machine, read16(machine.ram, ENEMY_IN_HAND));
  return result;
}

/** What a field does to whoever stands on a cell. @param cell byte of the field grid */
export type OnCell = (machine: Machine, cell: number) => number;

/** C1:1FB2, sets what the marked cells do to those who stand there; totals are not applied. */
export function setFieldPass(machine: Machine): void {
  passFields(machine, setFieldOnAlly, setFieldOnEnemy);
}

/** C1:1FB2 with what is done on a cell. */
export function passFields(machine: Machine, onAlly: OnCell, onEnemy: OnCell): void {
  const ram = machine.ram;
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) {
      const at = GRID_WIDTH * y + x;
      write16(ram, CELL, at);
      if (read8(ram, Cell.RANGE_GRID + at) === 0) continue;
      const cell = read8(ram, Cell.FIELD_GRID + at);
      if ((cell & OCCUPANT_NUMBER) === 0) continue;
      if ((cell & ENEMY_SIDE) !== 0) onEnemy(machine, cell);
      else onAlly(machine, cell);
    }
  }
  write16(ram, Work.COUNTER, 0);
  ram[Cell.FIELD_PASS_DONE] = PASS_DONE;
}
