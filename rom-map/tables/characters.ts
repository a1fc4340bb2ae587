/** The characters who fight as allies. */
import { CHARACTER_LAYOUT, type CharacterField } from './layouts.js';
import { CHARACTER_ROWS } from './rows/characters.js';
import { makeTable, rowOf, type Table, type TableRow } from './table.js';

export const CHARACTERS: Table<CharacterField> = makeTable(
  'character',
  CHARACTER_LAYOUT,
  'hosoboso/livealive@29c15e1 sfc/js/data.js charaData',
  CHARACTER_ROWS,
);

/** @throws RangeError for an unknown id */
export function character(id: string): TableRow<CharacterField> {
  return rowOf(CHARACTERS, id);
}

/**
 * Numbers of the skills that a character learns, by the 16 slots of its list (levels 0-14, then
 * 16); 0 = none.
 */
export function skillsOfCharacter(row: TableRow<CharacterField>): readonly number[] {
  const { values } = row;
  return [
    ...[values.skill0, values.skill1, values.skill2, values.skill3, values.skill4, values.skill5, values.skill6],
    ...[values.skill7, values.skill8, values.skill9, values.skill10, values.skill11, values.skill12, values.skill13],
    ...[values.skill14, values.skill16],
  ];
}

/**
 * Party lists by scenario, four ids each, FFh = nobody: D6:512F. Source: hosoboso/livealive@29c15e1
 * sfc/analysis/d5.html.
 */
// biome-ignore format: one scenario a line
export const PARTY_LISTS: readonly (readonly number[])[] = [
  [0x00, 0x01, 0x02, 0x03], // medieval
  [0x04, 0x05, 0x06, 0x07], // prehistoric
  [0x15, 0xff, 0xff, 0xff], // science fiction
  [0x08, 0x09, 0x0a, 0x0b], // kung fu
  [0x0c, 0x0d, 0xff, 0xff], // western
  [0x10, 0xff, 0xff, 0xff], // present day
  [0x11, 0x12, 0x13, 0xff], // near future
  [0x0e, 0x0f, 0x16, 0xff], // bakumatsu
];
