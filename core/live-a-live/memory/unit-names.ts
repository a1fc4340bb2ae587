/**
 * Names of units, skills and items, from the published tables. Several enemies of a species are
 * told apart by a letter, in the order of their slots.
 */

import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS, ENEMY_SKILLS } from '../../../rom-map/tables/skills.js';
import { SPECIES } from '../../../rom-map/tables/species.js';
import type { TableRow } from '../../../rom-map/tables/table.js';
import { read16 } from '../../int/uint.js';
import { eitherShape, integerShape, nameShape, type ValueShape } from '../../system/data-shape.js';
import { englishOfId, type Named } from '../../system/names.js';
import * as Ally from './cells/ally.js';
import * as Enemy from './cells/enemy.js';
import * as Species from './cells/species.js';
import { ALLY_LIST, skillListOf } from './skill-record.js';
import { END_OF_LIST } from './state-bits.js';

// The names of the published tables as forms of data: what a typed setup or command may write.

/**
 * Ids, and the names in the game that only one row has. Other spellings are read as well.
 * @param named the rows whose names are asked for
 */
export function namesOfRows(rows: readonly TableRow[], named = rows): readonly string[] {
  const count = new Map<string, number>();
  for (const { japanese } of rows) count.set(japanese, (count.get(japanese) ?? 0) + 1);
  return named.flatMap(({ id, japanese }) =>
    count.get(japanese) === 1 && japanese !== id && japanese !== '-' ? [id, japanese] : [id],
  );
}

export const CHARACTER_NAMES = namesOfRows(CHARACTERS.rows);
/** Row 0 of skills and of items is none. */
export const SKILL_NAMES = namesOfRows(ALLY_SKILLS.rows.slice(1));
export const ITEM_NAMES = namesOfRows(ITEMS.rows.slice(1));

/** A row by its number or by a name. */
function rowShape(of: string, { length }: readonly TableRow[], names: readonly string[]): ValueShape {
  return eitherShape(integerShape([0, length - 1]), nameShape(of, names));
}

export const CHARACTER = rowShape('character', CHARACTERS.rows, CHARACTER_NAMES);
export const ENEMY_SPECIES = rowShape('species', SPECIES.rows, namesOfRows(SPECIES.rows));
export const SKILL = rowShape('skill', ALLY_SKILLS.rows, SKILL_NAMES);
export const ITEM = rowShape('item', ITEMS.rows, ITEM_NAMES);

const A = 0x41;
/** Wide letters, as the game writes them. */
const WIDE_A = 0xff21;

const NAMES = new WeakMap<TableRow, Named>();

/** Names of a table's row; each is made once. */
export function namedRow(row: TableRow): Named {
  const known = NAMES.get(row);
  if (known !== undefined) return known;
  const made = { en: englishOfId(row.id), ja: row.japanese, id: row.id };
  NAMES.set(row, made);
  return made;
}

function unknown(what: string, number: number): Named {
  return { en: `${what} ${number}`, ja: `${what} ${number}`, id: `${what}-${number}` };
}

function rowNamed(rows: readonly TableRow[], what: string, number: number): Named {
  const row = rows[number];
  return row === undefined ? unknown(what, number) : namedRow(row);
}

/** Whether a slot holds an enemy that is or was of this species. */
function isOf(ram: Uint8Array, enemy: number, id: number): boolean {
  return read16(ram, enemy + Enemy.SPECIES) >= Species.FIRST && ram[enemy + Enemy.ID] === id;
}

function namedEnemy(ram: Uint8Array, enemy: number): Named {
  const id = ram[enemy + Enemy.ID] as number;
  const name = rowNamed(SPECIES.rows, 'enemy', id);
  let before = 0;
  let all = 0;
  for (let other = Enemy.FIRST; other < Enemy.END; other += Enemy.STRIDE) {
    if (ram[other + Enemy.STATE] === END_OF_LIST) break;
    if (!isOf(ram, other, id)) continue;
    all++;
    if (other < enemy) before++;
  }
  if (all < 2) return name;
  const letter = String.fromCharCode(A + before);
  const wide = String.fromCharCode(WIDE_A + before);
  return { en: `${name.en} ${letter}`, ja: `${name.ja}${wide}`, id: `${name.id}-${letter.toLowerCase()}` };
}

/** Names of a unit. @param unit 16-bit address of its block */
export function namedUnit(ram: Uint8Array, unit: number): Named {
  if (unit < Ally.FIRST) return namedEnemy(ram, unit);
  return rowNamed(CHARACTERS.rows, 'ally', ram[unit + Ally.ID] as number);
}

/** Names of a skill. @param user block of its user, whose list the number is of */
export function namedSkill(ram: Uint8Array, user: number, skill: number): Named {
  if (user >= Ally.FIRST) return rowNamed(ALLY_SKILLS.rows, 'skill', skill);
  const levelByte = ram[read16(ram, user + Enemy.SPECIES) + Species.LEVEL_BYTE] as number;
  const list = skillListOf(ram[user + Enemy.STATE] as number, levelByte);
  return rowNamed((list === ALLY_LIST ? ALLY_SKILLS : ENEMY_SKILLS).rows, 'skill', skill);
}

/** Names of an item. */
export function namedItem(item: number): Named {
  return rowNamed(ITEMS.rows, 'item', item);
}
