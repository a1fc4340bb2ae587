/** Verifies many logs and the routine vectors, and gives the result as an exit code. */
import { LockstepError } from '../base/errors.js';
import { totalsOf, type VectorSummary, type VerifyTotals } from './totals.js';
import { type LogResult, type VerifyOptions, verifyLog } from './verify-log.js';

export interface VerifyReport {
  readonly logs: readonly LogResult[];
  /** Logs that could not be verified. */
  readonly errors: readonly LockstepError[];
  readonly totals: VerifyTotals;
  readonly interrupted: boolean;
  /** 0 everything equal, 1 something differs, 2 a bad log or nothing compared, 130 interrupted. */
  readonly exit: 0 | 1 | 2 | 130;
}

/** @param vectors result of the routine vectors, or null when they were not asked for */
export async function verifyAll(
  files: readonly string[],
  vectors: VectorSummary | null,
  options: VerifyOptions,
): Promise<VerifyReport> {
  const logs: LogResult[] = [];
  const errors: LockstepError[] = [];
  for (const file of files) {
    if (options.signal?.aborted === true) break;
    try {
      logs.push(await verifyLog(file, options));
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      errors.push(error);
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
  return { logs, errors, totals: totalsOf(logs, vectors), interrupted, exit };
}
