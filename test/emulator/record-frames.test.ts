/**
 * recordFrames on cores of ours: every byte of a recording, and after every kind of failure the right error and
 * nothing left behind. Needs a C compiler (for the cores) and koffi.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, vi } from 'vitest';
import { formatError, type LockstepError } from '../../harness/base/errors.js';
import type { RecordingOrder, RecordingReport } from '../../harness/capture/record/record-frames.js';
import { gzipCrc } from '../harness/capture/record/recording-bytes.js';
import { testWith } from './tools.js';
import { openWorkshop, run } from './workshop.js';

const shop = openWorkshop();
afterAll(() => shop.close());

/** Temporary folders of the recordings below, and of nobody else. */
const TEMPORARY = shop.file('temporary');
mkdirSync(TEMPORARY);
vi.stubEnv('TMPDIR', TEMPORARY);

/** The flags of today's recorder in the header (FORMAT.md): by koffi, with a constant time(). */
const KOFFI = 1 | 2;

async function record(rest: Partial<RecordingOrder> = {}): Promise<RecordingReport> {
  const { recordFrames } = await shop.modules();
  const out = shop.file('mine.rec');
  const windows = [
    { address: 0, length: 8 },
    { address: 0x1fffe, length: 2 },
  ];
  return recordFrames({ core: shop.core(), rom: shop.rom, frames: 9, windows, out, ...rest });
}

/**
 * Code of a recording that must fail, and its message as the command shows it; the compiled modules have an error class of
 * their own.
 */
async function failure(rest: Partial<RecordingOrder>): Promise<{ code: string; message: string }> {
  try {
    await record(rest);
  } catch (error) {
    const known = error as LockstepError;
    return { code: known.code, message: formatError(known) };
  }
  throw new Error('no error was thrown');
}

function leftovers(): string[] {
  return [...readdirSync(shop.folder).filter((name) => name.endsWith('.part')), ...readdirSync(TEMPORARY)];
}

const le = (value: number, size: number): string => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes.toString('hex');
};

testWith(['compiler', 'koffi'], 'every byte of a recording is what FORMAT.md says', async () => {
  const { out } = await record({
    frames: 8,
    padScript: [
      { frame: 0, mask: 0 },
      { frame: 2, mask: 0x10a },
      { frame: 5, mask: 0x800 },
    ],
    pokes: [
      { frame: 1, address: 0x10, bytes: Uint8Array.of(1) },
      { frame: 4, address: 0x10, bytes: Uint8Array.of(2, 3) },
      { frame: 4, address: 0x11, bytes: Uint8Array.of(0xff) },
    ],
    options: { tiny_speed: 'fast' },
    windows: [
      { address: 0, length: 8 },
      { address: 0x10, length: 4 },
      { address: 0x1ffff, length: 1 },
    ],
  });
  const option = Buffer.from('tiny_speed=fast');
  const windows = [0, 8, 0x10, 4, 0x1ffff, 1].map((value) => le(value, 4)).join('');
  const headerLength = 36 + 24 + (2 + 4) + (2 + 3) + (2 + option.length);
  const fps = '0000000000404940'; // 50.5
  let expected = Buffer.from('LKSTREC\n').toString('hex') + le(1, 2) + le(KOFFI | 8, 2);
  expected += le(headerLength, 4) + le(6 + 13, 4) + le(8, 4) + fps + le(3, 2) + le(1, 2) + windows;
  expected += le(4, 2) + Buffer.from('tiny').toString('hex') + le(3, 2) + Buffer.from('1.0').toString('hex');
  expected += le(option.length, 2) + option.toString('hex');
  const masks = [0, 0, 0x10a, 0x10a, 0x10a, 0x800, 0x800, 0x800];
  const poked = ['00000000', '01000000', '01000000', '01000000', '02ff0000', '02ff0000', '02ff0000', '02ff0000'];
  const sums = [0, 1, 1, 1, 0x101, 0x101, 0x101, 0x101];
  for (let frame = 0; frame < 8; frame++) {
    const mask = masks[frame] ?? 0;
    expected += le(frame, 4) + le(mask, 2) + le(frame + 1, 4) + le(mask, 2) + le(sums[frame] ?? 0, 2);
    expected += `${poked[frame]}5a`;
  }
  expected += `ffffffff${Buffer.from('LKSTEND\n').toString('hex')}${le(8, 4)}${le(0, 4)}`;
  expected += le(gzipCrc(Buffer.from(expected, 'hex')), 4);
  expect(readFileSync(out).toString('hex')).toBe(expected);
});

