/**
 * Reads TOML texts: places of their keys, limits of their keys, and faults in the words of this
 * house.
 */
import { parse, TomlError } from 'smol-toml';
import type { LockstepErrorCode } from './error-codes.js';
import { LockstepError } from './errors.js';

/** Of a plan, map or branch file; line and column are 1-based. */
export interface TomlPlace {
  readonly line: number;
  readonly column: number;
}

// A look at TOML before it is parsed: a key of thousands of parts takes the parser seconds, its
// square of them.

/** Parts of the longest key that a plan, map or branch file of ours has. */
const MAX_KEY_PARTS = 64;

/** What ends a key: the next one begins behind it. */
const ENDS = new Set('=,{}[]\n');

/** Offset of a key of too many parts, or -1. Text and comments do not count. */
function longKeyIn(text: string): number {
  let parts = 1;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote || character === '\n') quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '#') {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (ENDS.has(character)) parts = 1;
    else if (character === '.' && ++parts > MAX_KEY_PARTS) return at;
  }
  return -1;
}

/** @throws LockstepError with `code` for a key of too many parts */
function checkTomlKeys(text: string, file: string, code: LockstepErrorCode): void {
  const at = longKeyIn(text);
  if (at < 0) return;
  throw new LockstepError(code, 'a key has too many parts', {
    file,
    line: text.slice(0, at).split('\n').length,
    expected: `at most ${MAX_KEY_PARTS} with dots between them`,
    remedy: 'Check that this is the right file',
  });
}

/** `setup.units[2].speed` */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

// Finds the line of a key in a TOML text, because the parser reports the places of syntax errors
// only, not of values. Table headers, keys and items of a list are indexed that begin a line; any
// other value has the place of the key or item that it stands in.

/** Parts of a dotted key; quoted parts without their quotes. Stops at what is not a key. */
function keyParts(text: string): string[] {
  const parts: string[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*(\.?)/y;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    parts.push(match[1] ?? match[2] ?? match[3] ?? '');
    if (match[4] === '') break;
  }
  return parts;
}

/** Follows strings and brackets from line to line. */
interface Nesting {
  depth: number;
  /** The closing quotes that end an open multi-line string. */
  closing: string;
  /** Items before this place in the outermost open list. */
  items: number;
}

/** Reads a line's rest and keeps track of what is still open at its end. */
function follow(text: string, nesting: Nesting): void {
  let at = 0;
  while (at < text.length) {
    if (nesting.closing !== '') {
      const end = text.indexOf(nesting.closing, at);
      if (end < 0) return;
      at = end + 3;
      nesting.closing = '';
      continue;
    }
    const three = text.slice(at, at + 3);
    const one = text[at] ?? '';
    if (three === '"""' || three === "'''") {
      nesting.closing = three;
      at += 3;
    } else if (one === '#') return;
    else if (one === '"' || one === "'") {
      at++;
      while (at < text.length && text[at] !== one) at += text[at] === '\\' && one === '"' ? 2 : 1;
      at++;
    } else {
      if (one === ',' && nesting.depth === 1) nesting.items++;
      if ((one === '[' || one === '{') && nesting.depth++ === 0) nesting.items = 0;
      if (one === ']' || one === '}') nesting.depth--;
      at++;
    }
  }
}

/** A key or a table that has a first place already. */
type Twice = (path: string, first: TomlPlace, again: TomlPlace) => void;

