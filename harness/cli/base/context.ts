/** What every verb gets: the systems, the output, and the user's wish to stop. */
import type { System } from '../../../core/system/system.js';
import type { VectorSummary } from '../../verify/totals.js';
import type { Terminal } from '../../views/step/terminal.js';

/** 0 holds, 1 differs, 2 bad use or input, 3 our own error, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

export interface CliContext {
  readonly systems: readonly System[];
  /** Folder with the logs and vectors that `verify` reads when no file is named. */
  readonly tracesFolder: string;
  /** Runs the routine vectors below `tracesFolder`; undefined where there are none. */
  readonly verifyVectors?: (
    signal: AbortSignal,
    progress: (files: number) => void,
  ) => VectorSummary | Promise<VectorSummary>;
  /** Results. */
  readonly out: (text: string) => void;
  /** Progress and errors. */
  readonly err: (text: string) => void;
  /** A terminal reads what `err` writes: progress may be shown. */
  readonly showProgress: boolean;
  /** Colours are wanted: a terminal, and no NO_COLOR. */
  readonly color: boolean;
  /** Keys and screen; undefined where stdin or stdout is no terminal. */
  readonly terminal?: Terminal;
  /**
   * Aborted by Ctrl-C. Reading it installs the handler; without it Ctrl-C ends the process at once.
   */
  readonly signal: () => AbortSignal;
  /** The verb's result. */
  readonly exit: (code: ExitCode) => void;
}

/** Prints plain data as JSON, one value, LF at the end. */
export function printJson(context: CliContext, data: unknown): void {
  context.out(
    `${JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`,
  );
}

/** An example for the end of a verb's help. */
export function example(...commands: readonly string[]): string {
  return `\nExample:\n${commands.map((command) => `  $ lockstep ${command}`).join('\n')}`;
}
