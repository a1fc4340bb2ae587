/** From a user's table (CSV or JSON Lines) to a trace, by a column map. */
import type { Battle, System } from '../../../core/system.js';
import { RuleError } from '../../../core/system.js';
import { LockstepError } from '../../base/errors.js';
import { findSystem } from '../../base/find-system.js';
import { hexAddress } from '../../trace/header.js';
import { kindOfImage, romOf, type Settle } from '../../trace/log-image.js';
import { headerOf } from '../../trace/state.js';
import type { TraceHeader } from '../../trace/types.js';
import { createTraceWriter, type TraceWriter } from '../../trace/writer.js';
import { type ColumnMap, unknownCell } from './column-map.js';
import { readTable, type TableRow } from './table-rows.js';
import { readCell, readNumber } from './value.js';

export interface ImportResult {
  readonly frames: number;
  readonly cells: number;
  /** Frame numbers that the table passes over. */
  readonly missing: number;
  /** Line of the row that became the starting state; 0: none did. */
  readonly startLine: number;
}

function createBattle(system: System, map: ColumnMap): Battle {
  if (system.unit !== 'frame') {
    throw new LockstepError('E_COLUMNS', `${system.id} steps by ${system.unit}: a table holds frames`, {
      file: map.file,
      remedy: 'Write the trace form for it: harness/trace/FORMAT.md',
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
      throw new LockstepError('E_COLUMNS', `cell ${name} has ${cell.width} bytes`, {
        file: map.file,
        found: `${use.columns.length} columns`,
        expected: 'one column, or one for each byte',
      });
    }
    return cell;
  });
}

/** The map's own bytes with those of the cells over them, in windows of neighbouring bytes. */
function imageOf(map: ColumnMap, cells: Battle['cells'], values: Uint32Array): Record<string, string> {
  const bytes = new Map<number, number>();
  for (const [start, hex] of Object.entries(map.image)) {
    Buffer.from(hex, 'hex').forEach((byte, at) => void bytes.set(Number.parseInt(start, 16) + at, byte));
  }
  cells.forEach(({ address, width }, index) => {
    for (let byte = 0; byte < width; byte++) bytes.set(address + byte, ((values[index] ?? 0) >>> (8 * byte)) & 0xff);
  });
  const windows: Record<string, string> = {};
  let start = '';
  let next = -1;
  for (const [address, byte] of [...bytes].sort(([one], [other]) => one - other)) {
    if (address !== next) start = hexAddress(address);
    windows[start] = `${windows[start] ?? ''}${byte.toString(16).padStart(2, '0')}`;
    next = address + 1;
  }
  return windows;
}

function isEmpty(row: TableRow, column: string): boolean {
  const value = row.get(column);
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * A row whose frame column is empty, as the first one, is the starting state; otherwise `start` of the map tells.
 * @throws LockstepError with file, line and column for whatever the table or the map has wrong; nothing is written then
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
  const values = new Uint32Array(cells.length);
  const { source } = map;
  const header = headerOf(system, battle, cells, {
    ruleset: { name: system.id === 'live-a-live' ? 'cartridge' : 'default', switches: {} },
    source: {
      // A table says nothing that anybody compared: `--rom` settles it.
      kind: source.kind === 'cartridge' ? kindOfImage(undefined) : source.kind,
      emulator: source.emulator === undefined ? null : { ...source.emulator, sha256: null },
      rom: source.rom === undefined ? null : romOf(source.rom.title, source.rom.sha256 ?? null, undefined),
      input: null,
      recorder: { name: 'lockstep convert, from a table', version: '1', sha256: null },
    },
    setup: map.setup,
    from: map.from,
  });
  const base = settle === undefined ? header : { ...header, source: settle(map.file, header.source) };
  const open = (image: TraceHeader['image']): TraceWriter =>
    createTraceWriter(out, { ...base, inputs: map.inputs, sequence: map.sequence, image });
  const [frameColumn = ''] = map.frame.columns;
  const form = {
    format: map.format ?? (/\.(jsonl|ndjson)(\.gz)?$/.test(file) ? 'rows' : 'csv'),
    ...pick(map),
  } as const;
  let writer: TraceWriter | undefined;
  let frames = 0;
  let missing = 0;
  let startLine = 0;
  let last = -1;

  function takeRow(row: TableRow): void {
    map.cells.forEach(([, use], index) => {
      values[index] = readCell(row, use, cells[index]?.width ?? 1, file);
    });
    const starting = isEmpty(row, frameColumn) || map.start === 'first-row';
    if (writer === undefined) {
      writer = open(starting ? imageOf(map, cells, values) : {});
      if (starting) startLine = row.line;
      if (starting) return;
    }
    const pad =
      typeof map.pad === 'number'
        ? map.pad
        : readNumber(row, map.pad.columns[0] ?? '', map.pad.numbers, 0, 0xffff, file);
    const frame = readNumber(row, frameColumn, map.frame.numbers, 0, Number.MAX_SAFE_INTEGER, file) + map.frame.offset;
    if (frame <= last || frame < 0) {
      throw new LockstepError('E_TABLE_VALUE', 'frame numbers must ascend', {
        file,
        line: row.line,
        found: String(frame),
        expected: `${last + 1} or more`,
        remedy: 'Cut the table where a state was loaded',
      });
    }
    if (last >= 0) missing += frame - last - 1;
    last = frame;
    writer.frame(frame, pad, values);
    frames++;
  }

  try {
    for await (const row of readTable(file, form)) takeRow(row);
    if (writer === undefined || frames === 0) {
      throw new LockstepError('E_TABLE', 'the table holds no frame', {
        file,
        remedy: 'A table needs the line of names and, with start = "first-row", two rows',
      });
    }
    (writer as TraceWriter).finish();
    return { frames, cells: cells.length, missing, startLine };
  } catch (error) {
    (writer as TraceWriter | undefined)?.abort();
    throw error;
  }
}

const pick = ({ separator, header }: ColumnMap): { separator: string; header: boolean } => ({ separator, header });