/** Places of the headers and keys of a TOML text, by their paths. */
function placesOf(text: string, twice?: Twice): ReadonlyMap<string, TomlPlace> {
  const places = new Map<string, TomlPlace>();
  const elements = new Map<string, number>();
  const nesting: Nesting = { depth: 0, closing: '', items: 0 };
  let table: (string | number)[] = [];
  /** The key whose list may be open. */
  let open: (string | number)[] = [];

  /** The path of a header: a list of tables on the way means its last element so far. */
  function headerPath(parts: readonly string[], newElement: boolean): (string | number)[] {
    const path: (string | number)[] = [];
    parts.forEach((part, index) => {
      path.push(part);
      const list = pathText(path);
      if (newElement && index === parts.length - 1) elements.set(list, (elements.get(list) ?? -1) + 1);
      const element = elements.get(list);
      if (element !== undefined) path.push(element);
    });
    return path;
  }

  text.split('\n').forEach((content, index) => {
    const start = content.search(/\S/);
    const place = { line: index + 1, column: start + 1 };
    if (nesting.depth > 0 || nesting.closing !== '') {
      const isItem =
        nesting.depth === 1 && nesting.closing === '' && start >= 0 && !']}#,'.includes(content[start] ?? '');
      if (isItem) places.set(pathText([...open, nesting.items]), place);
      follow(content, nesting);
    } else if (start >= 0 && content[start] !== '#') readLine(content, place);
  });

  /** A line that begins a table or a key. */
  function readLine(content: string, place: TomlPlace): void {
    const rest = content.slice(place.column - 1);
    if (rest.startsWith('[')) {
      const isElement = rest.startsWith('[[');
      table = headerPath(keyParts(rest.slice(isElement ? 2 : 1)), isElement);
      const before = places.get(pathText(table));
      if (before !== undefined) twice?.(`[${pathText(table)}]`, before, place);
      places.set(pathText(table), place);
      const list = pathText(table.slice(0, -1));
      if (isElement && !places.has(list)) places.set(list, place);
      return;
    }
    let path = [...table];
    const parts = keyParts(rest);
    const before = places.get(pathText([...table, ...parts]));
    if (before !== undefined) twice?.(pathText([...table, ...parts]), before, place);
    for (const part of parts) {
      path = [...path, part];
      if (!places.has(pathText(path))) places.set(pathText(path), place);
    }
    open = path;
    follow(rest, nesting);
  }
  return places;
}

/**
 * Finds places in a TOML text, which is looked through when the first one is asked for: of a plan
 * without a fault few ask.
 * @returns a function from a path such as `do[3].repeat` to its place
 */
export function createLocator(text: string): (path: string) => TomlPlace {
  let places: ReadonlyMap<string, TomlPlace> | undefined;
  return (path) => {
    places ??= placesOf(text);
    for (let rest = path; rest !== ''; rest = parentPath(rest)) {
      const place = places.get(rest);
      if (place !== undefined) return place;
    }
    return { line: 1, column: 1 };
  };
}

/** The path without its last key or index; empty at the top. */
function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(path.endsWith(']') ? '[' : '.')));
}

// What the parser says, in our words: what stands at the place, and what to do there.

/** Faults by words of the parser's message, the first that fits. */
const FAULTS: readonly (readonly [said: RegExp, message: string, remedy: string])[] = [
  [/unfinished string|control characters/u, 'a text has no closing quote on its line', 'Close it with a quote'],
  [
    /escape/u,
    'a backslash in a text stands before a letter that it cannot stand before',
    'Write two, or single quotes',
  ],
  [/unfinished array/u, 'a list has no closing bracket', 'Close it with ]'],
  [/unfinished table/u, 'a table in braces has no closing brace', 'Close it with }'],
  [/end of table array/u, 'the heading of a list of tables has no closing brackets', 'Close it with ]]'],
  [/expected comma/u, 'the entries of a list or table have no comma between them', 'Write a comma there'],
  [/end-of-line/u, 'more text stands behind the value', 'Begin a new line there, or put the value in quotes'],
  [
    /end of key|find end of key|bare key|character in key|quoted key/u,
    'this is no key',
    'Write key = value, with no = left out',
  ],
  [
    /leading zero|underscore|numeric|represented/u,
    'this is no number',
    'Write digits without a leading zero, or put it in quotes',
  ],
  [/invalid date/u, 'this is no date', 'Put the value in quotes'],
  [/nested/u, 'lists or tables are nested too deeply', 'Check that this is the right file'],
  [/unsafe/u, 'the key is one that programs keep for themselves', 'Give it another name'],
  [/invalid value/u, 'this is no value', 'Write a number, true or false, or a text in quotes'],
];

/** The key or table that stands a second time where the parser stopped. */
interface StandsTwice {
  readonly path: string;
  readonly first: TomlPlace;
}

function twiceAt(text: string, { line, column }: TomlPlace): StandsTwice | undefined {
  let found: StandsTwice | undefined;
  placesOf(text, (path, first, again) => {
    if (again.line === line) found ??= { path, first };
  });
  return found ?? twiceInBraces(text, line, column);
}

