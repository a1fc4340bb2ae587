/** Reads the rows of a table, CSV or JSON Lines, with their line numbers. */
import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { readChunks } from '../../base/read-chunks.js';

/** A row with every cell of the memory is shorter. */
const MAX_ROW_CHARACTERS = 4 * 1024 * 1024;

export interface TableRow {
  /** 1-based line where the row ends. */
  readonly line: number;
  /** A column's value; undefined when the row has no such column. */
  get(column: string): unknown;
  /** Names of the columns. */
  names(): readonly string[];
}

export interface TableForm {
  readonly format: 'csv' | 'rows';
  readonly separator: string;
  /** The first line of a CSV file holds the names; otherwise columns are named 1, 2, 3... */
  readonly header: boolean;
}

function broken(file: string, line: number, message: string, found?: string, expected?: string): LockstepError {
  const details = { ...(found === undefined ? {} : { found }), ...(expected === undefined ? {} : { expected }) };
  return new LockstepError('E_TABLE', message, {
    file,
    line,
    ...details,
    remedy: 'Correct the line, or export it again',
  });
}

/** @throws LockstepError `E_TABLE` for a broken row, and what `readChunks` throws */
export function readTable(file: string, form: TableForm): AsyncGenerator<TableRow> {
  return form.format === 'csv' ? readCsv(file, form) : readRows(file);
}

/** Separators that spreadsheets write. */
const SEPARATORS = [';', '\t', ',', '|'];
/** The line with which a spreadsheet names its separator. */
const NAMED_SEPARATOR = /^\uFEFF?sep=(.)\r?$/u;

function shown(separator: string): string {
  return separator === '\t' ? 'tabs' : `"${separator}"`;
}

/** The names of the columns by the first row, and where each stands. */
interface Head {
  readonly names: readonly string[];
  readonly index: ReadonlyMap<string, number>;
}

/** @throws LockstepError `E_TABLE` for two columns of one name, and for another separator */
function headOf(record: readonly string[], { header, separator }: TableForm, file: string, line: number): Head {
  const names = header ? record.map((name) => name.trim()) : record.map((_, at) => String(at + 1));
  const [only = ''] = record;
  const other = record.length > 1 ? undefined : SEPARATORS.find((sign) => sign !== separator && only.includes(sign));
  if (other !== undefined) {
    throw new LockstepError(
      'E_TABLE',
      `the columns are parted by ${shown(other)}, and the column map says ${shown(separator)}`,
      {
        file,
        line,
        found: only.slice(0, 40),
        remedy: `Write separator = ${JSON.stringify(other)} in the column map`,
      },
    );
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw broken(file, line, `two columns have the name ${twice.slice(0, 40)}`);
  return { names, index: new Map(names.map((name, at) => [name, at])) };
}

function rowOf({ names, index }: Head, record: readonly string[], line: number): TableRow {
  return { line, names: () => names, get: (column) => record[index.get(column) ?? -1] };
}

/**
 * Rows without quotes are split as they are; from the first quote on csv-parse reads the table. A
 * pipe cannot be read twice: csv-parse reads all of it.
 */
async function* readCsv(file: string, form: TableForm): AsyncGenerator<TableRow> {
  if (!statSync(file).isFile()) {
    yield* readQuoted(file, form, 0);
    return;
  }
  let rest = '';
  let line = 0;
  let separator = form.separator;
  let head: Head | undefined;
  /** A row, nothing, or false at a quote. */
  const take = (text: string): TableRow | undefined | false => {
    line++;
    const content = text.endsWith('\r') ? text.slice(0, -1) : text;
    const named = line === 1 ? NAMED_SEPARATOR.exec(content)?.[1] : undefined;
    if (named !== undefined) separator = named;
    if (content === '' || named !== undefined) return undefined;
    if (content.includes('"')) return false;
    const record = content.split(separator);
    if (head === undefined) {
      head = headOf(record, { ...form, separator }, file, line);
      if (form.header) return undefined;
    }
    if (record.length !== head.names.length) {
      const [found, expected] = [record.length, head.names.length].map((count) => countText(count, 'column'));
      throw broken(
        file,
        line,
        'the table is broken: the row has another number of columns than the first',
        found,
        expected,
      );
    }
    return rowOf(head, record, line);
  };
  for await (const chunk of readChunks(file)) {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > MAX_ROW_CHARACTERS) throw broken(file, line + 1, `the line is longer than ${MAX_ROW_CHARACTERS}`);
    for (const piece of pieces) {
      const row = take(piece);
      if (row === false) {
        yield* readQuoted(file, { ...form, separator }, line);
        return;
      }
      if (row !== undefined) yield row;
    }
  }
  const row = rest === '' ? undefined : take(rest);
  if (row === false) yield* readQuoted(file, { ...form, separator }, line);
  else if (row !== undefined) yield row;
}

/** @param first line from which on rows are handed out */
async function* readQuoted(file: string, form: TableForm, first: number): AsyncGenerator<TableRow> {
  const parser = parse({
    bom: true,
    delimiter: form.separator,
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
    skip_empty_lines: true,
  });
  const source = Readable.from(withoutSeparatorLine(readChunks(file)));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let head: Head | undefined;
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { lines: number } };
      if (head === undefined) {
        head = headOf(record, form, file, info.lines);
        if (form.header) continue;
      }
      if (info.lines >= first) yield rowOf(head, record, info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    throw broken(file, line, `the table is broken: ${error.message.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The text with an empty line for the one that names the separator. */
async function* withoutSeparatorLine(chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  let begun = false;
  for await (const chunk of chunks) {
    yield begun ? chunk : chunk.replace(/^\uFEFF?sep=.(?=\r?\n)/u, '');
    begun ||= chunk !== '';
  }
}

async function* readRows(file: string): AsyncGenerator<TableRow> {
  let rest = '';
  let line = 0;
  const rowIn = (text: string): TableRow | undefined => {
    line++;
    const content = text.trim();
    if (content === '') return undefined;
    let data: unknown;
    try {
      data = JSON.parse(content);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw broken(
        file,
        line,
        `the line is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
      );
    }
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      throw broken(file, line, 'the line is not an object', content.slice(0, 40));
    }
    const row = data as Record<string, unknown>;
    return {
      line,
      names: () => Object.keys(row),
      get: (column) => (Object.hasOwn(row, column) ? row[column] : undefined),
    };
  };
  for await (const chunk of readChunks(file)) {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > MAX_ROW_CHARACTERS) throw broken(file, line + 1, `the line is longer than ${MAX_ROW_CHARACTERS}`);
    for (const piece of pieces) {
      const row = rowIn(piece);
      if (row !== undefined) yield row;
    }
  }
  const row = rowIn(rest);
  if (row !== undefined) yield row;
}
