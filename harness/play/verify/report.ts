/** The text and the JSON of `lockstep verify`. */

import { countText } from '../../../core/system/names.js';
import { dependenceLines, formatError, hexText, notFilledLines, plainText } from '../../base/index.js';

import { type Difference, type DrawComparison, drawTextOf } from './difference.js';
import type { LogTotal, VectorSummary, VerifyReport } from './verify.js';
import type { LogResult } from './verify-log.js';

/** A log can be edited: its header is a word, not a proof. */
const WHAT_IS_TRUSTED =
  'trusted: the header, which says who hashed the image, its size and title. Checked: its first image is in a ' +
  "battle with enemies of the game's table. No image was read here";
const CELLS_SHOWN = 12;
const BY_WHOM = {
  recorder: 'the recorder hashed the image',
  emulator: 'by the hash that the emulator gave',
  user: 'the image was named afterwards, the recorder did not see it',
} as const;

function hex(value: number): string {
  return `${value} (${hexText(value, 1)}h)`;
}

/**
 * The first difference, with its context and the command that reproduces it.
 * @param unit what the log's entries are: frames, commands or steps
 */
function differenceText(difference: Difference, unit = 'frame'): string {
  const lines = [`  first difference: ${unit} ${difference.frame}, line ${difference.line}, input ${difference.input}`];
  for (const cell of difference.cells.slice(0, CELLS_SHOWN)) {
    const { mine, theirs, before } = cell;
    lines.push(`    ${cell.cell} at ${cell.address}: mine ${hex(mine)}, theirs ${hex(theirs)}, before ${hex(before)}`);
  }
  if (difference.cells.length > CELLS_SHOWN) lines.push(`    and ${difference.cells.length - CELLS_SHOWN} more cells`);
  if (difference.note !== '') lines.push(`    ${difference.kind}: ${difference.note}`);
  if (difference.owner !== undefined) {
    const { rule, routine } = difference.owner;
    lines.push(`    written by ${routine === undefined ? `rule ${rule}` : `routine ${routine}`}`);
  }
  if (difference.rules.length > 0) lines.push(`    rules and routines of this step: ${difference.rules.join(', ')}`);
  if (difference.context.length > 0) lines.push(`    ${countText(difference.context.length, unit)} before it:`);
  for (const frame of difference.context) {
    const changes = frame.changes
      .slice(0, CELLS_SHOWN)
      .map((change) => `${change.cell} ${change.before}->${change.after}`);
    if (frame.changes.length > CELLS_SHOWN) changes.push(`and ${frame.changes.length - CELLS_SHOWN} more`);
    lines.push(`      ${frame.frame} ${frame.input} ${changes.length === 0 ? 'no change' : changes.join(', ')}`);
  }
  lines.push(`    reproduce with: ${difference.reproduce}`);
  return lines.join('\n');
}

/** The comparison of draws, with the first difference. */
function drawLines(draws: DrawComparison): string[] {
  const lines = [
    `  draws: ${draws.mine} of mine, ${draws.theirs} of theirs, ${draws.equal} equal before any difference`,
  ];
  if (draws.first === undefined) return lines;
  const { number, frame, mine, theirs } = draws.first;
  return [
    ...lines,
    `  first draw that differs: number ${number}, in row ${frame}`,
    `    mine    ${mine === undefined ? 'none' : drawTextOf(mine)}`,
    `    theirs  ${theirs === undefined ? 'none' : drawTextOf(theirs)}`,
  ];
}

/** A cell or a draw differs. */
export function differs({ verdict }: LogResult): boolean {
  return verdict === 'differs';
}

/** A log with all that is known of its comparison. */
export function logText(log: LogResult): string {
  const verdict = differs(log) ? 'DIFFERS' : log.equal === 0 ? 'nothing compared' : 'equal';
  const lines = [
    `${plainText(log.file)}: ${verdict}; ${log.system} (${log.ruleset}, ${log.kind}), ` +
      `${countText(log.equal, log.unit)} of ${log.frames} compared and equal (${log.active} with a change), ` +
      `${countText(log.cells, 'cell')} each`,
  ];
  const notes: string[] = [];
  if (log.image !== undefined && log.kind === 'cartridge')
    notes.push(`recorded from ${log.image.name}: ${BY_WHOM[log.image.by]}`);
  if (log.settling !== '') notes.push(log.settling);
  if (log.draws !== undefined) lines.push(...drawLines(log.draws));
  if (log.rulesetForced) notes.push('the ruleset differs from the log (--force-ruleset)');
  if (log.inputs.length > 0) notes.push(`fed from the log, not compared: ${log.inputs.join(', ')}`);
  if (log.scratch.length > 0) notes.push(`scratch, not compared: ${log.scratch.join(', ')}`);
  if (log.torn > 0) notes.push(`${countText(log.torn, 'torn row')}, stepped but not compared`);
  if (log.repeated > 0) notes.push(`${countText(log.repeated, log.unit)} without a tick`);
  if (log.notChosen > 0) notes.push(`${countText(log.notChosen, log.unit)} outside of --from and --to, not compared`);
  if (log.eventsLost > 0) notes.push(`${countText(log.eventsLost, 'event')} did not fit in the buffer`);
  for (const mask of log.masks) {
    notes.push(
      `masked: ${mask.cell} in ${mask.from}..${mask.to}, ${countText(mask.frames, log.unit)}, ` +
        `${mask.differed} differed (${mask.reason}; ${mask.evidence}; ${mask.date})`,
    );
  }
  if (log.different > 0 && (log.different > 1 || log.equalAfterTakeover > 0)) {
    notes.push(
      `after taking over the recording: ${log.equalAfterTakeover} equal (not counted above), ` +
        `${log.different - 1} more different`,
    );
  }
  notes.push(...dependenceLines(log.unpublished));
  notes.push(...notFilledLines(log.notFilled));
  if (log.settledBy !== undefined && (log.settled ?? []).length > 0) {
    notes.push(`${log.settledBy}: ${log.settled?.join(', ')}`);
  }
  if (log.cutAfter !== undefined)
    notes.push(`ends without its footer, so that no hash covers its rows; last whole ${log.unit}: ${log.cutAfter}`);
  if (log.interrupted) notes.push('interrupted before its end');
  lines.push(...notes.map((note) => `  ${plainText(note)}`));
  if (log.first !== undefined) lines.push(differenceText(log.first, log.unit).split('\n').map(plainText).join('\n'));
  return lines.join('\n');
}

