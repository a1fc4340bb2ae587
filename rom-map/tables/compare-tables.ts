/** Compares the tables of an image with the published figures, field by field. */
import { type PublishedBanks, publishedBanks } from './bank-bytes.js';
import { bankOf, type CataloguedTable, TABLES, type TableBanks } from './catalogue.js';
import { type Field, fieldBits, readField } from './record-layout.js';

/** One field in which an image and the published figures differ. */
export interface FieldDifference {
  readonly number: number;
  readonly id: string;
  readonly field: string;
  /** Bus address of the field's first byte in the image. */
  readonly address: number;
  /** Value in the image. */
  readonly image: number;
  readonly published: number;
}

export interface TableComparison {
  readonly table: string;
  /**
   * Bus address of record 0 in the image, and the published one. They differ when the image has
   * other pointers.
   */
  readonly address: number;
  readonly publishedAddress: number;
  readonly records: number;
  /** Number of compared fields: those with a published figure. */
  readonly compared: number;
  readonly differences: readonly FieldDifference[];
}

/** A record's bytes, also across the end of its bank. */
function recordAt(bank: Uint8Array, at: number, bytes: number): Uint8Array {
  if (at + bytes <= bank.length) return bank.subarray(at, at + bytes);
  return Uint8Array.from({ length: bytes }, (_, index) => bank[(at + index) & 0xffff] as number);
}

/** True when every bit of a field has a published figure. */
function isKnown(shape: Field, known: Uint8Array): boolean {
  return fieldBits(shape, known, 0) === shape.mask;
}

function compareTable(table: CataloguedTable, banks: TableBanks, published: PublishedBanks): TableComparison {
  const ours: TableBanks = { bankD5: published.bankD5.bytes, bankD6: published.bankD6.bytes };
  const theirBank = bankOf(banks, table.place);
  const ourBank = bankOf(ours, table.place);
  const knownBank = table.place.bank === 0xd5 ? published.bankD5.known : published.bankD6.known;
  const differences: FieldDifference[] = [];
  let compared = 0;
  for (let number = 0; number < table.place.records; number++) {
    const ourAddress = table.address(ours, number);
    const theirAddress = table.address(banks, number);
    const shape = table.layout(ourBank, ourAddress);
    const record = recordAt(ourBank, ourAddress, shape.bytes);
    const known = recordAt(knownBank, ourAddress, shape.bytes);
    const theirs = recordAt(theirBank, theirAddress, shape.bytes);
    for (const part of shape.fields) {
      if (!isKnown(part, known)) continue;
      compared++;
      if (fieldBits(part, theirs, 0) === fieldBits(part, record, 0)) continue;
      differences.push({
        number,
        id: table.name(number).id,
        field: part.name,
        address: (table.place.bank << 16) | ((theirAddress + part.byte) & 0xffff),
        image: readField(part, theirs, 0),
        published: readField(part, record, 0),
      });
    }
  }
  return {
    table: table.place.name,
    address: (table.place.bank << 16) | table.address(banks, 0),
    publishedAddress: (table.place.bank << 16) | table.place.address,
    records: table.place.records,
    compared,
    differences,
  };
}

/** Every table. */
export function compareTables(banks: TableBanks): readonly TableComparison[] {
  const published = publishedBanks();
  return TABLES.map((table) => compareTable(table, banks, published));
}

/** A record of an image as named values. */
export interface ReadRecord {
  readonly number: number;
  readonly id: string;
  readonly japanese: string;
  /** Bus address. */
  readonly address: number;
  readonly fields: readonly { readonly field: Field; readonly value: number }[];
}

/** The records of a table in an image. */
export function readTable(table: CataloguedTable, banks: TableBanks): readonly ReadRecord[] {
  const bank = bankOf(banks, table.place);
  return Array.from({ length: table.place.records }, (_, number) => {
    const address = table.address(banks, number);
    const shape = table.layout(bank, address);
    const record = recordAt(bank, address, shape.bytes);
    const { id, japanese } = table.name(number);
    const fields = shape.fields.map((part) => ({ field: part, value: readField(part, record, 0) }));
    return { number, id, japanese, address: (table.place.bank << 16) | address, fields };
  });
}
