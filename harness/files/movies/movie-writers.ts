/**
 * Writes a BizHawk movie (.bk2) of standard pads. The file was not tried in BizHawk: it follows the
 * published sources. A movie without sync settings takes the core's own, in which port 2 is empty.
 */

import { createHash } from 'node:crypto';
import { Deflate, strToU8 } from 'fflate';
import { countText } from '../../../core/system/names.js';
import { crc32, PAD_BITS } from '../../base/index.js';

import {
  failMovie,
  type MovieBranch,
  type MovieInput,
  type MovieLayout,
  type MovieMarker,
  type MovieSubtitle,
  ROWS_OF_TEXT,
} from './movie.js';

// ZIP archives that are the same bytes on every machine: fixed order, fixed date, deflated. A
// member is packed piece by piece, so that a day of input is never in memory as text. Layout:
// PKWARE's APPNOTE.

/** Text in pieces. */
type Pieces = Iterable<string>;
type ArchiveMember = readonly [name: string, content: string | Uint8Array | Pieces];

const LOCAL_MARK = 0x04034b50;
const ENTRY_MARK = 0x02014b50;
const END_MARK = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01 00:00, the first that a ZIP archive can say. */
const DATE = 0x0021_0000;
const LEVEL = 6;
/** Bytes that are packed at once: a block of its own each. */
const PACKED_TOGETHER = 1 << 20;

interface Packed {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array;
  /** Byte of its local header. */
  readonly at: number;
}

function piecesOf(content: ArchiveMember[1]): Iterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

function pack([name, content]: ArchiveMember, at: number): Packed {
  const out: Uint8Array[] = [];
  const deflate = new Deflate({ level: LEVEL }, (piece) => out.push(piece));
  const room = new Uint8Array(PACKED_TOGETHER);
  let [crc, size, filled] = [0, 0, 0];
  for (const piece of piecesOf(content)) {
    const bytes = typeof piece === 'string' ? strToU8(piece) : piece;
    crc = crc32(bytes, crc);
    size += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      if (filled === room.length) {
        deflate.push(room);
        filled = 0;
      }
      const part = bytes.subarray(from, from + room.length - filled);
      room.set(part, filled);
      filled += part.length;
      from += part.length;
    }
  }
  deflate.push(room.subarray(0, filled), true);
  return { name: strToU8(name), crc, size, packed: Buffer.concat(out), at };
}

/** Fields that the local header and the directory have in common. */
function writeCommon(bytes: Buffer, at: number, { name, crc, size, packed }: Packed): void {
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(0, at + 2);
  bytes.writeUInt16LE(DEFLATED, at + 4);
  bytes.writeUInt32LE(DATE, at + 6);
  bytes.writeUInt32LE(crc, at + 10);
  bytes.writeUInt32LE(packed.length, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  bytes.writeUInt16LE(0, at + 24);
}

function localHeader(member: Packed): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(LOCAL_MARK, 0);
  writeCommon(bytes, 4, member);
  return bytes;
}

function directoryEntry(member: Packed): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(ENTRY_MARK, 0);
  bytes.writeUInt16LE(VERSION, 4);
  writeCommon(bytes, 6, member);
  bytes.writeUInt32LE(member.at, 42);
  return bytes;
}

function endOf(entries: number, length: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END_MARK, 0);
  bytes.writeUInt16LE(entries, 8);
  bytes.writeUInt16LE(entries, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}

function writeArchive(members: readonly ArchiveMember[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const member of members) {
    const packed = pack(member, at);
    const local = [localHeader(packed), packed.name, packed.packed];
    parts.push(...local);
    directory.push(directoryEntry(packed), packed.name);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, ...directory, endOf(members.length, length, at)]);
}

// Writes an lsnes movie (.lsmv) of standard pads. The file was not tried in lsnes: it follows the
// manual (section 10).

