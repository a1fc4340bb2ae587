/**
 * A movie of any form. A row's pad is one 12-bit mask: bit 0 B, 1 Y, 2 Select, 3 Start, 4 Up, 5
 * Down, 6 Left, 7 Right, 8 A, 9 X, 10 L, 11 R. This is the order in which the pad shifts its
 * buttons out, and the order of pad scripts (`PAD_BITS`); `padWordOfMask` gives the console's
 * register word ($4218).
 */
import { type ErrorDetails, LockstepError, type PadEvent, padWordOfMask } from '../../base/index.js';

// Errors of movie readers, with the member and line inside of an archive, the value found, and a
// remedy.

type MovieErrorCode = 'E_MOVIE' | 'E_MOVIE_ARCHIVE' | 'E_MOVIE_FORM' | 'E_MOVIE_INPUT' | 'E_MOVIE_START';

const REMEDIES: Readonly<Record<MovieErrorCode, string>> = {
  E_MOVIE: 'Save the movie again in the emulator, or write a pad script',
  E_MOVIE_ARCHIVE: 'Copy the file again, or save the movie again in the emulator',
  E_MOVIE_FORM: 'Name a .bk2, .tasproj, .lsmv, .smv, .mmo or .r16m file',
  E_MOVIE_INPUT: 'Take a movie recorded with a standard pad in port 1',
  E_MOVIE_START: '--rows-only writes its rows alone, without what they begin from',
};

/** Throws the error of a code. `details.remedy` replaces the code's own remedy. */
export function failMovie(code: MovieErrorCode, message: string, details: ErrorDetails): never {
  throw new LockstepError(code, message, { remedy: REMEDIES[code], ...details });
}

export type MovieFormat = 'bk2' | 'tasproj' | 'lsmv' | 'smv' | 'mmo' | 'r16m';

/**
 * Start of a movie's first row. Only `power-on` needs none of the emulator's own data. `unknown`:
 * the file does not say, or what it holds of it cannot be unpacked.
 */
export type MovieStart = 'power-on' | 'save-ram' | 'savestate' | 'unknown';

/** Rows of input. */
export interface MovieInput {
  /** Number of rows, one a frame. */
  readonly frames: number;
  /** Pad 1 first; each holds `frames` masks. */
  readonly pads: readonly Uint16Array[];
  /** Rows that press reset, ascending. */
  readonly resets: readonly number[];
  /** Rows that press power, ascending. */
  readonly powers: readonly number[];
}

export interface MovieMarker {
  readonly frame: number;
  readonly text: string;
}

export interface MovieSubtitle {
  /** First row and number of rows. */
  readonly frame: number;
  readonly frames: number;
  readonly text: string;
}

/** Another line of play kept in the same file. */
export interface MovieBranch {
  readonly name: string;
  /** The row where it was saved; null when the format does not say. */
  readonly frame: number | null;
  readonly input: MovieInput;
  readonly markers: readonly MovieMarker[];
}

export interface Movie {
  readonly format: MovieFormat;
  readonly input: MovieInput;
  readonly start: MovieStart;
  readonly region: 'ntsc' | 'pal' | null;
  readonly gameName: string;
  readonly authors: readonly string[];
  readonly rerecords: number;
  /** Emulator, core and version in the movie's own words. */
  readonly emulator: string;
  /** Hashes of the ROM by name (`sha1`, `sha256`, `md5`, `crc32`), lower-case hex. */
  readonly rom: Readonly<Record<string, string>>;
  readonly comments: readonly string[];
  readonly subtitles: readonly MovieSubtitle[];
  readonly markers: readonly MovieMarker[];
  /** Row -> lagged or not, for the rows with a lag entry in the file. */
  readonly lag: ReadonlyMap<number, boolean>;
  readonly branches: readonly MovieBranch[];
  /**
   * Input that the masks cannot hold (sub-frames, mice, delayed resets), as phrases. Empty: the
   * rows hold all input.
   */
  readonly dropped: readonly string[];
  /** Details with which a writer of the same format reproduces the same bytes. */
  readonly layout: MovieLayout;
}

