/** The context of every verb: the systems, the output, and the user's signal to stop. */
import type { System } from '../../../core/system/system.js';
import type { Verdict } from '../../library/index.js';
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
   * an answer in JSON has it.
   */
  readonly planFailures: string[];
  /** Answers in JSON, printed when the exit code is known. */
  readonly answers: object[];
  /** Sets the exit code of the verb. */
  readonly exit: (code: ExitCode) => void;
}

/** What `runCli` is given: what a verb fills is made for each command line. */
export type GivenContext = Omit<CliContext, 'planFailures' | 'answers'>;

// The envelope of every answer in JSON.

/** Number of the envelope and of the shapes in it; a change that breaks a reader raises it. */
const ENVELOPE = 1;

/** Verbs that compare: their exit code 0 says that all is equal. */
const COMPARING = new Set([
  'vectors',
  'compare',
  'explain',
  'menu check',
  'rom check',
  'rom prove',
  'rom settle',
  'route branch compare',
]);

/** The verdict of a verb whose answer has none of its own. */
function verdictOf(verb: string, exit: ExitCode): Verdict {
  if (exit === 0) return COMPARING.has(verb) ? 'holds' : 'answered';
  if (exit === 1) return verb === 'discover' ? 'none' : 'differs';
  return 'incomplete';
}

/** One JSON value on one line, LF behind it; large integers are their digits. */
export function jsonLine(data: object): string {
  return `${JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}

/** An answer, to be printed as JSON in its envelope. A list stands under `list`. */
export function printJson({ answers }: Pick<CliContext, 'answers'>, data: object): void {
  answers.push(data);
}

/**
 * An answer in its envelope: form, verb, exit code, `ok`, one word, then the answer's own keys.
 * Where a plan does not hold, they have `planFailures`.
 */
export function envelopeOf(
  { planFailures }: Pick<CliContext, 'planFailures'>,
  verb: string,
  exit: ExitCode,
  data: object,
): object {
  const fields = Array.isArray(data) ? { list: data } : data;
  return {
    lockstep: ENVELOPE,
    verb,
    exit,
    ok: exit === 0,
    verdict: verdictOf(verb, exit),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !['verb', 'exit', 'ok'].includes(name))),
    ...(planFailures.length === 0 ? {} : { planFailures }),
  };
}

/** An error in its envelope. @param verb undefined: no verb was found */
export function errorEnvelope(verb: string | undefined, exit: ExitCode, error: object): object {
  return { lockstep: ENVELOPE, verb: verb ?? null, exit, ok: false, error };
}

/** An example for the end of a verb's help. */
export function example(...commands: readonly string[]): string {
  return `\nExample:\n${commands.map((command) => `  $ lockstep ${command}`).join('\n')}`;
}
