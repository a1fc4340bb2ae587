/**
 * Plain data that a system declares once: a field is one row with its kind, its meaning and its
 * default. The published form, the page and the reader come from the row.
 */
import {
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  type TableShape,
  TEXT,
  tableShape,
  type ValueShape,
  wordShape,
} from './data-shape.js';
import {
  addId,
  entriesAt,
  fieldsAt,
  flagAt,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  type Span,
  textAt,
  wordAt,
} from './plain-data.js';
import { RuleError } from './system.js';

/** Ids by their kind (`unit`, `weapon`), in the order in which the data named them so far. */
export type Ids = Record<string, readonly string[]>;

/** A kind of value: its published form, and its reader, which throws a RuleError with the place. */
export interface Kind<Value> {
  readonly shape: ValueShape;
  readonly read: (place: Place, ids: Ids) => Value;
}

/** A row of a table. */
export interface Field<Value> extends Kind<Value> {
  readonly meaning: string;
  readonly isRequired?: true;
  /** The value of an omitted field, in words. */
  readonly otherwise?: string;
  /** Data in place of an omitted field. @param read the fields of the table before it */
  readonly fallback?: (read: Readonly<Record<string, unknown>>) => unknown;
  /** Value of an omitted field whose default is a number or a flag: it is read once. */
  readonly constant?: Value;
}

export const text: Kind<string> = { shape: TEXT, read: textAt };
export const flag: Kind<boolean> = { shape: FLAG, read: flagAt };

/** An integer. @param domain permitted values, where they are fewer than the width holds */
export function integer(width: Span, domain: Span = width): Kind<number> {
  return { shape: integerShape(domain), read: (place) => integerAt(place, width, domain) };
}

/** One of a few words, and what each stands for. */
export function word<Value>(words: Readonly<Record<string, Value>>): Kind<Value> {
  return { shape: wordShape(Object.keys(words)), read: (place) => wordAt(place, words) };
}

/** The number of one of a few words. */
export function numberOf(words: readonly string[]): Kind<number> {
  return { shape: wordShape(words), read: (place) => lookUpAt(place, words) };
}

/** The number of an id that the data declared before. @param ids its kind: `unit` */
export function idOf(ids: string): Kind<number> {
  return { shape: TEXT, read: (place, known) => lookUpAt(place, known[ids] ?? []) };
}

/**
 * A list. @param most most entries @param ids kind of the ids that its tables declare in the field
 * `id`; `E_DUPLICATE_ID` for one that occurs twice
 */
export function list<Value>(kind: Kind<Value>, most?: number, ids?: string): Kind<readonly Value[]> {
  return {
    shape: listShape(kind.shape, most),
    read(place, known) {
      const taken: string[] = [];
      if (ids !== undefined) known[ids] = taken;
      return listAt(place, most).map((entry) => {
        const value = kind.read(entry, known);
        if (ids !== undefined) addId(taken, (value as { readonly id: string }).id, `${entry.path}.id`);
        return value;
      });
    },
  };
}

/** A table with keys of the user's own. */
export function entries<Value>(kind: Kind<Value>): Kind<readonly (readonly [key: string, value: Value])[]> {
  return {
    shape: { is: 'entries', of: kind.shape },
    read: (place, ids) => entriesAt(place).map(([key, entry]) => [key, kind.read(entry, ids)]),
  };
}

/**
 * A kind with a further condition.
 * @param fault what is wrong with a value, behind its path, or empty; the error is `E_RANGE`
 * @param shape published form, where the condition narrows it
 */
export function where<Value>(
  kind: Kind<Value>,
  fault: (value: Value) => string,
  shape: ValueShape = kind.shape,
): Kind<Value> {
  return {
    shape,
    read(place, ids) {
      const value = kind.read(place, ids);
      const wrong = fault(value);
      if (wrong !== '') throw new RuleError('E_RANGE', `${place.path} ${wrong}`, place.path);
      return value;
    },
  };
}

/** A field that must be given. */
export function must<Value>(kind: Kind<Value>, meaning: string): Field<Value> {
  return { ...kind, meaning, isRequired: true };
}

/** A field that may be omitted; its value is then undefined. @param otherwise what that means */
export function may<Value>(kind: Kind<Value>, meaning: string, otherwise?: string): Field<Value | undefined> {
  return { ...kind, meaning, ...(otherwise === undefined ? {} : { otherwise }) };
}

/** A default in words. */
function defaultWords(data: unknown): string {
  if (typeof data === 'number') return String(data);
  return typeof data === 'boolean' || (typeof data === 'string' && data !== '') ? `\`${data}\`` : 'none';
}

/**
 * A field that may be omitted.
 * @param data what is read then: data, or a function of the fields before it
 * @param otherwise the same in words
 */
export function orElse<Value>(
  kind: Kind<Value>,
  meaning: string,
  data: unknown | ((read: Readonly<Record<string, unknown>>) => unknown),
  otherwise: string = defaultWords(data),
): Field<Value> {
  const fallback = typeof data === 'function' ? (data as NonNullable<Field<Value>['fallback']>) : () => data;
  if (typeof data !== 'number' && typeof data !== 'boolean') return { ...kind, meaning, otherwise, fallback };
  return { ...kind, meaning, otherwise, fallback, constant: kind.read(placeOf(data, 'the default'), {}) };
}

/** The value that a table reads. */
export type Read<Rows> = { readonly [Name in keyof Rows]: Rows[Name] extends Field<infer Value> ? Value : never };

/** A table with named fields and no others. */
export interface Table<Value> extends Kind<Value> {
  readonly shape: TableShape;
  readonly rows: Readonly<Record<string, Field<unknown>>>;
}

/** A table of rows, read in their order. */
export function table<Rows extends Readonly<Record<string, Field<unknown>>>>(rows: Rows): Table<Read<Rows>> {
  const all = Object.entries(rows);
  const names = Object.keys(rows);
  const fields = all.map(
    ([name, { shape, meaning, isRequired, otherwise }]): FieldShape => ({
      ...{ name, value: shape, meaning },
      ...(isRequired === undefined ? {} : { isRequired }),
      ...(otherwise === undefined ? {} : { otherwise }),
    }),
  );
  return {
    rows,
    shape: tableShape(fields),
    read(place, ids) {
      const at = fieldsAt(place, names);
      const out: Record<string, unknown> = {};
      const given = place.value as Readonly<Record<string, unknown>>;
      for (const [name, { read, isRequired, fallback, constant }] of all) {
        if (constant !== undefined && (given[name] ?? undefined) === undefined) {
          out[name] = constant;
          continue;
        }
        const field = at(name, fallback?.(out));
        const isLeftOut = isRequired === undefined && fallback === undefined && isAbsent(field);
        out[name] = isLeftOut ? undefined : read(field, ids);
      }
      return out as Read<Rows>;
    },
  };
}
