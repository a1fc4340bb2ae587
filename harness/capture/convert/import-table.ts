/** Converts a table (CSV or JSON Lines) to a trace by a column map. */
import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { countText } from '../../../core/system/names.js';
import { type Battle, RuleError, type System } from '../../../core/system/system.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import {
  createPause,
  findSystem,
  jsonOf,
  LockstepError,
  nearest,
  readChunks,
  withDamageFirst,
} from '../../base/index.js';

import {
  createTraceWriter,
  headerOf,
  kindOfImage,
  romOf,
  type Settle,
  type TraceHeader,
  type TraceWriter,
} from '../../play/index.js';

import { type ColumnMap, type ColumnUse, type NumberForm, unknownCell } from './column-map.js';

// Reads the rows of a table, CSV or JSON Lines, with their line numbers.

/** A row with every cell of the memory is shorter. */
const MAX_ROW_CHARACTERS = 4 * 1024 * 1024;

interface TableRow {
  /** 1-based line where the row ends. */
  readonly line: number;
  /** A column's value; undefined when the row has no such column. */
  get(column: string): unknown;
  /** Names of the columns. */
  names(): readonly string[];
}

interface TableForm {
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
function readTable(file: string, form: TableForm): AsyncGenerator<TableRow> {
  return form.format === 'csv' ? readCsv(file, form) : readRows(file);
}

/** Separators that spreadsheets write. */
const SEPARATORS = [';', '\t', ',', '|'];
/** The line with which a spreadsheet names its separator. */
const NAMED_SEPARATOR = /^\uFEFF?sep=(.)\r?$/u;

function shown(separator: string): string {
  return separator === '\t' ? 'tabs' : `"${separator}"`;
}

const OTHER_COUNT = 'the row has another number of columns than the first';
/** What is wrong with a table, by the codes of csv-parse. */
const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  INVALID_OPENING_QUOTE: 'a quote stands within a value',
  CSV_INVALID_CLOSING_QUOTE: 'something stands behind a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'something stands behind a closing quote',
  CSV_RECORD_INCONSISTENT_COLUMNS: OTHER_COUNT,
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: OTHER_COUNT,
  CSV_MAX_RECORD_SIZE: `a row is longer than ${MAX_ROW_CHARACTERS} characters: a quote may be open`,
};

/** The names of the columns by the first row, and where each stands. */
interface Head {
  readonly file: string;
  /** Whether the names stand in the table. */
  readonly isNamed: boolean;
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
  return { file, isNamed: header, names, index: new Map(names.map((name, at) => [name, at])) };
}

/** @throws LockstepError `E_TABLE` where the names of the columns come again */
function rowOf({ file, isNamed, names, index }: Head, record: readonly string[], line: number): TableRow {
  if (isNamed && record[0]?.trim() === names[0] && record.every((value, at) => value.trim() === names[at])) {
    const remedy = 'Copy the table again, or cut it before this line';
    throw new LockstepError('E_TABLE', 'the column names stand here again: two tables are joined', {
      file,
      line,
      remedy,
    });
  }
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
      throw broken(file, line, `the table is broken: ${OTHER_COUNT}`, found, expected);
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
    throw broken(file, line, `the table is broken: ${CSV_FAULTS[error.code] ?? 'its quotes or columns do not fit'}`);
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
    const data = jsonOf(content, (found) => {
      throw broken(file, line, 'the line is not JSON', found);
    });
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

// Reads one number of a table and checks its form, sign and range.

const FORMS: Readonly<Record<NumberForm, RegExp>> = {
  decimal: /^([+-]?)([0-9]{1,15})$/,
  hex: /^([+-]?)(?:0x|\$)?([0-9A-Fa-f]{1,12})$/,
  prefixed: /^([+-]?)(?:(?:0x|\$)([0-9A-Fa-f]{1,12})|([0-9]{1,15}))$/,
};
const EXPECTED: Readonly<Record<NumberForm, string>> = {
  decimal: 'a decimal number',
  hex: 'a hex number',
  prefixed: 'a decimal number, or hex after 0x or $',
};

function parseNumber(value: unknown, form: NumberForm): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  // most values are a few digits: no expression is asked
  if (form !== 'hex' && value.length <= 9) {
    let plain = 0;
    let at = 0;
    for (; at < value.length; at++) {
      const digit = value.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) break;
      plain = plain * 10 + digit;
    }
    if (at === value.length && at > 0) return plain;
  }
  const match = FORMS[form].exec(value.trim());
  if (match === null) return undefined;
  const [, sign = '', first, second] = match;
  const hex = form === 'hex' || (form === 'prefixed' && first !== undefined);
  const size = Number.parseInt(first ?? second ?? '', hex ? 16 : 10);
  return sign === '-' ? -size : size;
}

/** Where a value stands, for messages: `column 3 (AP)`. */
function place(row: TableRow, column: string): string {
  const at = row.names().indexOf(column);
  return at >= 0 && String(at + 1) !== column ? `column ${at + 1} (${column})` : `column ${column}`;
}

