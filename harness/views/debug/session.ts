/** The debug session as its request handlers see it. */

import type { Language, System } from '../../../core/system/system.js';
import { formatError, LockstepError } from '../../base/index.js';
import type { LoadOptions } from '../../play/index.js';
import type { DebugState } from './state.js';

// Reads the arguments of requests. A wrong one is an error that names the field.

export type Arguments = Readonly<Record<string, unknown>>;

function wrong(name: string, expected: string, found: unknown): LockstepError {
  const shown = found === undefined ? 'nothing' : (JSON.stringify(found) ?? String(found));
  return new LockstepError('E_REQUEST', `the request's ${name} is wrong`, { found: shown.slice(0, 200), expected });
}

/** @throws LockstepError `E_REQUEST` unless it is a whole number of this range */
export function wholeNumber(args: Arguments, name: string, from = 0, to = Number.MAX_SAFE_INTEGER): number {
  const value = args[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value;
  throw wrong(name, 'a whole number', value);
}

export function optionalNumber(args: Arguments, name: string, otherwise: number): number {
  return args[name] === undefined ? otherwise : wholeNumber(args, name, Number.MIN_SAFE_INTEGER);
}

/** @throws LockstepError `E_REQUEST` unless it is text */
export function text(args: Arguments, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  throw wrong(name, 'text', value);
}

/** The name of a file: text without a NUL. @throws LockstepError `E_REQUEST` otherwise */
export function fileName(args: Arguments, name: string): string {
  const value = text(args, name);
  if (!value.includes('\0')) return value;
  throw wrong(name, 'the name of a file', value);
}

export function optionalText(args: Arguments, name: string): string | undefined {
  return args[name] === undefined || args[name] === null ? undefined : text(args, name);
}

export function optionalFileName(args: Arguments, name: string): string | undefined {
  return args[name] === undefined || args[name] === null ? undefined : fileName(args, name);
}

/** A list of objects; absent: empty. @throws LockstepError `E_REQUEST` */
export function list(args: Arguments, name: string): readonly Arguments[] {
  const value = args[name] ?? [];
  if (Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null))
    return value as Arguments[];
  throw wrong(name, 'a list of objects', value);
}

/** An object; absent: an empty one. @throws LockstepError `E_REQUEST` */
export function object(args: Arguments, name: string): Arguments {
  const value = args[name] ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Arguments;
  throw wrong(name, 'an object', value);
}

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