describe('the recorder', () => {
  const out = shop.file('mine.rec');
  beforeEach(() => writeFileSync(out, 'the recording before'));

  testWith(['compiler', 'koffi'], 'reports what ran and replaces the file', async () => {
    const seen: number[][] = [];
    const report = await record({ onProgress: (...numbers) => seen.push(numbers) });
    expect(report).toMatchObject({
      out,
      frames: 9,
      framesPerSecond: 50.5,
      core: { path: shop.core(), name: 'tiny', version: '1.0' },
      rom: { bytes: 0x8000, copierHeader: false },
      recorder: { kind: 'koffi', fixedTime: true },
    });
    expect(report.core.sha256).toBe(await sha256sum(shop.core()));
    expect(report.rom.sha256).toBe(await sha256sum(shop.rom));
    expect(seen.at(-1)).toEqual([9, 9]);
    const { readRecording } = await shop.modules();
    expect(await readRecording(out, () => {})).toMatchObject({ frames: 9, complete: true });
    expect(leftovers()).toEqual([]);
  });

  testWith(['compiler', 'koffi'], 'time() is constant for the core', async () => {
    await record({ windows: [{ address: 8, length: 4 }], frames: 1 });
    const bytes = readFileSync(out);
    expect(bytes.readUInt32LE(bytes.readUInt32LE(12) + 6)).toBe(Date.UTC(2020, 0, 1) / 1000);
  });

  testWith(['compiler', 'koffi'], 'takes a copier header off, and says so', async () => {
    const plain = await record();
    const copied = shop.file('copied.smc');
    writeFileSync(copied, Buffer.concat([Buffer.alloc(512, 0xee), readFileSync(shop.rom)]));
    const windows = [{ address: 0x20, length: 1 }];
    const report = await record({ rom: copied, windows, frames: 1 });
    expect(report.rom).toEqual({ ...plain.rom, copierHeader: true });
    const bytes = readFileSync(out);
    expect(bytes.readUInt8(bytes.readUInt32LE(12) + 6)).toBe(0x78); // the ROM's first instruction
  });

  testWith(['compiler', 'koffi'], 'goes on from a state, and refuses what is none', async () => {
    const state = shop.file('mine.state');
    await record({ stateSave: state });
    await record({ stateLoad: state, frames: 1 });
    const bytes = readFileSync(out);
    expect(bytes.readUInt32LE(bytes.readUInt32LE(12) + 6)).toBe(10);
    expect(bytes.readUInt16LE(10)).toBe(KOFFI | 4);
    const refused = await failure({ stateLoad: shop.rom });
    expect(refused.code).toBe('E_STATE_REFUSED');
  });

  const failures: [name: string, code: string, order: () => Partial<RecordingOrder>][] = [
    ['a core that aborts', 'E_CORE_CRASHED', () => ({ core: shop.core('ABORT') })],
    ['a core that crashes in retro_init', 'E_CORE_CRASHED', () => ({ core: shop.core('INIT') })],
    ['a core that calls exit', 'E_CORE_CRASHED', () => ({ core: shop.core('EXIT') })],
    ['a core that hangs', 'E_CORE_STALLED', () => ({ core: shop.core('HANG'), stallSeconds: 2 })],
    ['a core that asks to stop', 'E_CORE_STOPPED', () => ({ core: shop.core('SHUTDOWN') })],
    ['a core that refuses the ROM', 'E_ROM_REFUSED', () => ({ core: shop.core('LOAD') })],
    ['a core with too little work RAM', 'E_CORE_NO_WRAM', () => ({ core: shop.core('RAM') })],
    ['a core of another interface', 'E_CORE_NOT_LIBRETRO', () => ({ core: shop.core('VERSION') })],
    ['a core that is no library', 'E_CORE_UNLOADABLE', () => ({ core: shop.rom })],
    ['a library that is no core', 'E_CORE_NOT_LIBRETRO', () => ({ core: noCore() })],
    ['a missing core', 'E_CORE_MISSING', () => ({ core: '/nowhere/core.so' })],
    ['an unknown core', 'E_CORE_UNKNOWN', () => ({ core: 'nothing' })],
    ['a ROM of odd size', 'E_ROM_SIZE', () => ({ rom: oddRom() })],
    ['a missing ROM', 'E_FILE_UNREADABLE', () => ({ rom: '/nowhere/rom.sfc' })],
    ['an option that does not exist', 'E_OPTION', () => ({ options: { tiny_x: '1' } })],
    ['an option with a wrong value', 'E_OPTION', () => ({ options: { tiny_speed: 'x' } })],
    ['no frames', 'E_RECORDER_USE', () => ({ frames: 0 })],
    ['no windows', 'E_WINDOW', () => ({ windows: [] })],
    ['opposite directions', 'E_SCRIPT_OPPOSITE', () => ({ padScript: [{ frame: 0, mask: 0x30 }] })],
  ];
  for (const [name, code, order] of failures) {
    testWith(['compiler', 'koffi'], `${name}: ${code}, and the file before stays`, async () => {
      const error = await failure(order());
      expect(error.code).toBe(code);
      expect(error.message).not.toContain('.part');
      if (code === 'E_CORE_STALLED') expect(error.message).toContain('nothing happened for 2 s');
      expect(readFileSync(out, 'utf8')).toBe('the recording before');
      expect(leftovers()).toEqual([]);
    });
  }

  testWith(['compiler', 'koffi', '/dev/full'], 'a full disk is refused, and nothing is left behind', async () => {
    expect((await failure({ out: '/dev/full' })).code).toBe('E_OUTPUT_WRITE');
    expect(existsSync('/dev/full')).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  testWith(['compiler', 'koffi'], 'a folder that is missing, and a folder as output, are refused', async () => {
    const missing = await failure({ out: shop.file('no/such/x.rec') });
    expect(missing.code).toBe('E_OUTPUT_WRITE');
    expect(missing.message).toContain('no/such/x.rec');
    expect((await failure({ out: shop.folder })).code).toBe('E_OUTPUT_WRITE');
  });

  testWith(['compiler', 'koffi'], 'an output that is the ROM is refused, and the ROM stays', async () => {
    const before = readFileSync(shop.rom);
    expect((await failure({ out: shop.rom })).code).toBe('E_OUTPUT_IS_INPUT');
    expect(readFileSync(shop.rom).equals(before)).toBe(true);
  });

  testWith(['compiler', 'koffi'], 'an abort signal leaves nothing behind, and the file before as it was', async () => {
    const stop = new AbortController();
    const order = { core: shop.core('SLOW'), frames: 100_000, signal: stop.signal, onProgress: () => stop.abort() };
    expect((await failure(order)).code).toBe('E_INTERRUPTED');
    expect(readFileSync(out, 'utf8')).toBe('the recording before');
    expect(leftovers()).toEqual([]);
  });
});

function oddRom(): string {
  writeFileSync(shop.file('odd.sfc'), new Uint8Array(0x8001));
  return shop.file('odd.sfc');
}

/** A shared library of the system that every process has: Node's own C library. */
function noCore(): string {
  const [library] = (process.report.getReport() as { sharedObjects: string[] }).sharedObjects.filter((path) =>
    /\/libm?\.so|\/libc\.so|\/libm\./u.test(path),
  );
  if (library === undefined) throw new Error('no shared library found');
  return library;
}

async function sha256sum(file: string): Promise<string> {
  return (await run('sha256sum', [file])).stdout.slice(0, 64);
}
