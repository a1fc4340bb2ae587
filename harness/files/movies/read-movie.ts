/** Reads a movie of any known form; its content identifies the form, never its name. */

import { countText } from '../../../core/system/names.js';
import {
  type Archive,
  type ByteSource,
  bytesSource,
  eachLine,
  type Form,
  fileSource,
  formOf,
  LockstepError,
  lookAt,
  memberPlace,
  memberText,
  noteLeftOut,
  onlyMember,
  openArchive,
  PAD_BITS,
  type PadEvent,
  parsePadScript,
  readTextFile,
  unwrapped,
  wrappingOf,
} from '../../base/index.js';

import { readBizHawkMovie } from './bk2-read.js';
import { recordablePad } from './convert.js';
import { findLump } from './lumps.js';
import {
  collectRows,
  eventsOfPad,
  failMovie,
  inputOfEvents,
  MAX_ROWS,
  type Movie,
  type MovieBranch,
  type MovieInput,
  type MovieStart,
  type MovieSubtitle,
  type RowCollector,
} from './movie.js';
import { readR16m } from './r16m.js';
import { readSmv, SMV_MARK } from './smv.js';

// Reads lsnes movies (.lsmv): small text members in a ZIP. A row is a frame; further rows that
// begin with `.`, a space, a tab or `|` are sub-frames of it. Layout: from section 10 of the lsnes
// manual and its published sources; no file of a real session was at hand.

/** Number of pads of a device in a port. */
const PADS_OF_DEVICE: Readonly<Record<string, number>> = {
  none: 0,
  gamepad: 1,
  gamepad16: 1,
  multitap: 4,
  multitap16: 4,
};
const BUTTONS = 12;
const SUB_FRAME = new Set(['.', ' ', '\t', '|']);

/** A member of one line. */
function field(archive: Archive, name: string): string | undefined {
  return memberText(archive, name)?.split(/\r?\n/, 1)[0];
}

function required(archive: Archive, name: string, expected: string): string {
  const value = field(archive, name);
  if (value === undefined)
    failMovie('E_MOVIE', `the archive holds no member ${name}`, {
      file: archive.file,
      found: 'no such member',
      expected,
    });
  return value;
}

/** Devices of the ports: an absent port 1 is a pad, an absent port 2 empty. */
function portsOf(archive: Archive): string[] {
  const ports = [field(archive, 'port1') ?? 'gamepad', field(archive, 'port2') ?? 'none'];
  if (PADS_OF_DEVICE[ports[0] ?? ''] === undefined || ports[0] === 'none') {
    failMovie('E_MOVIE_INPUT', 'no pad is in port 1', {
      file: memberPlace(archive.file, 'port1'),
      found: ports[0] ?? '',
      expected: 'gamepad',
    });
  }
  return ports;
}

interface Rows {
  readonly input: MovieInput;
  readonly dropped: readonly string[];
  readonly system: string;
  readonly lineEnd: '\n' | '\r\n';
}

