/** The references' own addresses are those of the map, which they do not ask. */
import { expect, test } from 'vitest';
import { BLOCKS, type BlockKind, type Place, placeByName } from '../../../rom-map/cells.js';
import * as places from '../../../rom-map/tables/places.js';
import * as own from './addresses.js';

/** The map's place of a name: dots are capitals here, and an array is its first cell. */
function placeOf(name: string): Place | undefined {
  const there = name.replace(
    /^(battleGenerator|abnormalityRow)(.)/,
    (_, row, first) => `${row}.${first.toLowerCase()}`,
  );
  return placeByName(there) ?? placeByName(`${there}[0]`);
}

test('each cell of the battle has the address of the map', () => {
  for (const [name, address] of Object.entries(own.CELL)) expect(placeOf(name)?.address, name).toBe(0x7e0000 + address);
});

test.each<[BlockKind, number, number, Readonly<Record<string, number>>]>([
  ['record', own.FIRST_RECORD, own.RECORD_BYTES, own.RECORD],
  ['species', own.FIRST_SPECIES, own.SPECIES_BYTES, own.SPECIES],
  ['enemy', own.FIRST_ENEMY, own.ENEMY_BYTES, own.ENEMY],
  ['ally', own.FIRST_ALLY, own.ALLY_BYTES, own.ALLY],
])('each cell of the first two blocks has the address of the map: %s', (kind, first, bytes, cells) => {
  expect([BLOCKS[kind].base, BLOCKS[kind].stride]).toEqual([first, bytes]);
  for (const [name, distance] of Object.entries(cells)) {
    for (const number of [0, 1]) {
      const address = placeByName(`${kind}[${number}].${name}`)?.address;
      expect(address, name).toBe(0x7e0000 + first + bytes * number + distance);
    }
  }
});

test('each table begins where the map says', () => {
  expect([
    [own.CHARACTER_TABLE, own.SPECIES_TABLE, own.SKILL_TABLE],
    [own.MOVE_PATTERNS, own.ITEM_TABLE, own.FORMATION_POINTERS],
  ]).toEqual([
    [places.CHARACTER_PLACE.address, places.SPECIES_PLACE.address, places.ALLY_SKILL_PLACE.address],
    [places.MOVE_PATTERN_PLACE.address, places.ITEM_PLACE.address, places.FORMATION_POINTER_PLACE.address],
  ]);
});
