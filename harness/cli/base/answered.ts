/** What a verb makes of a call of the library: its exit code, its text, its JSON. */
import { AbortError, type Answer, textOf } from '../../library/index.js';
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
  const { ok, verdict } = answer;
  const exit = shown.exit ?? (ok ? 0 : verdict === 'incomplete' ? 130 : 1);
  context.exit(exit);
  if (shown.json === true) printJson(context, { verb, exit, ...answer, ...shown.more });
  else context.out(shown.text ?? textOf(answer));
}
