/**
 * Words at the heads of banks D5 and D6 that name the tables which set-up, decision and ranges
 * read.
 */

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
