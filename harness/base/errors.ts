/**
 * The one error type of the harness: a stable code, one sentence, the place and the remedy. The
 * command line prints it on one line and exits with 2; nothing else ever reaches a user as a stack
 * trace.
 */

import { plainText } from './plain-text.js';

/** Place of an error, the value found there, the value expected, and the remedy. */
export interface ErrorDetails {
  readonly file?: string;
  /** 1-based line in a text file. */
  readonly line?: number;
  /** 0-based byte offset in a binary file. */
  readonly offset?: number;
  readonly found?: string;
  readonly expected?: string;
  readonly remedy?: string;
}

export class LockstepError extends Error {
  /**
   * @param code stable code, `E_...`; see `error-codes.ts` for all of them
   * @param message one sentence without a final full stop
   */
  constructor(
    readonly code: string,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'LockstepError';
  }
}

/** What is wrong, without code and place: `message; found X; expected Y. Remedy`. */
export function reasonText({ message, details: { found, expected, remedy } }: LockstepError): string {
  let text = message;
  if (found !== undefined) text += `; found ${found}`;
  if (expected !== undefined) text += `; expected ${expected}`;
  return remedy === undefined ? text : `${text}. ${remedy}`;
}

/** One line for a terminal: `E_CODE file:line: message; found X; expected Y. Remedy`. */
export function formatError(error: LockstepError): string {
  const { file, line, offset } = error.details;
  let place = file ?? '';
  if (line !== undefined) place += `:${line}`;
  if (offset !== undefined) place += `${place === '' ? '' : ' '}at byte ${offset}`;
  // names of files and what was found in them may hold anything
  return plainText(`${error.code}${place === '' ? '' : ` ${place}`}: ${reasonText(error)}`);
}