export interface LsmvOptions {
  readonly gameName?: string;
  /** `Full name` or `Full name|nick`. */
  readonly authors?: readonly string[];
  readonly rerecords?: number;
  readonly region?: 'ntsc' | 'pal' | null;
  readonly rom?: Readonly<Record<string, string>>;
  readonly subtitles?: readonly MovieSubtitle[];
  readonly branches?: readonly MovieBranch[];
  /** Layout of a movie of the same form. */
  readonly layout?: MovieLayout;
}

const SYMBOLS = 'BYsSudlrAXLR';
/** Default start of the console's clock in lsnes. */
const START_SECOND = 1_000_000_000;

/** A row of the pads, without its system field. */
function padsText(pads: readonly Uint16Array[], row: number): string {
  let text = '';
  for (const masks of pads) {
    const mask = masks[row] as number;
    text += '|';
    for (let bit = 0; bit < SYMBOLS.length; bit++) text += (mask >> bit) & 1 ? SYMBOLS[bit] : '.';
  }
  return text;
}

/** The member `input` in pieces of many rows. */
function* inputPieces(input: MovieInput, layout: MovieLayout = { lineEnd: '\n' }): Generator<string> {
  const { pads, frames } = input;
  const system = layout.system ?? ' 0 0';
  const resets = new Set(input.resets);
  let rows: string[] = [];
  let text = '';
  for (let row = 0; row < frames; row++) {
    if (row === 0 || pads.some((masks) => masks[row] !== masks[row - 1])) text = padsText(pads, row);
    rows.push(`F${resets.has(row) ? 'R' : '.'}${system}${text}${layout.lineEnd}`);
    if (rows.length === ROWS_OF_TEXT) {
      yield rows.join('');
      rows = [];
    }
  }
  yield rows.join('');
}

/** The text of the member `input`. */
export function formatLsmvInput(input: MovieInput, layout?: MovieLayout): string {
  return [...inputPieces(input, layout)].join('');
}