function readRows(archive: Archive, name: string, ports: readonly string[]): Rows {
  const member = archive.members.get(name);
  if (member === undefined)
    return failMovie('E_MOVIE', `the archive holds no member ${name}`, { file: archive.file, expected: name });
  const place = memberPlace(archive.file, name);
  const pads = ports.reduce((sum, device) => sum + (PADS_OF_DEVICE[device] ?? 0), 0);
  const foreign = ports.filter((device) => PADS_OF_DEVICE[device] === undefined);
  const rows = collectRows(pads);
  let subFrames = 0;
  let delayed = 0;
  let extra = 0;
  let system: string | undefined;
  const lineEnd = eachLine(archive, member, (line, number) => {
    if (line === '') return;
    const wrong = (found: string, expected: string): never =>
      failMovie('E_MOVIE', 'this is not an input row', {
        file: place,
        line: number,
        found: found.slice(0, 60),
        expected,
      });
    if (SUB_FRAME.has(line[0] as string)) {
      if (rows.count === 0) wrong(line, 'a frame before its sub-frames');
      subFrames++;
      return;
    }
    if (rows.count >= MAX_ROWS) wrong(line, `at most ${MAX_ROWS} rows`);
    const fields = line.split('|');
    const head = fields[0] as string;
    rows.add();
    if (head.length >= 2 && head[1] !== '.' && head[1] !== ' ') {
      rows.reset();
      if (/[1-9]/.test(head.slice(2))) delayed++;
    }
    system ??= head.slice(2);
    if (fields.length - 1 < pads) wrong(line, `${countText(pads, 'pad')} after the system field`);
    for (let pad = 0; pad < pads; pad++) {
      const text = fields[pad + 1] as string;
      if (text.length < BUTTONS) wrong(text, 'twelve buttons');
      let mask = 0;
      for (let bit = 0; bit < BUTTONS; bit++) if (text[bit] !== '.' && text[bit] !== ' ') mask |= 1 << bit;
      if (/[^. ]/.test(text.slice(BUTTONS))) extra++;
      rows.pad(pad, mask);
    }
  });
  const dropped = [
    subFrames > 0 ? countText(subFrames, 'sub-frame row') : '',
    delayed > 0 ? `the delay of ${countText(delayed, 'reset')}` : '',
    extra > 0 ? `buttons beyond the twelve of a pad in ${countText(extra, 'row')}` : '',
    ...foreign.map((device) => `the input of a ${device}`),
  ].filter((text) => text !== '');
  return { input: rows.input(), dropped, system: system ?? ' 0 0', lineEnd };
}

function readBranches(archive: Archive, ports: readonly string[]): MovieBranch[] {
  return [...archive.members.keys()]
    .flatMap((name) => /^input\.([1-9]\d{0,5})$/.exec(name)?.[1] ?? [])
    .sort((one, two) => Number(one) - Number(two))
    .map((number) => ({
      name: field(archive, `branchname.${number}`) ?? number,
      frame: null,
      input: readRows(archive, `input.${number}`, ports).input,
      markers: [],
    }));
}

/** `first count text`, with `\n` for a line end and `\\` for a backslash. */
function readSubtitles(text: string): MovieSubtitle[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, frame = '', frames = '', words = ''] = /^(\d+) (\d+) (.*)$/.exec(line) ?? [];
    if (frame === '') return [];
    return [
      {
        frame: Number(frame),
        frames: Number(frames),
        text: words.replace(/\\([n\\])/g, (_, code) => (code === 'n' ? '\n' : '\\')),
      },
    ];
  });
}

/**
 * Reads an lsnes movie.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_ARCHIVE`, `E_MOVIE_INPUT`
 */
function readLsmv(archive: Archive): Movie {
  const wrongField = (name: string, found: string, expected: string, remedy: string): never =>
    failMovie('E_MOVIE', `the member ${name} has unexpected content`, {
      file: memberPlace(archive.file, name),
      found,
      expected,
      remedy,
    });
  const system = required(archive, 'systemid', 'lsnes-rr1');
  if (system !== 'lsnes-rr1') wrongField('systemid', system, 'lsnes-rr1', 'Take a movie of lsnes');
  const version = required(archive, 'controlsversion', '0');
  if (version !== '0') wrongField('controlsversion', version, '0', 'Save the movie with lsnes');
  const game = required(archive, 'gametype', 'snes_ntsc or snes_pal');
  if (game !== 'snes_ntsc' && game !== 'snes_pal')
    wrongField('gametype', game, 'snes_ntsc or snes_pal', 'Take a movie of a Super Famicom game');
  const ports = portsOf(archive);
  const rows = readRows(archive, 'input', ports);
  const hash = field(archive, 'rom.sha256');
  const rerecords = field(archive, 'rerecords') ?? '';
  const saved = [...archive.members].some(([name, member]) => name.startsWith('moviesram.') && member.size > 0);
  return {
    format: 'lsmv',
    input: rows.input,
    start: archive.members.has('savestate') ? 'savestate' : saved ? 'save-ram' : 'power-on',
    region: game === 'snes_pal' ? 'pal' : 'ntsc',
    gameName: field(archive, 'gamename') ?? '',
    authors: (memberText(archive, 'authors') ?? '').split(/\r?\n/).filter((line) => line !== ''),
    rerecords: /^\d{1,15}$/.test(rerecords) ? Number(rerecords) : 0,
    emulator: `lsnes, ${field(archive, 'coreversion') ?? 'unknown core'}`,
    rom: hash === undefined || !/^[0-9a-f]{64}$/i.test(hash) ? {} : { sha256: hash.toLowerCase() },
    comments: [],
    subtitles: readSubtitles(memberText(archive, 'subtitles') ?? ''),
    markers: [],
    lag: new Map(),
    branches: readBranches(archive, ports),
    dropped: rows.dropped,
    layout: { lineEnd: rows.lineEnd, system: rows.system, ports },
  };
}

