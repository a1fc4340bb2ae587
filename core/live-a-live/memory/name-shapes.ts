/** The names of the published tables as forms of data: what a typed setup or command may write. */
import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS } from '../../../rom-map/tables/skills.js';
import { SPECIES } from '../../../rom-map/tables/species.js';
import type { TableRow } from '../../../rom-map/tables/table.js';
import { eitherShape, integerShape, nameShape, type ValueShape } from '../../system/data-shape.js';

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
