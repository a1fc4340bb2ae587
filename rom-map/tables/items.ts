/** The items. */
import { ITEM_LAYOUT, type ItemField } from './layouts.js';
import { ITEM_ROWS } from './rows/items.js';
import { makeTable, rowOf, type Table, type TableRow } from './table.js';

export const ITEMS: Table<ItemField> = makeTable(
  'item',
  ITEM_LAYOUT,
  'hosoboso/livealive@29c15e1 sfc/js/data.js itemData',
  ITEM_ROWS,
);

/** @throws RangeError for an unknown id */
export function item(id: string): TableRow<ItemField> {
  return rowOf(ITEMS, id);
}
