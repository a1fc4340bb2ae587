/** Logs of the systems `ticker` and `counter`, written and verified. */
import { createHash } from 'node:crypto';
import { type LogResult, type VerifyOptions, verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { COUNTER, TICKER } from '../../fixtures/counter-system.js';
import { type TestFolder, testFolder } from '../../fixtures/files.js';
import { rowLines, sealed, somePads, type TickerRow, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

export const SYSTEMS = [COUNTER, TICKER];

export const PADS = somePads(60);

export const ROWS = tickerRows(PADS);

/** Rows with one value changed. */
export function changed(frame: number, cell: number, value: number, rows: readonly TickerRow[] = ROWS): TickerRow[] {
  return rows.map((row) =>
    row.frame === frame ? { ...row, values: row.values.map((old, index) => (index === cell ? value : old)) } : row,
  );
}

/** Writes logs to a folder of the test file's own, and verifies them. */
export interface LogFolder extends TestFolder {
  log(header: Record<string, unknown>, rows: readonly TickerRow[]): string;
  verify(
    header: Record<string, unknown>,
    rows: readonly TickerRow[],
    options?: Partial<VerifyOptions>,
  ): Promise<LogResult>;
}

export function logFolder(): LogFolder {
  const folder = testFolder();
  let files = 0;
  const log: LogFolder['log'] = (header, rows) => folder.write(`log-${files++}.jsonl`, sealed(header, rowLines(rows)));
  return {
    ...folder,
    log,
    verify: (header, rows, options = {}) => verifyLog(log(header, rows), { systems: SYSTEMS, ...options }),
  };
}

const COUNTER_HASH_TEXT = '{"switches":{"wrap":"wrap"},"system":"counter","version":1}';

export function counterHeader(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return tickerHeader({
    system: 'counter',
    systemVersion: 1,
    ruleset: {
      name: 'default',
      hash: createHash('sha256').update(COUNTER_HASH_TEXT).digest('hex').slice(0, 16),
      switches: {},
    },
    unit: 'command',
    setup: { start: 10 },
    cells: [
      ['total', '000100', 2],
      ['balance', '000200', 1],
    ],
    ...changes,
  });
}
