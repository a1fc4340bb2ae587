/** The ledger as a table for a terminal. */
import type { Ledger, LedgerRow } from './ledger.js';

/** Widest text of a column; longer ones are cut with an ellipsis. */
const WIDEST = 48;

function cut(text: string): string {
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`;
}

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
  const head = [
    '#',
    'action',
    `${unit}s`,
    names[0] === undefined ? 'change' : 'change',
    ...names,
    'draws',
    'checkpoint',
  ];
  const table = [head, ...ledger.rows.map((row) => cells(row, names))].map((row) => row.map(cut));
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map(
      (row) =>
        `${row
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
