/**
 * A golden trace: what an independent slow reference says about a run, in the form of `harness/play/trace/FORMAT.md`. Of the
 * system itself only its name, version, rulesets and the addresses of its cells are asked for; nothing is stepped.
 *
 * The header's image stays empty unless a setup cannot say where a run starts; the first command of a golden is a
 * rejected one where the system has any, so that its row compares the start.
 */
import { createHash } from 'node:crypto';
import { SYSTEMS } from '../../harness/base/systems.js';
import { createTraceEncoder } from '../../harness/play/trace/encoder.js';
import { rulesetHash } from '../../harness/play/trace/state.js';
import type { RowCommand, TraceCell, TraceHeader } from '../../harness/play/trace/types.js';
import { formatAddress } from '../../rom-map/windows.js';
import { RuleReferenceError } from '../references/reference-error.js';

/** Values of the declared cells, signed ones as they are meant. */
export type CellValues = Readonly<Record<string, number>>;
export type Switches = Readonly<Record<string, string | number>>;

/** What a play starts from. */
export interface GoldenStart {
  /** Path below `traces/golden`; a name that ends in `.gz` is compressed. */
  readonly file: string;
  readonly system: string;
  readonly setup: unknown;
  readonly switches?: Switches;
  /** True: the starting image is written into the header, from the reference. */
  readonly image?: boolean;
}

export interface GoldenRow {
  readonly command: RowCommand;
  /** Code of a rejection, or empty. */
  readonly error: string;
  readonly values: CellValues;
}

export interface Golden extends GoldenStart {
  readonly start: CellValues;
  readonly rows: readonly GoldenRow[];
}

/** Records a play: `read` gives the declared cells as the reference has them now. */
export interface GoldenRecorder {
  /** Runs the action of the reference and writes the row; a thrown RuleReferenceError is a rejection. */
  give(command: RowCommand, action: () => void): string;
  /** A command that the rules reject with this code. */
  refuse(command: RowCommand, code: string): void;
  finish(): Golden;
}

/** Code of the rejection, or empty. */
export function rejection(action: () => void): string {
  try {
    action();
    return '';
  } catch (error) {
    if (error instanceof RuleReferenceError) return error.code;
    throw error;
  }
}

export function recordGolden(from: GoldenStart, read: () => CellValues): GoldenRecorder {
  const rows: GoldenRow[] = [];
  const start = read();
  const write = (command: RowCommand, error: string): string => {
    rows.push({ command, error, values: read() });
    return error;
  };
  return {
    give: (command, action) => write(command, rejection(action)),
    refuse: (command, code) => void write(command, code),
    finish: () => ({ ...from, start, rows }),
  };
}

/** Two's complement of a value in a cell of this width. */
function unsigned(value: number, width: number): number {
  return value < 0 ? value + 2 ** (8 * width) : value;
}

function cellValue(values: CellValues, name: string): number {
  const value = values[name];
  if (value === undefined) throw new Error(`the reference gives no value of ${name}`);
  return value;
}

function hexBytes(value: number, width: number): string {
  return Array.from({ length: width }, (_, byte) =>
    (Math.floor(value / 256 ** byte) % 256).toString(16).padStart(2, '0'),
  ).join('');
}

function headerOf(golden: Golden): TraceHeader {
  const system = SYSTEMS.find((candidate) => candidate.id === golden.system);
  if (system === undefined) throw new Error(`there is no system ${golden.system}`);
  const switches = golden.switches ?? {};
  const places = new Map(system.create(golden.setup, switches).cells.map((cell) => [cell.name, cell]));
  const cells = Object.keys(golden.start).map((name): TraceCell => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`${golden.system} has no cell ${name}`);
    return [name, formatAddress(place.address), place.width];
  });
  const imageOf = ([name, address, width]: TraceCell): [string, string] => [
    address,
    hexBytes(unsigned(cellValue(golden.start, name), width), width),
  ];
  return {
    trace: 1,
    system: system.id,
    systemVersion: system.version,
    ruleset: {
      name: Object.keys(switches).length === 0 ? 'default' : 'custom',
      hash: rulesetHash(system, switches),
      switches,
    },
    source: { kind: 'reference', emulator: null, rom: null, input: null, recorder: null },
    unit: system.unit,
    from: `0 is the first ${system.unit} of the play`,
    setup: golden.setup,
    cells,
    inputs: [],
    sequence: null,
    masks: [],
    image: golden.image === true ? Object.fromEntries(cells.map(imageOf)) : {},
  };
}

/** Header, and the rows with unsigned values in the order of its cells. */
export function tracedGolden(golden: Golden): { header: TraceHeader; rows: [GoldenRow, number[]][] } {
  const header = headerOf(golden);
  const rows = golden.rows.map((row): [GoldenRow, number[]] => [
    row,
    header.cells.map(([name, , width]) => unsigned(cellValue(row.values, name), width)),
  ]);
  return { header, rows };
}

/** The content of the trace, its footer included. */
export function goldenText(golden: Golden): string {
  const { header, rows } = tracedGolden(golden);
  const lines: string[] = [];
  const encoder = createTraceEncoder(header, (line) => lines.push(line));
  rows.forEach(([row, values], number) => {
    encoder.command(number, row.command, row.error, values);
  });
  encoder.finish();
  return `${lines.join('\n')}\n`;
}

export function contentHash(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
