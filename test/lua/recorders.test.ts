/** The recorder scripts under a real Lua, in stand-ins of the emulators that replay a recorded log. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../harness/base/systems.js';
import { type RecorderEmulator, recorderScript } from '../../harness/capture/scripts/script.js';
import { openTrace } from '../../harness/play/trace/reader.js';
import { verifyLog } from '../../harness/play/verify/verify-log.js';
import { isHostAddress, PLACES, parseAddress } from '../../rom-map/index.js';
import { framesOf, lua, writeFrames } from './tools.js';

const LOG = fileURLToPath(new URL('../../traces/logs/worked-example.jsonl.gz', import.meta.url));
const LONG_LOG = fileURLToPath(new URL('../../traces/logs/overflow.jsonl.gz', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lockstep-lua-'));
afterAll(() => rmSync(folder, { recursive: true }));
const frames = join(folder, 'frames.txt');
let count = 0;
beforeAll(async () => {
  count = await writeFrames(LOG, frames);
});

/** The emulators with the Lua they have: BizHawk and Mesen 5.4, snes9x-rr 5.1. */
const EMULATORS: readonly (readonly [RecorderEmulator, string])[] = [
  ['bizhawk', '5.4'],
  ['bizhawk', '5.1'],
  ['mesen', '5.4'],
  ['mesen', '5.3'],
  ['snes9x', '5.1'],
];

function script(emulator: RecorderEmulator, drill = true): string {
  const file = join(folder, `${emulator}-${drill}.lua`);
  writeFileSync(file, recorderScript(emulator, drill));
  return file;
}

test.each(EMULATORS)('%s under Lua %s: the log comes out as it went in, and verifies', async (emulator, version) => {
  const out = join(folder, `${emulator}-${version}.jsonl`);
  const run = lua(version, emulator, [script(emulator), frames], { LOCKSTEP_OUT: out, DATA_FOLDER: folder });
  expect(run.out).toContain(`lockstep: the script was stopped: ${count} frames in ${out}`);
  expect(await framesOf(out)).toEqual(await framesOf(LOG));
  const result = await verifyLog(out, { systems: SYSTEMS });
  expect([result.first, result.kind, result.equal + result.torn]).toEqual([undefined, 'homebrew', count]);
  expect(existsSync(`${out}.part`)).toBe(false);
});

describe('what a recording says about itself', () => {
  test('BizHawk: title, hash of the ROM, frame numbers', async () => {
    const out = join(folder, 'header.jsonl');
    lua('5.4', 'bizhawk', [script('bizhawk'), frames], { LOCKSTEP_OUT: out });
    const { header } = await openTrace(out);
    expect(header.source).toEqual({
      kind: 'homebrew',
      emulator: { name: 'BizHawk', version: '2.10', sha256: null },
      rom: { title: 'Stand-in "ROM" \\ ???', sha256: 'ab'.repeat(32) },
      input: null,
      recorder: { name: 'lockstep Lua recorder', version: '3', sha256: null },
    });
    expect(header.from).toMatch(/^input rows of BizHawk/);
  });

  test('a game: starts with the next frame, holds the cells of the table and no other memory', async () => {
    const out = join(folder, 'cartridge.jsonl');
    const game = join(folder, 'game.txt');
    const withoutSignature = readFileSync(frames, 'utf8').replace(/^f /m, `i ${0x1e0c} 00000000\nf `);
    writeFileSync(game, withoutSignature);
    lua('5.4', 'bizhawk', [script('bizhawk', false), game], { LOCKSTEP_OUT: out });
    const { header } = await openTrace(out);
    expect([header.source.kind, header.inputs, header.sequence]).toEqual(['unknown-image', ['pad1'], null]);
    expect(header.source.rom).toEqual({ title: 'Stand-in "ROM" \\ ???', sha256: 'ab'.repeat(32) });
    const named = PLACES.flatMap(({ address, width }) => Array.from({ length: width }, (_, byte) => address + byte));
    const isDrill = (at: number): boolean =>
      isHostAddress(at) || (at >= 0x7e1d00 && at < 0x7e1f00) || (at >= 0x7e0500 && at < 0x7e0600);
    const ofGame = named.filter((at) => at >= 0x7e0000 && !isDrill(at));
    const held = new Set(
      Object.entries(header.image).flatMap(([from, hex]) =>
        Array.from({ length: hex.length / 2 }, (_, byte) => parseAddress(from) + byte),
      ),
    );
    expect(ofGame.filter((at) => !held.has(at))).toEqual([]);
    expect([...held].filter(isDrill)).toEqual([]);
    // what lies between named cells, and no window as a whole
    expect(held.size).toBeLessThan(1.5 * new Set(ofGame).size);
    expect(await framesOf(out)).toHaveLength(count + 1);
  });

  test.each([
    ['bizhawk', 'F626B0B767D11C62C5CB3F8D1D0171FE5DEB4245', 'sha1'],
    ['bizhawk', 'SHA1:F626B0B767D11C62C5CB3F8D1D0171FE5DEB4245', 'sha1'],
    ['bizhawk', 'C223DE99D22665B62C91E02727963BD4', 'md5'],
    ['mesen', 'F626B0B767D11C62C5CB3F8D1D0171FE5DEB4245', 'sha1'],
  ] as const)('%s: the hash %s that the emulator gives identifies the cartridge', async (emulator, digest, kind) => {
    const out = join(folder, `known-${emulator}-${digest.length}.jsonl`);
    const game = join(folder, 'known.txt');
    writeFileSync(game, readFileSync(frames, 'utf8').replace(/^f /m, `i ${0x1e0c} 00000000\nf `));
    lua('5.4', emulator, [script(emulator, false), game], {
      LOCKSTEP_OUT: out,
      DATA_FOLDER: folder,
      GAME_HASH: digest,
    });
    const { header } = await openTrace(out);
    const hex = digest.toLowerCase().replace('sha1:', '');
    expect(header.source.kind).toBe('cartridge');
    expect(header.source.rom?.image).toEqual({ id: 'live-a-live-japan', hash: `${kind}:${hex}`, by: 'emulator' });
    expect((await verifyLog(out, { systems: SYSTEMS })).image?.state).toBe('original');
  });

  test('a log of the test ROM never counts as one of the cartridge', () => {
    const out = join(folder, 'mistaken.jsonl');
    const run = lua('5.4', 'bizhawk', [script('bizhawk', false), frames], { LOCKSTEP_OUT: out });
    expect([run.out, existsSync(out)]).toEqual([expect.stringContaining('lockstep: this is the test ROM'), false]);
  });
});

