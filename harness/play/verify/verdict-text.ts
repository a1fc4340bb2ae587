/** The verdict of many logs: everything equal or what differs first, then the totals. */
import { countText } from '../../base/number-text.js';
import { plainText } from '../../base/plain-text.js';
import { differs, logText, totalLines } from './report.js';
import type { VerifyReport } from './verify.js';
import type { LogResult } from './verify-log.js';

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
  const failed = originalCode?.failed ?? 0;
  const wrong = [
    ...(different.length > 0 ? [`${countText(different.length, 'log')} of ${logs.length} with a difference`] : []),
    ...(failed > 0 ? [`${countText(failed, 'case')} failed`] : []),
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