function hashOfRows(pieces: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function portsFor(pads: number): string[] {
  if (pads < 1 || pads > 2) {
    failMovie('E_MOVIE_INPUT', 'a movie of more than two pads needs a multitap', {
      found: countText(pads, 'pad'),
      expected: 'one or two',
    });
  }
  return ['gamepad', pads === 2 ? 'gamepad' : 'none'];
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

/**
 * The bytes of an .lsmv.
 * @throws LockstepError `E_MOVIE_INPUT` for more pads than the console has ports
 */
export function writeLsmv(input: MovieInput, options: LsmvOptions = {}): Uint8Array {
  const ports = options.layout?.ports ?? portsFor(input.pads.length);
  const line = (text: string): string => {
    if (/[\r\n]/.test(text))
      failMovie('E_MOVIE', 'a one-line member has a line end in it', {
        found: JSON.stringify(text).slice(0, 60),
        remedy: 'Write it on one line',
      });
    return `${text}\n`;
  };
  const subtitles = (options.subtitles ?? []).map(
    ({ frame, frames, text }) => `${frame} ${frames} ${escapeText(text)}\n`,
  );
  const sha256 = options.rom?.['sha256'];
  return writeArchive([
    ['gametype', line(options.region === 'pal' ? 'snes_pal' : 'snes_ntsc')],
    ...ports.map((device, index) => [`port${index + 1}`, line(device)] as const),
    ...(options.gameName ? [['gamename', line(options.gameName)] as const] : []),
    ['systemid', line('lsnes-rr1')],
    ['controlsversion', line('0')],
    ['coreversion', line('battle-lockstep')],
    // lsnes makes a random one for each project; the rows' own hash is the same every time.
    ['projectid', line(hashOfRows(inputPieces(input, options.layout)).slice(0, 40))],
    ['rrdata', new Uint8Array(0)],
    ['rerecords', line(String(options.rerecords ?? 0))],
    ...(sha256 === undefined ? [] : [['rom.sha256', line(sha256)] as const]),
    ['subtitles', subtitles.join('')],
    ['starttime.second', line(String(START_SECOND))],
    ['starttime.subsecond', line('0')],
    ['authors', (options.authors ?? []).map(line).join('')],
    ['input', inputPieces(input, options.layout)],
    ...(options.branches ?? []).flatMap(({ name, input: other }, index) => [
      [`branchname.${index + 1}`, line(name)] as const,
      [`input.${index + 1}`, inputPieces(other, options.layout)] as const,
    ]),
  ]);
}

export interface Bk2Options {
  readonly gameName?: string;
  readonly author?: string;
  readonly rerecords?: number;
  readonly region?: 'ntsc' | 'pal' | null;
  /** Core for BizHawk to choose; default BSNESv115+. */
  readonly core?: string;
  /** Lower-case hex by name. */
  readonly rom?: Readonly<Record<string, string>>;
  readonly comments?: readonly string[];
  readonly subtitles?: readonly MovieSubtitle[];
  /** Markers of a project (.tasproj); left out: it is a movie alone. */
  readonly markers?: readonly MovieMarker[];
  /** Layout of a movie of the same form, which makes its rows the same bytes again. */
  readonly layout?: MovieLayout;
}

/** Order of a standard pad in BizHawk's log key, and what its log shows for a pressed button. */
const PAD_COLUMNS: readonly (readonly [button: keyof typeof PAD_BITS, character: string])[] = [
  ['Up', 'U'],
  ['Down', 'D'],
  ['Left', 'L'],
  ['Right', 'R'],
  ['Select', 's'],
  ['Start', 'S'],
  ['Y', 'Y'],
  ['B', 'B'],
  ['X', 'X'],
  ['A', 'A'],
  ['L', 'l'],
  ['R', 'r'],
];
const CHARACTERS = new Map<string, string>([...PAD_COLUMNS, ['Reset', 'r'], ['Power', 'P']]);
/** Ports of the console; more pads need a multitap, which sync settings would have to name. */
const MAX_PADS = 2;

function standardGroups(pads: number): string[][] {
  const players = Array.from({ length: pads }, (_, index) => PAD_COLUMNS.map(([button]) => `P${index + 1} ${button}`));
  return [['Reset', 'Power'], ...players];
}

interface Place {
  readonly character: string;
  /** Whether the button is down in a row. */
  readonly isDown: (row: number) => boolean;
}

function placeOf(name: string, known: string | undefined, input: MovieInput): Place {
  const [, player = '', button = name] = /^P(\d) (.+)$/.exec(name) ?? [];
  const character = known ?? CHARACTERS.get(button) ?? '!';
  if (player === '') {
    const rows = new Set(name === 'Reset' ? input.resets : name === 'Power' ? input.powers : []);
    return { character, isDown: (row) => rows.has(row) };
  }
  const masks = input.pads[Number(player) - 1];
  const bit = PAD_BITS[button as keyof typeof PAD_BITS];
  if (masks === undefined || bit === undefined) return { character, isDown: () => false };
  return { character, isDown: (row) => (((masks[row] as number) >> bit) & 1) === 1 };
}

/**
 * What decides the text of a row, besides resets and powers: whether it is that of the row before.
 */
function isRepeated({ pads }: MovieInput, row: number, console: ReadonlySet<number>): boolean {
  if (row === 0 || console.has(row) || console.has(row - 1)) return false;
  return pads.every((masks) => masks[row] === masks[row - 1]);
}

/** `Input Log.txt` in pieces of many rows. */
function* inputLogPieces(input: MovieInput, layout: MovieLayout = { lineEnd: '\r\n' }): Generator<string> {
  if (layout.groups === undefined && input.pads.length > MAX_PADS) {
    failMovie('E_MOVIE_INPUT', 'a movie of more than two pads needs a multitap', {
      found: countText(input.pads.length, 'pad'),
      expected: 'one or two',
    });
  }
  const { lineEnd } = layout;
  const groups = layout.groups ?? standardGroups(input.pads.length);
  const places = groups.map((group, at) =>
    group.map((name, place) => placeOf(name, layout.pressed?.[at]?.[place], input)),
  );
  const console = new Set([...input.resets, ...input.powers]);
  const key = `LogKey:${groups.map((group) => `#${group.map((name) => `${name}|`).join('')}`).join('')}`;
  yield `[Input]${lineEnd}${key}${lineEnd}`;
  let rows: string[] = [];
  let text = '';
  for (let row = 0; row < input.frames; row++) {
    if (!isRepeated(input, row, console)) {
      text = '|';
      for (const group of places) {
        for (const { character, isDown } of group) text += isDown(row) ? character : '.';
        text += '|';
      }
      text += lineEnd;
    }
    rows.push(text);
    if (rows.length === ROWS_OF_TEXT) {
      yield rows.join('');
      rows = [];
    }
  }
  yield `${rows.join('')}[/Input]${lineEnd}`;
}

/** The text of `Input Log.txt`. */
export function formatInputLog(input: MovieInput, layout?: MovieLayout): string {
  return [...inputLogPieces(input, layout)].join('');
}

/** One line of a text member. @throws LockstepError `E_MOVIE` when the text would break it */
function oneLine(text: string, what: string): string {
  if (/[\r\n]/.test(text))
    failMovie('E_MOVIE', `the ${what} has a line end in it`, {
      found: JSON.stringify(text).slice(0, 60),
      remedy: 'Write it on one line',
    });
  return text;
}

function headerLines(options: Bk2Options): string[] {
  const hash = ['SHA1', 'SHA256', 'MD5', 'CRC32'].flatMap((name) => {
    const digits = options.rom?.[name.toLowerCase()];
    return digits === undefined ? [] : [[name, digits.toUpperCase()] as const];
  });
  const entries: (readonly [string, string])[] = [
    ['MovieVersion', 'BizHawk v2.0.0'],
    ['Author', options.author ?? ''],
    ['emuVersion', 'battle-lockstep'],
    ['OriginalEmuVersion', 'battle-lockstep'],
    ['Platform', 'SNES'],
    ['GameName', options.gameName ?? ''],
    ...hash,
    ['Core', options.core ?? 'BSNESv115+'],
    ['rerecordCount', String(options.rerecords ?? 0)],
    ...(options.region === 'pal' ? [['PAL', 'True'] as const] : []),
  ];
  return entries.filter(([, value]) => value !== '').map(([key, value]) => `${key} ${oneLine(value, key)}`);
}

/**
 * The bytes of a .bk2.
 * @throws LockstepError `E_MOVIE_INPUT` for more pads than the console has ports
 */
export function writeBk2(input: MovieInput, options: Bk2Options = {}): Uint8Array {
  const { markers } = options;
  const subtitles = (options.subtitles ?? []).map(
    ({ frame, frames, text }) => `subtitle ${frame} 0 0 ${frames} FFFFFFFF ${oneLine(text, 'subtitle')}`,
  );
  const lines = (list: readonly string[]): string => list.map((line) => `${line}\r\n`).join('');
  return writeArchive([
    ['BizVersion.txt', 'battle-lockstep\r\n'],
    ['Header.txt', lines(headerLines(options))],
    ['Comments.txt', lines((options.comments ?? []).map((line) => oneLine(line, 'comment')))],
    ['Subtitles.txt', lines(subtitles)],
    ...(options.layout?.syncSettings === undefined
      ? []
      : [['SyncSettings.json', `${options.layout.syncSettings}\r\n`] as const]),
    ['Input Log.txt', inputLogPieces(input, options.layout)],
    ...(markers === undefined
      ? []
      : [['Markers.txt', lines(markers.map(({ frame, text }) => `${frame}\t${oneLine(text, 'marker')}`))] as const]),
  ]);
}
