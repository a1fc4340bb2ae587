/** Reads the rows of a table, CSV or JSON Lines, with their line numbers. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { LockstepError } from '../../base/errors.js';
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

function broken(file: string, line: number, message: string, found?: string): LockstepError {
  const details = found === undefined ? {} : { found };
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

async function* readCsv(file: string, form: TableForm): AsyncGenerator<TableRow> {
  const parser = parse({
    bom: true,
    delimiter: form.separator,
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
    skip_empty_lines: true,
  });
  const source = Readable.from(readChunks(file));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let names: readonly string[] | undefined;
  let index = new Map<string, number>();
  const adopt = (list: readonly string[]): void => {
    names = list;
    index = new Map(list.map((name, at) => [name, at]));
  };
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { lines: number } };
      if (names === undefined) {
        const list = form.header ? record.map((name) => name.trim()) : record.map((_, at) => String(at + 1));
        const twice = list.find((name, at) => list.indexOf(name) !== at);
        if (twice !== undefined) throw broken(file, info.lines, `two columns have the name ${twice}`);
        adopt(list);
        if (form.header) continue;
      }
      const known = names ?? [];
      yield { line: info.lines, names: () => known, get: (column) => record[index.get(column) ?? -1] };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    throw broken(file, line, `the table is broken: ${error.message.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* readRows(file: string): AsyncGenerator<TableRow> {
  let rest = '';
  let line = 0;
  const rowOf = (text: string): TableRow | undefined => {
    line++;
    const content = text.trim();
    if (content === '') return undefined;
    let data: unknown;
    try {
      data = JSON.parse(content);
    } catch (error) {
      throw broken(
        file,
        line,
        `the line is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
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
      const row = rowOf(piece);
      if (row !== undefined) yield row;
    }
  }
  const row = rowOf(rest);
  if (row !== undefined) yield row;
}
