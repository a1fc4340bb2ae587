/**
 * Reads Snes9x movies (.smv) of versions 1.43 (1), 1.51 (4) and 1.52 and later (5). Everything is
 * little-endian. The controller data hold one record more than frames: the first is what the pads
 * held before the first frame and is left out. Layout: from the format pages of TASVideos and the
 * snes9x-rr wiki; no file of a real session was at hand.
 */

import { countText } from '../../../core/system/names.js';
import { type ByteSource, gunzipMember, maskOfPadWord, PackedFault } from '../../base/index.js';

import { collectRows, failMovie, MAX_ROWS, type Movie, type MovieStart, type RowCollector } from './movie.js';

export const SMV_MARK = [0x53, 0x4d, 0x56, 0x1a] as const;
const VERSIONS: Readonly<Record<number, { readonly name: string; readonly header: number }>> = {
  1: { name: 'Snes9x 1.43', header: 0x20 },
  4: { name: 'Snes9x 1.51', header: 0x40 },
  5: { name: 'Snes9x 1.52 or later', header: 0x40 },
};
const ROM_INFO_LENGTH = 30;
/** Bytes that a device in a port adds to a record. */
const DEVICE_BYTES: Readonly<Record<number, readonly [name: string, bytes: number]>> = {
  2: ['mouse', 5],
  3: ['Super Scope', 6],
  4: ['Justifier', 11],
};
const MAX_SAVE_RAM = 1024 * 1024;
const MAX_AUTHOR = 64 * 1024;
const PIECE_RECORDS = 64 * 1024;

/**
 * What the embedded save RAM makes of the start: a console without a save has one value in every
 * byte. Snes9x writes one gzip member and pads behind it with whatever its buffer held.
 */
function startOfSave(block: Uint8Array): MovieStart {
  if (block.length === 0) return 'power-on';
  try {
    const bytes = gunzipMember(block, MAX_SAVE_RAM);
    return bytes.some((byte) => byte !== bytes[0]) ? 'save-ram' : 'power-on';
  } catch (error) {
    // whether it is empty cannot be told: that is said, and the rows are read all the same
    if (!(error instanceof PackedFault)) throw error;
    return 'unknown';
  }
}

function textOf(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trim();
}

/** Refuses a movie for the value at an offset. */
type Refuse = (offset: number, message: string, found: string, expected: string) => never;

/** What the header says, and where the other parts begin. */
interface SmvHeader {
  readonly data: DataView;
  readonly number: number;
  readonly version: { readonly name: string; readonly header: number };
  readonly frames: number;
  /** A bit for every pad in use. */
  readonly mask: number;
  readonly options: number;
  /** Offsets of the savestate or save RAM, and of the controller data. */
  readonly saveAt: number;
  readonly padsAt: number;
  /** Bytes of the block about the ROM, before `saveAt`; 0: there is none. */
  readonly romInfo: number;
}

function readHeader(source: ByteSource, refuse: Refuse): SmvHeader {
  const head = source.read(0, 0x40);
  const data = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 0x20)
    refuse(head.length, 'the movie is cut in its header', countText(head.length, 'byte'), 'at least 32');
  const number = data.getUint32(4, true);
  const version = VERSIONS[number] ?? refuse(4, 'this version of .smv is not known', String(number), '1, 4 or 5');
  if (head.length < version.header) {
    refuse(head.length, 'the movie is cut in its header', countText(head.length, 'byte'), `${version.header}`);
  }
  return {
    data,
    number,
    version,
    frames: data.getUint32(0x10, true),
    mask: data.getUint8(0x14),
    options: data.getUint8(0x15),
    saveAt: data.getUint32(0x18, true),
    padsAt: data.getUint32(0x1c, true),
    romInfo: (data.getUint8(0x17) & 0x41) === 0x41 ? ROM_INFO_LENGTH : 0,
  };
}

function checkHeader(source: ByteSource, header: SmvHeader, refuse: Refuse): void {
  const { frames, mask, saveAt, padsAt, version, romInfo } = header;
  if (frames > MAX_ROWS) refuse(0x10, 'the movie is too long', String(frames), `at most ${MAX_ROWS} frames`);
  if (mask > 0x1f) refuse(0x14, 'the controller mask has bits that no pad has', mask.toString(16), '01 to 1F');
  if ((mask & 1) === 0) {
    failMovie('E_MOVIE_INPUT', 'pad 1 is not in use', {
      file: source.name,
      offset: 0x14,
      found: mask.toString(16),
      expected: 'bit 0 set',
    });
  }
  const firstSave = version.header + romInfo;
  if (saveAt < firstSave || saveAt > source.size) {
    refuse(0x18, 'the savestate lies outside of the movie', String(saveAt), `${firstSave} to ${source.size}`);
  }
  if (padsAt < saveAt || padsAt > source.size) {
    refuse(0x1c, 'the controller data lie outside of the movie', String(padsAt), `${saveAt} to ${source.size}`);
  }
}

