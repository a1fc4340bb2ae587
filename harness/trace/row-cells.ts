/** The cells of a row: pairs of index and value, or the values of all cells in a full row. */
import { countText } from '../base/number-text.js';
import { CLOSE, COMMA, type RowCursor, shownAt, take, takeNumber } from './row-cursor.js';

function storeCell(cursor: RowCursor, index: number): void {
  const { row, header } = cursor;
  const value = takeNumber(cursor, 2 ** 53, 'a value');
  if (value > (cursor.largest[index] ?? 0)) {
    cursor.fail(
      'E_TRACE_WIDTH',
      `the value does not fit in cell ${header.cells[index]?.[0]}`,
      String(value),
      `Write a value of ${countText(header.cells[index]?.[2] ?? 0, 'byte')}`,
    );
  }
  row.values[index] = value;
  const slot = 2 * row.changed;
  row.changes[slot] = index;
  row.changes[slot + 1] = value;
  row.changed++;
}

/**
 * Reads well-formed pairs with everything in local variables. Stops before the first other pair, so
 * that `takeChanges` reads it again and names the fault.
 * @returns the last index that was read, or -1
 */
function takePlainPairs(cursor: RowCursor): number {
  const { bytes, row, cellCount, largest } = cursor;
  const { changes, values } = row;
  let { changed } = row;
  let { at } = cursor;
  let place = at;
  let last = -1;
  for (;;) {
    const start = place;
    let index = 0;
    let digit = (bytes[place] as number) - 0x30;
    const firstDigit = digit;
    while (digit >= 0 && digit <= 9) {
      index = index * 10 + digit;
      digit = (bytes[++place] as number) - 0x30;
    }
    const indexDigits = place - start;
    if (index <= last || index >= cellCount || bytes[place] !== COMMA) break;
    let value = 0;
    const valueStart = ++place;
    digit = (bytes[place] as number) - 0x30;
    const firstOfValue = digit;
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digit = (bytes[++place] as number) - 0x30;
    }
    const valueDigits = place - valueStart;
    const length = indexDigits > 0 && valueDigits > 0 && valueDigits <= 10;
    const zeros = (firstDigit === 0 && indexDigits > 1) || (firstOfValue === 0 && valueDigits > 1);
    if (!length || zeros || value > (largest[index] as number)) break;
    values[index] = value;
    changes[2 * changed] = index;
    changes[2 * changed + 1] = value;
    changed++;
    last = index;
    at = place;
    if (bytes[place] !== COMMA) break;
    place++;
  }
  row.changed = changed;
  cursor.at = at;
  return last;
}

/** Reads the pairs of a row of changes, up to the closing bracket. */
export function takeChanges(cursor: RowCursor): void {
  const { bytes, cellCount, fail } = cursor;
  if (bytes[cursor.at] === CLOSE) return;
  let last = takePlainPairs(cursor);
  if (last >= 0) {
    if (bytes[cursor.at] !== COMMA) return;
    cursor.at++;
  }
  for (;;) {
    const index = takeNumber(cursor, 2 ** 32, 'a cell index');
    if (index >= cellCount) {
      fail(
        'E_TRACE_CELL_INDEX',
        'the row changes a cell that the header does not declare',
        String(index),
        `Use an index from 0 to ${cellCount - 1}`,
      );
    }
    if (index <= last) {
      fail('E_TRACE_ROW', 'cell indexes of a row must ascend', `${index} after ${last}`, 'Write each cell once');
    }
    last = index;
    take(cursor, COMMA, 'a comma and a value');
    storeCell(cursor, index);
    if (bytes[cursor.at] !== COMMA) return;
    cursor.at++;
  }
}

function missing(cursor: RowCursor, index: number): never {
  return cursor.fail(
    'E_TRACE_CELL_MISSING',
    `a full row lacks cell ${cursor.header.cells[index]?.[0]} and all after it`,
    countText(index, 'value'),
    `Write all ${countText(cursor.cellCount, 'value')}`,
  );
}

/** Reads the values of a full row, up to the closing bracket. */
export function takeAllCells(cursor: RowCursor): void {
  const { bytes, cellCount } = cursor;
  for (let index = 0; index < cellCount; index++) {
    if (bytes[cursor.at] === CLOSE) missing(cursor, index);
    if (index > 0) take(cursor, COMMA, 'a comma');
    storeCell(cursor, index);
  }
  if (bytes[cursor.at] !== COMMA) return;
  cursor.fail(
    'E_TRACE_CELL_INDEX',
    'a full row holds more values than the header declares cells',
    shownAt(cursor),
    `Write ${countText(cellCount, 'value')}, one for each cell`,
  );
}
