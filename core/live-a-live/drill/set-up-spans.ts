/** Ranges of the turn engine's set-up, for its reader and its published form. */
import type { Span } from '../../system/plain-data.js';

export const MAX_HP_BYTE = 0x7f;
export const ID: Span = [0, 0xfe];
export const LEVEL_BYTE: Span = [0, 0x7f];
/** Nobody starts without HP. */
export const HP: Span = [1, 0xffff];
export const SPECIES_HP_WIDTH: Span = [0, MAX_HP_BYTE * 16];
export const SPECIES_HP: Span = [1, MAX_HP_BYTE * 16];
/** Columns and rows of the field. */
export const CELL: Span = [0, 6];
/** Columns or rows that an enemy takes up; 0: it stands on no cell, as in the test ROM. */
export const SIZE: Span = [0, 7];
/** Two bits: a facing, the number of a species. */
export const QUARTER: Span = [0, 3];
export const MAX_ALLIES = 4;
export const MAX_SPECIES = 4;
export const MAX_EFFECTS = 3;
export { GENERATOR_BYTES, MAX_ENEMIES } from '../memory/set-up-counts.js';
