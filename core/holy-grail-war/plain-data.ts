/**
 * Reading plain data (a plan's `[setup]`) with typed errors that name the place. Source: convention C3 of the rules.
 */
import { RuleError } from '../system.js';

export type PlainTable = Readonly<Record<string, unknown>>;

/** @throws RuleError `E_RANGE` for anything but a table, `E_UNKNOWN_ID` for a field that is not in the list */
export function readTable(value: unknown, path: string, known: readonly string[]): PlainTable {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RuleError('E_RANGE', `${path} must be a table`, path);
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw new RuleError('E_UNKNOWN_ID', `${path} has no field ${key}; it has ${known.join(', ')}`, `${path}.${key}`);
    }
  }
  return value as PlainTable;
}

function missing(path: string): RuleError {
  return new RuleError('E_RANGE', `${path} is missing`, path);
}

/** An integer of a width (`E_WIDTH`) and a domain (`E_RANGE`). */
export function readInteger(
  table: PlainTable,
  name: string,
  path: string,
  width: 8 | 16,
  min: number,
  max: number,
  otherwise?: number,
): number {
  const value = table[name];
  const at = `${path}.${name}`;
  if (value === undefined) {
    if (otherwise === undefined) throw missing(at);
    return otherwise;
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new RuleError(
      'E_INT',
      `${at} must be an integer, not ${typeof value === 'bigint' ? `${value}n` : String(value)}`,
      at,
    );
  }
  if (value < 0 || value >= 2 ** width)
    throw new RuleError('E_WIDTH', `${at} does not fit in ${width} bits: ${value}`, at);
  if (value < min || value > max) throw new RuleError('E_RANGE', `${at} must be ${min}..${max}, not ${value}`, at);
  return value;
}

/** A signed integer of a domain. */
export function readSigned(table: PlainTable, name: string, path: string, limit: number): number {
  const value = table[name];
  const at = `${path}.${name}`;
  if (value === undefined) throw missing(at);
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new RuleError('E_INT', `${at} must be an integer, not ${String(value)}`, at);
  }
  if (value < -limit || value > limit)
    throw new RuleError('E_WIDTH', `${at} must be -${limit}..${limit}, not ${value}`, at);
  return value;
}

export function readText(table: PlainTable, name: string, path: string, otherwise?: string): string {
  const value = table[name];
  const at = `${path}.${name}`;
  if (value === undefined) {
    if (otherwise === undefined) throw missing(at);
    return otherwise;
  }
  if (typeof value !== 'string') throw new RuleError('E_RANGE', `${at} must be text`, at);
  return value;
}

export function readBoolean(table: PlainTable, name: string, path: string): boolean {
  const value = table[name] ?? false;
  const at = `${path}.${name}`;
  if (typeof value !== 'boolean') throw new RuleError('E_RANGE', `${at} must be true or false`, at);
  return value;
}

/** One of a word list, as its number. */
export function readWord(
  table: PlainTable,
  name: string,
  path: string,
  words: Readonly<Record<string, number>>,
  otherwise?: string,
): number {
  const word = readText(table, name, path, otherwise);
  const number = Object.hasOwn(words, word) ? words[word] : undefined;
  if (number === undefined) {
    const at = `${path}.${name}`;
    throw new RuleError('E_UNKNOWN_ID', `${at} is one of ${Object.keys(words).join(', ')}, not ${word}`, at);
  }
  return number;
}

/** An id: lower case letters, digits, hyphens; it appears in cell names. */
export function readId(table: PlainTable, name: string, path: string): string {
  const id = readText(table, name, path);
  const at = `${path}.${name}`;
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(id)) {
    throw new RuleError('E_RANGE', `${at} must be lower case letters, digits and hyphens, not ${id}`, at);
  }
  return id;
}

export function readList(table: PlainTable, name: string, path: string, capacity: number): readonly unknown[] {
  const value = table[name] ?? [];
  const at = `${path}.${name}`;
  if (!Array.isArray(value)) throw new RuleError('E_RANGE', `${at} must be a list`, at);
  if (value.length > capacity) throw new RuleError('E_WIDTH', `${at} holds at most ${capacity} entries`, at);
  return value;
}

/** A list of texts without repetition. */
export function readTexts(table: PlainTable, name: string, path: string, capacity: number): readonly string[] {
  const list = readList(table, name, path, capacity);
  return list.map((value, index) => {
    const at = `${path}.${name}[${index}]`;
    if (typeof value !== 'string') throw new RuleError('E_RANGE', `${at} must be text`, at);
    if (list.indexOf(value) !== index) throw new RuleError('E_DUPLICATE_ID', `${at} repeats ${value}`, at);
    return value;
  });
}

/** The number of a registered id. */
export function lookUp(ids: readonly string[], id: string, path: string): number {
  const number = ids.indexOf(id);
  if (number < 0)
    throw new RuleError('E_UNKNOWN_ID', `${path}: ${id} is not registered; there are ${ids.join(', ')}`, path);
  return number;
}

/** @throws RuleError `E_DUPLICATE_ID` */
export function refuseDuplicates(ids: readonly string[], path: (index: number) => string): void {
  ids.forEach((id, index) => {
    if (ids.indexOf(id) === index) return;
    throw new RuleError('E_DUPLICATE_ID', `${path(index)}: ${id} is registered twice`, path(index));
  });
}
