/** Runs a command line inside of the test, with the small systems and nothing of the process. */
import type { Command } from 'commander';
import { SYSTEMS } from '../../../harness/base/systems.js';
import type { CliContext } from '../../../harness/cli/base/context.js';
import { createProgram, runCli } from '../../../harness/cli/program.js';
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

/** The whole command with every system, for what it declares; it writes nothing. */
export function declaredProgram(): Command {
  const silent = (): void => undefined;
  return createProgram({
    systems: SYSTEMS,
    tracesFolder: '',
    out: silent,
    err: silent,
    showProgress: false,
    color: false,
    signal: () => new AbortController().signal,
    exit: silent,
  });
}
