/**
 * Bytes of the cartridge's tables, by bus address. A routine that reads a table reads it here,
 * whether the bytes come from the user's own cartridge image or were put together from published
 * figures.
 */
import { publishedBanks } from '../../../rom-map/tables/bank-bytes.js';
import { findRows, type TableRow } from '../../../rom-map/tables/table.js';
import type { Place } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';

/** Only the banks that hold bytes which battle routines read are kept, 65,536 bytes each. */
export interface TableBytes {
  /** Bank C0: one test byte of the experience routine. */
  readonly bankC0: Uint8Array;
  /** Bank C1: small tables beside the routines. */
  readonly bankC1: Uint8Array;
  /** Bank D5: characters, enemies, skills, abnormalities, move patterns, items. */
  readonly bankD5: Uint8Array;
  /** Bank D6: formations, encounters, party lists. */
  readonly bankD6: Uint8Array;
}

/** Addresses within bank D5 of the words that point to tables. */
export const POINTER_ABNORMALITY = 0x0060;
export const POINTER_ITEMS = 0x0068;

const BANK_BYTES = 0x1_0000;

/** Empty banks. */
export function createTableBytes(): TableBytes {
  return {
    bankC0: new Uint8Array(BANK_BYTES),
    bankC1: new Uint8Array(BANK_BYTES),
    bankD5: new Uint8Array(BANK_BYTES),
    bankD6: new Uint8Array(BANK_BYTES),
  };
}

export function tableByte(bank: Uint8Array, address: number): number {
  return bank[address & 0xffff] as number;
}

/** Little-endian word; the address wraps within its bank. */
export function tableWord(bank: Uint8Array, address: number): number {
  return tableByte(bank, address) | (tableByte(bank, address + 1) << 8);
}

// Table bytes put together from published figures, for those who have no cartridge image at hand.

/** Put together once. */
let made: TableBytes | undefined;

/**
 * The tables that battles share, read only. Bits without a published figure are 0, and so are banks
 * C0 and C1.
 */
export function sharedTables(): TableBytes {
  if (made === undefined) {
    const { bankD5, bankD6 } = publishedBanks();
    made = { ...createTableBytes(), bankD5: bankD5.bytes, bankD6: bankD6.bytes };
  }
  return made;
}

/** A copy of them that its owner may write to. */
export function publishedTables(): TableBytes {
  const { bankC0, bankC1, bankD5, bankD6 } = sharedTables();
  return { bankC0: bankC0.slice(), bankC1: bankC1.slice(), bankD5: bankD5.slice(), bankD6: bankD6.slice() };
}

// Rows of the published tables by what a user writes: id, Japanese name or number.

/** @throws RuleError `E_UNKNOWN_ID`, with candidates where several rows have the name */
export function rowAt<Row extends TableRow>(place: Place, what: string, rows: readonly Row[]): Row {
  const { value, path } = place;
  if (typeof value === 'number') {
    const row = Number.isInteger(value) ? rows[value] : undefined;
    if (row !== undefined) return row;
    const message = `${path}: there is no ${what} ${value}; there are 0 to ${rows.length - 1}`;
    throw new RuleError('E_UNKNOWN_ID', message, path);
  }
  if (typeof value !== 'string') throw new RuleError('E_RANGE', `${path} must name a ${what}`, path);
  const found = findRows(rows, value);
  const [row] = found;
  if (row !== undefined && found.length === 1) return row;
  const several = found.map((candidate) => candidate.id).join(', ');
  const message = row === undefined ? `there is no ${what} ${value}` : `${value} may be ${several}`;
  const known = row === undefined ? rows.map((candidate) => candidate.id) : found.map((candidate) => candidate.id);
  throw new RuleError('E_UNKNOWN_ID', `${path}: ${message}`, path, { word: value, known });
}

/** Number of a name, or -1 when there is none or several. */
export function numberOfName(rows: readonly TableRow[], name: string): number {
  const found = findRows(rows, name);
  return found.length === 1 ? (found[0] as TableRow).number : -1;
}

// Words at the heads of banks D5 and D6 that name the tables which set-up, decision and ranges
// read.

/** Bank D5. */
export const POINTER_CHARACTERS = 0x0008;
export const POINTER_SPECIES = 0x0010;
export const POINTER_SKILLS = 0x0018;
/** Bank D6. */
export const POINTER_FORMATIONS = 0x0020;
export const POINTER_PARTY_LISTS = 0x0040;
export const POINTER_ENCOUNTERS = 0x0050;

/**
 * Address in bank C0 of a byte of the cartridge's header that C1:23B6 tests; the vectors take it as
 * not 0.
 */
export const HEADER_BYTE = 0xffbc;
