/**
 * Bytes of banks D5 and D6 assembled from the published figures, for users without a cartridge
 * image. Bits without a figure are 0; `publishedBanks().known` marks the known ones.
 */
import { ABNORMALITIES, abnormalityBytes } from './abnormalities.js';
import { CHARACTERS, PARTY_LISTS } from './characters.js';
import { FORMATIONS, formationBytes } from './formations.js';
import { ITEMS } from './items.js';
import { MOVE_PATTERNS, PATTERN_BYTES } from './move-patterns.js';
import * as places from './places.js';
import { knownBits, type RecordLayout, writeRecord } from './record-layout.js';
import { ALLY_SKILLS, ENEMY_SKILLS } from './skills.js';
import { SPECIES, sizeOf } from './species.js';
import type { Table } from './table.js';

const BANK_BYTES = 0x1_0000;

/** One bank, and which of its bits are known. */
export interface PublishedBank {
  readonly bytes: Uint8Array;
  readonly known: Uint8Array;
}

export interface PublishedBanks {
  readonly bankD5: PublishedBank;
  readonly bankD6: PublishedBank;
}

function emptyBank(): PublishedBank {
  return { bytes: new Uint8Array(BANK_BYTES), known: new Uint8Array(BANK_BYTES) };
}

function putBytes(bank: PublishedBank, address: number, bytes: ArrayLike<number>): void {
  bank.bytes.set(bytes, address);
  bank.known.fill(0xff, address, address + bytes.length);
}

function putWord(bank: PublishedBank, address: number, word: number): void {
  putBytes(bank, address, [word & 0xff, word >> 8]);
}

function putPointer(bank: PublishedBank, place: places.TablePlace): void {
  if (place.pointer !== undefined) putWord(bank, place.pointer, place.address);
}

function putTable<Name extends string>(bank: PublishedBank, place: places.TablePlace, table: Table<Name>): void {
  putPointer(bank, place);
  const shape: RecordLayout<Name> = table.layout;
  const known = knownBits(shape);
  for (const row of table.rows) {
    const at = place.address + place.recordBytes * row.number;
    writeRecord(shape, bank.bytes, at, row.values);
    bank.known.set(known, at);
  }
}

/**
 * Width and height by size index. If species share an index but not a size, the later species
 * counts.
 */
function putSizes(bank: PublishedBank): void {
  for (const row of SPECIES.rows) {
    const { width, height } = sizeOf(row.number);
    const at = places.SIZE_PLACE.address + 3 * row.values.sizeIndex;
    bank.bytes[at] = (width << 3) | height;
    bank.known[at] = 0x3f;
  }
}

/** The formations in sequence, and one word for each. */
function putFormations(bank: PublishedBank): void {
  putPointer(bank, places.FORMATION_POINTER_PLACE);
  let at = places.FORMATION_PLACE.address;
  for (const shape of FORMATIONS) {
    putWord(bank, places.FORMATION_POINTER_PLACE.address + 2 * shape.number, at);
    const bytes = formationBytes(shape);
    putBytes(bank, at, bytes);
    at += bytes.length;
  }
}

/** New banks with all published figures. */
export function publishedBanks(): PublishedBanks {
  const bankD5 = emptyBank();
  const bankD6 = emptyBank();
  putTable(bankD5, places.CHARACTER_PLACE, CHARACTERS);
  putTable(bankD5, places.SPECIES_PLACE, SPECIES);
  putTable(bankD5, places.ALLY_SKILL_PLACE, ALLY_SKILLS);
  putTable(bankD5, places.ENEMY_SKILL_PLACE, ENEMY_SKILLS);
  putTable(bankD5, places.ITEM_PLACE, ITEMS);
  putPointer(bankD5, places.ABNORMALITY_PLACE);
  for (const row of ABNORMALITIES) {
    const at = places.ABNORMALITY_PLACE.address + 8 * row.id;
    putBytes(bankD5, at, abnormalityBytes(row));
    // Bytes 1 and 7 are not described.
    bankD5.known[at + 1] = 0;
    bankD5.known[at + 7] = 0;
  }
  for (const [number, pattern] of MOVE_PATTERNS.entries()) {
    putBytes(bankD5, places.MOVE_PATTERN_PLACE.address + PATTERN_BYTES * number, pattern);
  }
  putSizes(bankD5);
  putFormations(bankD6);
  putPointer(bankD6, places.PARTY_LIST_PLACE);
  for (const [scenario, ids] of PARTY_LISTS.entries()) {
    putBytes(bankD6, places.PARTY_LIST_PLACE.address + 4 * scenario, ids);
  }
  return { bankD5, bankD6 };
}