/** The key of a table in braces that stands at a place, where the table has it before as well. */
function twiceInBraces(text: string, line: number, column: number): StandsTwice | undefined {
  const at = offsetOf(text, line, column);
  /** What is open: the keys of a table in braces, by their offsets; undefined for a list. */
  const open: (Map<string, number> | undefined)[] = [];
  let isKeyNext = false;
  for (let from = 0; from <= at; ) {
    const character = text[from] ?? '';
    const keys = open.at(-1);
    if (isKeyNext && keys !== undefined && /[\w"'-]/u.test(character)) {
      const path = pathText(keyParts(text.slice(from, from + MAX_KEY_CHARACTERS)));
      const first = keys.get(path);
      if (from === at) return first === undefined ? undefined : { path, first: placeAt(text, first) };
      keys.set(path, first ?? from);
      from = endOfKey(text, from);
      isKeyNext = false;
      continue;
    }
    if (character === '{') open.push(new Map());
    else if (character === '[') open.push(undefined);
    else if (character === '}' || character === ']') open.pop();
    if (character === '{' || character === ',') isKeyNext = open.at(-1) !== undefined;
    from = character === '"' || character === "'" || character === '#' ? endOfText(text, from) : from + 1;
  }
  return undefined;
}

/** Characters of the longest key that is looked at in a table in braces. */
const MAX_KEY_CHARACTERS = 1024;

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n', line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, column - 1);
}

function placeAt(text: string, offset: number): TomlPlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Offset behind a key, at its sign of equality. */
function endOfKey(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '=' && text[at] !== '\n')
    at = text[at] === '"' || text[at] === "'" ? endOfText(text, at) : at + 1;
  return at;
}

/** Offset behind a text in quotes, or at the end of a comment's line. */
function endOfText(text: string, from: number): number {
  const mark = text[from] as string;
  const three = mark.repeat(3);
  const isLong = mark !== '#' && text.startsWith(three, from);
  const close = mark === '#' ? '\n' : isLong ? three : mark;
  for (let at = from + (isLong ? 3 : 1); at < text.length; at++) {
    if (text[at] === '\\' && mark === '"') at++;
    else if (text.startsWith(close, at)) return at + close.length;
  }
  return text.length;
}

/**
 * Line in which a text begins again with its first key; undefined: it does not. Its next row must
 * be there again as well, or the end: a key that stands twice is no second text.
 */
export function secondBeginning(text: string): number | undefined {
  const rows = text
    .split('\n')
    .map((content, index) => ({ content: content.trim(), line: index + 1 }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
  const [first, next] = rows.map(({ content }) => content);
  if (first === undefined || !/^[a-z-]+\s*=/u.test(first)) return undefined;
  const again = rows.findIndex(({ content }, index) => {
    const behind = rows[index + 1]?.content;
    return index > 1 && content === first && (behind === next || behind === undefined);
  });
  return rows[again]?.line;
}

function twiceText({ path, first }: StandsTwice, { line, column }: TomlPlace): string {
  const where =
    first.line === line ? `columns ${first.column} and ${column} of the line` : `lines ${first.line} and ${line}`;
  return `${path.startsWith('[') ? 'table' : 'key'} ${path} stands twice, in ${where}`;
}

function faultIn(text: string, error: TomlError): readonly [message: string, remedy: string] {
  const [first = ''] = error.message.split('\n');
  if (!first.includes('redefine')) {
    const [, message, remedy] = FAULTS.find(([said]) => said.test(first)) ?? [];
    return [message ?? 'this is no TOML', `${remedy ?? 'Write key = value'}: correct the TOML there`];
  }
  const twice = twiceAt(text, error);
  const message = twice === undefined ? 'a key or table stands a second time' : twiceText(twice, error);
  const again = secondBeginning(text);
  const remedy =
    again === undefined
      ? 'Take one of the two out'
      : `The file begins again in line ${again}: take out what was pasted twice`;
  return [message, remedy];
}

interface TomlChoices {
  readonly integersAsBigInt?: boolean;
  readonly maxDepth?: number;
  /** Code of a key of too many parts, where it is not that of all faults. */
  readonly keyCode?: LockstepErrorCode;
}

/**
 * What a TOML text holds.
 * @param code error code of the kind of file
 * @throws LockstepError with `code`, line and column
 */
export function tomlOf(text: string, file: string, code: LockstepErrorCode, choices: TomlChoices = {}): unknown {
  const { keyCode = code, ...options } = choices;
  checkTomlKeys(text, file, keyCode);
  try {
    return parse(text, { unsafeKeyBehaviour: 'throw', ...options });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message, remedy] = faultIn(text, error);
    const details = { file, line: error.line, remedy };
    throw new LockstepError(code, `column ${error.column}: ${message}`, details, { cause: error });
  }
}
