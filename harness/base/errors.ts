/**
 * The one error type of the harness: a stable code, one sentence, the place and the remedy. The
 * command line prints it on one line and exits with 2; nothing else ever reaches a user as a stack
 * trace.
 */

import type { LockstepErrorCode } from './error-codes.js';

// Text of files made safe for terminals and pages: control characters and changes of direction are
// escaped.

/**
 * C0, DEL, C1, line and paragraph separators, marks and overrides of direction, invisible joiners.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Replaces every unsafe character by an escape such as `\u{1B}`. */
export function plainText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** Control characters but tabs and ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/**
 * What a verb prints, without a character that commands a terminal. The escape is one of JSON, too:
 * data keep their meaning.
 */
export function printedText(text: string): string {
  return text.replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

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

/** An error of a user. Its `message` is the whole line that the command prints. */
export class LockstepError extends Error {
  /**
   * @param code stable code, `E_...`; see `error-codes.ts` for all of them
   * @param sentence what is wrong: one sentence without a final full stop
   * @param options `cause`: the error that led to this one
   */
  constructor(
    readonly code: LockstepErrorCode,
    readonly sentence: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(lineOf({ code, sentence, details }), options);
    this.name = 'LockstepError';
  }
}

/** A foreign message on one line, without its full stop. */
export function oneSentence(message: string): string {
  return message.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '');
}

/** What an error says, without the code, place and remedy of one of ours. */
export function sentenceOf(error: unknown): string {
  if (error instanceof LockstepError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** The error itself, or `E_INTERNAL` for one that no user can have caused. */
export function asLockstepError(error: unknown): LockstepError {
  if (error instanceof LockstepError && error.code !== 'E_INTERNAL') return error;
  const message = error instanceof Error ? `${error.name}: ${sentenceOf(error)}` : String(error);
  const remedy = 'This is our fault: report it to the maintainers with this line and the command line';
  return new LockstepError('E_INTERNAL', oneSentence(message), { remedy }, { cause: error });
}

/** The parts of an error's line. */
type Parts = Pick<LockstepError, 'code' | 'sentence' | 'details'>;

/** What is wrong, without code and place: `sentence; found X; expected Y. Remedy`. */
export function reasonText({ sentence, details: { found, expected, remedy } }: Omit<Parts, 'code'>): string {
  let text = sentence;
  if (found !== undefined) text += `; found ${found}`;
  if (expected !== undefined) text += `; expected ${expected}`;
  return remedy === undefined ? text : `${text}. ${remedy}`;
}

/** `E_CODE file:line: sentence; found X; expected Y. Remedy`. */
function lineOf({ code, sentence, details }: Parts): string {
  const { file, line, offset } = details;
  let place = file ?? '';
  if (line !== undefined) place += `:${line}`;
  if (offset !== undefined) place += `${place === '' ? '' : ' '}at byte ${offset}`;
  // names of files and what was found in them may hold anything
  return plainText(`${code}${place === '' ? '' : ` ${place}`}: ${reasonText({ sentence, details })}`);
}

/** One line for a terminal: `E_CODE file:line: sentence; found X; expected Y. Remedy`. */
export function formatError({ message }: LockstepError): string {
  return message;
}