/**
 * @throws LockstepError `E_TABLE_COLUMN` for a missing column, `E_TABLE_VALUE` for a wrong number
 */
function readNumber(row: TableRow, column: string, form: NumberForm, min: number, max: number, file: string): number {
  const value = row.get(column);
  if (value === undefined) {
    throw new LockstepError('E_TABLE_COLUMN', `there is no column ${column.slice(0, 40)}`, {
      file,
      line: row.line,
      remedy: nearest(column, row.names()),
    });
  }
  const number = parseNumber(value, form);
  if (number === undefined || number < min || number > max) {
    const range = Number.isSafeInteger(max) ? ` from ${min} to ${max}` : '';
    throw new LockstepError('E_TABLE_VALUE', `${place(row, column)} has no valid value`, {
      file,
      line: row.line,
      found: JSON.stringify(value)?.slice(0, 60) ?? 'nothing',
      expected: `${EXPECTED[form]}${range}`,
      remedy: 'Correct the value, or the form of its numbers in the column map',
    });
  }
  return number;
}

/** Unsigned value of a cell. @param width bytes of the cell */
function readCell(row: TableRow, use: ColumnUse, width: number, file: string): number {
  const [first = ''] = use.columns;
  if (use.columns.length > 1 || width === 1) {
    if (!use.signed && use.columns.length === 1) return readNumber(row, first, use.numbers, 0, 255, file);
    if (!use.signed) {
      return use.columns.reduce(
        (sum, name, at) => sum + readNumber(row, name, use.numbers, 0, 255, file) * 256 ** at,
        0,
      );
    }
  }
  const span = 256 ** width;
  const value = use.signed
    ? readNumber(row, first, use.numbers, -span / 2, span / 2 - 1, file)
    : readNumber(row, first, use.numbers, 0, span - 1, file);
  const unsigned = value < 0 ? value + span : value;
  return use.bigEndian ? swapBytes(unsigned, width) : unsigned;
}

function swapBytes(value: number, width: number): number {
  let rest = value;
  let swapped = 0;
  for (let byte = 0; byte < width; byte++) {
    swapped = swapped * 256 + (rest % 256);
    rest = Math.floor(rest / 256);
  }
  return swapped;
}

interface ImportResult {
  readonly frames: number;
  readonly cells: number;
  /** Frame numbers that the table passes over. */
  readonly missing: number;
  /** Line of the starting state's row, or 0. */
  readonly startLine: number;
}

function createBattle(system: System, map: ColumnMap): Battle {
  if (system.unit !== 'frame') {
    throw new LockstepError('E_COLUMNS', `${system.id} steps by ${system.unit}: a table holds frames`, {
      file: map.file,
      remedy: 'Write a trace instead: harness/play/trace/FORMAT.md describes its form',
    });
  }
  try {
    return system.create(map.setup);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const details = { file: map.file, remedy: 'Correct [setup]' };
    throw new LockstepError('E_COLUMNS', `${error.code} ${error.path}: ${error.message}`, details, { cause: error });
  }
}

function chosenCells(battle: Battle, map: ColumnMap): Battle['cells'] {
  const byName = new Map(battle.cells.map((cell) => [cell.name, cell]));
  return map.cells.map(([name, use]) => {
    const cell = byName.get(name);
    if (cell === undefined) throw unknownCell(map, name, [...byName.keys()]);
    if (use.columns.length > 1 && use.columns.length !== cell.width) {
      throw new LockstepError('E_COLUMNS', `cell ${name} has ${countText(cell.width, 'byte')}`, {
        file: map.file,
        found: countText(use.columns.length, 'column'),
        expected: 'one column, or one for each byte',
      });
    }
    return cell;
  });
}

/**
 * Address today of a byte that a map names. A map names no image layout: an address that moved
 * since the first one is no address of today. Of a game's own memory nothing moved.
 */
function addressOfMap({ layout }: System, map: ColumnMap): (address: number) => number {
  const ofGame = map.source.kind === 'cartridge' || map.source.kind === 'unknown-image';
  return layout === undefined || ofGame ? (address) => address : (address) => layout.addressToday(1, address);
}

/**
 * The map's bytes and those of the cells, as windows of neighbouring bytes.
 * @param today address of a byte that the map names
 */
function imageOf(
  map: ColumnMap,
  cells: Battle['cells'],
  values: Uint32Array,
  today: (address: number) => number,
): Record<string, string> {
  const bytes = new Map<number, number>();
  for (const [start, hex] of Object.entries(map.image)) {
    Buffer.from(hex, 'hex').forEach((byte, at) => void bytes.set(today(parseAddress(start) + at), byte));
  }
  cells.forEach(({ address, width }, index) => {
    for (let byte = 0; byte < width; byte++) bytes.set(address + byte, ((values[index] ?? 0) >>> (8 * byte)) & 0xff);
  });
  const windows: Record<string, string> = {};
  let start = '';
  let next = -1;
  for (const [address, byte] of [...bytes].sort(([one], [other]) => one - other)) {
    if (address !== next) start = formatAddress(address);
    windows[start] = `${windows[start] ?? ''}${byte.toString(16).padStart(2, '0')}`;
    next = address + 1;
  }
  return windows;
}

