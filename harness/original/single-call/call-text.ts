/** A call's report for the terminal, and as plain data. */

import { formatAddress, formatBus } from '../../../rom-map/index.js';
import { countText } from '../../base/number-text.js';
import type { AccessedCell } from './accessed.js';
import type { CallReport } from './run-call.js';
import { flagsText } from './trace-line.js';

function hex(value: number, bytes: number): string {
  return `${value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, '0')}h`;
}

function valueText(cell: AccessedCell, isWrite: boolean): string {
  if (cell.after < 0) return 'nothing answers there';
  if (!isWrite) return hex(cell.before, cell.width);
  return cell.before < 0
    ? hex(cell.after, cell.width)
    : `${hex(cell.before, cell.width)} -> ${hex(cell.after, cell.width)}`;
}

function cellLines(title: string, cells: readonly AccessedCell[], isWrite: boolean): readonly string[] {
  if (cells.length === 0) return [`${title.padEnd(11)}nothing`];
  return cells.map((cell, index) => {
    const flag = cell.isUndeclared ? '  UNDECLARED' : '';
    const head = index === 0 ? title : '';
    const named = `${formatAddress(cell.address)} ${cell.name}`.trimEnd();
    return `${head.padEnd(11)}${named.padEnd(34)} ${valueText(cell, isWrite)}${flag}`;
  });
}

function exitText({ result }: CallReport): string {
  return result.exit ?? `none: ${result.unfinished}, ${result.reason}`;
}

/** Values of the battle generator that a run took. */
export function drawsLine(draws: readonly number[]): string {
  return `draws      ${draws.length === 0 ? 'none' : `${draws.length}: ${draws.join(', ')}`}`;
}

export function callText(report: CallReport): string {
  const { result, earlyReads, differences } = report;
  const registers = (['A', 'X', 'Y'] as const).map((name) => `${name} ${hex(result[name], 2)}`);
  const lines = [
    `exit       ${exitText(report)}`,
    `registers  ${registers.join('  ')}  P ${flagsText(result.P)}`,
    drawsLine(result.draws),
    `took       ${countText(result.instructions, 'instruction')}, ${result.masterCycles} master cycles, without the last return`,
    ...cellLines('reads', report.reads, false),
    ...cellLines('writes', report.writes, true),
    ...earlyReads.map(
      ({ at, count }) => `early      ${formatBus(at)} read a result before it was there, ${countText(count, 'time')}`,
    ),
  ];
  if (differences !== undefined) {
    lines.push(differences.length === 0 ? 'published  the same outcome' : 'published  another outcome:');
    lines.push(...differences.map((text) => `  ${text}`));
  }
  return `${lines.join('\n')}\n`;
}

function cellJson({
  address,
  width,
  name,
  before,
  after,
  isUndeclared,
}: AccessedCell): Readonly<Record<string, unknown>> {
  return { address: formatAddress(address), width, name, before, after, undeclared: isUndeclared };
}

export function callJson(report: CallReport): Readonly<Record<string, unknown>> {
  const { result, plan } = report;
  const { A, X, Y, P } = result;
  return {
    routine: plan === undefined ? null : { routine: plan.routine, name: plan.name },
    exitTaken: result.exit ?? null,
    unfinished: result.unfinished ?? null,
    reason: result.reason,
    registers: { A, X, Y, P },
    draws: result.draws,
    instructions: result.instructions,
    masterCycles: result.masterCycles,
    reads: report.reads.map(cellJson),
    writes: report.writes.map(cellJson),
    earlyReads: report.earlyReads.map(({ at, count }) => ({ at: formatBus(at), count })),
    published: report.differences === undefined ? null : { differences: report.differences },
  };
}
