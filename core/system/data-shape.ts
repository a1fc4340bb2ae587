/**
 * The form of plain data that a system reads: its setup, and the query of its odds. The published
 * schema of a plan and the system's page come from it. Reading the data stays the system's own.
 */

/** Permitted values of a field. */
export type ValueShape =
  | { readonly is: 'integer'; readonly least: number; readonly greatest: number }
  | { readonly is: 'text' }
  | { readonly is: 'flag' }
  | { readonly is: 'word'; readonly words: readonly string[] }
  /** A name of a table; the reader may take other spellings of it as well. */
  | { readonly is: 'name'; readonly of: string; readonly names: readonly string[] }
  | { readonly is: 'list'; readonly of: ValueShape; readonly most?: number }
  | { readonly is: 'table'; readonly fields: readonly FieldShape[] }
  /** A table with free keys. */
  | { readonly is: 'entries'; readonly of: ValueShape }
  | { readonly is: 'either'; readonly forms: readonly ValueShape[] };

export interface FieldShape {
  readonly name: string;
  readonly value: ValueShape;
  readonly meaning: string;
  readonly isRequired?: true;
  /** The value of an omitted field, in words; left out where an omitted field means nothing. */
  readonly otherwise?: string;
}

/** A table with named fields and no others. */
export interface TableShape {
  readonly is: 'table';
  readonly fields: readonly FieldShape[];
}

export const TEXT: ValueShape = { is: 'text' };
export const FLAG: ValueShape = { is: 'flag' };

/** An integer within both ends. */
export function integerShape([least, greatest]: readonly [least: number, greatest: number]): ValueShape {
  return { is: 'integer', least, greatest };
}

export function wordShape(words: readonly string[]): ValueShape {
  return { is: 'word', words };
}

/** A name of a table. @param of what it names, in the singular: `skill` */
export function nameShape(of: string, names: readonly string[]): ValueShape {
  return { is: 'name', of, names };
}

/** One of several forms. */
export function eitherShape(...forms: readonly ValueShape[]): ValueShape {
  return { is: 'either', forms };
}

export function listShape(of: ValueShape, most?: number): ValueShape {
  return most === undefined ? { is: 'list', of } : { is: 'list', of, most };
}

export function tableShape(fields: readonly FieldShape[]): TableShape {
  return { is: 'table', fields };
}

/** A field that must be given. */
export function required(name: string, value: ValueShape, meaning: string): FieldShape {
  return { name, value, meaning, isRequired: true };
}

/** A field that may be omitted. @param otherwise its value then, in words */
export function optional(name: string, value: ValueShape, meaning: string, otherwise?: string): FieldShape {
  return otherwise === undefined ? { name, value, meaning } : { name, value, meaning, otherwise };
}
