/**
 * Bytes of the cartridge's tables, by bus address. A routine that reads a table reads it here,
 * whether the bytes come from the user's own cartridge image or were put together from published
 * figures.
 */

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
