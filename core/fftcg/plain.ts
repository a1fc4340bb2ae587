/** Reads plain data (a plan's `[setup]`) field by field: unknown fields refused, missing ones named, widths checked. */
import { RuleError } from '../system.js';

/** @throws RuleError `E_RANGE` unless it is a table, `E_UNKNOWN_ID` for a field that is not in `fields` */
export function table<Field extends string>(
  value: unknown,
  path: string,
  fields: readonly Field[],
): Readonly<Partial<Record<Field, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RuleError('E_RANGE', `${path} must be a table`, path);
  }
  for (const key of Object.keys(value)) {
    if (!fields.some((field) => field === key)) {
      throw new RuleError(
        'E_UNKNOWN_ID',
        `${path} has no field ${key}; there are ${fields.join(', ')}`,
        `${path}.${key}`,
      );
    }
  }
  return value as Readonly<Partial<Record<Field, unknown>>>;
}

/** A list; an absent one is empty. @throws RuleError `E_RANGE` */
export function list(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new RuleError('E_RANGE', `${path} must be a list`, path);
  return value;
}

/** @throws RuleError `E_RANGE` when it is missing or not made of letters, digits, `-` and `_` */
export function identifier(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new RuleError('E_RANGE', `${path} must be an id (a string)`, path);
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(value)) {
    throw new RuleError('E_RANGE', `${path}: an id is made of ASCII letters, digits, - and _, not ${value}`, path);
  }
  return value;
}

/** One of the names, as its index; an absent value is `fallback`. @throws RuleError `E_RANGE` */
export function choice(value: unknown, path: string, names: readonly string[], fallback?: string): number {
  const name = value ?? fallback;
  const index = typeof name === 'string' ? names.indexOf(name) : -1;
  if (index < 0) {
    throw new RuleError('E_RANGE', `${path} is one of ${names.join(', ')}, not ${JSON.stringify(name)}`, path);
  }
  return index;
}

/** @throws RuleError `E_RANGE` */
export function flag(value: unknown, path: string): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw new RuleError('E_RANGE', `${path} is true or false`, path);
  return value;
}

/** The widths that fields of a setup have. */
export const WIDTH = { u8: [0, 0xff], u16: [0, 0xffff], i16: [-0x8000, 0x7fff] } as const;

/** @throws RuleError `E_INT` when it is no integer, `E_WIDTH` outside the width, `E_RANGE` outside min..max */
export function integer(
  value: unknown,
  path: string,
  width: keyof typeof WIDTH,
  range: { readonly min?: number; readonly max?: number; readonly fallback?: number } = {},
): number {
  const given = value ?? range.fallback;
  if (typeof given !== 'number' || !Number.isInteger(given)) {
    throw new RuleError('E_INT', `${path} must be an integer, not ${JSON.stringify(given)}`, path);
  }
  const [low, high] = WIDTH[width];
  if (given < low || given > high) throw new RuleError('E_WIDTH', `${path} is ${low}..${high}, not ${given}`, path);
  const min = range.min ?? low;
  const max = range.max ?? high;
  if (given < min || given > max) throw new RuleError('E_RANGE', `${path} is ${min}..${max}, not ${given}`, path);
  return given;
}
