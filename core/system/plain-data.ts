/**
 * Reads plain data (a plan's `[setup]`, a query) field by field, with errors that name the place:
 * unknown fields are refused, missing ones are named, widths and domains have different codes.
 * Evidence: decision; convention C3 of the rules for the codes.
 */
import { countText } from './names.js';
import { RuleError } from './system.js';

/** Error codes in which the systems differ. */
interface PlainCodes {
  /** The value is no table, list, text or flag, as expected. */
  readonly type: string;
  /** A required number is missing. */
  readonly missing: string;
  /** The text is none of the permitted words. */
  readonly word: string;
}

/** Codes that reading plain data throws in every system. */
export const READING_CODES: readonly string[] = ['E_INT', 'E_WIDTH', 'E_RANGE', 'E_UNKNOWN_ID', 'E_DUPLICATE_ID'];

const SHARED_CODES: PlainCodes = { type: 'E_RANGE', missing: 'E_INT', word: 'E_UNKNOWN_ID' };

/** A value and its place in the data. */
export interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly codes: PlainCodes;
}

/** The place of a field. `fallback` replaces an omitted field (`undefined`, or JSON's `null`). */
export type Fields<Name extends string> = (name: Name, fallback?: unknown) => Place;

/** An inclusive range. */
export type Span = readonly [least: number, greatest: number];

export const UINT8: Span = [0, 0xff];
export const UINT16: Span = [0, 0xffff];
export const INT8: Span = [-0x80, 0x7f];
export const INT16: Span = [-0x8000, 0x7fff];
/** Every integer that a JavaScript number represents exactly. */
export const SAFE_INTEGER: Span = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/**
 * The place of a whole document. @param codes the system's own codes where they differ from the
 * shared ones
 */
export function placeOf(value: unknown, path: string, codes: Partial<PlainCodes> = {}): Place {
  return { value, path, codes: { ...SHARED_CODES, ...codes } };
}

/** True when the place holds no value. */
export function isAbsent({ value }: Place): boolean {
  return value === undefined || value === null;
}

/** A value as text for a message. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a table';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function wrongType({ value, path, codes }: Place, wanted: string): RuleError {
  return new RuleError(codes.type, `${path} must be ${wanted}, not ${show(value)}`, path);
}

function asTable(place: Place): Readonly<Record<string, unknown>> {
  const { value } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(place, 'a table');
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The fields of a table. @throws RuleError `E_UNKNOWN_ID` for any other field, or the system's
 * `type` code for no table
 */
export function fieldsAt<Name extends string>(place: Place, known: readonly Name[]): Fields<Name> {
  const { path, codes } = place;
  const table = asTable(place);
  for (const key of Object.keys(table)) {
    if (known.some((name) => name === key)) continue;
    const message = `${path} has no field ${key}`;
    throw new RuleError('E_UNKNOWN_ID', message, `${path}.${key}`, { word: key, known });
  }
  return (name, fallback) => ({ value: table[name] ?? fallback, path: `${path}.${name}`, codes });
}

/** The entries of a table with free keys, in the order in which they were written. */
export function entriesAt(place: Place): readonly (readonly [key: string, entry: Place])[] {
  const { path, codes } = place;
  return Object.entries(asTable(place)).map(([key, value]) => [key, { value, path: `${path}.${key}`, codes }]);
}

/** The places of a list's entries. @throws RuleError `E_WIDTH` for more than `capacity` entries */
export function listAt(place: Place, capacity = Number.POSITIVE_INFINITY): readonly Place[] {
  const { value, path, codes } = place;
  if (!Array.isArray(value)) throw wrongType(place, 'a list');
  if (value.length > capacity) {
    throw new RuleError(
      'E_WIDTH',
      `${path} holds at most ${countText(capacity, 'entry', 'entries')}, not ${value.length}`,
      path,
    );
  }
  return Array.from(value, (entry: unknown, index) => ({ value: entry, path: `${path}[${index}]`, codes }));
}

/**
 * An integer. @throws RuleError `E_INT` for another value, `E_WIDTH` outside `width`, `E_RANGE`
 * outside `domain`
 */
export function integerAt(place: Place, width: Span, domain: Span = width): number {
  const { value, path, codes } = place;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    const code = isAbsent(place) ? codes.missing : 'E_INT';
    throw new RuleError(code, `${path} must be an integer, not ${show(value)}`, path);
  }
  const refuse = (code: string, [least, greatest]: Span): never => {
    throw new RuleError(code, `${path} must be within ${least} to ${greatest}, not ${value}`, path);
  };
  if (value < width[0] || value > width[1]) refuse('E_WIDTH', width);
  if (value < domain[0] || value > domain[1]) refuse('E_RANGE', domain);
  return value;
}

export function textAt(place: Place): string {
  if (typeof place.value !== 'string') throw wrongType(place, 'a text');
  return place.value;
}

export function flagAt(place: Place): boolean {
  if (typeof place.value !== 'boolean') throw wrongType(place, 'true or false');
  return place.value;
}

/** What `idAt` takes, in words. */
export const ID_WORDS = 'letters of any script, digits, - and _';

/** An id for names of cells, in its NFKC form. @param most letters @throws RuleError `E_RANGE` */
export function idAt(place: Place, most = Number.POSITIVE_INFINITY): string {
  const id = textAt(place).normalize('NFKC');
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u.test(id) && [...id].length <= most) return id;
  const length = Number.isFinite(most) ? `up to ${most} ` : '';
  throw new RuleError('E_RANGE', `${place.path}: an id is made of ${length}${ID_WORDS}, not ${show(id)}`, place.path);
}

/**
 * The value of a word. @throws RuleError the system's `word` code for a text that is none of the
 * words
 */
export function wordAt<Value>(place: Place, words: Readonly<Record<string, Value>>): Value {
  const word = textAt(place);
  const found = Object.entries(words).find(([known]) => known === word);
  if (found !== undefined) return found[1];
  const message = `${place.path} is one of ${Object.keys(words).join(', ')}, not ${show(word)}`;
  throw new RuleError(place.codes.word, message, place.path, { word, known: Object.keys(words) });
}

/** The number of a registered id. @throws RuleError `E_UNKNOWN_ID` */
export function lookUpAt(place: Place, ids: readonly string[]): number {
  const id = textAt(place);
  const number = Math.max(ids.indexOf(id), ids.indexOf(id.normalize('NFKC')));
  if (number >= 0) return number;
  throw new RuleError(
    'E_UNKNOWN_ID',
    `${place.path}: nothing is called ${id}; there are ${ids.join(', ')}`,
    place.path,
    { word: id, known: ids },
  );
}

/** A list of texts without duplicates. @throws RuleError `E_DUPLICATE_ID` */
export function textsAt(place: Place, capacity: number): readonly string[] {
  const texts: string[] = [];
  for (const entry of listAt(place, capacity)) addId(texts, textAt(entry), entry.path);
  return texts;
}

/** Adds an id to those taken. @throws RuleError `E_DUPLICATE_ID` */
export function addId(taken: string[], id: string, path: string): void {
  if (taken.includes(id)) throw new RuleError('E_DUPLICATE_ID', `${path}: ${id} occurs twice`, path);
  taken.push(id);
}

/** Refuses a list with duplicates. @throws RuleError `E_DUPLICATE_ID` */
export function refuseDuplicates(ids: readonly string[], path: (index: number) => string): void {
  const taken: string[] = [];
  ids.forEach((id, index) => {
    addId(taken, id, path(index));
  });
}