// Reads Mesen 2 movies (.mmo): `Input.txt` has a row per input update, the console first and then
// the pads. Letters repeat, so only the position counts. Mesen polls at the end of the frame
// before; by how much its rows lie off another emulator's is not known. Layout: from Mesen's
// published sources; no file of a real session was at hand.

/** Order of the twelve buttons of a pad. */
const POSITIONS = ['A', 'B', 'X', 'Y', 'L', 'R', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right'] as const;
const BITS = POSITIONS.map((button) => PAD_BITS[button]);
const OLDEST_FORMAT = 2;
const MAX_PADS = 8;

function readSettings(archive: Archive): Map<string, string> {
  const text = memberText(archive, 'GameSettings.txt');
  if (text === undefined)
    failMovie('E_MOVIE', 'the archive holds no GameSettings.txt', { file: archive.file, expected: 'GameSettings.txt' });
  const settings = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const space = line.indexOf(' ');
    if (space > 0 && !line.startsWith('Cheat ')) settings.set(line.slice(0, space), line.slice(space + 1));
  }
  return settings;
}

function addRow(rows: RowCollector, devices: readonly string[]): void {
  rows.add();
  const console = devices[0] as string;
  if (console[0] !== '.') rows.reset();
  if (console[1] !== '.') rows.power();
  for (let pad = 1; pad < devices.length; pad++) {
    const text = devices[pad] as string;
    let mask = 0;
    for (let place = 0; place < BITS.length; place++) if (text[place] !== '.') mask |= 1 << (BITS[place] as number);
    rows.pad(pad - 1, mask);
  }
}

function checkFormat(archive: Archive, format: string | undefined): void {
  if (format !== undefined && Number(format) >= OLDEST_FORMAT) return;
  failMovie('E_MOVIE', 'MovieFormatVersion is missing or too old', {
    file: memberPlace(archive.file, 'GameSettings.txt'),
    found: format ?? 'no line MovieFormatVersion',
    expected: `${OLDEST_FORMAT} or more`,
    remedy: 'Record the movie with Mesen 2',
  });
}

/** Ends of the names of games of other consoles that the same emulator plays. */
const OTHER_GAME = /\.(?:nes|fds|unf|unif|gbc?|gba|pce|sgx|cue|sms|gg|sg|col|wsc?)$/iu;

function checkGame(archive: Archive, game: string): void {
  if (!OTHER_GAME.test(game)) return;
  failMovie('E_MOVIE', 'the movie is for another console', {
    file: memberPlace(archive.file, 'GameSettings.txt'),
    found: game.slice(0, 60),
    expected: 'a game of the Super Famicom',
    remedy: 'Take a movie of a Super Famicom game',
  });
}

/** Whether a row is one of the console and of standard pads. */
function isPadRow(devices: readonly string[]): boolean {
  const [console, ...pads] = devices;
  if (console?.length !== 2 || pads.length < 1 || pads.length > MAX_PADS) return false;
  return pads.every((text) => text.length === POSITIONS.length);
}

/**
 * The devices of a row of `Input.txt`.
 * @param width devices of the rows before it; 0: it is the first
 */
function devicesOf(line: string, width: number, place: { file: string; line: number }): string[] {
  const devices = line.slice(1).split('|');
  if (!isPadRow(devices)) {
    failMovie(width === 0 ? 'E_MOVIE_INPUT' : 'E_MOVIE', 'this is not a row of the console and standard pads', {
      ...place,
      found: line.slice(0, 60),
      expected: '|RP|ABXYLRSTUDLR',
    });
  }
  if (width !== 0 && width !== devices.length) {
    failMovie('E_MOVIE', 'the number of devices changes', {
      ...place,
      found: String(devices.length),
      expected: String(width),
    });
  }
  return devices;
}

