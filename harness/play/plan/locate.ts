/**
 * Finds the line of a key in a TOML text, because the parser reports the places of syntax errors
 * only, not of values. Only table headers and keys at the start of a line are indexed; a value in a
 * list or an inline table has the place of its key.
 */
import { pathText } from '../trace/schemas/check.js';
import type { PlanPlace } from './types.js';

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
      if (one === '[' || one === '{') nesting.depth++;
      if (one === ']' || one === '}') nesting.depth--;
      at++;
    }
  }
}

/** Places of the headers and keys of a TOML text, by their paths. */
function placesOf(text: string): ReadonlyMap<string, PlanPlace> {
  const places = new Map<string, PlanPlace>();
  const elements = new Map<string, number>();
  const nesting: Nesting = { depth: 0, closing: '' };
  let table: (string | number)[] = [];

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
    if (nesting.depth > 0 || nesting.closing !== '') follow(content, nesting);
    else if (start >= 0 && content[start] !== '#') readLine(content, { line: index + 1, column: start + 1 });
  });

  /** A line that begins a table or a key. */
  function readLine(content: string, place: PlanPlace): void {
    const rest = content.slice(place.column - 1);
    if (rest.startsWith('[')) {
      const isElement = rest.startsWith('[[');
      table = headerPath(keyParts(rest.slice(isElement ? 2 : 1)), isElement);
      places.set(pathText(table), place);
      return;
    }
    let path = [...table];
    for (const part of keyParts(rest)) {
      path = [...path, part];
      if (!places.has(pathText(path))) places.set(pathText(path), place);
    }
    follow(rest, nesting);
  }
  return places;
}

/**
 * Finds places in a TOML text, which is looked through when the first one is asked for: of a plan
 * without a fault few ask.
 * @returns a function from a path such as `do[3].repeat` to its place
 */
export function createLocator(text: string): (path: string) => PlanPlace {
  let places: ReadonlyMap<string, PlanPlace> | undefined;
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
