/** Table bytes put together from published figures, for those who have no cartridge image at hand. */
import { ABNORMALITIES, ABNORMALITY_TABLE, abnormalityBytes } from '../../rom-map/abnormalities.js';
import { write16 } from '../int/uint.js';
import { createTableBytes, POINTER_ABNORMALITY, type TableBytes } from './tables.js';

/** A fresh copy: the 16 abnormality rows behind their pointer. */
export function publishedTables(): TableBytes {
  const tables = createTableBytes();
  write16(tables.bankD5, POINTER_ABNORMALITY, ABNORMALITY_TABLE);
  for (const row of ABNORMALITIES) tables.bankD5.set(abnormalityBytes(row), ABNORMALITY_TABLE + 8 * row.id);
  return tables;
}
