/**
 * Records in an image: rows with a cell's offset, width and meaning, and the cells that they
 * declare, little-endian. Source: ours.
 */
import { asInt8, asInt16, read8, read16, read32, write8, write16, write32 } from '../int/uint.js';
import type { CellDeclaration, CellWidth } from './system.js';

/**
 * `signed`: two's complement. `scratch`: derived, part of the image, excluded from comparison.
 * `isText`: bytes of a printed text.
 */
type CellView = 'signed' | 'scratch' | 'isText';

/** The value of a cell that stands for none, and its word. */
export type NoValue = readonly [value: number, word: string];

/** One cell of a record; `at` is its offset in the record. */
export type CellRow = readonly [
  name: string,
  at: number,
  width: CellWidth,
  meaning: string,
  view?: CellView | undefined,
  none?: NoValue,
];

/**
 * Declares the cells of the record at `base`, named `prefix.name`, or `name` alone without a
 * prefix.
 */
export function declareRows(rows: readonly CellRow[], base: number, prefix = ''): CellDeclaration[] {
  return rows.map(([name, at, width, meaning, view, none]) => {
    const offset = base + at;
    const cell = { name: prefix === '' ? name : `${prefix}.${name}`, address: offset, offset, width, meaning };
    return { ...cell, ...(view === undefined ? {} : { [view]: true }), ...(none === undefined ? {} : { none }) };
  });
}

/** The same cells with words for their values, by the last part of a cell's name. */
export function withWords(
  cells: readonly CellDeclaration[],
  wordsOf: Readonly<Record<string, Readonly<Record<number, string>>>>,
): CellDeclaration[] {
  return cells.map((cell) => {
    const words = wordsOf[cell.name.slice(cell.name.lastIndexOf('.') + 1)];
    return words === undefined ? cell : { ...cell, words };
  });
}

declare const ofField: unique symbol;

/**
 * Place of a cell in its record, in one number: its width in the three lowest bits, then a bit for
 * two's complement, above them its offset. A bundle has the number where the name stood.
 */
export type Field = number & { readonly [ofField]: true };

const WIDTH = 0b111;
const SIGNED = 0b1000;
const OFFSET_SHIFT = 4;

/** A record with consecutive cells. */
export interface RecordLayout<Name extends string> {
  readonly rows: readonly CellRow[];
  readonly fields: Readonly<Record<Name, Field>>;
  /** Offset of each cell in the record. */
  readonly offsets: Readonly<Record<Name, number>>;
  readonly size: number;
}

/**
 * Lays out a record. @param table width and meaning of each cell in order; a negative width means
 * two's complement
 */
export function defineRecord<Name extends string>(
  table: Readonly<Record<Name, readonly [width: 1 | 2 | 4 | -1 | -2 | -4, meaning: string, none?: NoValue]>>,
): RecordLayout<Name> {
  const rows: CellRow[] = [];
  const fields = {} as Record<Name, Field>;
  const offsets = {} as Record<Name, number>;
  let at = 0;
  for (const name of Object.keys(table) as Name[]) {
    const [view, meaning, none] = table[name];
    const width = Math.abs(view) as CellWidth;
    const signed = view < 0;
    const seen = signed ? 'signed' : undefined;
    rows.push(none === undefined ? [name, at, width, meaning, seen] : [name, at, width, meaning, seen, none]);
    fields[name] = ((at << OFFSET_SHIFT) | (signed ? SIGNED : 0) | width) as Field;
    offsets[name] = at;
    at += width;
  }
  // a copy, because an object that grew key by key is slow to read
  return { rows, fields, offsets: { ...offsets }, size: at };
}

export function readField(image: Uint8Array, base: number, field: Field): number {
  const at = base + (field >>> OFFSET_SHIFT);
  const signed = (field & SIGNED) !== 0;
  const width = field & WIDTH;
  if (width === 1) return signed ? asInt8(read8(image, at)) : read8(image, at);
  if (width === 2) return signed ? asInt16(read16(image, at)) : read16(image, at);
  return signed ? read32(image, at) | 0 : read32(image, at);
}

/** Writes a field. The caller checks or saturates the value: it must fit. */
export function writeField(image: Uint8Array, base: number, field: Field, value: number): void {
  const at = base + (field >>> OFFSET_SHIFT);
  const width = field & WIDTH;
  if (width === 1) write8(image, at, value & 0xff);
  else if (width === 2) write16(image, at, value & 0xffff);
  else write32(image, at, value >>> 0);
}
