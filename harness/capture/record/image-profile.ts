/**
 * Profiles of images, by the title in the header. A profile names the image's draw journal, so that
 * recordings hold its draws. Evidence: decision (traces/homebrew/PROGRAM.md, "Draw journal").
 */
import { cell } from '../../../rom-map/index.js';
import { loadRom } from '../../files/index.js';
import { type MemoryWindow, RECORDED_WINDOWS } from './recorded-windows.js';

// The draw journal of the test ROM's second image (page 7E:2000, traces/homebrew/PROGRAM.md): the
// call site of each draw of a tick and the generator's state after it.

/** The window to record beside the declared ones. */
const JOURNAL_WINDOW: MemoryWindow = { address: 0x2000, length: 0x200 };

const ENTRY_BYTES = 6;
const FIRST_ENTRY = 2;
/** Draws of a tick that the journal has room for. */
const JOURNAL_ROOM = 85;
const BANK_C1 = 0xc10000;
const GENERATOR_AT = cell('battleGenerator.a0');
const SEQUENCE_BEGIN_AT = cell('sequenceBegin');
const SEQUENCE_END_AT = cell('sequenceEnd');

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function longWord(bytes: Uint8Array, at: number): number {
  return (word(bytes, at) | (word(bytes, at + 2) << 16)) >>> 0;
}

interface DrawJournal {
  /**
   * Draws of a recorded frame as triples of site, state before, state after; undefined for a torn
   * frame or a full journal.
   * @param before packed image of the frame before, `image` of this one
   */
  read(bytes: Uint8Array, before: Uint8Array, image: Uint8Array): number[] | undefined;
}

/** Undefined when no window of the recording holds the journal. */
export function openDrawJournal(windows: readonly MemoryWindow[]): DrawJournal | undefined {
  const end = JOURNAL_WINDOW.address + JOURNAL_WINDOW.length;
  let at = 0;
  for (const { address, length } of windows) {
    if (address <= JOURNAL_WINDOW.address && end <= address + length) {
      const start = at + JOURNAL_WINDOW.address - address;
      return { read: (bytes, before, image) => readJournal(bytes.subarray(start), before, image) };
    }
    at += length;
  }
  return undefined;
}

function readJournal(journal: Uint8Array, before: Uint8Array, image: Uint8Array): number[] | undefined {
  const sequence = word(image, SEQUENCE_BEGIN_AT);
  if (sequence !== word(image, SEQUENCE_END_AT)) return undefined;
  // a frame without a tick still holds the journal of the one before
  if (sequence === word(before, SEQUENCE_BEGIN_AT)) return [];
  const count = word(journal, 0);
  if (count > JOURNAL_ROOM) return undefined;
  const draws: number[] = [];
  let state = longWord(before, GENERATOR_AT);
  for (let entry = 0; entry < count; entry++) {
    const at = FIRST_ENTRY + ENTRY_BYTES * entry;
    const after = longWord(journal, at + 2);
    draws.push(BANK_C1 | word(journal, at), state, after);
    state = after;
  }
  return draws;
}

interface ImageProfile {
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
