/**
 * Table bytes put together from published figures, for those who have no cartridge image at hand.
 */
import { publishedBanks } from '../../../rom-map/tables/bank-bytes.js';
import { createTableBytes, type TableBytes } from './tables.js';

/** Put together once: a battle gets copies, which it may write to. */
let made: Pick<TableBytes, 'bankD5' | 'bankD6'> | undefined;

/** A fresh copy. Bits without a published figure are 0, and so are banks C0 and C1. */
export function publishedTables(): TableBytes {
  if (made === undefined) {
    const { bankD5, bankD6 } = publishedBanks();
    made = { bankD5: bankD5.bytes, bankD6: bankD6.bytes };
  }
  return { ...createTableBytes(), bankD5: made.bankD5.slice(), bankD6: made.bankD6.slice() };
}
