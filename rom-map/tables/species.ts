/** The species of the enemies. */
import { SPECIES_LAYOUT, type SpeciesField } from './layouts.js';
import { hpOf } from './record-layout.js';
import { SIZE_ROWS } from './rows/sizes.js';
import { SPECIES_ROWS } from './rows/species.js';
import { makeTable, rowOf, type Table, type TableRow } from './table.js';

export const SPECIES: Table<SpeciesField> = makeTable(
  'species',
  SPECIES_LAYOUT,
  'hosoboso/livealive@29c15e1 sfc/js/data.js enemyData, enemyData_ID',
  SPECIES_ROWS,
);

/** @throws RangeError for an unknown id */
export function species(id: string): TableRow<SpeciesField> {
  return rowOf(SPECIES, id);
}

/** Size in board cells. */
export interface Size {
  /** 1..4 */
  readonly width: number;
  /** 1..4 */
  readonly height: number;
}

const SIZES: readonly Size[] = SIZE_ROWS.flatMap((line) =>
  line.split(' ').map((text) => ({ width: Number(text[0]), height: Number(text[1]) })),
);

/** Size of a species. @param number 0..255 @throws RangeError outside 0..255 */
export function sizeOf(number: number): Size {
  const size = SIZES[number];
  if (size === undefined) throw new RangeError(`there is no species ${number}`);
  return size;
}

/** Maximum HP, 0..2032. */
export function maxHpOf(row: { readonly values: { readonly hpCode: number } }): number {
  return hpOf(row.values.hpCode);
}
