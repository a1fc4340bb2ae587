/**
 * Writes the big tables of a bundle as texts: a table of five thousand figures, most of them 0,
 * takes half the room as a text of its rows.
 */
import { childrenOf, type Node, type Program, walk } from './syntax-tree.js';

type Value = number | string;

/** A table shorter than this stays as it is, in characters. */
const LEAST = 2_000;

/** Marks of a packed table: a run of zeros with its length, and the value of the row above. */
const ZEROS = '~';
const SAME = '"';

/**
 * Reads a packed table, word by word: a program waits for it at each start, before the compiler has
 * looked at it, and the texts' own functions are compiled. It goes into the bundle as it stands and
 * may use nothing of this file.
 */
function unpackRows(text: string): Value[][] {
  const mark = text[0] as string;
  const lines = text.split('\n');
  const kinds = lines[1] as string;
  const rows: Value[][] = [];
  let above: Value[] = [];
  for (let line = 2; line < lines.length; line++) {
    const row = new Array<Value>(kinds.length);
    const words = (lines[line] as string).split(mark);
    let column = 0;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as string;
      if (word === '"') row[column] = above[column] as Value;
      else if (kinds[column] === 's') row[column] = word;
      else if (word === '') row[column] = 0;
      else if (word[0] === '~') {
        const end = column + Number.parseInt(word.slice(1), 36);
        while (column < end) row[column++] = 0;
        continue;
      } else row[column] = Number.parseInt(word, 36);
      column++;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

/** Constants of a bundle that are a number, by name. */
type Figures = ReadonlyMap<string, number>;

/** Value of a literal, or of a sum of such and constants; of anything else, undefined. */
function literalOf(node: Node, figures: Figures): Value | undefined {
  if (node.type === 'Identifier') {
    const value = figures.get(node.name ?? '');
    return Number.isNaN(value) ? undefined : value;
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = childrenOf(node).map((part) => literalOf(part, figures));
    return typeof left === 'number' && typeof right === 'number' ? left + right : undefined;
  }
  if (node.type === 'UnaryExpression' && node.operator === '-' && typeof node.argument?.value === 'number')
    return -node.argument.value;
  if (node.type === 'TemplateLiteral') {
    const [only, ...more] = childrenOf(node) as (Node & { value?: { cooked?: string } })[];
    return more.length === 0 ? only?.value?.cooked : undefined;
  }
  return typeof node.value === 'string' || Number.isInteger(node.value) ? (node.value as Value) : undefined;
}

/** Rows of a table of literals, if all are alike: each column holds numbers or texts. */
function rowsOf(table: Node, figures: Figures): readonly (readonly Value[])[] | undefined {
  const rows = childrenOf(table).map((row) =>
    row.type === 'ArrayExpression' ? childrenOf(row).map((value) => literalOf(value, figures)) : [undefined],
  );
  const [first = []] = rows;
  const fits = rows.every(
    (row) =>
      row.length === first.length && row.every((value, at) => value !== undefined && typeof value === typeof first[at]),
  );
  return fits && first.length > 1 ? (rows as Value[][]) : undefined;
}

/** Packs a table, or leaves it where a text of it holds every mark. */
export function packRows(rows: readonly (readonly Value[])[]): string | undefined {
  const texts = rows.flat().filter((value) => typeof value === 'string');
  const mark = [',', ';', '|', '^'].find((sign) => !texts.some((text) => text.includes(sign)));
  if (mark === undefined || texts.some((text) => text.includes('\n') || text === SAME)) return undefined;
  const kinds = (rows[0] ?? []).map((value) => (typeof value === 'string' ? 's' : 'n'));
  const lines = rows.map((row, index) => {
    const above = rows[index - 1];
    const words: string[] = [];
    for (let at = 0; at < row.length; at++) {
      const value = row[at] as Value;
      let end = at;
      while (row[end] === 0) end++;
      if (end - at > 2) words.push(`${ZEROS}${(end - at).toString(36)}`);
      else if (value === 0) words.push('');
      else if (value === above?.[at]) words.push(SAME);
      else words.push(typeof value === 'string' ? value : value.toString(36));
      if (end - at > 2) at = end - 1;
    }
    return words.join(mark);
  });
  return [mark, kinds.join(''), ...lines].join('\n');
}

const { name: UNPACK } = unpackRows;

/** A text as a template, which no bundler has to escape a line break or quotation mark in. */
const templateOf = (text: string): string => `\`${text.replace(/[\\`]|\$\{/gu, '\\$&')}\``;

/**
 * Packs the tables of a bundle that are constants.
 * @param code a module
 * @param program its syntax tree
 */
export function packTables(code: string, program: unknown): string {
  const tables: Node[] = [];
  const figures = new Map<string, number>();
  walk(program as Program, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return;
    for (const { id, init } of node.declarations ?? []) {
      if (init?.type === 'ArrayExpression' && init.end - init.start >= LEAST) tables.push(init);
      const name = id?.name ?? '';
      // a name that is declared twice has no one value
      if (typeof init?.value === 'number') figures.set(name, figures.has(name) ? Number.NaN : init.value);
    }
  });
  let packed = '';
  let at = 0;
  for (const table of tables.sort((a, b) => a.start - b.start)) {
    const text = packRows(rowsOf(table, figures) ?? [['\n']]);
    if (text === undefined) continue;
    packed += `${code.slice(at, table.start)}${UNPACK}(${templateOf(text)})`;
    at = table.end;
  }
  if (at === 0) return code;
  const first = code.startsWith('#!') ? code.indexOf('\n') + 1 : 0;
  return `${code.slice(0, first)}${unpackRows.toString()}\n${packed.slice(first)}${code.slice(at)}`;
}

export { unpackRows };