function readInput(archive: Archive): { readonly input: Movie['input']; readonly lineEnd: Movie['layout']['lineEnd'] } {
  const member = archive.members.get('Input.txt');
  if (member === undefined) {
    return failMovie('E_MOVIE', 'the archive holds no Input.txt', { file: archive.file, expected: 'Input.txt' });
  }
  const file = memberPlace(archive.file, 'Input.txt');
  let rows: RowCollector | undefined;
  let width = 0;
  const lineEnd = eachLine(archive, member, (line, number) => {
    if (!line.startsWith('|')) return;
    const place = { file, line: number };
    const devices = devicesOf(line, width, place);
    width = devices.length;
    rows ??= collectRows(width - 1);
    if (rows.count >= MAX_ROWS) {
      failMovie('E_MOVIE', 'the movie is too long', { ...place, expected: `at most ${MAX_ROWS} rows` });
    }
    addRow(rows, devices);
  });
  return { input: (rows ?? collectRows(1)).input(), lineEnd };
}

function startOf(archive: Archive): MovieStart {
  if (archive.members.has('SaveState.mss')) return 'savestate';
  return [...archive.members.keys()].some((name) => name.startsWith('Battery')) ? 'save-ram' : 'power-on';
}

/**
 * Reads a Mesen 2 movie.
 * @throws LockstepError `E_MOVIE`, `E_MOVIE_ARCHIVE`, `E_MOVIE_INPUT`
 */
function readMmo(archive: Archive): Movie {
  const settings = readSettings(archive);
  checkFormat(archive, settings.get('MovieFormatVersion'));
  checkGame(archive, settings.get('GameFile')?.trim() ?? '');
  const { input, lineEnd } = readInput(archive);
  const info = memberText(archive, 'MovieInfo.txt') ?? '';
  const author = /^Author (.*)$/m.exec(info)?.[1]?.trim() ?? '';
  const sha1 = settings.get('SHA1') ?? '';
  return {
    format: 'mmo',
    input,
    start: startOf(archive),
    region: null,
    gameName: settings.get('GameFile') ?? '',
    authors: author === '' ? [] : [author],
    rerecords: 0,
    emulator: `Mesen ${settings.get('MesenVersion') ?? 'of unknown version'}`,
    rom: /^[0-9a-f]{40}$/i.test(sha1) ? { sha1: sha1.toLowerCase() } : {},
    comments: (/^Description\r?\n([\s\S]*)$/m.exec(info)?.[1] ?? '').split(/\r?\n/).filter((line) => line !== ''),
    subtitles: [],
    markers: [],
    lag: new Map(),
    branches: [],
    dropped: [],
    layout: { lineEnd },
  };
}

const ZIP_MARK = [0x50, 0x4b] as const;

function begins(source: ByteSource, mark: readonly number[]): boolean {
  const head = source.read(0, mark.length);
  return mark.every((byte, at) => head[at] === byte);
}

/** Largest movie in a wrapping. */
const MOST_UNPACKED = 512 * 1024 * 1024;
const LOOKED_AT = 64 * 1024;

/** The file without its wrappings; a ZIP archive that is a movie itself stays as it is. */
function plainSource(source: ByteSource): ByteSource {
  const wrapping = wrappingOf(source.read(0, 8));
  if (wrapping === undefined || (wrapping === 'ZIP' && onlyMember(openArchive(source)) === undefined)) return source;
  const { bytes, name, behind } = unwrapped(source.read(0, source.size), source.name, MOST_UNPACKED);
  noteLeftOut(source.name, behind);
  return bytesSource(bytes, name);
}

function formOfSource(source: ByteSource): Form | undefined {
  const members = begins(source, ZIP_MARK) ? [...openArchive(source).members.keys()] : undefined;
  return formOf(lookAt(source.read(0, LOOKED_AT), source.size, members));
}

/**
 * Whether the content is that of a movie (and not of a pad script, say), also of one that is known
 * and not read.
 */
export function looksLikeMovie(source: ByteSource): boolean {
  const plain = plainSource(source);
  return begins(plain, SMV_MARK) || begins(plain, ZIP_MARK) || formOfSource(plain)?.kind === 'movie';
}

