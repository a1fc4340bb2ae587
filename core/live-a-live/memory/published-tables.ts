/**
 * Table bytes put together from published figures, for those who have no cartridge image at hand.
 */
import { publishedBanks } from '../../../rom-map/tables/bank-bytes.js';
import { createTableBytes, type TableBytes } from './tables.js';

/** A fresh copy. Bits without a published figure are 0, and so are banks C0 and C1. */
export function publishedTables(): TableBytes {
  const { bankD5, bankD6 } = publishedBanks();
  return { ...createTableBytes(), bankD5: bankD5.bytes, bankD6: bankD6.bytes };
}
