/** Offsets of the registers of the I/O page. */
import { cell } from '../../../../rom-map/cells.js';

export const PPU_PRODUCT = cell('ppuProduct');
export const JOYPAD_1 = cell('joypad1');
export const JOYPAD_2 = cell('joypad2');
