/**
 * recordFrames with both recorders on cores of ours: same bytes, and after every kind of failure the right error and
 * nothing left behind. Needs a C compiler (for the cores) and koffi.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, vi } from 'vitest';
import { formatError, type LockstepError } from '../../harness/base/errors.js';
import type { RecorderChoice } from '../../harness/capture/record/choose-recorder.js';
import type { RecordingOrder, RecordingReport } from '../../harness/capture/record/record-frames.js';
import { testWith } from './tools.js';
import { openWorkshop, run } from './workshop.js';

const shop = openWorkshop();
afterAll(() => shop.close());

/** Temporary folders of the recordings below, and of nobody else. */
const TEMPORARY = shop.file('temporary');
mkdirSync(TEMPORARY);
vi.stubEnv('TMPDIR', TEMPORARY);

const RECORDERS = ['native', 'koffi'] as const;
/** FORMAT.md: the two recorders differ in the flags (bytes 10 and 11) and in the CRC (the last four bytes). */
const DIFFERENT_FLAGS = { native: 1, koffi: 2 };

async function record(recorder: RecorderChoice, rest: Partial<RecordingOrder> = {}): Promise<RecordingReport> {
  const { recordFrames } = await shop.modules();
  const out = shop.file(`${recorder}.rec`);
  const windows = [
    { address: 0, length: 8 },
    { address: 0x1fffe, length: 2 },
  ];
  return recordFrames({ core: shop.core(), rom: shop.rom, frames: 9, windows, out, recorder, ...rest });
}

/**
 * Code of a recording that must fail, and its message as the command shows it; the compiled modules have an error class of
 * their own.
 */
async function failure(
  recorder: RecorderChoice,
  rest: Partial<RecordingOrder>,
): Promise<{ code: string; message: string }> {
  try {
    await record(recorder, rest);
  } catch (error) {
    const known = error as LockstepError;
    return { code: known.code, message: formatError(known) };
  }
  throw new Error('no error was thrown');
}

function leftovers(): string[] {
  return [...readdirSync(shop.folder).filter((name) => name.endsWith('.part')), ...readdirSync(TEMPORARY)];
}

testWith(['compiler', 'koffi'], 'both recorders write the same bytes, flags and CRC apart', async () => {
  const order: Partial<RecordingOrder> = {
    frames: 700,
    padScript: [
      { frame: 0, mask: 0 },
      { frame: 3, mask: 0x90f },
      { frame: 650, mask: 0x40 },
    ],
    pokes: [
      { frame: 2, address: 0x10, bytes: Uint8Array.of(1, 2, 3) },
      { frame: 699, address: 0x1fffe, bytes: Uint8Array.of(9, 8) },
    ],
    options: { tiny_speed: 'fast' },
    windows: [
      { address: 0, length: 8 },
      { address: 0x10, length: 0x20 },
      { address: 0, length: 0x1000 },
      { address: 0x1fffe, length: 2 },
    ],
  };
  const reports = [await record('native', order), await record('koffi', order)];
  const [native, koffi] = reports.map(({ out }) => readFileSync(out));
  expect(native?.length).toBeGreaterThan(2_000_000);
  expect(native?.readUInt16LE(10)).toBe(DIFFERENT_FLAGS.native | 8);
  expect(koffi?.readUInt16LE(10)).toBe(DIFFERENT_FLAGS.koffi | 8);
  // time() is not in these windows: from 0 on eight bytes, and 0008 lies in the third window, so it is blanked in both
  for (const bytes of [native, koffi]) if (bytes !== undefined) blank(bytes);
  expect(koffi?.equals(native ?? Buffer.alloc(0))).toBe(true);
  expect(reports.map(({ recorder }) => recorder.fixedTime)).toEqual([true, false]);
  expect(reports[0]?.recorder.sha256).not.toBe(reports[1]?.recorder.sha256);
});

/** Flags, CRC, and in each record the time at 0008 of the third window. */
function blank(bytes: Buffer): void {
  bytes.fill(0, 10, 12);
  bytes.fill(0, bytes.length - 4);
  const [header, record] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  for (let at = header; at + record <= bytes.length - 24; at += record)
    bytes.fill(0, at + 6 + 8 + 0x20 + 8, at + 6 + 8 + 0x20 + 12);
}

