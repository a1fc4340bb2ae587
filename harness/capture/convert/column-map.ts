/** Reads a column map (TOML): the columns of a table, their cells and their number form. */
import { createLocator, LockstepError, nearest, pathText, readTextFile, tomlOf } from '../../base/index.js';

import { findFault, knownKeys, planError, type SourceKind, tomlVersionFault } from '../../play/index.js';

/** `prefixed`: hex after `0x` or `$`, decimal without. */
export type NumberForm = 'decimal' | 'hex' | 'prefixed';

/** One value of a row: a column, or one column for each byte, the lowest first. */
export interface ColumnUse {
  readonly columns: readonly string[];
  readonly numbers: NumberForm;
  readonly signed: boolean;
  readonly bigEndian: boolean;
}

export interface ColumnMap {
  readonly file: string;
  readonly system: string;
  readonly from: string;
  /** `first-row`: the first row is the starting state, not a frame. */
  readonly start: 'first-row' | 'created';
  readonly format: 'csv' | 'rows' | undefined;
  readonly separator: string;
  readonly header: boolean;
  readonly setup: unknown;
  readonly source: {
    readonly kind: SourceKind;
    readonly emulator?: { readonly name: string; readonly version: string };
    readonly rom?: { readonly title: string; readonly sha256?: string };
  };
  readonly frame: ColumnUse & { readonly offset: number };
  /** A column, or one pad word for all frames. */
  readonly pad: ColumnUse | number;
  readonly inputs: readonly string[];
  readonly sequence: { readonly begin: string; readonly end: string } | null;
  /** Bytes of the starting state without a column: address -> hex. */
  readonly image: Readonly<Record<string, string>>;
  readonly cells: readonly (readonly [name: string, use: ColumnUse])[];
}

const MAX_MAP_BYTES = 4 * 1024 * 1024;
type Data = Record<string, unknown>;

/** @throws LockstepError `E_COLUMNS` with line and column, `E_FILE`, `E_TEXT`, `E_TEXT_SIZE` */
export function readColumnMap(file: string): ColumnMap {
  return parseColumnMap(readTextFile(file, MAX_MAP_BYTES), file);
}

/** @throws LockstepError `E_COLUMNS` with line and column */
export function parseColumnMap(text: string, file: string): ColumnMap {
  const data = tomlOf(text, file, 'E_COLUMNS', { maxDepth: 8 }) as Data;
  const locate = createLocator(text);
  const version = tomlVersionFault('columns', data);
  if (version !== undefined) throw planError('E_COLUMNS', file, locate('columns'), version.message, version.rest);
  const fault = findFault('columns', data);
  if (fault !== undefined) {
    const where = pathText(fault.path);
    const last = fault.path.at(-1);
    const what = fault.unknownKey ? 'unknown key' : fault.missingKey ? 'missing key' : 'wrong value of';
    throw planError('E_COLUMNS', file, locate(where), `${what} ${where}`, {
      expected: fault.expected,
      remedy:
        fault.unknownKey && typeof last === 'string'
          ? nearest(last, knownKeys('columns', fault.path.slice(0, -1)))
          : '`lockstep schema columns` prints the form',
    });
  }
  return mapOf(data, file);
}

function mapOf(data: Data, file: string): ColumnMap {
  const numbers = (data['numbers'] ?? 'decimal') as NumberForm;
  const useOf = (value: unknown): ColumnUse => {
    const table = (typeof value === 'string' ? { column: value } : value) as Data;
    return {
      columns: (table['columns'] ?? [table['column']]) as string[],
      numbers: (table['numbers'] ?? numbers) as NumberForm,
      signed: table['signed'] === true,
      bigEndian: table['endian'] === 'big',
    };
  };
  const { frame, pad } = data;
  return {
    file,
    system: data['system'] as string,
    from: data['from'] as string,
    start: (data['start'] ?? 'first-row') as ColumnMap['start'],
    format: data['format'] as ColumnMap['format'],
    separator: (data['separator'] ?? ',') as string,
    header: data['header'] !== false,
    setup: data['setup'] ?? null,
    source: data['source'] as ColumnMap['source'],
    frame: { ...useOf(frame), offset: ((frame as Data)['offset'] ?? 0) as number },
    pad: typeof pad === 'number' ? pad : useOf(pad),
    inputs: (data['inputs'] ?? []) as string[],
    sequence: (data['sequence'] ?? null) as ColumnMap['sequence'],
    image: (data['image'] ?? {}) as ColumnMap['image'],
    cells: Object.entries(data['cells'] as Data).map(([name, value]) => [name, useOf(value)] as const),
  };
}

/** The error of a map with an unknown cell. */
export function unknownCell(map: ColumnMap, name: string, known: readonly string[]): LockstepError {
  return new LockstepError('E_COLUMNS', `${map.system} has no cell ${name}`, {
    file: map.file,
    remedy: nearest(name, known),
  });
}
