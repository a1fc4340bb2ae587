/**
 * Reads Snes9x movies (.smv) of versions 1.43 (1), 1.51 (4) and 1.52 and later (5). Everything is little-endian. The controller data
 * hold one record more than frames: the first is what the pads held before the first frame and is left out. Layout: from the format
 * pages of TASVideos and the snes9x-rr wiki; no file of a real session was at hand.
 */
import { gunzipSync } from 'node:zlib';
import { maskOfPadWord } from '../base/pad-script.js';
import type { ByteSource } from './byte-source.js';
import type { Movie, MovieStart } from './movie.js';
import { failMovie } from './movie-error.js';
import { collectRows, MOST_ROWS } from './row-collector.js';

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
const MOST_SAVE_RAM = 1024 * 1024;
const MOST_AUTHOR = 64 * 1024;
const PIECE_RECORDS = 64 * 1024;

/** Whether the embedded save RAM holds something: a console without a save has one value in every byte. */
function hasSave(block: Uint8Array): boolean {
  try {
    const bytes = gunzipSync(block, { maxOutputLength: MOST_SAVE_RAM });
    return bytes.some((byte) => byte !== bytes[0]);
  } catch {
    return true;
  }
}

function textOf(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).trim();
}

/** @throws LockstepError `E_MOVIE` with the byte, `E_MOVIE_INPUT` without a pad 1 */
export function readSmv(source: ByteSource): Movie {
  const file = source.name;
  const head = source.read(0, 0x40);
  const data = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const wrong = (offset: number, message: string, found: string, expected: string): never =>
    failMovie('E_MOVIE', message, { file, offset, found, expected });
  if (head.length < 0x20) wrong(head.length, 'the movie is cut in its header', `${head.length} bytes`, 'at least 32');
  const number = data.getUint32(4, true);
  const version = VERSIONS[number] ?? wrong(4, 'this version of .smv is not known', String(number), '1, 4 or 5');
  if (head.length < version.header)
    wrong(head.length, 'the movie is cut in its header', `${head.length} bytes`, `${version.header}`);
  const frames = data.getUint32(0x10, true);
  const mask = data.getUint8(0x14);
  const options = data.getUint8(0x15);
  const sync = data.getUint8(0x17);
  const saveAt = data.getUint32(0x18, true);
  const padsAt = data.getUint32(0x1c, true);
  if (frames > MOST_ROWS) wrong(0x10, 'the movie is too long', String(frames), `at most ${MOST_ROWS} frames`);
  if (mask > 0x1f) wrong(0x14, 'the controller mask has bits that no pad has', mask.toString(16), '01 to 1F');
  if ((mask & 1) === 0)
    failMovie('E_MOVIE_INPUT', 'pad 1 is not in use', {
      file,
      offset: 0x14,
      found: mask.toString(16),
      expected: 'bit 0 set',
    });
  const romInfo = (sync & 0x41) === 0x41 ? ROM_INFO_LENGTH : 0;
  if (saveAt < version.header + romInfo || saveAt > source.size)
    wrong(
      0x18,
      'the savestate lies outside of the movie',
      String(saveAt),
      `${version.header + romInfo} to ${source.size}`,
    );
  if (padsAt < saveAt || padsAt > source.size)
    wrong(0x1c, 'the controller data lie outside of the movie', String(padsAt), `${saveAt} to ${source.size}`);
  const devices = number === 1 ? [] : [data.getUint8(0x24), data.getUint8(0x25)];
  const foreign = devices.flatMap((device) =>
    DEVICE_BYTES[device] === undefined ? [] : [DEVICE_BYTES[device] as readonly [string, number]],
  );
  const used = [0, 1, 2, 3, 4].filter((pad) => (mask >> pad) & 1);
  const record = 2 * used.length + foreign.reduce((sum, [, bytes]) => sum + bytes, 0);
  const whole = (frames + 1) * record;
  if (source.size - padsAt < whole)
    wrong(source.size, 'the controller data are cut', `${source.size - padsAt} bytes`, `${whole} for ${frames} frames`);

  const rows = collectRows(Math.max(...used) + 1);
  for (let first = 1; first <= frames; first += PIECE_RECORDS) {
    const count = Math.min(PIECE_RECORDS, frames + 1 - first);
    const piece = source.read(padsAt + first * record, count * record);
    for (let index = 0; index < count; index++) {
      const at = index * record;
      rows.add();
      if (used.every((_, pad) => piece[at + 2 * pad] === 0xff && piece[at + 2 * pad + 1] === 0xff)) {
        rows.reset();
        continue;
      }
      used.forEach((pad, place) => {
        rows.pad(pad, maskOfPadWord((piece[at + 2 * place] as number) | ((piece[at + 2 * place + 1] as number) << 8)));
      });
    }
  }
  const fromReset = (options & 1) === 1;
  const noSave = (options & 4) !== 0 || !hasSave(source.read(saveAt, Math.min(padsAt - saveAt, MOST_SAVE_RAM)));
  const start: MovieStart = !fromReset ? 'savestate' : noSave ? 'power-on' : 'save-ram';
  const info = romInfo === 0 ? undefined : source.read(saveAt - ROM_INFO_LENGTH, ROM_INFO_LENGTH);
  const author = textOf(
    source.read(version.header, Math.min(MOST_AUTHOR, saveAt - romInfo - version.header)),
    'utf-16le',
  );
  return {
    format: 'smv',
    input: rows.input(),
    start,
    region: (options & 2) === 0 ? 'ntsc' : 'pal',
    gameName: info === undefined ? '' : textOf(info.subarray(7), 'latin1'),
    authors: author === '' ? [] : [author],
    rerecords: data.getUint32(0x0c, true),
    emulator: version.name,
    rom:
      info === undefined
        ? {}
        : { crc32: [6, 5, 4, 3].map((at) => (info[at] as number).toString(16).padStart(2, '0')).join('') },
    comments: [],
    subtitles: [],
    markers: [],
    lag: new Map(),
    branches: [],
    dropped: foreign.map(([name]) => `the input of a ${name}`),
    layout: { lineEnd: '\n' },
  };
}
