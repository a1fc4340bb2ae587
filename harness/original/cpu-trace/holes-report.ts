/** The text and the JSON of `lockstep holes`. */

import { formatAddress, formatRoutine } from '../../../rom-map/index.js';
import { countText, hexWithSuffix } from '../../base/number-text.js';
import { describeAddress } from '../vectors/case-machine.js';
import type { HolesResult } from './holes.js';
import { traceText } from './report.js';
import type { CellChange, StretchReport } from './stretch-report.js';

const CELLS_SHOWN = 24;
const ORDERS_SHOWN = 5;
const WAYS_SHOWN = 6;

function placesText(map: ReadonlyMap<number, number>): string {
  const list = [...map].sort((a, b) => b[1] - a[1]);
  const shown = list.slice(0, WAYS_SHOWN).map(([pc, times]) => `${pc < 0 ? 'unknown' : formatRoutine(pc)} (${times})`);
  return [...shown, ...(list.length > WAYS_SHOWN ? [`${list.length - WAYS_SHOWN} more`] : [])].join(', ');
}

function cellText(cell: CellChange, passes: number): string {
  const parts = [`written in ${cell.writes} of ${passes}`];
  if (cell.changes > 0) {
    parts.push(`changed in ${cell.changes}`, `first ${hexWithSuffix(cell.before)} -> ${hexWithSuffix(cell.after)}`);
    if (cell.difference >= 0 && cell.changes > 1) {
      parts.push(`always by ${cell.difference < 128 ? `+${cell.difference}` : String(cell.difference - 256)}`);
    }
  } else if (cell.unknown === 0) parts.push('never changed');
  if (cell.unknown > 0) parts.push(`${cell.unknown} not known`);
  return `      ${describeAddress(cell.address)}: ${parts.join(', ')}`;
}

function stretchText(report: StretchReport): string[] {
  const { stretch } = report;
  const lines = [
    `  ${stretch.text} ${stretch.name}: ${countText(report.passes, 'pass', 'passes')}, first in line ${report.firstLine}, frame ${report.firstFrame}`,
    `    entered after ${placesText(report.entries)}`,
    `    goes on at ${report.exits.size === 0 ? 'nowhere within the trace' : placesText(report.exits)}`,
  ];
  if (report.calls.size > 0) lines.push(`    calls ${placesText(report.calls)}`);
  if (report.unfinished > 0) lines.push(`    ${report.unfinished} not seen to their end`);
  const cells = [...report.cells.values()].sort((a, b) => b.changes - a.changes || a.address - b.address);
  lines.push(cells.length === 0 ? '    no cell written' : `    ${countText(cells.length, 'cell')} written:`);
  for (const cell of cells.slice(0, CELLS_SHOWN)) lines.push(cellText(cell, report.passes - report.unfinished));
  if (cells.length > CELLS_SHOWN) lines.push(`      and ${cells.length - CELLS_SHOWN} more`);
  return lines;
}

export function holesText(result: HolesResult): string {
  const lines = traceText(result);
  if (!result.profile.isGame) {
    lines.push(
      '  this says nothing about the game: the ROM is another one, and its unpublished stretches are not in it',
    );
  } else {
    lines.push(`  stretches: ${result.passed.length} of ${result.stretches} passed`);
  }
  for (const report of result.passed) lines.push(...stretchText(report));
  lines.push('  order of calls in a frame:');
  for (const order of result.orders.slice(0, ORDERS_SHOWN)) {
    lines.push(
      `    ${order.frames} of ${countText(result.frames, 'frame')}, first ${order.firstFrame}: ${order.names.join(' ')}`,
    );
  }
  if (result.orders.length === 0) lines.push('    no mirrored routine was called');
  const more = result.orders.length - ORDERS_SHOWN;
  if (more > 0)
    lines.push(
      `    and ${more} other orders${result.otherOrders > 0 ? `; ${countText(result.otherOrders, 'frame')} not kept` : ''}`,
    );
  lines.push('  switches:');
  for (const one of result.switches) {
    const seen = [...one.seen]
      .sort((a, b) => b[1] - a[1])
      .map(([setting, times]) => `${setting} (${countText(times, 'time')})`);
    lines.push(
      `    ${one.name}: ${seen.length === 0 ? 'no evidence' : `agrees with ${seen.join(', ')}`}; ${one.observed}`,
    );
  }
  lines.push('');
  return lines.join('\n');
}

function asObject(map: ReadonlyMap<number, number>): Record<string, number> {
  return Object.fromEntries([...map].map(([pc, times]) => [pc < 0 ? 'unknown' : formatRoutine(pc), times]));
}

/** Plain data for `--json`. */
export function holesJson(result: HolesResult): Readonly<Record<string, unknown>> {
  const { dialect, ...file } = result.summary;
  return {
    ...file,
    dialect: dialect.id,
    evidence: dialect.evidence,
    profile: result.profile.name,
    isGame: result.profile.isGame,
    frames: result.frames,
    framesHow: result.framesHow,
    gaps: result.gaps,
    stretches: result.passed.map((report) => ({
      stretch: report.stretch.text,
      name: report.stretch.name,
      passes: report.passes,
      unfinished: report.unfinished,
      firstLine: report.firstLine,
      firstFrame: report.firstFrame,
      entries: asObject(report.entries),
      exits: asObject(report.exits),
      calls: asObject(report.calls),
      cells: [...report.cells.values()].map((cell) => ({ ...cell, address: formatAddress(cell.address) })),
    })),
    orders: result.orders,
    otherOrders: result.otherOrders,
    switches: result.switches.map((one) => ({ ...one, seen: Object.fromEntries(one.seen) })),
  };
}