/** Devices in the ports that are no pads: name, and bytes of a record. */
function otherDevices({ number, data }: SmvHeader): (readonly [name: string, bytes: number])[] {
  const devices = number === 1 ? [] : [data.getUint8(0x24), data.getUint8(0x25)];
  return devices.flatMap((device) => {
    const found = DEVICE_BYTES[device];
    return found === undefined ? [] : [found];
  });
}

function addRecord(rows: RowCollector, pads: readonly number[], piece: Uint8Array, at: number): void {
  rows.add();
  if (pads.every((_, place) => piece[at + 2 * place] === 0xff && piece[at + 2 * place + 1] === 0xff)) {
    rows.reset();
    return;
  }
  pads.forEach((pad, place) => {
    const word = (piece[at + 2 * place] as number) | ((piece[at + 2 * place + 1] as number) << 8);
    rows.pad(pad, maskOfPadWord(word));
  });
}

function readInput(source: ByteSource, header: SmvHeader, deviceBytes: number, refuse: Refuse): Movie['input'] {
  const { frames, mask, padsAt } = header;
  const pads = [0, 1, 2, 3, 4].filter((pad) => (mask >> pad) & 1);
  const record = 2 * pads.length + deviceBytes;
  const whole = (frames + 1) * record;
  const bytes = source.size - padsAt;
  if (bytes < whole) {
    refuse(
      source.size,
      'the controller data are cut',
      countText(bytes, 'byte'),
      `${whole} for ${countText(frames, 'frame')}`,
    );
  }
  const next = source.read(padsAt + whole, SMV_MARK.length);
  if (next.length === SMV_MARK.length && SMV_MARK.every((byte, at) => next[at] === byte)) {
    failMovie('E_MOVIE', 'a second movie stands behind the first', {
      file: source.name,
      offset: padsAt + whole,
      found: 'SMV',
      expected: 'one movie',
      remedy: 'Copy the file again, or cut it at this byte and name one of the halves',
    });
  }
  const rows = collectRows(Math.max(...pads) + 1);
  for (let first = 1; first <= frames; first += PIECE_RECORDS) {
    const count = Math.min(PIECE_RECORDS, frames + 1 - first);
    const piece = source.read(padsAt + first * record, count * record);
    for (let index = 0; index < count; index++) addRecord(rows, pads, piece, index * record);
  }
  return rows.input();
}

function startOf(source: ByteSource, { options, saveAt, padsAt }: SmvHeader): MovieStart {
  if ((options & 1) === 0) return 'savestate';
  if ((options & 4) !== 0) return 'power-on';
  return startOfSave(source.read(saveAt, Math.min(padsAt - saveAt, MAX_SAVE_RAM)));
}

/**
 * The snapshot with which a Snes9x movie begins, still packed; undefined for one that begins at
 * power-on or with save RAM.
 * @throws LockstepError `E_MOVIE`
 */
export function snapshotOfSmv(source: ByteSource): Uint8Array | undefined {
  const refuse = refuserOf(source);
  const header = readHeader(source, refuse);
  checkHeader(source, header, refuse);
  const { options, saveAt, padsAt } = header;
  return (options & 1) === 0 ? source.read(saveAt, padsAt - saveAt) : undefined;
}

function refuserOf(source: ByteSource): Refuse {
  return (offset, message, found, expected) =>
    failMovie('E_MOVIE', message, { file: source.name, offset, found, expected });
}

/** The CRC-32 of the block about the ROM, which is little-endian. */
function crc32Of(info: Uint8Array): string {
  return [6, 5, 4, 3].map((at) => (info[at] as number).toString(16).padStart(2, '0')).join('');
}

/**
 * Reads a Snes9x movie.
 * @throws LockstepError `E_MOVIE` with the byte, `E_MOVIE_INPUT` without a pad 1
 */
export function readSmv(source: ByteSource): Movie {
  const refuse = refuserOf(source);
  const header = readHeader(source, refuse);
  checkHeader(source, header, refuse);
  const { data, version, saveAt, romInfo, options } = header;
  const devices = otherDevices(header);
  const deviceBytes = devices.reduce((sum, [, bytes]) => sum + bytes, 0);
  const input = readInput(source, header, deviceBytes, refuse);
  const info = romInfo === 0 ? undefined : source.read(saveAt - ROM_INFO_LENGTH, ROM_INFO_LENGTH);
  const authorBytes = Math.min(MAX_AUTHOR, saveAt - romInfo - version.header);
  const author = textOf(source.read(version.header, authorBytes), 'utf-16le');
  return {
    format: 'smv',
    input,
    start: startOf(source, header),
    region: (options & 2) === 0 ? 'ntsc' : 'pal',
    gameName: info === undefined ? '' : textOf(info.subarray(7), 'latin1'),
    authors: author === '' ? [] : [author],
    rerecords: data.getUint32(0x0c, true),
    emulator: version.name,
    rom: info === undefined ? {} : { crc32: crc32Of(info) },
    comments: [],
    subtitles: [],
    markers: [],
    lag: new Map(),
    branches: [],
    dropped: devices.map(([name]) => `the input of a ${name}`),
    layout: { lineEnd: '\n' },
  };
}
