/**
 * Places of the tables in banks D5 and D6. Addresses: hosoboso/livealive@29c15e1
 * sfc/analysis/d5.html; those of the skills by execution of C1:3D5C (the page's own do not fit 256
 * records). The 200h bytes before the formations are taken for their pointers: C1:F5FB reads one
 * word for each of the 256.
 */

export interface TablePlace {
  /** Name on the command line: `species`, `ally-skills` ... */
  readonly name: string;
  readonly bank: 0xd5 | 0xd6;
  /** Address in the bank of the word that holds the table's address; undefined without one. */
  readonly pointer: number | undefined;
  /** Published address in the bank. */
  readonly address: number;
  readonly records: number;
  /** Bytes of a record; 0 for variable length. */
  readonly recordBytes: number;
}

function place(
  name: string,
  bank: 0xd5 | 0xd6,
  pointer: number | undefined,
  address: number,
  records: number,
  recordBytes: number,
): TablePlace {
  return { name, bank, pointer, address, records, recordBytes };
}

export const CHARACTER_PLACE = place('characters', 0xd5, 0x0008, 0x00c0, 23, 45);
export const SPECIES_PLACE = place('species', 0xd5, 0x0010, 0x04cb, 256, 32);
export const ALLY_SKILL_PLACE = place('ally-skills', 0xd5, 0x0018, 0x24cb, 256, 25);
/** Follows the allies' list; one pointer serves both. */
export const ENEMY_SKILL_PLACE = place('enemy-skills', 0xd5, undefined, 0x3dcb, 256, 25);
export const ABNORMALITY_PLACE = place('abnormalities', 0xd5, 0x0060, 0x644b, 16, 8);
/** Follows the abnormalities; one pointer serves both. */
export const MOVE_PATTERN_PLACE = place('move-patterns', 0xd5, undefined, 0x64cb, 41, 81);
export const ITEM_PLACE = place('items', 0xd5, 0x0068, 0x71c4, 256, 16);
/** Width in bits 5-3, height in bits 2-0 of the first byte of three. */
export const SIZE_PLACE = place('sizes', 0xd5, undefined, 0xf97b, 256, 3);
/** One word for each formation. */
export const FORMATION_POINTER_PLACE = place('formation-pointers', 0xd6, 0x0020, 0x4080, 256, 2);
export const FORMATION_PLACE = place('formations', 0xd6, undefined, 0x4280, 256, 0);
export const PARTY_LIST_PLACE = place('party-lists', 0xd6, 0x0040, 0x512f, 8, 4);
