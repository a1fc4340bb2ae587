/** The text and the JSON of a verified CPU trace. */
import { countText } from '../../../core/system/names.js';
import { formatAddress, formatRoutine } from '../../../rom-map/index.js';
import { hexText, hexWithSuffix } from '../../base/index.js';
import { describeAddress } from '../vectors/case-machine.js';
import type { HolesResult } from './holes.js';
import type { CellChange, StretchReport } from './stretches.js';
import type { CpuTraceResult, RoutineCalls } from './verify-trace.js';

/** Lines about the file itself, shared by all verbs that read a trace. */
function traceText(
  result: Pick<CpuTraceResult, 'summary' | 'profile' | 'frames' | 'framesHow' | 'interrupts' | 'gaps' | 'firstGap'>,
): string[] {
  const { summary, profile } = result;
  const lines = [
    `${summary.file}: CPU trace, ${summary.dialect.name}`,
    `  ${summary.dialect.evidence}; shows ${summary.dialect.shows}`,
    `  addresses of ${profile.what}`,
    ...(profile.isGame
      ? ['  a trace does not tell which image ran: this is about the game only if it was the cartridge']
      : []),
    `  ${countText(summary.rows, 'row')} in ${countText(summary.lines, 'line')} (${countText(summary.bytes, 'byte')}), ${countText(result.interrupts, 'interrupt')}`,
    `  ${countText(result.frames, 'frame')}, ${result.framesHow}`,
  ];
  if (summary.lastCut) lines.push('  the last line has no end and was left out');
  if (result.gaps > 0) {
    const often = result.gaps * 10 > summary.rows ? ': the trace was made with a condition or a mask' : '';
    lines.push(
      `  rows are missing in ${countText(result.gaps, 'place')}, first before line ${result.firstGap}${often}; nothing is known of memory after each`,
    );
  }
  return lines;
}

function restOf(counts: Omit<RoutineCalls, 'routine' | 'name' | 'unknownInput'>): string[] {
  const parts: string[] = [];
  if (counts.derived > 0) parts.push(`${counts.derived} of the equal took an operand from the sum itself`);
  if (counts.inputsUnknown > 0) parts.push(`${countText(counts.inputsUnknown, 'input')} unknown`);
  if (counts.disturbed > 0)
    parts.push(`${counts.disturbed} disturbed by an interrupt, DMA or a stretch that is left out`);
  if (counts.cut > 0) parts.push(`${counts.cut} cut`);
  if (counts.left > 0) parts.push(`${counts.left} without a known exit`);
  if (counts.width > 0) parts.push(`${counts.width} entered with other register widths`);
  return parts;
}

export function cpuTraceText(result: CpuTraceResult): string {
  const { totals } = result;
  const lines = traceText(result);
  if (result.changedUnseen > 0) {
    lines.push(`  ${countText(result.changedUnseen, 'load')} showed memory that had changed unseen`);
  }
  if (result.shownWrong > 0) {
    lines.push(
      `  ${countText(result.shownWrong, 'printed memory value')} contradicted by the instruction's result; not used after the first`,
    );
  }
  for (const one of result.routines) {
    const checked = one.equal + one.different;
    const verdict = one.different > 0 ? `${one.different} DIFFERENT` : checked === 0 ? 'nothing compared' : 'equal';
    const parts = [`${countText(one.seen, 'call')} seen`, `${checked} checked`, verdict, ...restOf(one)];
    if (one.unknownInput !== '') parts.push(`first unknown input: ${one.unknownInput}`);
    lines.push(`  ${one.routine} ${one.name}: ${parts.join(', ')}`);
  }
  const checked = totals.equal + totals.different;
  const routines = new Set(result.routines.map((one) => one.routine)).size;
  lines.push(
    `  calls: ${totals.seen} seen of ${routines} of ${countText(result.mirrored, 'mirrored routine')}, ${checked} checked, ` +
      [`${totals.equal} equal`, ...restOf(totals), countText(totals.different, 'difference')].join(', '),
  );
  for (const difference of result.differences) {
    const { A, X, Y, P } = difference.registers;
    lines.push(
      `  difference: line ${difference.line} to ${difference.exitLine}, frame ${difference.frame}, ${difference.routine} ${difference.name} ` +
        `(A ${hexText(A, 4)} X ${hexText(X, 4)} Y ${hexText(Y, 4)} P ${hexText(P, 2)})`,
      `    ${difference.text}`,
    );
  }
  if (totals.different > result.differences.length) {
    lines.push(`  and ${totals.different - result.differences.length} more differences`);
  }
  if (checked === 0) lines.push('  nothing was compared');
  lines.push('');
  return lines.join('\n');
}

/** Plain data for `--json`. */
export function cpuTraceJson(result: CpuTraceResult): unknown {
  const { summary, profile, ...rest } = result;
  const { dialect, ...file } = summary;
  return {
    kind: 'cpu-trace',
    ...file,
    dialect: dialect.id,
    dialectName: dialect.name,
    evidence: dialect.evidence,
    profile: profile.name,
    ...rest,
  };
}

/** Exit code: 1 for a difference, 2 if nothing was compared, else 0. */
export function cpuTraceExit(result: CpuTraceResult): 0 | 1 | 2 {
  if (result.totals.different > 0) return 1;
  return result.totals.equal === 0 ? 2 : 0;
}

// The text and the JSON of `lockstep holes`.

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
export function holesJson(result: HolesResult) {
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
