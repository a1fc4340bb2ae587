/** The text of `lockstep run`. */

import type { OddsTable } from '../../core/system/system.js';
import type { NotFilled } from '../base/not-filled.js';
import { countText } from '../base/number-text.js';
import type { SettledStretches } from '../base/settled-stretches.js';
import { standingLines } from '../base/standing.js';
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
  for (const { line, column, where, what, expected, got, remedy } of result.failures) {
    const subject = what === 'result' ? 'the command' : `cell ${what}`;
    lines.push(`  failure: ${file}:${line}: ${where}: ${subject}: expected ${expected}, got ${got}`);
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
  const lines = [[...table.outcomes, `of ${table.denominator}`, 'percent'].join('\t')];
  for (const row of table.rows) {
    lines.push([...row.values, row.numerator, percent(row.numerator, table.denominator)].join('\t'));
  }
  return `${lines.join('\n')}\n`;
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
