/** Tables of named records, and the lookup of a record by user input. */
import type { RecordLayout, Values } from './record-layout.js';
import { romajiOf, withoutLong } from './romaji.js';
import type { WrittenRow } from './rows/written-row.js';

/** A record with its names. */
export interface TableRow<Name extends string = string> {
  /** Number in the cartridge's table. */
  readonly number: number;
  /** ASCII, kebab-case, unique in its table. */
  readonly id: string;
  /** As the game writes it. */
  readonly japanese: string;
  readonly values: Values<Name>;
}

export interface Table<Name extends string = string> {
  /** The kind of a row: `species`, `skill of the allies` ... */
  readonly what: string;
  readonly layout: RecordLayout<Name>;
  /** By number, without gaps. */
  readonly rows: readonly TableRow<Name>[];
  /** Source of the figures. */
  readonly source: string;
}

/** Builds a table from its rows. @throws RangeError for a row with too many or too few values */
export function makeTable<Name extends string>(
  what: string,
  layout: RecordLayout<Name>,
  source: string,
  written: readonly WrittenRow[],
): Table<Name> {
  const rows = written.map((row, number) => {
    const id = row[0];
    const japanese = row[1];
    const count = row.length - NAMES;
    if (count !== layout.fields.length) throw new RangeError(`${what} ${id} has ${count} values`);
    let values: Values<Name> | undefined;
    return {
      number,
      id,
      japanese,
      get values() {
        values ??= valuesByName(layout, row);
        return values;
      },
    };
  });
  return { what, layout, rows, source };
}

/** Id and Japanese name, which stand in a row before its values. */
const NAMES = 2;

/** The values of a row by the names of their fields, made when first read: no import waits. */
function valuesByName<Name extends string>(layout: RecordLayout<Name>, row: WrittenRow): Values<Name> {
  const named = {} as Record<Name, number>;
  for (const [index, { name }] of layout.fields.entries()) named[name] = row[index + NAMES] as number;
  return named;
}

/**
 * Text for comparison: NFKC (wide, narrow and composed letters count as the same), trimmed, lower
 * case.
 */
function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

type Named = Pick<TableRow, 'id' | 'japanese'>;

/** Reads names in a form for comparison, once for all rows: a start looks up hundreds. */
function onceForRows<Form>(read: (row: Named) => Form): (rows: readonly Named[]) => readonly Form[] {
  const known = new WeakMap<readonly Named[], readonly Form[]>();
  return (rows) => {
    let forms = known.get(rows);
    if (forms === undefined) {
      forms = rows.map(read);
      known.set(rows, forms);
    }
    return forms;
  };
}

const withoutLongVowels = (name: string): string => withoutLong(romajiOf(name));

/** The Japanese names as texts for comparison. */
const plainNamesOf = onceForRows(({ japanese }) => plain(japanese));
/** How a row can be read in Latin letters, by its id and by its Japanese name. */
const romajiNamesOf = onceForRows(({ id, japanese }) => [romajiOf(id), romajiOf(japanese)]);
/** The same with short vowels alone. */
const shortNamesOf = onceForRows(({ id, japanese }) => [withoutLongVowels(id), withoutLongVowels(japanese)]);

/** Rows of which a name in Latin letters is this word. */
function rowsReadAs<Row>(rows: readonly Row[], names: readonly (readonly string[])[], word: string): readonly Row[] {
  return word === '' ? [] : rows.filter((_, index) => names[index]?.includes(word));
}

/**
 * Rows that a text can stand for: the row of that id, else of that number such as 0x5a, else every
 * row of that Japanese name, else every row that is read so: `Iron Suit`, `airon suutsu`, else
 * every row with that word in its Japanese name, such as the family name alone.
 */
export function findRows<Row extends Pick<TableRow, 'number' | 'id' | 'japanese'>>(
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  const wanted = plain(text);
  const byId = rows.find((row) => row.id === wanted);
  if (byId !== undefined) return [byId];
  if (/^0x[0-9a-f]{1,3}$/.test(wanted)) return rows.filter((row) => row.number === Number(wanted));
  const names = plainNamesOf(rows);
  const named = rows.filter((_, index) => names[index] === wanted);
  if (named.length > 0) return named;
  const read = rowsReadAs(rows, romajiNamesOf(rows), romajiOf(text));
  if (read.length > 0) return read;
  const alike = rowsReadAs(rows, shortNamesOf(rows), withoutLongVowels(text));
  return alike.length > 0 ? alike : rows.filter((_, index) => names[index]?.split(/[ ・]/u).includes(wanted));
}

/** The row of an id. @throws RangeError for an unknown id */
export function rowOf<Name extends string>(table: Table<Name>, id: string): TableRow<Name> {
  const row = table.rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new RangeError(`there is no ${table.what} ${id}`);
  return row;
}
