/** Verifies many logs and gives the result, with that of the routine vectors, as an exit code. */

import { LockstepError } from '../../base/errors.js';
import { withFileKind } from '../../base/file-kind.js';
import { countText } from '../../base/number-text.js';
import { totalsOf, type VectorSummary, type VerifyTotals } from './totals.js';
import { type LogResult, type VerifyOptions, verifyLog } from './verify-log.js';

export interface VerifyAllOptions extends VerifyOptions {
  /** Logs without their footer count as far as they go. Otherwise each of them is an error. */
  readonly partial?: boolean;
}

export interface VerifyReport {
  readonly logs: readonly LogResult[];
  /** Those that count: without `partial`, only logs with their footer. */
  readonly counted: readonly LogResult[];
  /** Logs that could not be verified. */
  readonly errors: readonly LockstepError[];
  readonly totals: VerifyTotals;
  readonly interrupted: boolean;
  /** 0 everything equal, 1 something differs, 2 a bad log or nothing compared, 130 interrupted. */
  readonly exit: 0 | 1 | 2 | 130;
}

function withoutFooter({ file, unit }: LogResult, cutAfter: number): LockstepError {
  const place = cutAfter < 0 ? `before its first ${unit}` : `after ${unit} ${cutAfter}`;
  return new LockstepError('E_TRACE_INCOMPLETE', `the log ends without its footer ${place}: its recording was cut`, {
    file,
    remedy: 'Record it again, or give --partial to take what is there',
  });
}

/** A log that was verified, or why it could not be. */
export type LogOutcome = LogResult | LockstepError;

/** Verifies a log as one of many. */
export async function outcomeOf(file: string, options: VerifyOptions): Promise<LogOutcome> {
  try {
    return await verifyLog(file, { ...options, reader: { ...options.reader, allowIncomplete: true } });
  } catch (error) {
    if (error instanceof LockstepError) return error;
    throw error;
  }
}

function nothingCompared(logs: number, isPart: boolean): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'nothing was compared', {
    found: countText(logs, 'log'),
    remedy: isPart
      ? 'Choose --from and --to among the frames of the log; `lockstep verify LOG --list` counts them'
      : 'Name a log with rows and with cells that are neither inputs nor masked throughout',
  });
}

/**
 * The report on logs in their order.
 * @param vectors result of the routine vectors, or null when they were not asked for
 */
export function reportOf(
  outcomes: readonly LogOutcome[],
  vectors: VectorSummary | null,
  { partial, signal, from, to }: Pick<VerifyAllOptions, 'partial' | 'signal' | 'from' | 'to'>,
): VerifyReport {
  const logs: LogResult[] = [];
  const errors: LockstepError[] = [];
  for (const outcome of outcomes) {
    if (outcome instanceof LockstepError) {
      errors.push(withFileKind(outcome));
      continue;
    }
    logs.push(outcome);
    if (outcome.cutAfter !== undefined && partial !== true) errors.push(withoutFooter(outcome, outcome.cutAfter));
  }
  const interrupted = signal?.aborted === true;
  // A case counts as compared only when our code ran it.
  const cases = vectors === null ? 0 : vectors.passed + vectors.failed;
  const compared = cases + logs.reduce((sum, log) => sum + log.equal + log.different, 0);
  const isPart = from !== undefined || to !== undefined;
  if (compared === 0 && errors.length === 0 && !interrupted) errors.push(nothingCompared(logs.length, isPart));
  const differs = (vectors?.failed ?? 0) > 0 || logs.some((log) => log.different > 0 || log.draws?.first !== undefined);
  const exit = interrupted ? 130 : errors.length > 0 ? 2 : differs ? 1 : 0;
  const counted = logs.filter(({ cutAfter }) => cutAfter === undefined || partial === true);
  return { logs, counted, errors, totals: totalsOf(counted, vectors), interrupted, exit };
}

/**
 * Verifies logs one after the other; `verifyTogether` does so on all cores.
 * @param vectors result of the routine vectors, or null when they were not asked for
 */
export async function verifyAll(
  files: readonly string[],
  vectors: VectorSummary | null,
  options: VerifyAllOptions,
): Promise<VerifyReport> {
  const outcomes: LogOutcome[] = [];
  for (const file of files) {
    if (options.signal?.aborted === true) break;
    outcomes.push(await outcomeOf(file, options));
  }
  return reportOf(outcomes, vectors, options);
}
