/**
 * Reads BizHawk movies: .bk2, and .tasproj with its markers, lag log and branches. Row N is the
 * input while frame N runs, counted from 0. Large members (greenzone, savestates, pictures) are
 * never unpacked. Layout: from BizHawk's documentation and published sources; no file of a real
 * session was at hand.
 */
import { countText } from '../../../core/system/names.js';
import { type Archive, eachLine, jsonOf, type Member, memberPlace, PAD_BITS } from '../../base/index.js';

import { findLump, lumpText } from './lumps.js';
import {
  collectRows,
  failMovie,
  MAX_ROWS,
  type Movie,
  type MovieBranch,
  type MovieInput,
  type MovieLayout,
  type MovieMarker,
  type MovieStart,
  type MovieSubtitle,
  type RowCollector,
} from './movie.js';

// The LogKey of a BizHawk input log and the rows that follow it. The order of the columns is never
// assumed: it is what the key says. A button is one character, `.` when it is up and anything else
// when it is down; an axis is a number and a comma. Layout: from BizHawk's published sources
// (`Bk2LogEntryGenerator`, `ControllerDefinition`).

/** Meaning of a column. `other`: a control without a bit in a pad mask. */
type Column =
  | { readonly kind: 'button'; readonly pad: number; readonly bit: number }
  | { readonly kind: 'reset' | 'power' | 'other'; readonly name: string };

interface LogKey {
  /** Control names of each non-empty group. */
  readonly groups: readonly (readonly string[])[];
  readonly columns: readonly (readonly Column[])[];
  readonly pads: number;
}

/** Pads a console can have with two multitaps. */
const MAX_PADS = 8;
const DOT = 0x2e;
const BAR = 0x7c;

function columnOf(name: string, isPad: (player: number) => boolean): Column {
  if (name === 'Reset') return { kind: 'reset', name };
  if (name === 'Power') return { kind: 'power', name };
  const [, player = '', button = ''] = /^P([1-8]) (.+)$/.exec(name) ?? [];
  const bit = Object.hasOwn(PAD_BITS, button) ? PAD_BITS[button as keyof typeof PAD_BITS] : undefined;
  if (bit !== undefined && isPad(Number(player))) return { kind: 'button', pad: Number(player) - 1, bit };
  return { kind: 'other', name };
}

/** A device by its controls, for a message. */
function deviceOf(controls: readonly string[]): string {
  if (controls.some((name) => /^P1 B\d+$/u.test(name))) return 'a payload device: ';
  if (controls.some((name) => /^P1 Extra/u.test(name))) return 'an extended pad: ';
  return controls.some((name) => / (?:Mouse|X|Cursor|Trigger)/u.test(name)) ? 'a mouse or a light gun: ' : '';
}

/**
 * Parses a LogKey.
 * @param place the member, for errors
 * @param line its line
 */