describe('ends of a recording', () => {
  test('Mesen in the test runner: a limit, then exit code 0; a relative name lies in the data folder', async () => {
    const environment = { LOCKSTEP_FRAMES: '25', DATA_FOLDER: folder };
    const run = lua('5.4', 'mesen', [script('mesen'), frames], environment);
    const out = join(folder, 'lockstep-recording.jsonl');
    expect([run.code, run.out]).toEqual([0, expect.stringContaining(`the limit is reached: 25 frames in ${out}`)]);
    expect((await framesOf(out)).map(({ frame }) => frame)).toEqual(
      (await framesOf(LOG)).slice(0, 25).map(({ frame }) => frame),
    );
    // A second run takes another name.
    lua('5.4', 'mesen', [script('mesen'), frames], environment);
    expect(await framesOf(join(folder, 'lockstep-recording-2.jsonl'))).toHaveLength(25);
  });

  test('Mesen without the right to write says so', () => {
    const run = lua('5.4', 'mesen', [script('mesen'), frames, 'no-io'], { DATA_FOLDER: folder });
    expect([run.code, run.out]).toEqual([255, expect.stringContaining('allow I/O and OS functions')]);
  });

  test.each([
    ['bizhawk', '5.4'],
    ['mesen', '5.4'],
    ['mesen', '5.3'],
  ] as const)(
    '%s: a loaded state takes back what comes after it, and the recording goes on',
    async (emulator, version) => {
      const out = join(folder, `loaded-${emulator}-${version}.jsonl`);
      const run = lua(version, emulator, [script(emulator), frames, 'load', '8'], {
        LOCKSTEP_OUT: out,
        DATA_FOLDER: folder,
      });
      expect(run.out).toMatch(/lockstep: back to frame \d+: the recording goes on from there/u);
      expect(await framesOf(out)).toEqual(await framesOf(LOG));
      expect((await verifyLog(out, { systems: SYSTEMS })).first).toBeUndefined();
    },
  );

  test('what was played after the loaded frame the first time is gone', async () => {
    const list = await framesOf(LOG);
    const changed = list.slice(5, 20).map((one) => ({ ...one, values: one.values.map((value) => value ^ 1) }));
    const back = join(folder, 'back.txt');
    await writeFrames(LOG, back, [...list.slice(0, 5), ...changed, ...list.slice(5)]);
    const out = join(folder, 'back.jsonl');
    const run = lua('5.1', 'snes9x', [script('snes9x'), back], { LOCKSTEP_OUT: out });
    expect(run.out).toContain(`lockstep: back to frame ${list[5]?.frame}:`);
    expect(await framesOf(out)).toEqual(list);
  });

  test('a game’s state from before the recording: it begins anew', async () => {
    const out = join(folder, 'anew.jsonl');
    const game = join(folder, 'anew.txt');
    const text = readFileSync(frames, 'utf8').replace(/^f /m, `i ${0x1e0c} 00000000\nf `);
    const rows = text.split('\n').filter((line) => line.startsWith('f '));
    writeFileSync(game, `${text}f 3 0=1\nf 4 0=2\nf 5 0=3\n`);
    expect(Number(rows[0]?.split(' ')[1])).toBeGreaterThanOrEqual(-1);
    const late = join(folder, 'late.txt');
    const head = text.split('\n').filter((line) => line.startsWith('i '));
    writeFileSync(late, [...head, 'f 100', 'f 101 0=7', 'f 50 0=9', 'f 51 0=8', 'f 52', ''].join('\n'));
    const run = lua('5.1', 'snes9x', [script('snes9x', false), late], { LOCKSTEP_OUT: out });
    expect(run.out).toContain('begins anew with the next frame');
    expect((await framesOf(out)).map(({ frame }) => frame)).toEqual([51, 52]);
  });

  test('a later state waits until a frame follows', async () => {
    const list = await framesOf(LOG);
    const out = join(folder, 'later.jsonl');
    const file = join(folder, 'later.txt');
    await writeFrames(LOG, file, [...list.slice(0, 10), ...list.slice(20, 25), ...list.slice(10, 30)]);
    const run = lua('5.1', 'snes9x', [script('snes9x'), file], { LOCKSTEP_OUT: out });
    expect(run.out.match(/does not follow frame/gu)).toHaveLength(1);
    expect(await framesOf(out)).toEqual(list.slice(0, 30));
  });

  test('a name in a folder that is not there is reported', () => {
    const run = lua('5.4', 'bizhawk', [script('bizhawk'), frames], { LOCKSTEP_OUT: join(folder, 'none', 'x.jsonl') });
    expect(run.out).toContain('lockstep: the file cannot be written: ');
  });
});

