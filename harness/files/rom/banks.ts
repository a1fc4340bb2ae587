/** The banks of an image that hold what battle routines read. */

import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';
import { fileOffsetOf, formatBus } from '../../../rom-map/cartridge/mapping.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import type { RomImage } from './image.js';

const BANK_BYTES = 0x1_0000;

/** One bank as a copy. @throws LockstepError `E_ROM_TABLE` when the image does not reach it */
export function bankOf(rom: Pick<RomImage, 'file' | 'image'>, bank: number): Uint8Array {
  // A smaller image would show itself again at these addresses.
  const last = (bank & 0x3f) * BANK_BYTES + BANK_BYTES;
  if (last > rom.image.length) {
    throw new LockstepError('E_ROM_TABLE', `the image does not reach bank ${formatBus(bank << 16).slice(0, 2)}`, {
      file: rom.file,
      found: countText(rom.image.length, 'byte'),
      expected: `at least ${last}`,
      remedy: 'Give an image of the game: this one is too small',
    });
  }
  const from = fileOffsetOf('hirom', bank << 16, rom.image.length);
  return rom.image.slice(from, from + BANK_BYTES);
}

/**
 * Table bytes for the routines, and for reading tables: the game's mapping is HiROM, whatever a
 * header says.
 */
export function banksOf(rom: Pick<RomImage, 'file' | 'image'>): TableBytes {
  return { bankC0: bankOf(rom, 0xc0), bankC1: bankOf(rom, 0xc1), bankD5: bankOf(rom, 0xd5), bankD6: bankOf(rom, 0xd6) };
}
