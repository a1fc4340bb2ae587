/** The text of `lockstep run`. */

import type { OddsTable } from '../../../core/system/system.js';
import type { NotFilled } from '../../base/not-filled.js';
import { countText } from '../../base/number-text.js';
import type { SettledStretches } from '../../base/settled-stretches.js';
import { standingLines } from '../../base/standing.js';
import { placedFailure } from './checkpoints.js';
import { firstOutcome } from './odds.js';
import type { PlanResult } from './run.js';

/** @param image SHA-256 of the given image @param notFilled where its code does not run, and why */
export function planText(
  file: string,
  result: PlanResult,
  settled?: SettledStretches,
  image?: string,
  notFilled: NotFilled = {},
): string {
  const verdict = result.failures.length === 0 ? (result.stopped ? 'interrupted' : 'holds') : 'DOES NOT HOLD';
  const lines = [
    `${file}: ${verdict}; ${result.system}: ${countText(result.accepted, 'command')} accepted, ` +
      `${result.rejected} rejected as planned, ${countText(result.compared, 'cell')} compared`,
  ];
  lines.push(...standingLines({ ...result, notFilled }, settled?.by, image).map((line) => `  ${line}`));
  for (const failure of result.failures) {
    const { line, column, remedy } = failure;
    lines.push(`  failure: ${placedFailure(file, failure)}`);
    if (remedy !== '') lines.push(`  line ${line}, column ${column}: ${remedy}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Rows of outcomes with their exact share, and below the first outcome alone; the percentage is for
 * reading only.
 */
export function oddsText(table: OddsTable): string {
  const parts = table.outcomes.length > 1 ? [table, firstOutcome(table)] : [table];
  return parts.map(tableText).join('\n');
}

function tableText(table: OddsTable): string {
  const sums = atLeast(table);
  const head = [...table.outcomes, `of ${table.denominator}`, 'percent'];
  const lines = [(sums === undefined ? head : [...head, 'at least']).join('\t')];
  for (const [index, { values, numerator }] of table.rows.entries()) {
    const shares = sums === undefined ? [numerator] : [numerator, sums[index] ?? '0'];
    lines.push([...values, numerator, ...shares.map((share) => percent(share, table.denominator))].join('\t'));
  }
  if (sums !== undefined) lines.push(expectedLine(table));
  return `${lines.join('\n')}\n`;
}

/** The expected value as an exact fraction with three decimals, and the ends of the range. */
function expectedLine({ outcomes, rows, denominator }: OddsTable): string {
  const value = (index: number): number => rows.at(index)?.values[0] ?? 0;
  const sum = rows.reduce((total, { numerator }, index) => total + BigInt(value(index)) * BigInt(numerator), 0n);
  const thousandths = String((sum * 1000n) / BigInt(denominator)).padStart(4, '0');
  const decimal = `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
  return `expected ${outcomes[0]} ${sum}/${denominator} (${decimal}); at worst ${value(0)}, at best ${value(-1)}`;
}

/**
 * For each row of a table of one number, the share of this number or a greater one; undefined where
 * there are several numbers, or one row, or no ascending order.
 */
function atLeast({ outcomes, rows }: OddsTable): readonly string[] | undefined {
  const value = (index: number): number => rows[index]?.values[0] ?? 0;
  const isAscending = rows.every((_, index) => index === 0 || value(index - 1) < value(index));
  if (outcomes.length !== 1 || rows.length < 2 || !isAscending) return undefined;
  let sum = 0n;
  const sums = [...rows].reverse().map(({ numerator }) => {
    sum += BigInt(numerator);
    return String(sum);
  });
  return sums.reverse();
}

/** A percentage with three decimals, rounded down, from whole numbers alone. */
function percent(numerator: string, denominator: string): string {
  const whole = BigInt(denominator);
  if (whole === 0n) return '-';
  const thousandths = String((BigInt(numerator) * 100_000n) / whole).padStart(4, '0');
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
}

export function predictText(lines: readonly (readonly [label: string, value: string])[]): string {
  return lines.map(([label, value]) => `${label}: ${value}\n`).join('');
}
