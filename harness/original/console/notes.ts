/**
 * Unsupported requests, and answers that differ from a real console's: counted, with the last
 * address of each kind. The program continues; a reader of its results looks here first.
 */

/** The kinds, in the order of the counters. */
const NOTE_KINDS = [
  'early-product',
  'early-quotient',
  'line-dma',
  'timer-interrupt',
  'video-mode',
  'video-read',
  'driver-answer',
  'unmapped-read',
  'unmapped-write',
  'rom-write',
  'stopped',
] as const;
type NoteKind = (typeof NOTE_KINDS)[number];

const NOTE_TEXTS: Readonly<Record<NoteKind, string>> = {
  'early-product': 'early register reads: a product was read before its 8 CPU cycles had passed',
  'early-quotient': 'early register reads: a quotient or remainder was read before its 16 CPU cycles had passed',
  'line-dma': 'DMA at every line (420C) was switched on; it is not carried out',
  'timer-interrupt':
    'the line or dot timer interrupt (4200 bits 4 and 5) was switched on; its moment is exact to an instruction only',
  'video-mode': 'interlace or 239 lines (2133) was switched on; the frame stays at 262 lines with 224 visible',
  'video-read': 'video memory was read; there is none, 0 was given',
  'driver-answer': 'a sound port was read after its driver had been started; it repeats what it was given',
  'unmapped-read': 'an address with nothing behind it was read',
  'unmapped-write': 'an address with nothing behind it was written',
  'rom-write': 'ROM was written',
  stopped: 'STP stopped the processor for good',
};

export interface Note {
  readonly kind: NoteKind;
  readonly text: string;
  readonly count: number;
  /** Bus address of the last access; for early reads, of the instruction after the read. */
  readonly last: number;
}

export interface NoteCounters {
  readonly counts: Float64Array;
  readonly last: Int32Array;
}

export function createNoteCounters(): NoteCounters {
  return { counts: new Float64Array(NOTE_KINDS.length), last: new Int32Array(NOTE_KINDS.length) };
}

const INDEX = Object.fromEntries(NOTE_KINDS.map((kind, index) => [kind, index])) as Record<NoteKind, number>;
export const EARLY_PRODUCT = INDEX['early-product'];
export const EARLY_QUOTIENT = INDEX['early-quotient'];
export const LINE_DMA = INDEX['line-dma'];
export const TIMER_INTERRUPT = INDEX['timer-interrupt'];
export const VIDEO_MODE = INDEX['video-mode'];
export const VIDEO_READ = INDEX['video-read'];
export const DRIVER_ANSWER = INDEX['driver-answer'];
export const UNMAPPED_READ = INDEX['unmapped-read'];
export const UNMAPPED_WRITE = INDEX['unmapped-write'];
export const ROM_WRITE = INDEX['rom-write'];
export const STOPPED_FOR_GOOD = INDEX.stopped;

/** Counts a note. @param kind a constant of this file */
export function countNote(notes: NoteCounters, kind: number, address: number): void {
  notes.counts[kind] = (notes.counts[kind] as number) + 1;
  notes.last[kind] = address;
}

/** The kinds that occurred. */
export function notesOf(notes: NoteCounters): readonly Note[] {
  return NOTE_KINDS.map((kind, index) => ({
    kind,
    text: NOTE_TEXTS[kind],
    count: notes.counts[index] as number,
    last: notes.last[index] as number,
  })).filter(({ count }) => count > 0);
}
