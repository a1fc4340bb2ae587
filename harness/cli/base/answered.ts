/** What a verb makes of a call of the library: its exit code, its text, its JSON. */
import { formatError, LockstepError } from '../../base/index.js';
import { AbortError, type Answer, type PlainError, textOf } from '../../library/index.js';
import { type CliContext, type ExitCode, printJson } from './context.js';

/** The answer of a call; of an aborted one what it had so far. */
export async function answered<Given extends Answer>(call: Promise<Given>): Promise<Given> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AbortError && error.cause !== undefined) return error.cause as Given;
    throw error;
  }
}

/** The error of an answer that stands all the same, as the command prints it. */
export function errorOf({ code, message, ...details }: PlainError): LockstepError {
  return new LockstepError(code, message, details);
}

/** Says the error of an answer that stands all the same, beside its text. */
export function sayError({ err }: CliContext, answer: Answer): void {
  const { error } = answer as { readonly error?: PlainError };
  if (error !== undefined) err(`${formatError(errorOf(error))}\n`);
}

/** The exit code of an answer: by its verdict, and of an error by its kind. */
export function exitOf(context: CliContext, { ok, verdict, ...rest }: Answer): ExitCode {
  if (verdict === 'incomplete' && context.signal().aborted) return 130;
  const { error } = rest as { readonly error?: PlainError };
  if (error !== undefined) return error.code === 'E_INTERNAL' ? 3 : 2;
  return ok ? 0 : 1;
}

interface Shown {
  readonly json?: boolean | undefined;
  /** What JSON has beside the answer. */
  readonly more?: object;
  /** Where the text is not the answer's own. */
  readonly text?: string;
  /** Where it is not the one of the verdict. */
  readonly exit?: ExitCode;
}

/** Sets the exit code by the verdict, and prints the answer as text or JSON. */
export function show(context: CliContext, verb: string, answer: Answer, shown: Shown): void {
  const exit = shown.exit ?? exitOf(context, answer);
  context.exit(exit);
  if (shown.json === true) printJson(context, { verb, exit, ...answer, ...shown.more });
  else context.out(shown.text ?? textOf(answer));
}