for (const recorder of RECORDERS) {
  describe(`the ${recorder} recorder`, () => {
    const out = shop.file(`${recorder}.rec`);
    beforeEach(() => writeFileSync(out, 'the recording before'));

    testWith(['compiler', 'koffi'], 'reports what ran and replaces the file', async () => {
      const seen: number[][] = [];
      const report = await record(recorder, { onProgress: (...numbers) => seen.push(numbers) });
      expect(report).toMatchObject({
        out,
        frames: 9,
        framesPerSecond: 50.5,
        core: { path: shop.core(), name: 'tiny', version: '1.0' },
        rom: { bytes: 0x8000, copierHeader: false },
        recorder: { kind: recorder, fixedTime: recorder === 'native' },
      });
      expect(report.core.sha256).toBe(await sha256sum(shop.core()));
      expect(report.rom.sha256).toBe(await sha256sum(shop.rom));
      expect(seen.at(-1)).toEqual([9, 9]);
      const { readRecording } = await shop.modules();
      expect(await readRecording(out, () => {})).toMatchObject({ frames: 9, complete: true });
      expect(leftovers()).toEqual([]);
    });

    testWith(['compiler', 'koffi'], 'takes a copier header off, and says so', async () => {
      const plain = await record(recorder);
      const copied = shop.file('copied.smc');
      writeFileSync(copied, Buffer.concat([Buffer.alloc(512, 0xee), readFileSync(shop.rom)]));
      const windows = [{ address: 0x20, length: 1 }];
      const report = await record(recorder, { rom: copied, windows, frames: 1 });
      expect(report.rom).toEqual({ ...plain.rom, copierHeader: true });
      const bytes = readFileSync(out);
      expect(bytes.readUInt8(bytes.readUInt32LE(12) + 6)).toBe(0x78); // the ROM's first instruction
    });

    testWith(['compiler', 'koffi'], 'goes on from a state, and refuses what is none', async () => {
      const state = shop.file(`${recorder}.state`);
      await record(recorder, { stateSave: state });
      await record(recorder, { stateLoad: state, frames: 1 });
      const bytes = readFileSync(out);
      expect(bytes.readUInt32LE(bytes.readUInt32LE(12) + 6)).toBe(10);
      expect(bytes.readUInt16LE(10)).toBe(DIFFERENT_FLAGS[recorder] | 4);
      const refused = await failure(recorder, { stateLoad: shop.rom });
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
        const error = await failure(recorder, order());
        expect(error.code).toBe(code);
        expect(error.message).not.toContain('.part');
        if (code === 'E_CORE_STALLED') expect(error.message).toContain('nothing happened for 2 s');
        expect(readFileSync(out, 'utf8')).toBe('the recording before');
        expect(leftovers()).toEqual([]);
      });
    }

    testWith(['compiler', 'koffi', '/dev/full'], 'a full disk is refused, and nothing is left behind', async () => {
      expect((await failure(recorder, { out: '/dev/full' })).code).toBe('E_OUTPUT_WRITE');
      expect(existsSync('/dev/full')).toBe(true);
      expect(leftovers()).toEqual([]);
    });

    testWith(['compiler', 'koffi'], 'a folder that is missing, and a folder as output, are refused', async () => {
      const missing = await failure(recorder, { out: shop.file('no/such/x.rec') });
      expect(missing.code).toBe('E_OUTPUT_WRITE');
      expect(missing.message).toContain('no/such/x.rec');
      expect((await failure(recorder, { out: shop.folder })).code).toBe('E_OUTPUT_WRITE');
    });

    testWith(['compiler', 'koffi'], 'an output that is the ROM is refused, and the ROM stays', async () => {
      const before = readFileSync(shop.rom);
      expect((await failure(recorder, { out: shop.rom })).code).toBe('E_OUTPUT_IS_INPUT');
      expect(readFileSync(shop.rom).equals(before)).toBe(true);
    });

    testWith(
      ['compiler', 'koffi'],
      'an abort signal leaves nothing behind, and the file before as it was',
      async () => {
        const stop = new AbortController();
        const order = { core: shop.core('SLOW'), frames: 100_000, signal: stop.signal, onProgress: () => stop.abort() };
        expect((await failure(recorder, order)).code).toBe('E_INTERRUPTED');
        expect(readFileSync(out, 'utf8')).toBe('the recording before');
        expect(leftovers()).toEqual([]);
      },
    );
  });
}

testWith(['compiler', 'koffi'], 'without a compiler the koffi recorder is taken, and the report says why', async () => {
  const core = shop.core();
  const { folder } = await shop.modules();
  const windows = [{ address: 0, length: 4 }];
  const order = { core, rom: shop.rom, frames: 3, windows, out: shop.file('auto.rec') };
  const program = `
    import { recordFrames } from ${JSON.stringify(join(folder, 'record-frames.js'))};
    const order = ${JSON.stringify(order)};
    const { recorder, note } = await recordFrames(order);
    console.log(recorder.kind + ': ' + note);
    await recordFrames({ ...order, recorder: 'native' }).catch((error) => console.log(error.code));`;
  const words = [`PATH=${shop.folder}`, process.execPath, '--input-type=module', '-e', program];
  const ended = await run('/usr/bin/env', words);
  expect(ended.stdout).toBe(
    'koffi: koffi recorder, without a constant time(): no C compiler (tried cc, gcc, clang)\nE_RECORDER_BUILD\n',
  );
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
