/**
 * The symbols of watch and label files: the table of cells with numbered blocks and whole arrays.
 */
import {
  BLOCKS,
  CELLS,
  type CellEvidence,
  type CellRow,
  isHostAddress,
  ROUTINES,
  testRomAddress,
  WORK_RAM,
  WORK_RAM_BYTES,
} from '../../../../rom-map/index.js';
import { LockstepError } from '../../../base/index.js';

// Work RAM on the bus: 7E:0000-7F:FFFF, and its low 8 KiB again in banks 00-3F and 80-BF.

const MIRROR_BYTES = 0x2000;

/** Offset in work RAM of a bus address, or -1 for other memory. */
export function workRamOffset(address: number): number {
  const direct = address - WORK_RAM;
  return direct >= 0 && direct < WORK_RAM_BYTES ? direct : -1;
}

/**
 * The address that the table of cells uses for a bus address, which may be a mirror of work RAM or
 * of the I/O page.
 */
export function ownAddress(address: number): number {
  const bank = (address >>> 16) & 0x7f;
  const within = address & 0xffff;
  if (bank > 0x3f) return address;
  if (within < MIRROR_BYTES) return WORK_RAM + within;
  return within < 0x6000 ? within : address;
}

// The entries of a watch or label file of any form.

export const WATCH_FORMATS = ['wch', 'rr', 'mlb', 'msl', 'sym', 'nocash', 'diztinguish', 'notes', 'markdown'] as const;
export type WatchFormat = (typeof WATCH_FORMATS)[number];

/** One place that a user watches or has named. */
export interface WatchEntry {
  readonly name: string;
  /** 24-bit bus address; work RAM from 7E:0000 on, mirrors taken back. */
  readonly address: number;
  /** Bytes; 0 if the form does not say. */
  readonly bytes: number;
  readonly bigEndian: boolean;
  readonly display: 'unsigned' | 'signed' | 'hex' | 'binary' | 'other';
  readonly note: string;
  /** 1-based line in the file. */
  readonly line: number;
}

/** An entry outside of the cells' memory, and the reason for leaving it out. */
export interface SkippedEntry {
  readonly line: number;
  readonly reason: string;
}

export interface WatchList {
  readonly format: WatchFormat;
  readonly entries: readonly WatchEntry[];
  readonly skipped: readonly SkippedEntry[];
  /** Rows that cannot be read, with the reason of each. */
  readonly unread: readonly SkippedEntry[];
}

/** Result of the reader of one form. */
export type ReadResult = Pick<WatchList, 'entries' | 'skipped'>;

/** Collects the rows of a file that cannot be read; the first one's error is kept. */
export interface Unread {
  readonly rows: SkippedEntry[];
  first: LockstepError | undefined;
}

/**
 * Hands out every line with its number (1-based). A line that `take` refuses is kept as unread, and
 * the next one comes.
 */
export function eachRow(text: string, unread: Unread, take: (content: string, line: number) => void): void {
  splitLines(text).forEach((content, index) => {
    takeRow(unread, index + 1, () => take(content, index + 1));
  });
}

/** Takes one row; one that is refused is kept as unread. @param line 1-based */
export function takeRow(unread: Unread, line: number, take: () => void): void {
  try {
    take();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_SYMBOLS_LINE') throw error;
    unread.first ??= error;
    const { found } = error.details;
    unread.rows.push({ line, reason: `${error.sentence}${found === undefined ? '' : `: ${found}`}` });
  }
}

/** The error of a line that cannot be read. */
export function lineError(file: string, line: number, message: string, found: string, expected: string): LockstepError {
  const shown = found.length > 80 ? `${found.slice(0, 80)}...` : found;
  return new LockstepError('E_SYMBOLS_LINE', message, {
    file,
    line,
    found: JSON.stringify(shown),
    expected,
    remedy: 'Correct the line, or export the file again',
  });
}

/** Lines without their ends; a byte order mark is dropped. */
export function splitLines(text: string): string[] {
  return (text.startsWith('\uFEFF') ? text.slice(1) : text).split(/\r?\n/);
}

/** One named place, or one named routine. */
export interface MemorySymbol {
  /**
   * `actionPoints`, `enemy[3].orderPoints`, `fieldGrid` (an array as a whole), `order-points-idle`
   * (a routine).
   */
  readonly name: string;
  /** The name as an ASCII identifier, for label files: `enemy3_orderPoints`. */
  readonly label: string;
  /** 24-bit bus address. */
  readonly address: number;
  /** Bytes of one element, little-endian; 0 for a routine. */
  readonly width: 0 | 1 | 2 | 4;
  /** 1, or the elements of an array. */
  readonly count: number;
  readonly meaning: string;
  readonly evidence: CellEvidence;
}

/** `enemy[3].orderPoints` as `enemy3_orderPoints`: a letter first, then letters, digits and `_`. */
export function labelOf(name: string): string {
  return name.replaceAll(/\[(\d+)\]/g, '$1').replaceAll(/[^A-Za-z0-9]+/g, '_');
}

function symbolsOf(row: CellRow): MemorySymbol[] {
  const { kind, name, address, width, count, meaning, evidence } = row;
  const make = (full: string, at: number, elements: number): MemorySymbol => {
    return { name: full, label: labelOf(full), address: at, width, count: elements, meaning, evidence };
  };
  if (kind === 'one' || kind === 'array') return [make(name, address, count)];
  const { stride, count: blocks } = BLOCKS[kind];
  return Array.from({ length: blocks }, (_, index) => make(`${kind}[${index}].${name}`, address + stride * index, 1));
}

const byAddress = (one: MemorySymbol, other: MemorySymbol): number =>
  one.address - other.address || one.width - other.width;

/**
 * The game's cells in ascending order of address. Cells of our own are left out: no emulator of the
 * game has them.
 * @param drill adds those of our own that the test ROM has, at its addresses
 */
export function cellSymbols(drill: boolean): readonly MemorySymbol[] {
  const rows = CELLS.flatMap((row) => {
    if (!isHostAddress(row.address)) return [row];
    const address = testRomAddress(row.address);
    return drill && address >= 0 ? [{ ...row, address }] : [];
  });
  return rows.flatMap(symbolsOf).sort(byAddress);
}

/**
 * Entries of the original routines; of several names for one address the first. Names used twice
 * get their address.
 */
export function routineSymbols(): readonly MemorySymbol[] {
  const entries = new Map<string, string>();
  for (const { routine, name } of ROUTINES) if (!entries.has(routine)) entries.set(routine, name);
  const names = [...entries.values()];
  const symbols = [...entries].map(([routine, name]): MemorySymbol => {
    const twice = names.indexOf(name) !== names.lastIndexOf(name);
    return {
      name: twice ? `${name} ${routine}` : name,
      label: labelOf(twice ? `${name} ${routine}` : name),
      address: Number.parseInt(routine.replace(':', ''), 16),
      width: 0,
      count: 1,
      meaning: `original routine ${routine}`,
      evidence: 'executed',
    };
  });
  return symbols.sort(byAddress);
}

/** The meaning of a symbol, with a warning if no evidence shows the original's use of the cell. */
export function remark(symbol: MemorySymbol): string {
  return symbol.evidence === 'executed' ? symbol.meaning : `${symbol.meaning} [${symbol.evidence}]`;
}
