/**
 * Layouts of table records: the bits of each field. One description serves to read a cartridge
 * image, to assemble bytes from published figures, and to name a differing field.
 *
 * A bit outside all fields of a layout is unknown and is neither read nor written.
 */

/** The meaning of a field's value. It decides the printed form and, for `signed`, the reading. */
export type FieldKind =
  | 'number'
  | 'signed'
  /** A code: values from 80h on stand for 16 times their low seven bits; see `hpOf`. */
  | 'hp'
  | 'flag'
  | 'statuses'
  | 'attributes'
  | 'fields'
  | 'skill'
  | 'item'
  | 'hex';

export interface Field<Name extends string = string> {
  readonly name: Name;
  /** First byte of the record, 0-based. */
  readonly byte: number;
  /** The field's bits. A mask above 255 spans two bytes, the high one first. */
  readonly mask: number;
  readonly kind: FieldKind;
  /** Right shift; by default to the mask's lowest bit. 0 keeps a value such as a multiple of 16. */
  readonly shift: number;
}

export interface RecordLayout<Name extends string = string> {
  readonly bytes: number;
  readonly fields: readonly Field<Name>[];
}

/** A record's fields by name. */
export type Values<Name extends string> = Readonly<Record<Name, number>>;

/** Number of zeros at the right of a mask. */
function trailingZeros(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** One field of a layout. @param mask 1..FFFFh */
export function bitField<Name extends string>(
  name: Name,
  byte: number,
  mask = 0xff,
  kind: FieldKind = 'number',
  shift = trailingZeros(mask),
): Field<Name> {
  return { name, byte, mask, kind, shift };
}

/** A layout with this many bytes for each record. */
export function recordLayout<Name extends string>(
  bytes: number,
  ...fields: readonly Field<Name>[]
): RecordLayout<Name> {
  return { bytes, fields };
}

/** Number of bytes of a field, 1 or 2. */
export function fieldBytes(shape: Field): 1 | 2 {
  return shape.mask > 0xff ? 2 : 1;
}

/** The bits of a field in a record, not shifted. */
export function fieldBits(shape: Field, bytes: Uint8Array, record: number): number {
  const first = bytes[record + shape.byte] as number;
  const word = shape.mask > 0xff ? (first << 8) | (bytes[record + shape.byte + 1] as number) : first;
  return word & shape.mask;
}

/** Value of a field. @param record offset of the record in the bytes */
export function readField(shape: Field, bytes: Uint8Array, record: number): number {
  const raw = fieldBits(shape, bytes, record) >> shape.shift;
  return shape.kind === 'signed' && raw >= 0x80 ? raw - 0x100 : raw;
}

/** HP of a code, 0..2032. Some HP values have two codes. */
export function hpOf(code: number): number {
  return code < 0x80 ? code : (code & 0x7f) << 4;
}

/**
 * Writes a field and keeps the other bits of its bytes.
 * @throws RangeError when the value does not fit the field
 */
export function writeField(shape: Field, bytes: Uint8Array, record: number, value: number): void {
  const bits = ((value & 0xffff) << shape.shift) & shape.mask;
  const high = shape.mask > 0xff;
  const at = record + shape.byte;
  const store = (offset: number, mask: number, part: number): void => {
    bytes[offset] = ((bytes[offset] as number) & ~mask) | part;
  };
  store(at, (high ? shape.mask >> 8 : shape.mask) & 0xff, (high ? bits >> 8 : bits) & 0xff);
  if (high) store(at + 1, shape.mask & 0xff, bits & 0xff);
  if (readField(shape, bytes, record) !== value) throw new RangeError(`${shape.name} cannot hold ${value}`);
}

/** All fields of a record. */
export function readRecord<Name extends string>(
  shape: RecordLayout<Name>,
  bytes: Uint8Array,
  record: number,
): Values<Name> {
  const values = {} as Record<Name, number>;
  for (const part of shape.fields) values[part.name] = readField(part, bytes, record);
  return values;
}

/** Writes all fields of a record. @throws RangeError when a value does not fit its field */
export function writeRecord<Name extends string>(
  shape: RecordLayout<Name>,
  bytes: Uint8Array,
  record: number,
  values: Values<Name>,
): void {
  for (const part of shape.fields) writeField(part, bytes, record, values[part.name]);
}

/** Known bits of each byte of a record; 0 for an unknown byte. */
export function knownBits(shape: RecordLayout): Uint8Array {
  const known = new Uint8Array(shape.bytes);
  for (const part of shape.fields) {
    const high = part.mask > 0xff;
    known[part.byte] = (known[part.byte] as number) | (high ? part.mask >> 8 : part.mask);
    if (high) known[part.byte + 1] = (known[part.byte + 1] as number) | (part.mask & 0xff);
  }
  return known;
}
