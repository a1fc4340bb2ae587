/** The text and the JSON of a verified CPU trace. */
import { countText, hexText } from '../../base/number-text.js';
import type { CpuTraceResult, RoutineCalls } from './verify-trace.js';

/** Lines about the file itself, shared by all verbs that read a trace. */
export function traceText(
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
