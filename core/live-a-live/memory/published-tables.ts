/**
 * Table bytes put together from published figures, for those who have no cartridge image at hand.
 */
import { publishedBanks } from '../../../rom-map/tables/bank-bytes.js';
import { createTableBytes, type TableBytes } from './tables.js';

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