function parseLogKey(text: string, place: string, line: number): LogKey {
  const groups = text
    .slice('LogKey:'.length)
    .split('#')
    .map((group) => group.split('|').filter((name) => name !== ''))
    .filter((group) => group.length > 0);
  const names = groups.flat();
  const where = { file: place, line };
  if (names.includes('Subframe')) {
    failMovie('E_MOVIE_INPUT', 'the movie has sub-frame input', {
      ...where,
      found: 'Subframe',
      expected: 'one row per video frame',
      remedy: 'Play it on the core BSNESv115+ (without Sub) and save it as a new movie',
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) failMovie('E_MOVIE', 'the log key names a control twice', { ...where, found: twice });
  const isPad = (player: number): boolean =>
    Object.keys(PAD_BITS).every((button) => names.includes(`P${player} ${button}`));
  if (!isPad(1)) {
    const own = names.filter((name) => name.startsWith('P1 '));
    const shown = own.slice(0, 3).map((name) => name.slice(0, 23));
    failMovie('E_MOVIE_INPUT', 'port 1 holds no standard pad: the log key does not name the twelve buttons of pad 1', {
      ...where,
      found:
        own.length === 0
          ? 'no control of pad 1'
          : `${deviceOf(own)}${shown.join(', ')}${own.length > 3 ? ` ... (${own.length})` : ''}`,
      expected: 'B, Y, Select, Start, Up, Down, Left, Right, A, X, L, R',
    });
  }
  let pads = 1;
  for (let player = 2; player <= MAX_PADS; player++) if (isPad(player)) pads = player;
  return { groups, columns: groups.map((group) => group.map((name) => columnOf(name, isPad))), pads };
}

interface RowParser {
  /** Adds one row. */
  row(line: string, number: number): void;
  /** Controls without a bit that were used, with the number of rows. */
  used(): ReadonlyMap<string, number>;
  /** Character of each column when pressed. */
  pressed(): readonly (readonly (string | undefined)[])[];
}

/**
 * A parser of the rows below a LogKey.
 * @param place the member, for errors
 */
function createRowParser(key: LogKey, rows: RowCollector, place: string): RowParser {
  const used = new Map<string, number>();
  const pressed = key.groups.map((group) => group.map((): string | undefined => undefined));
  const masks = new Uint16Array(key.pads);
  const wrong = (line: string, number: number, group: number): never =>
    failMovie('E_MOVIE', 'an input row does not fit the log key', {
      file: place,
      line: number,
      found: line.slice(0, 60),
      expected: `group ${group + 1} of ${countText(key.columns[group]?.length ?? 0, 'control')}, closed by |`,
    });

  /** Length of the field at `at`: 1 for a button, up to the comma for an axis. */
  function fieldLength(line: string, at: number): number {
    const axis = /^ *-?\d+,/.exec(line.slice(at, at + 16));
    return axis === null ? 1 : axis[0].length;
  }

  function press(column: Column, group: number, place: number, character: string): void {
    const known = pressed[group];
    if (known !== undefined) known[place] ??= character;
    if (column.kind === 'button') masks[column.pad] = (masks[column.pad] ?? 0) | (1 << column.bit);
    else if (column.kind === 'reset') rows.reset();
    else if (column.kind === 'power') rows.power();
    else used.set(column.name, (used.get(column.name) ?? 0) + 1);
  }

  function row(line: string, number: number): void {
    rows.add();
    masks.fill(0);
    let at = 1;
    for (let group = 0; group < key.columns.length; group++) {
      const columns = key.columns[group] as readonly Column[];
      const plain = line.charCodeAt(at + columns.length) === BAR;
      for (let place = 0; place < columns.length; place++) {
        const length = plain ? 1 : fieldLength(line, at);
        const code = line.charCodeAt(at);
        if (Number.isNaN(code) || code === BAR) wrong(line, number, group);
        const idle = length === 1 ? code === DOT : Number.parseInt(line.slice(at, at + length), 10) === 0;
        if (!idle) press(columns[place] as Column, group, place, line.slice(at, at + 1));
        at += length;
      }
      if (line.charCodeAt(at) !== BAR) wrong(line, number, group);
      at++;
    }
    if (at !== line.length) wrong(line, number, key.columns.length - 1);
    for (let pad = 0; pad < masks.length; pad++) rows.pad(pad, masks[pad] ?? 0);
  }

  return { row, used: () => used, pressed: () => pressed };
}

// The input log of a BizHawk movie or branch: the log key and one row a frame.

interface InputLog {
  readonly key: LogKey;
  readonly input: MovieInput;
  readonly layout: MovieLayout;
  readonly dropped: readonly string[];
}

/** Reads input rows. @param key the log key of the movie, for a branch that has none of its own */
function readInputLog(archive: Archive, member: Member, key?: LogKey): InputLog {
  const place = memberPlace(archive.file, member.name);
  let known = key;
  let rows = collectRows(known?.pads ?? 1);
  let parser = known === undefined ? undefined : createRowParser(known, rows, place);
  const lineEnd = eachLine(archive, member, (line, number) => {
    if (line.startsWith('LogKey:')) {
      if (rows.count > 0) failMovie('E_MOVIE', 'a second log key follows input rows', { file: place, line: number });
      known = parseLogKey(line, place, number);
      rows = collectRows(known.pads);
      parser = createRowParser(known, rows, place);
    }
    if (!line.startsWith('|')) return;
    if (parser === undefined) {
      return failMovie('E_MOVIE', 'an input row comes before the log key', {
        file: place,
        line: number,
        found: line.slice(0, 60),
        expected: 'LogKey:',
      });
    }
    if (rows.count >= MAX_ROWS)
      failMovie('E_MOVIE', 'the movie is too long', {
        file: place,
        line: number,
        expected: `at most ${MAX_ROWS} rows`,
      });
    parser.row(line, number);
  });
  if (known === undefined || parser === undefined)
    return failMovie('E_MOVIE', 'the input log has no log key', {
      file: place,
      found: 'no line LogKey:',
      expected: 'LogKey:',
    });
  const dropped = [...parser.used()].map(([name, count]) => `${name} is used in ${countText(count, 'row')}`);
  return {
    key: known,
    input: rows.input(),
    layout: { lineEnd, groups: known.groups, pressed: parser.pressed() },
    dropped,
  };
}

// The parts of a .tasproj that a .bk2 lacks: markers, lag log, branches. Layout: from BizHawk's
// published sources (`TasMovie.IO`).

const MAX_BRANCHES = 10_000;

function frameNumber(text: string, place: string, line?: number): number {
  const frame = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(frame <= MAX_ROWS)) {
    failMovie('E_MOVIE', 'this is not a frame number', {
      file: place,
      ...(line === undefined ? {} : { line }),
      found: text.slice(0, 40),
      expected: `0 to ${MAX_ROWS}`,
    });
  }
  return frame;
}

/** Lines `frame TAB text`. */
function readMarkers(archive: Archive, name: string): MovieMarker[] {
  const lines = (lumpText(archive, name) ?? '').split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [frame = '', ...words] = line.split('\t');
    return [{ frame: frameNumber(frame, memberPlace(archive.file, `${name}.txt`), index + 1), text: words.join('\t') }];
  });
}

