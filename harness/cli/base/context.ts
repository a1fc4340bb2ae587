/** The context of every verb: the systems, the output, and the user's signal to stop. */
import type { System } from '../../../core/system/system.js';
import type { Terminal } from '../../views/step/terminal.js';

/** Exit code: 0 holds, 1 differs, 2 bad use or input, 3 our own error, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

export interface CliContext {
  readonly systems: readonly System[];
  /** Folder with the logs and vectors that `verify` reads when no file is named. */
  readonly tracesFolder: string;
  /** Folder with the routine vectors; undefined where there are none. */
  readonly vectorsFolder?: string;
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Writes progress and errors. */
  readonly err: (text: string) => void;
  /** Whether `err` writes to a terminal, where progress may be shown. */
  readonly showProgress: boolean;
  /** Whether output is coloured: on a terminal without NO_COLOR. */
  readonly color: boolean;
  /** Keys and screen; undefined unless stdin and stdout are a terminal. */
  readonly terminal?: Terminal;
  /**
   * Aborted by Ctrl-C. Reading it installs the handler; without it Ctrl-C ends the process at once.
   */
  readonly signal: () => AbortSignal;
  /**
   * What plans that the verb plays expect and do not get, a sentence each; the verb fills it, and
   * `printJson` adds it to what it prints.
   */
  readonly planFailures: string[];
  /** Sets the exit code of the verb. */
  readonly exit: (code: ExitCode) => void;
}

/**
 * Prints plain data as one JSON value, with LF at the end. A table with an exit code has `ok`
 * behind it: whether that is 0. Where a plan does not hold, a table has the field `planFailures`.
 */
export function printJson({ out, planFailures }: CliContext, data: object): void {
  const answer = 'exit' in data ? withOk(data) : data;
  const whole = planFailures.length === 0 || Array.isArray(answer) ? answer : { ...answer, planFailures };
  out(`${JSON.stringify(whole, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`);
}

/** The same fields, and `ok` behind the exit code. */
function withOk(data: object): object {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => [
      [name, value],
      ...(name === 'exit' ? [['ok', value === 0] as const] : []),
    ]),
  );
}

/** An example for the end of a verb's help. */
export function example(...commands: readonly string[]): string {
  return `\nExample:\n${commands.map((command) => `  $ lockstep ${command}`).join('\n')}`;
}
