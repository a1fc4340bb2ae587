/** Verifies many logs and the routine vectors, and gives the result as an exit code. */
import { LockstepError } from '../base/errors.js';
import { withFileKind } from '../base/file-kind.js';
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

/** @param vectors result of the routine vectors, or null when they were not asked for */
export async function verifyAll(
  files: readonly string[],
  vectors: VectorSummary | null,
  options: VerifyAllOptions,
): Promise<VerifyReport> {
  const logs: LogResult[] = [];
  const errors: LockstepError[] = [];
  for (const file of files) {
    if (options.signal?.aborted === true) break;
    try {
      const log = await verifyLog(file, { ...options, reader: { ...options.reader, allowIncomplete: true } });
      logs.push(log);
      if (log.cutAfter !== undefined && options.partial !== true) errors.push(withoutFooter(log, log.cutAfter));
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      errors.push(withFileKind(error));
    }
  }
  const interrupted = options.signal?.aborted === true;
  // A case counts as compared only when our code ran it.
  const cases = vectors === null ? 0 : vectors.passed + vectors.failed;
  const compared = cases + logs.reduce((sum, log) => sum + log.equal + log.different, 0);
  if (compared === 0 && errors.length === 0 && !interrupted) {
    errors.push(
      new LockstepError('E_NOTHING_COMPARED', 'nothing was compared', {
        found: `${logs.length} logs`,
        remedy: 'Name a log with rows and with cells that are neither inputs nor masked throughout',
      }),
    );
  }
  const differs = (vectors?.failed ?? 0) > 0 || logs.some((log) => log.different > 0 || log.draws?.first !== undefined);
  const exit = interrupted ? 130 : errors.length > 0 ? 2 : differs ? 1 : 0;
  const counted = logs.filter(({ cutAfter }) => cutAfter === undefined || options.partial === true);
  return { logs, counted, errors, totals: totalsOf(counted, vectors), interrupted, exit };
}
