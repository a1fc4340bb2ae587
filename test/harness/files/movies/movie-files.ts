/**
 * Movies written by hand from the formats' documentation: each writer has its own table of positions and imports nothing from the
 * harness. A row is the set of buttons that are down.
 */
import { gzipSync } from 'node:zlib';
import { type ZipMember, zipOf } from './zip-bytes.js';

export type Row = readonly string[];

/** Buttons, and the mask that the harness must make of them (bit 0 B ... bit 11 R). */
export const MASKS: Readonly<Record<string, number>> = {
  B: 0x001,
  Y: 0x002,
  Select: 0x004,
  Start: 0x008,
  Up: 0x010,
  Down: 0x020,
  Left: 0x040,
  Right: 0x080,
  A: 0x100,
  X: 0x200,
  L: 0x400,
  R: 0x800,
};

export function maskOf(row: Row): number {
  return row.reduce((sum, button) => sum + (MASKS[button] as number), 0);
}

function draw(order: readonly string[], letters: string, row: Row): string {
  return order.map((button, place) => (row.includes(button) ? letters[place] : '.')).join('');
}

const BK2_ORDER = ['Up', 'Down', 'Left', 'Right', 'Select', 'Start', 'Y', 'B', 'X', 'A', 'L', 'R'];
const SERIAL_ORDER = ['B', 'Y', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R'];

export interface Bk2File {
  readonly order?: readonly string[];
  readonly letters?: string;
  readonly end?: string;
  readonly header?: string;
  /** Rows of pad 2. */
  readonly second?: readonly Row[];
  readonly more?: readonly ZipMember[];
}

export function bk2Log(rows: readonly Row[], options: Bk2File = {}): string {
  const { order = BK2_ORDER, letters = 'UDLRsSYBXAlr', end = '\r\n', second } = options;
  const names = (player: number): string => `#${order.map((button) => `P${player} ${button}|`).join('')}`;
  const lines = rows.map((row, index) => {
    const two = second === undefined ? '' : `${draw(order, letters, second[index] ?? [])}|`;
    return `|..|${draw(order, letters, row)}|${two}`;
  });
  const key = `LogKey:#Reset|Power|${names(1)}${second === undefined ? '' : names(2)}`;
  return ['[Input]', key, ...lines, '[/Input]', ''].join(end);
}

export function bk2File(log: string, options: Bk2File = {}): Buffer {
  return zipOf([
    { name: 'BizVersion.txt', content: 'Version 2.9.1\r\n' },
    { name: 'Header.txt', content: options.header ?? 'MovieVersion BizHawk v2.0.0\r\nPlatform SNES\r\n' },
    { name: 'Comments.txt', content: '' },
    { name: 'Subtitles.txt', content: '' },
    { name: 'SyncSettings.json', content: '{"o":null}\r\n' },
    { name: 'Input Log.txt', content: log },
    ...(options.more ?? []),
  ]);
}

export function lsmvInput(rows: readonly Row[], pads = 1, end = '\n'): string {
  return rows
    .map((row) => `F. 0 0|${draw(SERIAL_ORDER, 'BYsSudlrAXLR', row)}${'|............'.repeat(pads - 1)}${end}`)
    .join('');
}

export function lsmvFile(input: string, fields: Readonly<Record<string, string | undefined>> = {}): Buffer {
  const members: Record<string, string | undefined> = {
    systemid: 'lsnes-rr1\n',
    controlsversion: '0\n',
    gametype: 'snes_ntsc\n',
    coreversion: 'bsnes v085\n',
    port1: 'gamepad\n',
    port2: 'none\n',
    rerecords: '41\n',
    authors: 'A Person|nick\n',
    'rom.sha256': `${'0123456789abcdef'.repeat(4)}\n`,
    'starttime.second': '1000000000\n',
    'starttime.subsecond': '0\n',
    input,
    ...fields,
  };
  return zipOf(
    Object.entries(members).flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }])),
  );
}

export function mmoFile(
  rows: readonly Row[],
  settings = 'MesenVersion 2.0.0\nMovieFormatVersion 2\nSHA1 \n',
  more: readonly ZipMember[] = [],
): Buffer {
  const order = ['A', 'B', 'X', 'Y', 'L', 'R', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right'];
  const input = rows.map((row) => `|..|${draw(order, 'ABXYLRSTUDLR', row)}|............\n`).join('');
  return zipOf([{ name: 'Input.txt', content: input }, { name: 'GameSettings.txt', content: settings }, ...more]);
}

const SMV_BITS: Readonly<Record<string, number>> = {
  R: 0x0010,
  L: 0x0020,
  X: 0x0040,
  A: 0x0080,
  Right: 0x0100,
  Left: 0x0200,
  Down: 0x0400,
  Up: 0x0800,
  Start: 0x1000,
  Select: 0x2000,
  Y: 0x4000,
  B: 0x8000,
};

export interface SmvFile {
  readonly version?: number;
  readonly options?: number;
  readonly mask?: number;
  readonly frames?: number;
  readonly saveRam?: Uint8Array;
  readonly author?: string;
}

/** With ROM information, an author and an empty save RAM; the record before the first frame holds Start, which must not show. */
export function smvFile(
  rows: readonly Row[],
  {
    version = 4,
    options = 1,
    mask = 1,
    frames = rows.length,
    saveRam = Buffer.alloc(8192, 0x60),
    author = 'Someone',
  }: SmvFile = {},
): Buffer {
  const header = Buffer.alloc(version === 1 ? 0x20 : 0x40);
  const name = Buffer.from(author, 'utf16le');
  const info = Buffer.alloc(30);
  info.writeUInt32LE(0x1234abcd, 3);
  info.write('LIVE A LIVE', 7, 'latin1');
  const save = gzipSync(saveRam);
  const saveAt = header.length + name.length + info.length;
  header.write('SMV\x1a', 0, 'latin1');
  header.writeUInt32LE(version, 4);
  header.writeUInt32LE(7, 0x0c);
  header.writeUInt32LE(frames, 0x10);
  header[0x14] = mask;
  header[0x15] = options;
  header[0x17] = 0x41;
  header.writeUInt32LE(saveAt, 0x18);
  header.writeUInt32LE(saveAt + save.length, 0x1c);
  if (version > 1) header[0x24] = 1;
  const records = [['Start'], ...rows].map((row) => {
    const word = Buffer.alloc(2);
    word.writeUInt16LE(
      row.includes('RESET') ? 0xffff : row.reduce((sum, button) => sum + (SMV_BITS[button] as number), 0),
    );
    return word;
  });
  return Buffer.concat([header, name, info, save, ...records]);
}
