/** Makes systems read their tables from the user's own image. */

import { RuleError } from '../../../core/int/rule-error.js';
import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';
import { countText } from '../../../core/system/names.js';
import type { OriginalCode, System } from '../../../core/system/system.js';
import { fileOffsetOf, formatBus } from '../../../rom-map/cartridge/mapping.js';
import { LockstepError } from '../../base/index.js';
import type { RomImage } from './image.js';

// The banks of an image that hold what battle routines read.

const BANK_BYTES = 0x1_0000;

/** One bank as a copy. @throws LockstepError `E_ROM_TABLE` when the image does not reach it */
function bankOf(rom: Pick<RomImage, 'file' | 'image'>, bank: number): Uint8Array {
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

/** A system with the user's image. */
export interface ImageSystem extends System {
  readonly rom: RomImage;
}

/** The image that a system runs with, or undefined: what another thread needs to make it again. */
export function imageOfSystem(system: System): RomImage | undefined {
  return (system as Partial<ImageSystem>).rom;
}

/**
 * The system, with tables from an image.
 * @param original the image's code, for holes of ours
 * @throws LockstepError `E_CAPABILITY` for a system that reads no cartridge, `E_ROM_TABLE` for an
 * image that is too small
 */
export function withImage(system: System, rom: RomImage, original?: OriginalCode): ImageSystem {
  const { cartridge } = system.capabilities;
  if (cartridge === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} reads no cartridge image`, { remedy: 'Leave --rom out' });
  }
  const banks = new Map<number, Uint8Array>();
  const bank = (number: number): Uint8Array => {
    const bytes = banks.get(number) ?? bankOf(rom, number);
    banks.set(number, bytes);
    return bytes;
  };
  return {
    ...system,
    rom,
    create: (setup, switches) => {
      try {
        return cartridge(setup, switches, bank, original);
      } catch (error) {
        throw tableFault(system, rom, setup, switches, error);
      }
    },
  };
}

/** A set-up that our own tables take is refused with the image's: the image is at fault. */
function tableFault(
  system: System,
  rom: RomImage,
  setup: unknown,
  switches: Parameters<System['create']>[1],
  error: unknown,
): unknown {
  if (!(error instanceof RuleError)) return error;
  try {
    system.create(setup, switches);
  } catch (other) {
    // our own tables refuse it as well: the set-up is at fault
    if (other instanceof RuleError) return error;
    throw other;
  }
  return new LockstepError('E_ROM_TABLE', "the image's tables make no battle of this set-up", {
    file: rom.file,
    found: `${error.message}, read from the image`,
    expected: 'tables of the game: the published ones take the same set-up',
    remedy: 'Give an unchanged dump, or leave --rom out to take the published tables',
  });
}

/** The `rom` of a trace's header for an image. */
export function romSource(rom: RomImage): { readonly title: string; readonly sha256: string } {
  const { identity } = rom;
  const title = identity.known?.name ?? identity.header?.title ?? 'unknown';
  const doubt = rom.takenAs === undefined ? 'forced' : `taken as ${rom.takenAs}`;
  return { title: rom.forced ? `${title} (${doubt}: not a known image)` : title, sha256: identity.sha256 };
}
