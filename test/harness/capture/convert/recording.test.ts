/** `convert` of a binary recording that is put together byte by byte. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseAddress } from '../../../../rom-map/windows.js';
import { cli } from '../../cli/run-cli.js';
import { buildRecording, buildWindows } from '../record/recording-bytes.js';

const folder = mkdtempSync(join(tmpdir(), 'convert-recording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** All of work RAM in two windows; the action points (03AE) hold 500 and the frame, the pad word (0344) is 4000h. */
function memory(frame: number): Buffer {
  const bytes = Buffer.alloc(0x20000);
  bytes.writeUInt16LE(500 + frame, 0x3ae);
  bytes.writeUInt16LE(0x4000, 0x344);
  return bytes;
}

test('a game’s recording becomes a trace from frame 60 on, and the report lists what is not known', async () => {
  const windows: [number, number][] = [
    [0, 0x10000],
    [0x10000, 0x10000],
  ];
  const file = put('game.bin', buildWindows(windows, 70, 64, memory).bytes);
  const out = join(folder, 'game.jsonl');
  const run = await cli(['convert', file, '-o', out]);
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain('3 frames');
  expect(run.out).toContain('lost: core options: a=b\n');
  expect(run.out).toContain('lost: not in the recording: the ROM');
  expect(run.out).toContain('lost: that the recording was interrupted');
  const [header, ...rows] = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header.source).toMatchObject({ emulator: { name: 'core', version: 'v1', sha256: null }, rom: null });
  // frame 60 is the starting image, 61 the first row
  const byteOf = (at: number): number => {
    const windows = Object.entries(header.image as Record<string, string>).map(
      ([from, hex]) => [parseAddress(from), hex] as const,
    );
    const [from = 0, hex = ''] = windows.find(([start, hex]) => start <= at && at < start + hex.length / 2) ?? [];
    return Number.parseInt(hex.slice(2 * (at - from), 2 * (at - from) + 2), 16);
  };
  expect([byteOf(0x7e03ae), byteOf(0x7e03af)]).toEqual([560 & 0xff, 560 >> 8]);
  // named, though no log compares it: the base power of a species; nothing where the test ROM keeps its cells
  expect([byteOf(0x7e1a25), byteOf(0x7e1d00)]).toEqual([0, Number.NaN]);
  expect(rows[0].slice(0, 2)).toEqual([61, 0x4000]);
  const points = header.cells.findIndex(([name]: [string]) => name === 'actionPoints');
  expect(rows[0].slice(2, 3)).toEqual(['full']);
  expect(rows[0][3][points]).toBe(561);
});

test('windows that hold too little, a table as output, and a cut recording are refused; nothing is written', async () => {
  const out = join(folder, 'none.jsonl');
  const small = put('small.bin', buildRecording(5).bytes);
  const run = await cli(['convert', small, '-o', out]);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(/^E_RECORDING_WINDOWS .*small\.bin: .*Record it again .* 0:20000/);
  const table = await cli(['convert', small, '-o', join(folder, 'none.csv')]);
  expect(table.err).toMatch(/^E_USAGE: a binary recording can only be converted to a trace/);
  const cut = put('cut.bin', buildWindows([[0, 0x20000]], 70, 70, memory).bytes.subarray(0, -10));
  expect((await cli(['convert', cut, '-o', out])).err).toMatch(/^E_RECORDING_TRUNCATED /);
  expect([existsSync(out), existsSync(join(folder, 'none.csv'))]).toEqual([false, false]);
});
