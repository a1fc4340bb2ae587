/**
 * Reading plain data (a plan's `[setup]`) with errors that name the place. Unknown fields are refused, missing ones
 * named.
 * Evidence: decision; the codes are those every system shares.
 */
import { RuleError } from '../system.js';

type PlainTable = Readonly<Record<string, unknown>>;

function show(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
}

function asTable(value: unknown, path: string): PlainTable {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RuleError('E_TYPE', `${path} must be a table, not ${show(value)}`, path);
  }
  return value as PlainTable;
}

/** A table with these fields and no others. */
export function fieldsAt<Field extends string>(
  value: unknown,
  path: string,
  known: readonly Field[],
): Readonly<Partial<Record<Field, unknown>>> {
  const table = asTable(value, path);
  for (const key of Object.keys(table)) {
    if (known.some((field) => field === key)) continue;
    throw new RuleError(
      'E_UNKNOWN_ID',
      `${path} has no field ${key}; it may have ${known.join(', ')}`,
      `${path}.${key}`,
    );
  }
  return table as Readonly<Partial<Record<Field, unknown>>>;
}

/** The entries of a table whose keys are free, in the order in which they were written. */
export function entriesAt(value: unknown, path: string): readonly (readonly [key: string, value: unknown])[] {
  return Object.entries(asTable(value, path));
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RuleError('E_TYPE', `${path} must be a list, not ${show(value)}`, path);
  return value;
}

/** @param fallback value of a field that may be left out */
export function integerAt(value: unknown, path: string, min: number, max: number, fallback?: number): number {
  const given = value ?? fallback;
  if (typeof given !== 'number' || !Number.isInteger(given)) {
    throw new RuleError('E_INT', `${path} must be an integer, not ${show(given)}`, path);
  }
  if (given < min || given > max) {
    throw new RuleError('E_WIDTH', `${path} must be within ${min} to ${max}, not ${given}`, path);
  }
  return given;
}

export function textAt(value: unknown, path: string, fallback?: string): string {
  const given = value ?? fallback;
  if (typeof given !== 'string') throw new RuleError('E_TYPE', `${path} must be a text, not ${show(given)}`, path);
  return given;
}

export function flagAt(value: unknown, path: string, fallback?: boolean): boolean {
  const given = value ?? fallback;
  if (typeof given !== 'boolean')
    throw new RuleError('E_TYPE', `${path} must be true or false, not ${show(given)}`, path);
  return given;
}