/** Layout of the input log. */
export interface MovieLayout {
  readonly lineEnd: '\n' | '\r\n';
  /** .bk2: the control names of each group in the order of the LogKey. */
  readonly groups?: readonly (readonly string[])[];
  /**
   * .bk2: the character of each column when pressed, as the log had it; absent where it was never
   * pressed.
   */
  readonly pressed?: readonly (readonly (string | undefined)[])[];
  /** .bk2: sync settings of the core, one line of JSON. */
  readonly syncSettings?: string;
  /** .bk2: header entries in their order. */
  readonly header?: readonly (readonly [key: string, value: string])[];
  /** .lsmv: the text after the two flags of a row (`" 0 0"`). */
  readonly system?: string;
  /** .lsmv: device of each port. */
  readonly ports?: readonly string[];
}

/** Input of one pad, a mask a row. */
export function inputOfMasks(masks: readonly number[] | Uint16Array): MovieInput {
  return { frames: masks.length, pads: [Uint16Array.from(masks)], resets: [], powers: [] };
}

/** The events of a pad script as `frames` rows. */
export function inputOfEvents(events: readonly PadEvent[], frames: number): MovieInput {
  const masks = new Uint16Array(frames);
  events.forEach(({ frame, mask }, index) => {
    masks.fill(mask, Math.min(frame, frames), Math.min(events[index + 1]?.frame ?? frames, frames));
  });
  return inputOfMasks(masks);
}

/** One pad as the events of a pad script: a mask where it changes. */
export function eventsOfPad(masks: Uint16Array): PadEvent[] {
  const events: PadEvent[] = [];
  let held = -1;
  masks.forEach((mask, frame) => {
    if (mask !== held) events.push({ frame, mask });
    held = mask;
  });
  return events;
}

/** One pad as register words ($4218), one a row. */
export function padWordsOfPad(masks: Uint16Array): Uint16Array {
  return masks.map(padWordOfMask);
}

// Collects rows whose number is not known before, without an object per row.

/** Maximum number of rows of a movie: days of play. */
export const MAX_ROWS = 50_000_000;

/** Maximum number of rows that press reset, or power. */
const MAX_PRESSES = 1_000_000;
/** Rows that are kept together. */
const ROWS_OF_PIECE = 1 << 16;
/** Rows that are written together: their text is small enough to be cleared away at once. */
export const ROWS_OF_TEXT = 1 << 12;

export interface RowCollector {
  /** Rows so far. */
  readonly count: number;
  /** Starts a row with every pad released. */
  add(): void;
  /** Sets a pad of the newest row. */
  pad(index: number, mask: number): void;
  reset(): void;
  power(): void;
  input(): MovieInput;
}

/**
 * Puts pieces of masks into one list. What is not there is released: such a piece takes no memory.
 */
function joined(pieces: readonly (Uint16Array | undefined)[], count: number): Uint16Array {
  const masks = new Uint16Array(count);
  pieces.forEach((piece, index) => {
    const first = index * ROWS_OF_PIECE;
    if (piece !== undefined) masks.set(piece.subarray(0, Math.min(ROWS_OF_PIECE, count - first)), first);
  });
  return masks;
}

/**
 * Copies masks, piece by piece, and leaves out what is released throughout: the pages of a new list
 * that nobody writes take no memory.
 */
export function copyMasks(from: Uint16Array, to: Uint16Array, at: number): void {
  for (let first = 0; first < from.length; first += ROWS_OF_PIECE) {
    const piece = from.subarray(first, first + ROWS_OF_PIECE);
    if (piece.some((mask) => mask !== 0)) to.set(piece, at + first);
  }
}

/** @throws LockstepError `E_MOVIE` for more than a list should hold */
function addPress(rows: number[], row: number): void {
  if (rows.length >= MAX_PRESSES) {
    failMovie('E_MOVIE', 'the movie presses reset or power too often', {
      found: `over ${MAX_PRESSES} times`,
      expected: 'a movie of play',
    });
  }
  rows.push(row);
}

export function collectRows(pads: number): RowCollector {
  let count = 0;
  const columns = Array.from({ length: pads }, (): (Uint16Array | undefined)[] => []);
  const resets: number[] = [];
  const powers: number[] = [];
  return {
    get count() {
      return count;
    },
    add: () => {
      count++;
    },
    pad: (index, mask) => {
      const column = columns[index];
      if (column === undefined || mask === 0) return;
      const row = count - 1;
      const piece = Math.floor(row / ROWS_OF_PIECE);
      column[piece] ??= new Uint16Array(ROWS_OF_PIECE);
      (column[piece] as Uint16Array)[row % ROWS_OF_PIECE] = mask;
    },
    reset: () => addPress(resets, count - 1),
    power: () => addPress(powers, count - 1),
    input: () => ({ frames: count, pads: columns.map((column) => joined(column, count)), resets, powers }),
  };
}
