/** The ledger as a table for a terminal. */
import { cut, tableLines } from '../base/text-columns.js';
import type { Ledger, LedgerRow } from './ledger.js';

/** Columns of a text; a longer one is cut. */
const MAX_COLUMNS = 48;

function cells(row: LedgerRow, names: readonly string[]): string[] {
  const action = row.repeat > 1 ? `${row.action} x${row.repeat}` : row.action;
  const values = names.map((name) => row.columns.find(([column]) => column === name)?.[1] ?? '');
  const mark = row.checked > 0 ? `ok ${row.checked}` : '';
  return [
    row.step < 0 ? '' : `${row.step + 1}`,
    action,
    `${row.commands}`,
    row.change,
    ...values,
    `${row.draws}`,
    mark,
  ];
}

/** Columns that are empty in every row are left out. */
export function ledgerText(ledger: Ledger, unit: string): string {
  const names = [...new Set(ledger.rows.flatMap((row) => row.columns.map(([name]) => name)))].filter((name) =>
    ledger.rows.some((row) => row.columns.some(([column, value]) => column === name && value !== '')),
  );
  const head = ['#', 'action', `${unit}s`, 'change', ...names, 'draws', 'checkpoint'];
  const table = [head, ...ledger.rows.map((row) => cells(row, names))];
  const shown = table.map((row) => row.map((text) => cut(text, MAX_COLUMNS)));
  return tableLines(shown, ['left'])
    .map((line) => `${line}\n`)
    .join('');
}
