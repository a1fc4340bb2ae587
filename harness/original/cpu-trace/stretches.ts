/** Addresses of the unpublished stretches. */
import { canonical, type Mapping } from './memory.js';

/** A row of the table of unpublished stretches, as far as a trace can show it. */
export interface UnpublishedPlaces {
  readonly name: string;
  /** Addresses such as `C1:7A54-7A62` or `C1:E414`; other text has no address. */
  readonly stretches: readonly string[];
}

export interface Stretch {
  readonly name: string;
  /** As in the table. */
  readonly text: string;
  readonly from: number;
  /** Last address; undefined: the end is not known, and a pass lasts until the return. */
  readonly to: number | undefined;
}

const PLACE = /^([0-9A-F]{2}):([0-9A-F]{4})(?:-([0-9A-F]{4}))?$/;

/** Every place of the table that is an address. */
export function stretchesOf(rows: readonly UnpublishedPlaces[], mapping: Mapping): Stretch[] {
  return rows.flatMap(({ name, stretches }) =>
    stretches.flatMap((text) => {
      const match = PLACE.exec(text);
      if (match === null) return [];
      const bank = match[1] ?? '';
      const from = canonical(Number.parseInt(bank + match[2], 16), mapping);
      const to = match[3] === undefined ? undefined : canonical(Number.parseInt(bank + match[3], 16), mapping);
      return [{ name, text, from, to }];
    }),
  );
}

// The common properties of passes through one unpublished stretch, and the cells that they changed.

/** Maximum number of distinct places for each stretch. */
const MAX_PLACES = 64;

/** One cell that passes changed. */
export interface CellChange {
  readonly address: number;
  /** Number of passes that wrote it. */
  writes: number;
  /** Number of passes that wrote another value, as far as the value before is known. */
  changes: number;
  /** Number of passes with an unknown value before or after. */
  unknown: number;
  /** First known change. */
  before: number;
  after: number;
  /** Common difference modulo 256 of all known changes, or -1. */
  difference: number;
}

export interface StretchReport {
  readonly stretch: Stretch;
  passes: number;
  firstLine: number;
  firstFrame: number;
  /** Address of the instruction before a pass -> passes. */
  readonly entries: Map<number, number>;
  /** First address after a pass -> passes. */
  readonly exits: Map<number, number>;
  /** Subroutines that passes call, by address. */
  readonly calls: Map<number, number>;
  readonly cells: Map<number, CellChange>;
  /** Passes without an end, or with missing rows. */
  unfinished: number;
}

export function createReport(stretch: Stretch): StretchReport {
  return {
    stretch,
    passes: 0,
    firstLine: 0,
    firstFrame: 0,
    entries: new Map(),
    exits: new Map(),
    calls: new Map(),
    cells: new Map(),
    unfinished: 0,
  };
}

/** Counts a place, unless too many distinct ones are known. */
export function countPlace(places: Map<number, number>, address: number): void {
  const known = places.get(address);
  if (known !== undefined || places.size < MAX_PLACES) places.set(address, (known ?? 0) + 1);
}

function cellOf({ cells }: StretchReport, address: number): CellChange {
  let cell = cells.get(address);
  if (cell === undefined) {
    cell = { address, writes: 0, changes: 0, unknown: 0, before: -1, after: -1, difference: -1 };
    cells.set(address, cell);
  }
  return cell;
}

/** Adds the change of a cell by one pass. @param before and `after`: bytes, or -1: unknown */
export function noteChange(report: StretchReport, address: number, before: number, after: number): void {
  const cell = cellOf(report, address);
  cell.writes++;
  if (before < 0 || after < 0) {
    cell.unknown++;
    return;
  }
  if (before === after) return;
  const difference = (after - before) & 0xff;
  cell.difference = cell.changes === 0 || cell.difference === difference ? difference : -1;
  if (cell.changes === 0) {
    cell.before = before;
    cell.after = after;
  }
  cell.changes++;
}