function parseJson(text: string, place: string, line: number): Readonly<Record<string, unknown>> {
  const refuse = (found: string): never =>
    failMovie('E_MOVIE', 'this is not a JSON object', { file: place, line, found, expected: '{...}' });
  const value = jsonOf(text, refuse);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(text.slice(0, 60));
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The first line: frame -> lagged, for the frames that were run. The second line (history) says
 * nothing about the rows.
 */
function readLag(archive: Archive): Map<number, boolean> {
  const text = lumpText(archive, 'LagLog');
  const lag = new Map<number, boolean>();
  if (text === undefined || text.trim() === '') return lag;
  const place = memberPlace(archive.file, 'LagLog');
  for (const [frame, value] of Object.entries(parseJson(text.split('\n', 1)[0] ?? '', place, 1))) {
    if (typeof value !== 'boolean')
      failMovie('E_MOVIE', 'a lag entry is neither true nor false', {
        file: place,
        line: 1,
        found: `${frame}: ${JSON.stringify(value)}`,
      });
    lag.set(frameNumber(frame, place, 1), value);
  }
  return lag;
}

/** `Branches/Header0` and so on; a branch's rows have the columns of the movie's own log key. */
function readBranches(archive: Archive, key: LogKey): MovieBranch[] {
  const branches: MovieBranch[] = [];
  for (let index = 0; index < MAX_BRANCHES; index++) {
    const header = lumpText(archive, `Branches/Header${index}`);
    if (header === undefined) break;
    const place = memberPlace(archive.file, `Branches/Header${index}`);
    const { Frame: frame } = parseJson(header.trim(), place, 1);
    const member = findLump(archive, `Branches/InputLog${index}`);
    if (member === undefined)
      return failMovie('E_MOVIE', `branch ${index} has no input log`, {
        file: archive.file,
        expected: `Branches/InputLog${index}.txt`,
      });
    const words = (lumpText(archive, `Branches/UserText${index}`) ?? '').trim();
    branches.push({
      name: words === '' ? String(index) : words,
      frame: frameNumber(String(frame), place, 1),
      input: readInputLog(archive, member, key).input,
      markers: readMarkers(archive, `Branches/Markers${index}`),
    });
  }
  return branches;
}

/** `Key value` lines in their order. */
function readHeader(archive: Archive): (readonly [string, string])[] {
  const text = lumpText(archive, 'Header');
  if (text === undefined)
    failMovie('E_MOVIE', 'the archive holds no Header.txt', { file: archive.file, expected: 'Header.txt' });
  return text.split(/\r?\n/).flatMap((line): (readonly [string, string])[] => {
    const space = line.indexOf(' ');
    if (line === '') return [];
    return space < 0 ? [[line, '']] : [[line.slice(0, space), line.slice(space + 1)]];
  });
}

const HASH_DIGITS: Readonly<Record<number, string>> = { 8: 'crc32', 32: 'md5', 40: 'sha1', 64: 'sha256' };

/**
 * The ROM's hashes. Old movies give another algorithm's digest as SHA1; its length shows the
 * algorithm.
 */
function hashesOf(header: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const key of ['CRC32', 'MD5', 'SHA1', 'SHA256']) {
    const digits = (header.get(key) ?? '').replace(/^[A-Za-z0-9]+:/, '').toLowerCase();
    const name = /^[0-9a-f]+$/.test(digits) ? HASH_DIGITS[digits.length] : undefined;
    if (name !== undefined) found[name] = digits;
  }
  return found;
}

