/** Runs a command line inside of the test, with the small systems and nothing of the process. */
import type { CliContext } from '../../../harness/cli/base/context.js';
import { runCli } from '../../../harness/cli/program.js';
import { COUNTER, TICKER } from '../fixtures/counter-system.js';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function cli(words: readonly string[], changes: Partial<CliContext> = {}): Promise<CliRun> {
  let out = '';
  let err = '';
  const stop = new AbortController();
  const code = await runCli(words, {
    systems: [COUNTER, TICKER],
    tracesFolder: '/nowhere',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    showProgress: false,
    color: false,
    signal: () => stop.signal,
    exit: () => undefined,
    ...changes,
  });
  return { code, out, err };
}
