/** The ledger as a table for a terminal. */
import { cut, tableLines } from '../../base/index.js';
import type { Ledger, LedgerRow } from './ledger.js';

/** Columns of a text; a longer one is cut. */
const MAX_COLUMNS = 48;

/** A figure, or empty where there is none. */
function figure(value: number | undefined): string {
  return value === undefined ? '' : `${value}`;
}

/** Columns that not every system has. */
interface Counted {
  readonly frames: boolean;
  readonly enemyActions: boolean;
  readonly change: boolean;
}

function cells(row: LedgerRow, names: readonly string[], counted: Counted): string[] {
  const action = row.repeat > 1 ? `${row.action} x${row.repeat}` : row.action;
  const values = names.map((name) => row.columns.find(([column]) => column === name)?.[1] ?? '');
  const mark = row.checked > 0 ? `ok ${row.checked}` : '';
  const [first, last] = row.numbers;
  const acted = row.enemiesActed.length === 0 ? '' : ` (${row.enemiesActed.join(', ')})`;
  return [
    row.step < 0 ? '' : first === last ? `${first}` : `${first} to ${last}`,
    action,
    `${row.commands}`,
    ...(counted.frames ? [figure(row.frames)] : []),
    ...(counted.enemyActions ? [`${figure(row.enemyActions)}${acted}`] : []),
    ...(counted.change ? [row.change] : []),
    ...values,
    `${row.draws}`,
    mark,
  ];
}

/**
 * The ledger; columns that are empty in every row are left out.
 * @param below what stands below every row: its sentences, or each with its draws
 */
export function ledgerText(ledger: Ledger, unit: string, below?: 'sentences' | 'draws'): string {
  const names = [...new Set(ledger.rows.flatMap((row) => row.columns.map(([name]) => name)))].filter((name) =>
    ledger.rows.some((row) => row.columns.some(([column, value]) => column === name && value !== '')),
  );
  const counted = {
    frames: ledger.rows.some((row) => row.frames !== undefined),
    enemyActions: ledger.rows.some((row) => row.enemyActions !== undefined && row.frames !== undefined),
    change: ledger.rows.some((row) => row.change !== ''),
  };
  const heads = [...(counted.frames ? ['frames'] : []), ...(counted.enemyActions ? ['enemy actions'] : [])];
  const head = [
    '#',
    'action',
    `${unit}s`,
    ...heads,
    ...(counted.change ? ['change'] : []),
    ...names,
    'draws',
    'checkpoint',
  ];
  const table = [head, ...ledger.rows.map((row) => cells(row, names, counted))];
  const shown = table.map((row) => row.map((text) => cut(text, MAX_COLUMNS)));
  const lines = tableLines(shown, ['left']);
  const told = lines.flatMap((line, index) => {
    const row = below === undefined ? undefined : ledger.rows[index - 1];
    const sentences = row?.told.flatMap((sentence, number) => {
      const draws = below === 'draws' ? (row.drawn[number] ?? []) : [];
      return [`      ${sentence}`, ...draws.map((draw) => `          ${draw}`)];
    });
    return [line, ...(sentences ?? [])];
  });
  return told.map((line) => `${line}\n`).join('');
}
