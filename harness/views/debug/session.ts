/** The debug session as its request handlers see it. */
import type { Language, System } from '../../../core/system/system.js';
import { formatError, LockstepError } from '../../base/errors.js';
import type { LoadOptions } from '../../play/timeline/index.js';
import type { Arguments } from './arguments.js';
import type { DebugState } from './state.js';

/** What the command gives to every session. */
export interface SessionDefaults {
  readonly systems: readonly System[];
  /** Language of the names, unless `launch` says another. */
  readonly language: Language;
  /** Puts plans and logs under what an owner's image has settled. */
  readonly opened?: Pick<LoadOptions, 'prepare' | 'rules'>;
}

/** What handlers may ask of the session. */
export interface Session extends SessionDefaults {
  /** @throws LockstepError `E_REQUEST` before `launch` */
  state(): DebugState;
  begin(state: DebugState): void;
  /** Aborted by `pause` and by the end of the session. */
  signal(): AbortSignal;
  /** Runs after the response has gone out. */
  later(run: () => void | Promise<void>): void;
  /** Tells the client that it may set breakpoints now. */
  initialized(): void;
  stopped(reason: string, description: string, breakpoints?: readonly number[]): void;
  /** Text for the console. */
  say(text: string, line?: number): void;
  invalidated(): void;
  end(): void;
}

/** @returns the body of the response */
export type Handler = (args: Arguments, session: Session) => unknown;

/** What the client shows; an error of ours says so. */
export function errorText(error: unknown): string {
  if (error instanceof LockstepError) return formatError(error);
  return `E_INTERNAL: ${error instanceof Error ? error.message : String(error)}. This is our fault: report it to the maintainers`;
}
