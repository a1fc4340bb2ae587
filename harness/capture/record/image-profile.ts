/**
 * Profiles of images, by the title in the header. A profile names the image's draw journal, so that
 * recordings hold its draws. Evidence: decision (traces/homebrew/PROGRAM.md, "Draw journal").
 */

import { loadRom } from '../../files/rom/rom-file.js';
import { JOURNAL_WINDOW } from './draw-journal.js';
import { RECORDED_WINDOWS } from './recorded-windows.js';
import type { MemoryWindow } from './windows.js';

export interface ImageProfile {
  /** 21 characters of the header. */
  readonly title: string;
  /** Where the image notes its draws. */
  readonly journal: MemoryWindow;
}

const PROFILES: readonly ImageProfile[] = [
  { title: 'LOCKSTEP DRILL BATTLE', journal: JOURNAL_WINDOW },
  { title: 'LOCKSTEP DRILL DUEL  ', journal: JOURNAL_WINDOW },
  { title: 'LOCKSTEP DRILL MENU  ', journal: JOURNAL_WINDOW },
];

/** Title in the header of a LoROM image. */
const TITLE_AT = 0x7fc0;
const TITLE_BYTES = 21;

/** The profile of an image without a copier header, or undefined. */
export function profileOf(image: Uint8Array): ImageProfile | undefined {
  const title = String.fromCharCode(...image.subarray(TITLE_AT, TITLE_AT + TITLE_BYTES));
  return PROFILES.find((profile) => profile.title === title);
}

/**
 * The windows to record of a ROM: the declared ones, and its draw journal.
 * @throws LockstepError as `loadRom`
 */
export async function windowsToRecord(rom: string): Promise<readonly MemoryWindow[]> {
  const profile = profileOf((await loadRom(rom)).image);
  return profile === undefined ? RECORDED_WINDOWS : [...RECORDED_WINDOWS, profile.journal];
}
