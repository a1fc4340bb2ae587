/**
 * Fixed records in the image: field names with width, offset and meaning from one table, and their access.
 * Source: ours. Little-endian; a negative width in a table means the two's complement view.
 */
import { asInt8, asInt16, read8, read16, read32, write8, write16, write32 } from '../int/uint.js';
import type { CellDeclaration, CellWidth } from '../system.js';

export interface Field {
  readonly at: number;
  readonly width: CellWidth;
  readonly signed: boolean;
  readonly meaning: string;
}

export interface RecordLayout<Name extends string> {
  readonly fields: Readonly<Record<Name, Field>>;
  readonly size: number;
}

export function defineRecord<Name extends string>(
  table: Readonly<Record<Name, readonly [width: 1 | 2 | 4 | -1 | -2, meaning: string]>>,
): RecordLayout<Name> {
  const fields = {} as Record<Name, Field>;
  let at = 0;
  for (const name of Object.keys(table) as Name[]) {
    const [width, meaning] = table[name];
    const bytes = Math.abs(width) as CellWidth;
    fields[name] = { at, width: bytes, signed: width < 0, meaning };
    at += bytes;
  }
  return { fields, size: at };
}

export function readField(image: Uint8Array, base: number, field: Field): number {
  const at = base + field.at;
  if (field.width === 1) return field.signed ? asInt8(read8(image, at)) : read8(image, at);
  if (field.width === 2) return field.signed ? asInt16(read16(image, at)) : read16(image, at);
  return read32(image, at);
}

/** The value must fit: a caller checks or saturates before it writes. */
export function writeField(image: Uint8Array, base: number, field: Field, value: number): void {
  const at = base + field.at;
  if (field.width === 1) write8(image, at, value & 0xff);
  else if (field.width === 2) write16(image, at, value & 0xffff);
  else write32(image, at, value >>> 0);
}

/** Declares one record as cells `prefix.field`. */
export function declareRecord(
  cells: CellDeclaration[],
  layout: RecordLayout<string>,
  base: number,
  prefix: string,
  about: string,
): void {
  for (const [name, field] of Object.entries(layout.fields)) {
    const offset = base + field.at;
    cells.push({
      name: prefix === '' ? name : `${prefix}.${name}`,
      address: offset,
      offset,
      width: field.width,
      ...(field.signed ? { signed: true } : {}),
      meaning: about === '' ? field.meaning : `${about}: ${field.meaning}`,
    });
  }
}
