/** Reads one number of a table and checks its form, sign and range. */
import { LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import type { ColumnUse, NumberForm } from './column-map.js';
import type { TableRow } from './table-rows.js';

const FORMS: Readonly<Record<NumberForm, RegExp>> = {
  decimal: /^([+-]?)([0-9]{1,15})$/,
  hex: /^([+-]?)(?:0x|\$)?([0-9A-Fa-f]{1,12})$/,
  prefixed: /^([+-]?)(?:(?:0x|\$)([0-9A-Fa-f]{1,12})|([0-9]{1,15}))$/,
};
const EXPECTED: Readonly<Record<NumberForm, string>> = {
  decimal: 'a decimal number',
  hex: 'a hex number',
  prefixed: 'a decimal number, or hex after 0x or $',
};

function parseNumber(value: unknown, form: NumberForm): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  // most values are a few digits: no expression is asked
  if (form !== 'hex' && value.length <= 9) {
    let plain = 0;
    let at = 0;
    for (; at < value.length; at++) {
      const digit = value.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) break;
      plain = plain * 10 + digit;
    }
    if (at === value.length && at > 0) return plain;
  }
  const match = FORMS[form].exec(value.trim());
  if (match === null) return undefined;
  const [, sign = '', first, second] = match;
  const hex = form === 'hex' || (form === 'prefixed' && first !== undefined);
  const size = Number.parseInt(first ?? second ?? '', hex ? 16 : 10);
  return sign === '-' ? -size : size;
}

/** Where a value stands, for messages: `column 3 (AP)`. */
function place(row: TableRow, column: string): string {
  const at = row.names().indexOf(column);
  return at >= 0 && String(at + 1) !== column ? `column ${at + 1} (${column})` : `column ${column}`;
}

/**
 * @throws LockstepError `E_TABLE_COLUMN` for a missing column, `E_TABLE_VALUE` for a wrong number
 */
export function readNumber(
  row: TableRow,
  column: string,
  form: NumberForm,
  min: number,
  max: number,
  file: string,
): number {
  const value = row.get(column);
  if (value === undefined) {
    throw new LockstepError('E_TABLE_COLUMN', `there is no column ${column.slice(0, 40)}`, {
      file,
      line: row.line,
      remedy: nearest(column, row.names()),
    });
  }
  const number = parseNumber(value, form);
  if (number === undefined || number < min || number > max) {
    const range = Number.isSafeInteger(max) ? ` from ${min} to ${max}` : '';
    throw new LockstepError('E_TABLE_VALUE', `${place(row, column)} has no valid value`, {
      file,
      line: row.line,
      found: JSON.stringify(value)?.slice(0, 60) ?? 'nothing',
      expected: `${EXPECTED[form]}${range}`,
      remedy: 'Correct the value, or the form of its numbers in the column map',
    });
  }
  return number;
}

/** Unsigned value of a cell. @param width bytes of the cell */
export function readCell(row: TableRow, use: ColumnUse, width: number, file: string): number {
  const [first = ''] = use.columns;
  if (use.columns.length > 1 || width === 1) {
    if (!use.signed && use.columns.length === 1) return readNumber(row, first, use.numbers, 0, 255, file);
    if (!use.signed) {
      return use.columns.reduce(
        (sum, name, at) => sum + readNumber(row, name, use.numbers, 0, 255, file) * 256 ** at,
        0,
      );
    }
  }
  const span = 256 ** width;
  const value = use.signed
    ? readNumber(row, first, use.numbers, -span / 2, span / 2 - 1, file)
    : readNumber(row, first, use.numbers, 0, span - 1, file);
  const unsigned = value < 0 ? value + span : value;
  return use.bigEndian ? swapBytes(unsigned, width) : unsigned;
}

function swapBytes(value: number, width: number): number {
  let rest = value;
  let swapped = 0;
  for (let byte = 0; byte < width; byte++) {
    swapped = swapped * 256 + (rest % 256);
    rest = Math.floor(rest / 256);
  }
  return swapped;
}
