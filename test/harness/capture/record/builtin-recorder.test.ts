/** `lockstep record --core builtin`: what it writes, what it counts as, what it refuses. No emulator, no compiler. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { RECORDING_FLAGS } from '../../../../harness/capture/record/binary-header.js';
import { BUILTIN_CORE, defaultCore } from '../../../../harness/capture/record/find-core.js';
import {
  type RecordingOrder,
  type RecordingReport,
  recordFrames,
} from '../../../../harness/capture/record/record-frames.js';
import { readRecording } from '../../../../harness/capture/record/recording-reader.js';
import { recordingToTrace } from '../../../../harness/capture/record/to-trace.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { verifyText } from '../../../../harness/play/verify/report.js';
import { verifyAll } from '../../../../harness/play/verify/verify.js';
import { cli } from '../../cli/run-cli.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { imageOf, STAY } from '../../original/console/program.js';

const folder = testFolder();
const out = (name: string): string => join(folder.path, name);
const DRILL = 'traces/homebrew/drill.sfc';
const INPUT = 'traces/homebrew/scripts/worked-example.txt';
/** Counts interrupts at 7E:0100, and keeps the pad at 7E:0104. */
const COUNTER = folder.write(
  'counter.sfc',
  imageOf(`9C 00 01 9C 01 01 A9 81 8D 00 42 ${STAY}`, 'AD 10 42 A2 00 02 CA D0 FD EE 00 01 AE 18 42 8E 04 01 40'),
);

function record(rest: Partial<RecordingOrder>): Promise<RecordingReport> {
  const windows = [{ address: 0x100, length: 6 }];
  return recordFrames({ core: BUILTIN_CORE, rom: COUNTER, frames: 5, windows, out: out('a.bin'), ...rest });
}

async function rowsOf(recording: string): Promise<readonly string[]> {
  const rows: string[] = [];
  await readRecording(recording, ({ bytes }) => rows.push(Buffer.from(bytes).toString('hex')));
  return rows;
}

function headerOf(trace: string): TraceHeader {
  return JSON.parse(readFileSync(trace, 'utf8').split('\n', 1)[0] ?? '') as TraceHeader;
}

test('record uses our console by name, and verify counts its frames apart from every other total', async () => {
  const trace = out('mine.jsonl');
  const words = ['record', DRILL, '--core', 'builtin', '--input', INPUT, '--frames', '420', '-o', trace];
  const run = await cli(words);
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toContain('359 frames, 758 cells, own-cpu, lockstep console 1, builtin recorder');
  const { source, from } = headerOf(trace);
  expect(source).toMatchObject({
    kind: 'own-cpu',
    emulator: { name: 'lockstep console', version: '1', sha256: null },
    recorder: { name: 'lockstep builtin recorder', sha256: null },
  });
  expect(from).toContain('frames of our own console');
  const report = await verifyAll([trace], null, { systems: [LIVE_A_LIVE] });
  expect(report.exit).toBe(0);
  const { ownCpu, testRom, cartridge, unknownImage, other } = report.totals;
  expect(ownCpu).toEqual({ logs: 1, frames: 359, active: 142, different: 0, again: 0, cut: 0, withoutTick: 0 });
  expect([testRom.logs, cartridge.logs, unknownImage.logs, other.logs]).toEqual([0, 0, 0, 0]);
  expect(verifyText(report)).toContain('our own CPU: 359 frames equal (142 with a change) in 1 log');
});

test('a recording names our console in every trace made of it, and --rom cannot make it one of a cartridge', async () => {
  const trace = out('converted.jsonl');
  const recording = out('flagged.bin');
  const windows = [{ address: 0, length: 0x20000 }];
  await record({ out: recording, frames: 70, windows });
  expect(readFileSync(recording).readUInt16LE(10) & RECORDING_FLAGS.builtin).toBe(RECORDING_FLAGS.builtin);
  expect((await recordingToTrace(recording, trace)).kind).toBe('own-cpu');
  expect(headerOf(trace).source.recorder?.name).toBe('lockstep builtin recorder');
  const claimed = await cli(['convert', recording, '-o', out('claimed.jsonl'), '--rom', COUNTER]);
  expect([claimed.code, claimed.err.split(' ', 1)[0]]).not.toEqual([0, '']);
});