function isEmpty(row: TableRow, column: string): boolean {
  const value = row.get(column);
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** A table on its way into a trace. */
interface Import {
  readonly file: string;
  readonly map: ColumnMap;
  readonly cells: Battle['cells'];
  /** Unsigned values of the cells in the present row. */
  readonly values: Uint32Array;
  /** Address today of a byte that the map names. */
  readonly today: (address: number) => number;
  readonly open: (image: TraceHeader['image']) => TraceWriter;
  /** Made with the first row. */
  writer: TraceWriter | undefined;
  frames: number;
  missing: number;
  startLine: number;
  /** Frame of the row before, or -1. */
  last: number;
}

function headerOfMap(system: System, battle: Battle, map: ColumnMap, cells: Battle['cells']): TraceHeader {
  const { source } = map;
  return headerOf(system, battle, cells, {
    ruleset: { name: system.id === 'live-a-live' ? 'cartridge' : 'default', switches: {} },
    source: {
      // A table proves no cartridge: `--rom` names the image.
      kind: source.kind === 'cartridge' ? kindOfImage(undefined) : source.kind,
      emulator: source.emulator === undefined ? null : { ...source.emulator, sha256: null },
      rom: source.rom === undefined ? null : romOf(source.rom.title, source.rom.sha256 ?? null, undefined),
      input: null,
      recorder: { name: 'lockstep convert, from a table', version: '1', sha256: null },
    },
    setup: map.setup,
    from: map.from,
  });
}

function formOf({ format, separator, header }: ColumnMap, file: string): TableForm {
  return { format: format ?? (/\.(jsonl|ndjson)(\.gz)?$/.test(file) ? 'rows' : 'csv'), separator, header };
}

/** @throws LockstepError `E_TABLE_VALUE` unless it follows the frame before */
function frameOf({ file, map, last }: Import, row: TableRow): number {
  const [column = ''] = map.frame.columns;
  const given = readNumber(row, column, map.frame.numbers, 0, Number.MAX_SAFE_INTEGER, file);
  const frame = given + map.frame.offset;
  if (frame > last && frame >= 0) return frame;
  throw new LockstepError('E_TABLE_VALUE', 'frame numbers must ascend', {
    file,
    line: row.line,
    found: String(frame),
    expected: `${last + 1} or more`,
    remedy: 'Cut the table where a state was loaded',
  });
}

function takeRow(table: Import, row: TableRow): void {
  const { file, map, cells, values } = table;
  map.cells.forEach(([, use], index) => {
    values[index] = readCell(row, use, cells[index]?.width ?? 1, file);
  });
  if (table.writer === undefined) {
    const isStart = isEmpty(row, map.frame.columns[0] ?? '') || map.start === 'first-row';
    table.writer = table.open(isStart ? imageOf(map, cells, values, table.today) : {});
    if (isStart) {
      table.startLine = row.line;
      return;
    }
  }
  const { pad } = map;
  const word = typeof pad === 'number' ? pad : readNumber(row, pad.columns[0] ?? '', pad.numbers, 0, 0xffff, file);
  const frame = frameOf(table, row);
  if (table.last >= 0) table.missing += frame - table.last - 1;
  table.last = frame;
  table.writer.frame(frame, word, values);
  table.frames++;
}

/**
 * Converts a table. A first row with an empty frame column is the starting state; otherwise `start`
 * of the map decides.
 * @throws LockstepError with file, line and column for a fault of the table or the map; nothing is
 * written then
 */
export async function importTable(
  file: string,
  out: string,
  map: ColumnMap,
  systems: readonly System[],
  settle?: Settle,
  signal?: AbortSignal,
): Promise<ImportResult> {
  const system = findSystem(systems, map.system, map.file, 1);
  const battle = createBattle(system, map);
  const cells = chosenCells(battle, map);
  const header = headerOfMap(system, battle, map, cells);
  const base = settle === undefined ? header : { ...header, source: settle(map.file, header.source) };
  const { inputs, sequence } = map;
  const table: Import = {
    file,
    map,
    cells,
    values: new Uint32Array(cells.length),
    today: addressOfMap(system, map),
    open: (image) => createTraceWriter(out, { ...base, inputs, sequence, image }),
    writer: undefined,
    frames: 0,
    missing: 0,
    startLine: 0,
    last: -1,
  };
  try {
    await withDamageFirst(file, async () => {
      const pauseNow = createPause(signal, 'the table is not converted');
      for await (const row of readTable(file, formOf(map, file))) {
        takeRow(table, row);
        const pause = pauseNow();
        if (pause !== undefined) await pause;
      }
    });
    const { writer, frames, missing, startLine } = table;
    if (writer === undefined || frames === 0) {
      throw new LockstepError('E_TABLE', 'the table holds no frame', {
        file,
        remedy: 'Give it a header line and rows; start = "first-row" needs at least two rows',
      });
    }
    writer.finish();
    return { frames, cells: cells.length, missing, startLine };
  } catch (error) {
    table.writer?.abort();
    throw error;
  }
}
