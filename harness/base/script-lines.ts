/**
 * The lines of the recorder's small text files (pad scripts, poke scripts): words, `#` comments,
 * strict numbers.
 */

import { LockstepError } from './errors.js';

export interface ScriptLine {
  readonly words: readonly string[];
  /** 1-based. */
  readonly line: number;
}

/** The lines that hold words, without their comments. */
export function* scriptLines(text: string, file?: string): Generator<ScriptLine> {
  let line = 0;
  for (const raw of text.split('\n')) {
    line++;
    if (raw.includes('\0')) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'the line holds a byte of value 0: this is not a text file', {
        ...(file === undefined ? {} : { file }),
        line,
      });
    }
    const words = raw
      .replace(/#.*/u, '')
      .split(/[ \t\r]+/u)
      .filter((word) => word !== '');
    if (words.length > 0) yield { words, line };
  }
}

/** Value of a word of decimal digits; undefined for any other word or a larger number. */
export function parseDecimal(word: string, largest: number): number | undefined {
  if (!/^[0-9]{1,15}$/u.test(word)) return undefined;
  const value = Number(word);
  return value <= largest ? value : undefined;
}

/**
 * Value of a word of hexadecimal digits, with or without `0x`; undefined for any other word or a
 * larger number.
 */
export function parseHexadecimal(word: string, largest: number): number | undefined {
  if (!/^(0x)?[0-9a-f]{1,12}$/iu.test(word)) return undefined;
  const value = Number.parseInt(word, 16);
  return value <= largest ? value : undefined;
}