test('a recording holds frames, pads and pokes', async () => {
  const pokes = [{ frame: 3, address: 0x100, bytes: Uint8Array.of(0x40) }];
  const padScript = [
    { frame: 0, mask: 0x001 },
    { frame: 3, mask: 0x100 },
  ];
  const report = await record({ pokes, padScript });
  // a frame ends where the interrupt begins: row N shows N interrupts; B is bit 15, A bit 7 of the pad word
  const rows = await rowsOf(report.out);
  expect(rows.map((row) => row.slice(0, 2))).toEqual(['00', '01', '02', '41', '42']);
  expect(rows.map((row) => row.slice(8, 12))).toEqual(['0000', '0080', '0080', '8000', '8000']);
  expect(report).toMatchObject({
    framesPerSecond: expect.closeTo(60.0988, 4),
    core: { path: 'builtin', name: 'lockstep console', sha256: null },
    recorder: { kind: 'builtin', sha256: null, fixedTime: true },
    consoleNotes: [],
  });
});

test('two recordings of the same input have the same bytes', async () => {
  await record({ out: out('one.bin'), frames: 300 });
  await record({ out: out('two.bin'), frames: 300 });
  expect(readFileSync(out('one.bin')).equals(readFileSync(out('two.bin')))).toBe(true);
});

test('our console is the default where no core is installed', () => {
  const nowhere = { environment: {}, home: '/nowhere', root: '/nowhere', platform: 'linux' };
  expect(defaultCore(nowhere)).toBe('builtin');
});

test('a feature that the ROM uses and our console lacks is reported on stderr', async () => {
  const rom = folder.write('line-dma.sfc', imageOf(`A9 01 8D 0C 42 ${STAY}`));
  const run = await cli(['record', rom, '--core', 'builtin', '--frames', '80', '-o', out('line-dma.jsonl')]);
  expect(run.code).toBe(0);
  expect(run.err).toContain('our console, 1 time, last at 00420C: DMA at every line (420C)');
});

test('core options and savestates are refused', async () => {
  const choices = [{ options: { a: 'b' } }, { stateLoad: COUNTER }, { stateSave: out('s') }] as const;
  for (const choice of choices) {
    expect((await lockstepErrorOf(() => record(choice))).code).toBe('E_RECORDER_USE');
  }
});

test('an unsuitable image, the ROM as output, a missing folder and opposite directions are refused', async () => {
  const large = folder.write('large.sfc', new Uint8Array(0x50_0000));
  const error = await lockstepErrorOf(() => record({ rom: large }));
  expect([error.code, error.details.file]).toEqual(['E_CONSOLE_IMAGE', large]);
  expect((await lockstepErrorOf(() => record({ out: COUNTER }))).code).toBe('E_OUTPUT_IS_INPUT');
  const missing = await lockstepErrorOf(() => record({ out: out('none/a.bin') }));
  expect([missing.code, missing.sentence.includes('.part')]).toEqual(['E_OUTPUT_WRITE', false]);
  const opposite = [{ frame: 0, mask: 0x30 }];
  expect((await lockstepErrorOf(() => record({ padScript: opposite }))).code).toBe('E_SCRIPT_OPPOSITE');
});

test('an interruption leaves the file of before and nothing else', async () => {
  const before = out('before.bin');
  writeFileSync(before, 'before');
  const stop = new AbortController();
  const order = { out: before, frames: 100_000, signal: stop.signal, onProgress: () => stop.abort() };
  expect((await lockstepErrorOf(() => record(order))).code).toBe('E_INTERRUPTED');
  expect(readFileSync(before, 'utf8')).toBe('before');
});
