/**
 * With which registers a routine of an image is entered: those of the case, and D and DB of the
 * image's profile where the case names none.
 */
import type { EntryState, Profile } from '../cpu-trace/profile.js';
import type { Registers } from '../vectors/format.js';

/** Flags M and X of P. */
const WIDTHS = 0x30;

/** Direct page and data bank at entry; -1 where nothing tells. */
export type EntryPages = Pick<EntryState, 'direct' | 'dataBank'>;

export const UNKNOWN_PAGES: EntryPages = { direct: -1, dataBank: -1 };

/** @param profile of the image, or undefined where its routines are not known */
export function entryPagesOf(profile: Profile | undefined): EntryPages {
  return profile?.entryState ?? UNKNOWN_PAGES;
}

/**
 * A published case's registers for an image. D and DB of a case are the cartridge's: our test ROMs
 * have a direct page and a data bank of their own.
 */
export function entryRegistersOf(profile: Profile, registers: Registers): Registers {
  if (profile.isGame) return { ...registers, widths: registers.P & WIDTHS };
  const { A, X, Y, P } = registers;
  return { A, X, Y, P };
}