test('a byte that differs in one frame is found there', async () => {
  const list = (await framesOf(LOG)).map((one) => ({ ...one, values: [...one.values] }));
  const { header } = await openTrace(LOG);
  const cell = header.cells.findIndex(([name]) => name === 'actionPoints');
  const changed = list[200];
  if (changed === undefined) throw new Error('the log is too short');
  changed.values[cell] = (changed.values[cell] ?? 0) ^ 1;
  const file = join(folder, 'fault.txt');
  await writeFrames(LOG, file, list);
  const out = join(folder, 'fault.jsonl');
  lua('5.4', 'bizhawk', [script('bizhawk'), file], { LOCKSTEP_OUT: out });
  const { first } = await verifyLog(out, { systems: SYSTEMS });
  expect([first?.frame, first?.cells[0]?.cell]).toEqual([changed.frame, 'actionPoints']);
});

test('more than 1,000 rows: full rows come in time', async () => {
  const file = join(folder, 'long.txt');
  const frameCount = await writeFrames(LONG_LOG, file);
  const out = join(folder, 'long.jsonl');
  lua('5.4', 'bizhawk', [script('bizhawk'), file], { LOCKSTEP_OUT: out });
  const result = await verifyLog(out, { systems: SYSTEMS });
  expect([result.first, result.frames]).toEqual([undefined, frameCount]);
  expect(readFileSync(out, 'utf8').match(/,"full",/g)?.length).toBe(3);
});

test('lag frames are counted and stand in the footer', async () => {
  const out = join(folder, 'lag.jsonl');
  const run = lua('5.4', 'bizhawk', [script('bizhawk'), frames], { LOCKSTEP_OUT: out });
  const numbers = (await framesOf(out)).map(({ frame }) => frame).filter((frame) => frame % 7 === 0);
  expect(run.out).toContain(`, ${numbers.length} of them lag frames`);
  const footer = JSON.parse(readFileSync(out, 'utf8').trimEnd().split('\n').at(-1) ?? '') as { lag: number[][] };
  expect(footer.lag).toEqual(numbers.map((frame) => [frame, 1]));
});

describe('SHA-256', () => {
  const texts: readonly (readonly [number, string])[] = [
    [1, ''],
    [1, 'abc'],
    [1, 'x'.repeat(55)],
    [1, 'x'.repeat(56)],
    [1, 'x'.repeat(64)],
    [3, 'lockstep '.repeat(30)],
    [700, 'row'],
  ];

  test.each([['5.1'], ['5.1', 'bit'], ['5.3'], ['5.4']])(
    'the sums under Lua %s %s are those of Node',
    (version, ...library) => {
      const file = join(folder, 'texts.txt');
      writeFileSync(file, texts.map(([times, text]) => `${times} ${text}\n`).join(''));
      const run = lua(version, 'sha256', [file, ...library]);
      const expected = texts.map(([times, text]) => createHash('sha256').update(text.repeat(times)).digest('hex'));
      expect(run.out.trimEnd().split('\n')).toEqual(expected);
    },
  );
});
