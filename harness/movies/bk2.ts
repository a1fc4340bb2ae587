/**
 * Input of a BizHawk movie (.bk2): a ZIP with `Header.txt` and `Input Log.txt`. Only what drives a recorder is read: pad 1 of each frame.
 * The order of the buttons is taken from the log's own LogKey, never from a fixed list. Layout: from documentation and from BizHawk's
 * published sources; no file of a real session was at hand.
 */
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import { LockstepError } from '../errors.js';
import { PAD_BITS, type PadEvent } from '../record/pad-script.js';

/** Largest unpacked size of the two members that are read. */
const MOST_BYTES = 256 * 1024 * 1024;
const HEADER = 'Header.txt';
const INPUT_LOG = 'Input Log.txt';

function fail(file: string, message: string, found: string, expected: string, line?: number): never {
  throw new LockstepError('E_MOVIE', message, {
    file,
    ...(line === undefined ? {} : { line }),
    found,
    expected,
    remedy: 'Save the movie again in the emulator, or write a pad script',
  });
}

function isWanted(info: UnzipFileInfo): boolean {
  return (info.name === HEADER || info.name === INPUT_LOG) && info.originalSize <= MOST_BYTES;
}

function members(bytes: Uint8Array, file: string): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter: isWanted });
  } catch (error) {
    return fail(
      file,
      'the movie is no whole ZIP archive',
      error instanceof Error ? error.message : String(error),
      'a .bk2 file',
    );
  }
}

/** Refuses a movie that a recorder, which starts at power-on, cannot follow. */
function checkHeader(text: string, file: string): void {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [key, value] = line.split(' ', 2);
    if (key === 'Platform' && value !== 'SNES')
      fail(file, 'the movie is for another console', String(value), 'SNES', index + 1);
    if ((key === 'StartsFromSavestate' || key === 'StartsFromSaveRam') && value?.toLowerCase() === 'true') {
      fail(file, 'the movie does not start at power-on', line, 'a movie without savestate and save RAM', index + 1);
    }
  }
}

/** A column of an input row: which group, which place in it, and the pad bit it stands for. */
interface Column {
  readonly group: number;
  readonly place: number;
  readonly bit: number;
}

interface LogKey {
  readonly groups: readonly number[];
  readonly pad: readonly Column[];
  /** Columns that must stay up: reset and power. */
  readonly console: readonly Column[];
}

function parseLogKey(line: string, file: string, number: number): LogKey {
  const groups = line
    .slice('LogKey:'.length)
    .split('#')
    .slice(1)
    .map((group) => group.split('|').slice(0, -1));
  const pad: Column[] = [];
  const consoleButtons: Column[] = [];
  groups.forEach((names, group) => {
    names.forEach((name, place) => {
      if (name === 'Subframe') fail(file, 'the movie has sub-frame input', name, 'one row per video frame', number);
      if (name === 'Reset' || name === 'Power') consoleButtons.push({ group, place, bit: 0 });
      const button = /^P1 (.+)$/.exec(name)?.[1];
      if (button === undefined) return;
      const bit = PAD_BITS[button as keyof typeof PAD_BITS];
      if (bit === undefined) fail(file, 'pad 1 is not a standard pad', name, Object.keys(PAD_BITS).join(', '), number);
      pad.push({ group, place, bit });
    });
  });
  if (pad.length !== Object.keys(PAD_BITS).length) {
    fail(file, 'the log key does not name the twelve buttons of pad 1', `${pad.length} buttons`, '12', number);
  }
  return { groups: groups.map((names) => names.length), pad, console: consoleButtons };
}

function maskOfRow(row: string, key: LogKey, file: string, number: number): number {
  const groups = row.slice(1).split('|').slice(0, -1);
  key.groups.forEach((length, index) => {
    if (groups[index]?.length !== length) {
      fail(
        file,
        'an input row does not fit the log key',
        row.slice(0, 60),
        `group ${index + 1} of ${length} characters`,
        number,
      );
    }
  });
  const isDown = (column: Column): boolean => groups[column.group]?.[column.place] !== '.';
  if (key.console.some(isDown))
    fail(file, 'the movie presses reset or power', row.slice(0, 60), 'a movie without resets', number);
  return key.pad.reduce((mask, column) => (isDown(column) ? mask | (1 << column.bit) : mask), 0);
}

/**
 * Pad 1 of a movie as the events of a pad script, and the number of its frames.
 * @throws LockstepError `E_MOVIE` for anything that is not a whole SNES movie from power-on
 */
export function readBk2(bytes: Uint8Array, file: string): { readonly events: PadEvent[]; readonly frames: number } {
  const found = members(bytes, file);
  const log = found[INPUT_LOG];
  if (log === undefined)
    return fail(file, `the archive holds no ${INPUT_LOG}`, Object.keys(found).join(', '), INPUT_LOG);
  const header = found[HEADER];
  if (header !== undefined) checkHeader(strFromU8(header), file);
  let key: LogKey | undefined;
  const events: PadEvent[] = [];
  let frames = 0;
  let held = -1;
  for (const [index, text] of strFromU8(log).split('\n').entries()) {
    const line = text.replace(/\r$/, '');
    if (line.startsWith('LogKey:')) key = parseLogKey(line, file, index + 1);
    if (!line.startsWith('|')) continue;
    if (key === undefined)
      return fail(file, 'an input row comes before the log key', line.slice(0, 60), 'LogKey:', index + 1);
    const mask = maskOfRow(line, key, file, index + 1);
    if (mask !== held) events.push({ frame: frames, mask });
    held = mask;
    frames++;
  }
  if (frames === 0) return fail(file, 'the movie holds no input row', 'none', 'at least one');
  return { events, frames };
}
