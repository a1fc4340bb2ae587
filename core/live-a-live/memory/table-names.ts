/** Rows of the published tables by what a user writes: id, Japanese name or number. */
import { findRows, type TableRow } from '../../../rom-map/tables/table.js';
import type { Place } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';

/** @throws RuleError `E_UNKNOWN_ID`, with candidates where several rows have the name */
export function rowAt<Row extends TableRow>(place: Place, what: string, rows: readonly Row[]): Row {
  const { value, path } = place;
  if (typeof value === 'number') {
    const row = Number.isInteger(value) ? rows[value] : undefined;
    if (row !== undefined) return row;
    const message = `${path}: there is no ${what} ${value}; there are 0 to ${rows.length - 1}`;
    throw new RuleError('E_UNKNOWN_ID', message, path);
  }
  if (typeof value !== 'string') throw new RuleError('E_RANGE', `${path} must name a ${what}`, path);
  const found = findRows(rows, value);
  const [row] = found;
  if (row !== undefined && found.length === 1) return row;
  const several = found.map((candidate) => candidate.id).join(', ');
  const message = row === undefined ? `there is no ${what} ${value}` : `${value} may be ${several}`;
  const known = row === undefined ? rows.map((candidate) => candidate.id) : found.map((candidate) => candidate.id);
  throw new RuleError('E_UNKNOWN_ID', `${path}: ${message}`, path, { word: value, known });
}

/** Number of a name, or -1 when there is none or several. */
export function numberOfName(rows: readonly TableRow[], name: string): number {
  const found = findRows(rows, name);
  return found.length === 1 ? (found[0] as TableRow).number : -1;
}