function totalText(name: string, total: LogTotal): string {
  const different = total.different === 0 ? '' : `, ${total.different} different`;
  const parts = [`${total.active} with a change`];
  if (total.withoutTick > 0) parts.push(`${total.withoutTick} without a tick`);
  if (total.again > 0) parts.push(`${total.again} the same rows again, of a second core`);
  if (total.cut > 0) parts.push(`${total.cut} in logs without a footer`);
  const active = parts.join(', ');
  return `${name}: ${countText(total.frames, 'frame')} equal (${active})${different} in ${countText(total.logs, 'log')}`;
}

/** What was compared, one line for each kind of evidence: they are never added. */
function totalLines(report: VerifyReport): readonly string[] {
  const lines: string[] = [];
  const { originalCode, testRom, cartridge, patched, unknownImage, ownCpu, other } = report.totals;
  if (originalCode === null) lines.push('original code: not run (give no FILE to run the vectors)');
  else {
    const { cases, equal, different, notCompared, inferred, instructions } = originalCode;
    lines.push(
      `original code: ${equal} of ${countText(cases, 'case')} equal, ${different} different, ` +
        `${notCompared} not compared (no function of ours); ${inferred} of them run through deduced bytes` +
        (instructions === undefined ? '' : `, ${instructions} single instructions`),
    );
  }
  lines.push(totalText('our test ROM', testRom), totalText("the game's cartridge", cartridge));
  if (cartridge.logs > 0) lines.push(`  ${WHAT_IS_TRUSTED}`);
  if (patched.logs > 0) lines.push(totalText('a published patch of the game', patched));
  if (unknownImage.logs > 0) lines.push(totalText('an unknown image, which proves nothing of the game', unknownImage));
  if (ownCpu.logs > 0) lines.push(totalText('our own CPU', ownCpu));
  if (other.logs > 0) lines.push(totalText('apart from these, logs of models, references and plans', other));
  if (report.interrupted) lines.push('interrupted: the counts hold up to here');
  return lines;
}

/** Every log, then the totals. */
export function verifyText(report: VerifyReport): string {
  return `${[...report.logs.map(logText), ...report.errors.map(formatError), ...totalLines(report)].join('\n')}\n`;
}

/** Plain data for `--json`. */
export function verifyJson<Cases extends VectorSummary>(report: VerifyReport<Cases>) {
  const sum = (pick: (log: LogResult) => number): number => report.counted.reduce((total, log) => total + pick(log), 0);
  return {
    verb: 'verify' as const,
    exit: report.exit,
    logs: report.logs.map((log) => ({ ...log, first: log.first ?? null })),
    frames: sum((log) => log.equal),
    cells: sum((log) => log.equal * log.cells),
    vectors: report.totals.originalCode,
    differences: sum((log) => log.different),
    first: report.logs.find((log) => log.first !== undefined)?.first ?? null,
    totals: report.totals,
    errors: report.errors.map((error) => ({ code: error.code, message: error.sentence, ...error.details })),
    interrupted: report.interrupted,
  };
}

// The verdict of many logs: everything equal or what differs first, then the totals.

/** Logs that are listed one by one without being asked for. */
export const FEW_LOGS = 10;

const NAMED = 5;

function differentLines([first, ...others]: readonly LogResult[]): string[] {
  if (first === undefined) return [];
  const named = others.slice(0, NAMED).map((log) => {
    const place = log.first === undefined ? 'in its draws' : `first in ${log.unit} ${log.first.frame}`;
    return `${plainText(log.file)}: DIFFERS, ${place}`;
  });
  const more = others.length - named.length;
  return [logText(first), ...named, ...(more > 0 ? [`and ${countText(more, 'more log')}`] : [])];
}

function headline({ logs, totals, errors, interrupted }: VerifyReport, different: readonly LogResult[]): string {
  const { originalCode } = totals;
  const compared = countText(logs.length, 'log');
  const cases = originalCode === null ? '' : ` and ${countText(originalCode.cases, 'case')} of the original code`;
  const differentCases = originalCode?.different ?? 0;
  const wrong = [
    ...(different.length > 0 ? [`${countText(different.length, 'log')} of ${logs.length} with a difference`] : []),
    ...(differentCases > 0 ? [`${countText(differentCases, 'case')} different`] : []),
    ...(errors.length > 0 ? [`${countText(errors.length, 'file')} could not be read as a log`] : []),
  ];
  if (wrong.length > 0) return `NOT EVERYTHING IS EQUAL: ${wrong.join(', ')}`;
  const empty = logs.filter(({ equal }) => equal === 0).length;
  const without = empty === 0 ? '' : `; nothing was compared in ${countText(empty, 'log')}`;
  return `${interrupted ? 'equal so far' : 'everything is equal'}: ${compared}${cases}${without}`;
}

/** @returns at most 15 lines while everything is equal */
export function verdictText(report: VerifyReport): string {
  const different = report.logs.filter(differs);
  return `${[headline(report, different), ...differentLines(different), ...totalLines(report)].join('\n')}\n`;
}
