/** Converts a table (CSV or JSON Lines) to a trace by a column map. */

import type { Battle, System } from '../../../core/system/system.js';
import { RuleError } from '../../../core/system/system.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import { LockstepError } from '../../base/errors.js';
import { findSystem } from '../../base/find-system.js';
import { countText } from '../../base/number-text.js';
import { kindOfImage, romOf, type Settle } from '../../play/trace/log-image.js';
import { headerOf } from '../../play/trace/state.js';
import type { TraceHeader } from '../../play/trace/types.js';
import { createTraceWriter, type TraceWriter } from '../../play/trace/writer.js';
import { type ColumnMap, unknownCell } from './column-map.js';
import { readTable, type TableForm, type TableRow } from './table-rows.js';
import { readCell, readNumber } from './value.js';

export interface ImportResult {
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
    throw new LockstepError('E_COLUMNS', `${error.code} ${error.path}: ${error.message}`, {
      file: map.file,
      remedy: 'Correct [setup]',
    });
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
    for await (const row of readTable(file, formOf(map, file))) takeRow(table, row);
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