/**
 * Reads a movie.
 * @throws LockstepError `E_MOVIE_FORM` for a file of no known form, `E_MOVIE...` for a broken one
 */
export function readMovie(source: ByteSource): Movie {
  const movie = readAny(plainSource(source));
  if (movie.input.frames === 0)
    failMovie('E_MOVIE', 'the movie holds no input row', {
      file: source.name,
      found: 'none',
      expected: 'at least one',
    });
  return movie;
}

function readAny(source: ByteSource): Movie {
  if (begins(source, SMV_MARK)) return readSmv(source);
  if (!begins(source, ZIP_MARK)) {
    const form = formOfSource(source);
    if (form?.name === 'r16m file') return readR16m(source);
    const head = Array.from(source.read(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const what =
      form === undefined
        ? 'this is not a movie in a form that is known here'
        : `this is not a movie: it is a form of its own, ${form.name}`;
    return failMovie('E_MOVIE_FORM', form?.kind === 'movie' ? `${form.name}: it is known and not read` : what, {
      file: source.name,
      offset: 0,
      found: head === '' ? 'an empty file' : head,
      expected: 'a ZIP archive or an .smv file',
      ...(form?.kind === 'movie' ? { remedy: form.advice.replaceAll('FILE', () => source.name) } : {}),
    });
  }
  const archive = openArchive(source);
  noteLeftOut(source.name, archive.behind);
  if (findLump(archive, 'Input Log') !== undefined) return readBizHawkMovie(archive);
  if (archive.members.has('Input.txt') || archive.members.has('GameSettings.txt')) return readMmo(archive);
  if (archive.members.has('systemid') || archive.members.has('input')) return readLsmv(archive);
  if (findLump(archive, 'Header') !== undefined) return readBizHawkMovie(archive);
  const names = [...archive.members.keys()].slice(0, 5).join(', ');
  return failMovie('E_MOVIE_FORM', 'the archive is not a movie', {
    file: source.name,
    found: names === '' ? 'no member' : names.slice(0, 80),
    expected: 'Input Log.txt (BizHawk), systemid (lsnes) or Input.txt (Mesen)',
  });
}

export function readMovieBytes(bytes: Uint8Array, name: string): Movie {
  return readMovie(bytesSource(bytes, name));
}

/**
 * Reads a movie file.
 * @throws LockstepError as `readMovie`, and `E_FILE`
 */
export function readMovieFile(file: string): Movie {
  const source = fileSource(file);
  try {
    return readMovie(source);
  } finally {
    source.close();
  }
}

// The rows of pad 1 in a file: a movie of any form, or a pad script.

/** Maximum size of a pad script, which people write by hand. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface PadInput {
  readonly events: readonly PadEvent[];
  /** Number of rows of a movie; undefined for a pad script, whose last mask lasts for ever. */
  readonly frames?: number;
}

/**
 * Reads a movie or a pad script, which its content identifies.
 * @throws LockstepError for any other file and for a movie with more than one pad
 */
export function readPadInput(file: string, allowOpposite = false): PadInput {
  const source = fileSource(file);
  try {
    if (looksLikeMovie(source)) {
      const masks = recordablePad(readMovie(source), file);
      return { events: eventsOfPad(masks), frames: masks.length };
    }
  } finally {
    source.close();
  }
  const events = parsePadScript(readTextFile(file, MAX_BYTES), { file, allowOpposite });
  if (events.length > 0) return { events };
  throw new LockstepError('E_SCRIPT_SYNTAX', 'the pad script is empty: no line has a frame and a mask', {
    file,
    expected: 'FRAME MASKHEX, for example "20 100"',
    remedy: '"0 0" alone presses nothing',
  });
}

/** The rows, one mask per frame; the rows of a pad script end before the frame of its last line. */
export function rowsOfPadInput(file: string): Uint16Array {
  const { events, frames } = readPadInput(file, true);
  const rows = frames ?? events.at(-1)?.frame ?? 0;
  if (rows > MAX_ROWS) {
    throw new LockstepError('E_MOVIE_INPUT', 'the pad script has too many rows', {
      file,
      found: `${rows}`,
      expected: `at most ${MAX_ROWS}`,
      remedy: 'Cut it',
    });
  }
  return inputOfEvents(events, rows).pads[0] as Uint16Array;
}