function readSubtitles(text: string): MovieSubtitle[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, frame = '', frames = '', words = ''] =
      /^subtitle (\d+) -?\d+ -?\d+ (\d+) [0-9A-Fa-f]{8} (.*)$/.exec(line) ?? [];
    return frame === '' ? [] : [{ frame: Number(frame), frames: Number(frames), text: words }];
  });
}

function startOf(header: ReadonlyMap<string, string>): MovieStart {
  const is = (key: string): boolean => header.get(key)?.trim().toLowerCase() === 'true';
  if (is('StartsFromSavestate')) return 'savestate';
  return is('StartsFromSaveRam') ? 'save-ram' : 'power-on';
}

/** Rerecords: a whole number, 0 when it is absent. */
function countOf(header: ReadonlyMap<string, string>): number {
  const text = header.get('rerecordCount') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/**
 * Reads a BizHawk movie.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_ARCHIVE`, `E_MOVIE_INPUT`
 */
export function readBizHawkMovie(archive: Archive): Movie {
  const entries = readHeader(archive);
  const header = new Map(entries);
  const platform = header.get('Platform');
  if (platform !== 'SNES') {
    failMovie('E_MOVIE', platform === undefined ? 'the header names no Platform' : 'the movie is for another console', {
      file: memberPlace(archive.file, 'Header.txt'),
      found: platform ?? 'no line Platform',
      expected: 'Platform SNES',
      remedy: 'Take a movie of a Super Famicom game',
    });
  }
  const member = findLump(archive, 'Input Log');
  if (member === undefined)
    return failMovie('E_MOVIE', 'the archive holds no Input Log.txt', {
      file: archive.file,
      expected: 'Input Log.txt',
    });
  const log = readInputLog(archive, member);
  const syncSettings = lumpText(archive, 'SyncSettings')
    ?.split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .at(-1);
  const isProject = ['LagLog', 'Markers', 'Session'].some((name) => findLump(archive, name) !== undefined);
  return {
    format: isProject ? 'tasproj' : 'bk2',
    input: log.input,
    start: startOf(header),
    region: header.has('PAL') ? (/^(true|1)$/i.test(header.get('PAL') ?? '') ? 'pal' : 'ntsc') : null,
    gameName: header.get('GameName') ?? '',
    authors: [header.get('Author') ?? ''].filter((name) => name !== ''),
    rerecords: countOf(header),
    emulator: [header.get('emuVersion'), header.get('Core')].filter(Boolean).join(', '),
    rom: hashesOf(header),
    comments: (lumpText(archive, 'Comments') ?? '').split(/\r?\n/).filter((line) => line !== ''),
    subtitles: readSubtitles(lumpText(archive, 'Subtitles') ?? ''),
    markers: isProject ? readMarkers(archive, 'Markers') : [],
    lag: isProject ? readLag(archive) : new Map(),
    branches: isProject ? readBranches(archive, log.key) : [],
    dropped: log.dropped,
    layout: { ...log.layout, header: entries, ...(syncSettings === undefined ? {} : { syncSettings }) },
  };
}
