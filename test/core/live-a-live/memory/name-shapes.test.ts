/** Names that a typed setup or command may write: those that lead to one row. */
import { expect, test } from 'vitest';
import {
  CHARACTER,
  ENEMY_SPECIES,
  ITEM,
  ITEM_NAMES,
  namesOfRows,
  SKILL,
  SKILL_NAMES,
} from '../../../../core/live-a-live/memory/unit-names.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';

test('are every id, and the game’s names that one row has and that are none of its id', () => {
  const row = (number: number, id: string, japanese: string) => ({ number, id, japanese, values: {} });
  const rows = [
    row(0, 'none', '-'),
    row(1, 'cat', 'ネコ'),
    row(2, 'red-dog', 'イヌ'),
    row(3, 'blue-dog', 'イヌ'),
    row(4, 'ox', 'ox'),
  ];
  expect(namesOfRows(rows)).toEqual(['none', 'cat', 'ネコ', 'red-dog', 'blue-dog', 'ox']);
});

test('stand beside the numbers of the table’s rows; skill 0 and item 0, which are none, have no name', () => {
  const either = (greatest: number, of: string) => ({
    is: 'either',
    forms: [
      { is: 'integer', least: 0, greatest },
      { is: 'name', of },
    ],
  });
  expect([CHARACTER, ENEMY_SPECIES, SKILL, ITEM]).toMatchObject([
    either(22, 'character'),
    either(255, 'species'),
    either(255, 'skill'),
    either(255, 'item'),
  ]);
  expect([SKILL_NAMES[0], ITEM_NAMES[0], SKILL_NAMES.includes('none'), ITEM_NAMES.includes('none')]).toEqual([
    'karakuri-maru',
    'naori-herb',
    false,
    false,
  ]);
  expect(ENEMY_SPECIES).toMatchObject({ forms: [{}, { names: namesOfRows(SPECIES.rows) }] });
});
