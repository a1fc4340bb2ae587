/**
 * The C recorder on cores of ours: what it writes, byte for byte, and its exit codes and messages. Needs a C compiler.
 */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { buildRecorder } from '../../harness/capture/record/choose-recorder.js';
import { readRecording } from '../../harness/capture/record/recording-reader.js';
import { gzipCrc } from '../harness/capture/record/recording-bytes.js';
import { testWith } from './tools.js';
import { type Ended, openWorkshop, run } from './workshop.js';

const shop = openWorkshop();
afterAll(() => shop.close());

async function recorder(): Promise<string> {
  const build = await buildRecorder({ ...process.env, XDG_CACHE_HOME: shop.folder });
  if (build.kind !== 'built') throw new Error(JSON.stringify(build));
  return build.path;
}

async function record(words: readonly string[], core = shop.core(), rom = shop.rom): Promise<Ended> {
  return run(await recorder(), [core, rom, '--frames', '8', '--windows', '0:8,10:4,1FFFF:1', '--progress', ...words]);
}

function write(name: string, text: string | Uint8Array): string {
  writeFileSync(shop.file(name), text);
  return shop.file(name);
}

const le = (value: number, size: number): string => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes.toString('hex');
};

testWith(['compiler'], 'every byte of a recording is what FORMAT.md says', async () => {
  const input = write('pads.txt', '# pads\n0 000\n2 10A\n5 800\n');
  const pokes = write('pokes.txt', '1 00010 01\n4 10 0203 # two\n4 11 FF\n');
  const out = shop.file('whole.rec');
  const ended = await record(['--input', input, '--pokes', pokes, '--option', 'tiny_speed=fast', '--out', out]);
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  expect(ended.stderr).toContain('@lockstep done 8\n');
  const options = Buffer.from('tiny_speed=fast');
  const windows = [0, 8, 0x10, 4, 0x1ffff, 1].map((value) => le(value, 4)).join('');
  const headerLength = 36 + 24 + (2 + 4) + (2 + 3) + (2 + options.length);
  const fps = '0000000000404940'; // 50.5
  let expected = Buffer.from('LKSTREC\n').toString('hex') + le(1, 2) + le(1 | 8, 2);
  expected += le(headerLength, 4) + le(6 + 13, 4) + le(8, 4) + fps + le(3, 2) + le(1, 2) + windows;
  expected += le(4, 2) + Buffer.from('tiny').toString('hex') + le(3, 2) + Buffer.from('1.0').toString('hex');
  expected += le(options.length, 2) + options.toString('hex');
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

testWith(
  ['compiler'],
  'time() is constant for the core, and the core sees its option and the image without its header',
  async () => {
    const image = Buffer.alloc(0x8000, 0x77);
    const copied = write('copied.smc', Buffer.concat([Buffer.alloc(512, 0x11), image]));
    const out = shop.file('time.rec');
    const words = [
      shop.core(),
      copied,
      '--frames',
      '1',
      '--windows',
      '8:4,20:2',
      '--option',
      'tiny_speed=fast',
      '--out',
      out,
    ];
    expect((await run(await recorder(), words)).code).toBe(0);
    const seen: string[] = [];
    await readRecording(out, ({ bytes }) => seen.push(Buffer.from(bytes).toString('hex')));
    expect(seen).toEqual([`${le(Date.UTC(2020, 0, 1) / 1000, 4)}77${Buffer.from('f').toString('hex')}`]);
  },
);

testWith(['compiler'], 'a state goes on where it was saved', async () => {
  const [out, state] = [shop.file('state.rec'), shop.file('tiny.state')];
  expect((await record(['--state-save', state, '--out', out])).code).toBe(0);
  expect((await record(['--state-load', state, '--out', out])).code).toBe(0);
  const counts: number[] = [];
  const { header } = await readRecording(out, ({ bytes }) => counts.push(bytes[0] ?? 0));
  expect(counts).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
  expect(header.flags).toBe(1 | 4);
});

testWith(['compiler'], 'chatter of a core on stdout and stderr does not change the recording', async () => {
  const [quiet, loud] = [shop.file('quiet.rec'), shop.file('loud.rec')];
  await record(['--out', quiet]);
  const ended = await record(['--out', loud], shop.core('CHATTER'));
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  expect(ended.stderr).toContain('chatter without an end');
  expect(ended.stderr).toContain('@lockstep done 8\n');
  expect(readFileSync(loud).equals(readFileSync(quiet))).toBe(true);
});

describe('ends with the right code, a message, and no file', () => {
  const odd = (): string => write('odd.sfc', new Uint8Array(0x8001));
  const cases: [name: string, code: number, message: RegExp, arrange: () => Promise<Ended>][] = [
    ['a core that aborts', 4, /E_CORE_CRASHED .*signal 6 \(retro_run, frame 3\)/u, () => bad('ABORT')],
    ['a core that crashes in retro_init', 4, /E_CORE_CRASHED .*signal 11 \(retro_init/u, () => bad('INIT')],
    ['a core that calls exit', 4, /E_CORE_CRASHED .*ended the process/u, () => bad('EXIT')],
    ['a core that hangs', 3, /E_CORE_STALLED .*2 s \(retro_run, frame 3\)/u, () => bad('HANG', '--stall', '2')],
    ['a core that asks to stop', 5, /E_CORE_STOPPED .*frame 3/u, () => bad('SHUTDOWN')],
    ['a core that refuses the ROM', 5, /E_ROM_REFUSED/u, () => bad('LOAD')],
    ['a core with too little work RAM', 5, /E_CORE_NO_WRAM .*2048 bytes/u, () => bad('RAM')],
    ['a core of another interface', 2, /E_CORE_NOT_LIBRETRO .*interface 2/u, () => bad('VERSION')],
    ['a missing core', 2, /E_CORE_MISSING .*No such file/u, () => withCore('/nowhere/core.so')],
    ['a core that is no library', 2, /E_CORE_UNLOADABLE .*not a shared library/u, () => withCore(shop.rom)],
    ['a folder as core', 2, /E_CORE_UNLOADABLE .*not a file/u, () => withCore(shop.folder)],
    ['a missing ROM', 2, /E_FILE_UNREADABLE ROM .*No such file/u, () => withRom('/nowhere/rom.sfc')],
    ['a folder as ROM', 2, /E_FILE_UNREADABLE ROM .*is a directory/u, () => withRom(shop.folder)],
    ['an empty ROM', 2, /E_ROM_EMPTY/u, () => withRom(write('empty.sfc', ''))],
    ['a ROM of odd size', 2, /E_ROM_SIZE .*32769 bytes/u, () => withRom(odd())],
    [
      'a state of something else',
      5,
      /E_STATE_REFUSED .*its own states have 8/u,
      () => withWords('--state-load', shop.rom),
    ],
    [
      'an option that does not exist',
      2,
      /E_OPTION --option tiny_x: this core has no/u,
      () => withWords('--option', 'tiny_x=1'),
    ],
    ['an option with a wrong value', 2, /E_OPTION .*none of slow\|fast/u, () => withWords('--option', 'tiny_speed=1')],
    ['an option twice', 2, /E_OPTION .*twice/u, () => withWords('--option', 'a=1', '--option', 'a=1')],
    ['no frames', 2, /E_RECORDER_USE --frames 0/u, () => withWords('--frames', '0')],
    ['an unknown flag', 2, /E_RECORDER_USE there is no flag --frame;/u, () => withWords('--frame', '1')],
    ['a flag without its value', 2, /E_RECORDER_USE --input needs a value/u, () => withWords('--input')],
    ['a window past the end', 2, /E_WINDOW window 1FFFF:2 goes past/u, () => withWords('--windows', '1FFFF:2')],
    ['a bus address as window', 2, /E_WINDOW .*7E:0100 is 00100/u, () => withWords('--windows', '7E0100:2')],
    ['opposite directions', 2, /E_SCRIPT_OPPOSITE .* line 2: mask 0C0/u, () => withInput('0 0\n1 C0\n')],
    ['a pad script out of order', 2, /E_SCRIPT_ORDER .* line 3: frame 1/u, () => withInput('0 0\n5 1\n1 0\n')],
    ['a pad script with a wrong word', 2, /E_SCRIPT_SYNTAX .* line 1: 'x'/u, () => withInput('x 0\n')],
    ['a pad script that is binary', 2, /E_SCRIPT_SYNTAX .*zero byte/u, () => withInput('0 0\n\u0000\n')],
    ['a poke past the end', 2, /E_SCRIPT_SYNTAX .* line 1: .*past the end/u, () => withPokes('0 1FFFF 0000\n')],
    ['a poke with half a byte', 2, /E_SCRIPT_SYNTAX .*odd number/u, () => withPokes('0 100 123\n')],
    ['a poke with no digits', 2, /E_SCRIPT_SYNTAX .*not hexadecimal/u, () => withPokes('0 100 zz\n')],
    ['pokes out of order', 2, /E_SCRIPT_ORDER .* line 2/u, () => withPokes('3 100 00\n2 100 00\n')],
    [
      'a folder that is missing',
      6,
      /E_OUTPUT_WRITE .*No such file/u,
      () => withWords('--out', shop.file('no/such/x.rec')),
    ],
  ];
  const out = shop.file('failed.rec');
  beforeEach(() => rmSync(out, { force: true }));
  const bad = (how: string, ...words: string[]): Promise<Ended> => record(['--out', out, ...words], shop.core(how));
  const withCore = (core: string): Promise<Ended> => record(['--out', out], core);
  const withRom = (rom: string): Promise<Ended> => record(['--out', out], shop.core(), rom);
  const withWords = (...words: string[]): Promise<Ended> => record(['--out', out, ...words]);
  const withInput = (text: string): Promise<Ended> => withWords('--input', write('bad-pads.txt', text));
  const withPokes = (text: string): Promise<Ended> => withWords('--pokes', write('bad-pokes.txt', text));
  for (const [name, code, message, arrange] of cases) {
    testWith(['compiler'], name, async () => {
      const ended = await arrange();
      expect(ended.stderr).toMatch(message);
      expect(ended.code).toBe(code);
      expect(existsSync(out)).toBe(false);
    });
  }

  testWith(['compiler'], 'a library that is no core', async () => {
    const library = shop.file('no-core.so');
    const source = write('no-core.c', 'int nothing(void) { return 0; }\n');
    expect((await run('cc', ['-shared', '-fPIC', '-o', library, source])).code).toBe(0);
    const ended = await withCore(library);
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toMatch(/E_CORE_NOT_LIBRETRO .*not a libretro core: it has no retro_api_version/u);
  });

  testWith(['compiler', '/dev/full'], 'a full disk', async () => {
    const ended = await withWords('--out', '/dev/full');
    expect(ended.code).toBe(6);
    expect(ended.stderr).toMatch(/E_OUTPUT_WRITE \/dev\/full: No space left on device/u);
    expect(existsSync('/dev/full')).toBe(true);
  });

  testWith(['compiler'], 'a limit on file sizes, in the middle of a recording', async () => {
    const command = `ulimit -f 64; exec "$0" "$@"`;
    const words = [await recorder(), shop.core(), shop.rom, '--frames', '1000', '--windows', '0:20000', '--out', out];
    const ended = await run('sh', ['-c', command, ...words]);
    expect(ended.code).toBe(6);
    expect(ended.stderr).toMatch(/E_OUTPUT_WRITE .*File too large/u);
    expect(existsSync(out)).toBe(false);
  });

  testWith(['compiler'], 'an output that is one of the inputs, which stays as it was', async () => {
    const before = readFileSync(shop.rom);
    const ended = await withWords('--out', join(shop.folder, '.', 'tiny.sfc'));
    expect(ended.stderr).toMatch(/E_OUTPUT_IS_INPUT/u);
    expect(ended.code).toBe(2);
    expect(readFileSync(shop.rom).equals(before)).toBe(true);
  });
});

testWith(['compiler'], 'opposite directions are recorded when allowed, and the header says so', async () => {
  const out = shop.file('opposite.rec');
  const input = write('opposite.txt', '0 F0\n');
  expect((await record(['--allow-opposite', '--input', input, '--out', out])).code).toBe(0);
  const { header } = await readRecording(out, ({ mask }) => expect(mask).toBe(0xf0));
  expect(header.flags).toBe(1 | 16);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  testWith(['compiler'], `${signal} ends the recording cleanly and marks it as interrupted`, async () => {
    const out = shop.file(`${signal}.rec`);
    const words = ['--frames', '100000', '--windows', '0:4', '--progress', '--out', out];
    const stop = (pid: number): void => void process.kill(pid, signal);
    const ended = await run(await recorder(), [shop.core('SLOW'), shop.rom, ...words], stop);
    expect(ended.code).toBe(130);
    expect(ended.stderr).toMatch(/@lockstep interrupted \d+\n$/u);
    let rows = 0;
    const summary = await readRecording(out, () => rows++);
    expect(summary.complete).toBe(false);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(100_000);
  });
}

testWith(['compiler'], 'the C recorder compiles without a warning', async () => {
  const source = new URL('../../harness/capture/native/recorder.c', import.meta.url).pathname;
  const flags = ['-O2', '-std=gnu11', '-Wall', '-Wextra', '-Werror', '-Wl,--export-dynamic'];
  const ended = await run('cc', [...flags, '-o', shop.file('strict'), source, '-ldl']);
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readdirSync(shop.folder)).toContain('strict');
});
