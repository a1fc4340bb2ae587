/** The command of a row: a JSON object with the key `command`. */

import { broken, QUOTE, type RowCursor } from './row-cursor.js';
import type { RowCommand } from './types.js';

export const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const BACKSLASH = 0x5c;

const text = new TextDecoder('utf-8', { fatal: true });

/** Moves the cursor after the object's closing brace. */
function skipObject(cursor: RowCursor): void {
  const { bytes, end } = cursor;
  let depth = 0;
  let quoted = false;
  for (; cursor.at < end; cursor.at++) {
    const byte = bytes[cursor.at];
    if (quoted) {
      if (byte === BACKSLASH) cursor.at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === BRACE_OPEN) depth++;
    else if (byte === BRACE_CLOSE && --depth === 0) break;
  }
  if (cursor.at >= end) broken(cursor, 'a closed command object');
  cursor.at++;
}

/** Reads the command at the cursor. */
export function takeCommand(cursor: RowCursor): RowCommand {
  const start = cursor.at;
  skipObject(cursor);
  let value: unknown;
  try {
    value = JSON.parse(text.decode(cursor.bytes.subarray(start, cursor.at)));
  } catch {
    cursor.at = start;
    broken(cursor, 'a command as JSON');
  }
  if (typeof (value as Record<string, unknown>)['command'] !== 'string') {
    cursor.at = start;
    broken(cursor, 'a command object with the key command');
  }
  return value as RowCommand;
}
