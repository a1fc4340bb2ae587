/**
 * Writing entries of `legalCommands` without allocation: a code, then the range of each parameter.
 * Source: ours.
 */
import { commands } from './commands.js';
import type { War } from './war.js';

/** Words of an entry by code: 1, two a parameter, four a list. */
const entryLengths = new Int32Array(commands.length + 1);
for (const command of commands) {
  let words = 1;
  for (const parameter of command.parameters) words += parameter.capacity === undefined ? 2 : 4;
  entryLengths[command.code] = words;
}

/** Begins an entry when all of it fits; only then does the caller write its ranges. */
export function beginEntry(war: War, code: number): boolean {
  const cursor = war.cursor;
  if (cursor.length + (entryLengths[code] ?? 0) > cursor.words.length) return false;
  cursor.words[cursor.length++] = code;
  return true;
}

export function writeRange(war: War, min: number, max: number): void {
  const cursor = war.cursor;
  cursor.words[cursor.length++] = min;
  cursor.words[cursor.length++] = max;
}

export function writeList(war: War, shortest: number, longest: number, min: number, max: number): void {
  writeRange(war, shortest, longest);
  writeRange(war, min, max);
}

/** Begins an entry with fixed first parameters; the caller writes the remaining ranges. */
export function beginWith(war: War, code: number, first: number, second = -1): boolean {
  if (!beginEntry(war, code)) return false;
  writeRange(war, first, first);
  if (second >= 0) writeRange(war, second, second);
  return true;
}
