/**
 * Every table of an image in one form: places of records, fields, names. Printing and comparing
 * tables are loops over it.
 */
import { ABNORMALITIES } from './abnormalities.js';
import { CHARACTERS } from './characters.js';
import { ITEMS } from './items.js';
import { CHAPTERS } from './layouts.js';
import * as places from './places.js';
import { bitField, type Field, type RecordLayout, recordLayout } from './record-layout.js';
import { ALLY_SKILLS, ENEMY_SKILLS } from './skills.js';
import { SPECIES } from './species.js';
import type { Table } from './table.js';

/** The two banks that hold the tables, 65,536 bytes each. */
export interface TableBanks {
  readonly bankD5: Uint8Array;
  readonly bankD6: Uint8Array;
}

/** What a record is called. */
export interface RecordName {
  readonly id: string;
  readonly japanese: string;
}

export interface CataloguedTable {
  readonly place: places.TablePlace;
  /** @param at address of the record in its bank */
  readonly layout: (bank: Uint8Array, at: number) => RecordLayout;
  readonly name: (number: number) => RecordName;
  /** Address in its bank, by the image's pointers where they exist. */
  readonly address: (banks: TableBanks, number: number) => number;
}

function wordAt(bank: Uint8Array, address: number): number {
  return (bank[address & 0xffff] as number) | ((bank[(address + 1) & 0xffff] as number) << 8);
}

export function bankOf(banks: TableBanks, place: places.TablePlace): Uint8Array {
  return place.bank === 0xd5 ? banks.bankD5 : banks.bankD6;
}

/** Address of a table by its pointer, or by the table before it. */
export function tableAddress(banks: TableBanks, place: places.TablePlace): number {
  if (place.pointer !== undefined) return wordAt(bankOf(banks, place), place.pointer);
  const before =
    place === places.ENEMY_SKILL_PLACE
      ? places.ALLY_SKILL_PLACE
      : place === places.MOVE_PATTERN_PLACE
        ? places.ABNORMALITY_PLACE
        : undefined;
  if (before === undefined) return place.address;
  return (tableAddress(banks, before) + before.records * before.recordBytes) & 0xffff;
}

function catalogued(
  place: places.TablePlace,
  layout: RecordLayout,
  name: (number: number) => RecordName,
): CataloguedTable {
  return {
    place,
    layout: () => layout,
    name,
    address: (banks, number) => (tableAddress(banks, place) + place.recordBytes * number) & 0xffff,
  };
}

function named(place: places.TablePlace, table: Table): CataloguedTable {
  return catalogued(place, table.layout, (number) => table.rows[number] as RecordName);
}

function numbered(word: string): (number: number) => RecordName {
  return (number) => ({ id: `${word}-${number.toString(16).padStart(2, '0')}`, japanese: '' });
}

const ABNORMALITY_LAYOUT = recordLayout(
  8,
  bitField('disabled', 0, 0xff, 'hex'),
  bitField('levelChange', 2, 0xff, 'signed'),
  bitField('onset', 3),
  bitField('damageConstant', 4),
  bitField('nonAttackIncrease', 5, 0xff, 'signed'),
  bitField('attackDecrease', 6),
);

const PATTERN_LAYOUT = recordLayout(
  81,
  ...Array.from({ length: 81 }, (_, cell) =>
    bitField(`row${1 + Math.floor(cell / 9)}column${1 + (cell % 9)}`, cell, 0xff, 'hex'),
  ),
);

const SIZE_LAYOUT = recordLayout(3, bitField('width', 0, 0x38), bitField('height', 0, 0x07));

const PARTY_LAYOUT = recordLayout(
  4,
  ...['hero', 'follower1', 'follower2', 'follower3'].map((name, byte) => bitField(name, byte, 0xff, 'hex')),
);

const HEAD_BYTES = 7;

function placeFields(name: string, byte: number): readonly Field[] {
  return [bitField(`${name}Facing`, byte, 0xc0), bitField(`${name}X`, byte, 0x38), bitField(`${name}Y`, byte, 0x07)];
}

/** Layout of a formation with 0..15 enemies. */
export function formationLayout(enemies: number): RecordLayout {
  const fields: Field[] = [bitField('partyLevel', 0), bitField('mode', 1, 0xff, 'hex')];
  for (let ally = 1; ally <= 4; ally++) fields.push(...placeFields(`ally${ally}`, 1 + ally));
  fields.push(bitField('itemRate', 6, 0xf0), bitField('enemies', 6, 0x0f));
  for (let enemy = 0; enemy < enemies; enemy++) {
    fields.push(bitField(`enemy${enemy}Species`, HEAD_BYTES + 2 * enemy, 0xff, 'hex'));
    fields.push(...placeFields(`enemy${enemy}`, HEAD_BYTES + 2 * enemy + 1));
  }
  return recordLayout(HEAD_BYTES + 2 * enemies, ...fields);
}

/** Layouts by the number of enemies, each made when it is first asked for. */
const formationLayouts: RecordLayout[] = [];

function layoutOfFormation(bank: Uint8Array, at: number): RecordLayout {
  const enemies = (bank[(at + 6) & 0xffff] as number) & 0x0f;
  formationLayouts[enemies] ??= formationLayout(enemies);
  return formationLayouts[enemies];
}

const FORMATION_TABLE: CataloguedTable = {
  place: places.FORMATION_PLACE,
  layout: layoutOfFormation,
  name: numbered('formation'),
  address: (banks, number) => wordAt(banks.bankD6, tableAddress(banks, places.FORMATION_POINTER_PLACE) + 2 * number),
};

/** All of them, by name. */
export const TABLES: readonly CataloguedTable[] = [
  named(places.CHARACTER_PLACE, CHARACTERS),
  named(places.SPECIES_PLACE, SPECIES),
  named(places.ALLY_SKILL_PLACE, ALLY_SKILLS),
  named(places.ENEMY_SKILL_PLACE, ENEMY_SKILLS),
  catalogued(places.ABNORMALITY_PLACE, ABNORMALITY_LAYOUT, (number) => ({
    id: (ABNORMALITIES[number]?.label ?? '').replaceAll(' ', '-'),
    japanese: ABNORMALITIES[number]?.labelJapanese ?? '',
  })),
  catalogued(places.MOVE_PATTERN_PLACE, PATTERN_LAYOUT, numbered('pattern')),
  named(places.ITEM_PLACE, ITEMS),
  catalogued(places.SIZE_PLACE, SIZE_LAYOUT, numbered('size')),
  FORMATION_TABLE,
  catalogued(places.PARTY_LIST_PLACE, PARTY_LAYOUT, (number) => ({ id: CHAPTERS[number] ?? '', japanese: '' })),
];
