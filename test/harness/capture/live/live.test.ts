/** Live memory against servers of our own (loopback): what they play is a log that a real emulator recorded. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { connectLive } from '../../../../harness/capture/live/connect.js';
import { type FollowOrder, followLive } from '../../../../harness/capture/live/follow.js';
import { RECORDED_WINDOWS } from '../../../../harness/capture/record/recorded-windows.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { cli } from '../../cli/run-cli.js';
import { errorOf } from '../record/expect-error.js';
import { type Console, startConsole } from './console.js';
import { nwaServer, type ServerOrder, type TestServer, usb2snesServer } from './servers.js';

/** Ranges of one sample: every window, and two guards before and behind them. */
const RANGES = 4 + RECORDED_WINDOWS.length;

const LOG = 'traces/logs/worked-example.jsonl.gz';
const scratch = mkdtempSync(join(tmpdir(), 'lockstep-live-'));
const open: TestServer[] = [];
const TIMES = { answerMilliseconds: 2000 };

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Kind = 'usb2snes' | 'nwa';

async function serve(kind: Kind, order: ServerOrder): Promise<{ address: string; server: TestServer }> {
  const server = await (kind === 'usb2snes' ? usb2snesServer(order) : nwaServer(order));
  open.push(server);
  return { address: `${kind === 'usb2snes' ? 'ws' : 'nwa'}://127.0.0.1:${server.port}`, server };
}

/** Plays `steps(n)` frames before the n-th sample: one begins where the tick counters are read and not behind the last window. */
function playBefore(game: Console, steps: (sample: number) => number): (address: number, length: number) => void {
  let samples = 0;
  let before = 0;
  return (address, length) => {
    if (address === 0x1e00 && length === 4 && before !== 0x100) game.play(steps(samples++));
    before = length;
  };
}

let names = 0;
function follow(address: string, rows: number, more: Partial<FollowOrder> = {}): ReturnType<typeof followLive> {
  names++;
  return followLive({
    open: () => connectLive(address, undefined, TIMES),
    out: join(scratch, `${names}.jsonl`),
    rows,
    signal: new AbortController().signal,
    pause: 0,
    tries: 3,
    betweenTries: 20,
    ...more,
  });
}

const KINDS: readonly Kind[] = ['usb2snes', 'nwa'];

describe.each(KINDS)('%s', (kind) => {
  test('with a sample for each frame, every frame is compared and equal, and the trace verifies', async () => {
    const game = startConsole(LOG);
    game.play(30);
    const { address, server } = await serve(kind, {
      ram: game.ram,
      beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : 1)),
    });
    const report = await follow(address, 60);
    expect(report).toMatchObject({
      rows: 60,
      equal: 60,
      different: 0,
      torn: 0,
      unseenFrames: 0,
      kind: 'homebrew',
      end: 'rows',
    });
    const log = await verifyLog(join(scratch, `${names}.jsonl`), { systems: [LIVE_A_LIVE] });
    expect([log.equal, log.different, log.first]).toEqual([60, 0, undefined]);
    // Nothing but questions was asked.
    expect(new Set(server.asked)).toEqual(
      new Set(kind === 'nwa' ? ['EMULATOR_INFO', 'CORE_READ'] : ['DeviceList', 'Attach', 'Name', 'Info', 'GetAddress']),
    );
  });

  test('replies that come in pieces of 7 bytes are put together', async () => {
    const game = startConsole(LOG);
    game.play(30);
    const { address } = await serve(kind, {
      ram: game.ram,
      piece: 7,
      beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : 1)),
    });
    expect(await follow(address, 5)).toMatchObject({ rows: 5, equal: 5, different: 0 });
  });

  test('missed frames are counted and bridged where one change of the pad explains them, never reported as different', async () => {
    const game = startConsole(LOG);
    game.play(30);
    const { address } = await serve(kind, {
      ram: game.ram,
      beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : sample % 4)),
    });
    const report = await follow(address, 90);
    // 0, 1, 2, 3 frames in turn.
    expect(report.repeated).toBeGreaterThan(25);
    expect(report.unseenFrames).toBe(90);
    expect(report.equal).toBe(30);
    expect(report.different).toBe(0);
    expect(report.bridgedFrames).toBeGreaterThan(45);
    expect(report.bridgedFrames).toBeLessThanOrEqual(90);
  });

  test('a sample across the end of a frame is torn and thrown away', async () => {
    const game = startConsole(LOG);
    game.play(30);
    let sample = 0;
    const { address } = await serve(kind, {
      ram: game.ram,
      beforeRange: (_address, _length, number) => {
        if (number % RANGES === 0) sample++;
        // Every third sample sees the next frame in its middle.
        if (number % RANGES === (sample % 3 === 0 ? 7 : 0) && number > 0) game.play(1);
      },
    });
    const report = await follow(address, 60);
    expect(report.torn).toBeGreaterThanOrEqual(29);
    expect(report).toMatchObject({ rows: 60, different: 0 });
  });

  test('a wrong value in one cell is reported with its frame and address', async () => {
    const game = startConsole(LOG);
    game.play(30);
    const { address } = await serve(kind, {
      ram: game.ram,
      beforeRange: (_address, _length, number) => {
        if (number % RANGES !== 0) return;
        game.play(number === 0 ? 0 : 1);
        // Action points, in the eleventh sample alone.
        if (number === RANGES * 10) game.ram[0x3ae] = (game.ram[0x3ae] as number) ^ 0x40;
      },
    });
    const report = await follow(address, 40);
    expect(report.different).toBeGreaterThan(0);
    expect(report.first).toMatchObject({ frame: 10, cells: [{ cell: 'actionPoints', address: '7E03AE' }] });
  });

  test('a connection that breaks is made again', async () => {
    const game = startConsole(LOG);
    game.play(30);
    const { address } = await serve(kind, {
      ram: game.ram,
      closeAt: RANGES * 20 + 1,
      beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : 1)),
    });
    expect(await follow(address, 60)).toMatchObject({ rows: 60, reconnects: 1, different: 0, end: 'rows' });
  });

  test('a server that goes away for good ends the recording, and what is there is whole', async () => {
    const game = startConsole(LOG);
    game.play(30);
    let gone: TestServer | undefined;
    const play = playBefore(game, (sample) => (sample === 0 ? 0 : 1));
    const made = await serve(kind, {
      ram: game.ram,
      beforeRange: (address, length, number) => {
        play(address, length);
        if (number === RANGES * 10) setTimeout(() => gone?.close(), 0);
      },
    });
    gone = made.server;
    const report = await follow(made.address, 5000);
    expect(report.end).toBe('closed');
    expect(report.rows).toBeGreaterThan(5);
    const log = await verifyLog(join(scratch, `${names}.jsonl`), { systems: [LIVE_A_LIVE] });
    expect(log.frames).toBe(report.rows);
  });

  test.each<readonly [string, Partial<ServerOrder>, string]>([
    ['more bytes than asked for', { tail: Buffer.of(1) }, 'E_LIVE_REPLY'],
    ['silence', { silent: true }, 'E_LIVE_CLOSED'],
    ['an answer that is none', { nonsense: 'hello' }, 'E_LIVE_REPLY'],
  ])('a server that misbehaves gives one error and no file: %s', async (_name, order, code) => {
    const { address } = await serve(kind, { ram: new Uint8Array(0x20000), ...order });
    const error = await errorOf(() =>
      follow(address, 5, {
        open: () => connectLive(address, undefined, { answerMilliseconds: order.silent ? 300 : 2000 }),
        tries: 1,
      }),
    );
    expect(error.code).toBe(code);
    expect(error.details.remedy).toBeTruthy();
    expect(readdirSync(scratch).filter((name) => name.startsWith(`${names}.`))).toEqual([]);
  });

  test('a port where nobody listens is an error', async () => {
    const { address, server } = await serve(kind, { ram: new Uint8Array(0) });
    server.close();
    expect((await errorOf(() => connectLive(address, undefined, TIMES))).code).toBe('E_LIVE_CLOSED');
  });
});

test('usb2snes needs one device, or the name of one of several', async () => {
  const with_ = async (devices: readonly string[]): Promise<string> =>
    (await serve('usb2snes', { ram: new Uint8Array(0x20000), devices })).address;
  expect((await errorOf(async () => connectLive(await with_([]), undefined, TIMES))).code).toBe('E_LIVE_DEVICE');
  const two = await with_(['SD2SNES COM3', 'EMU SNES9x']);
  expect((await errorOf(() => connectLive(two, undefined, TIMES))).details.found).toBe('SD2SNES COM3, EMU SNES9x');
  expect((await errorOf(() => connectLive(two, 'COM9', TIMES))).code).toBe('E_LIVE_DEVICE');
  const source = await connectLive(two, 'EMU SNES9x', TIMES);
  expect([source.name, source.version]).toEqual(['usb2snes EMU SNES9x', '1.9.0-usb-v9']);
  source.close();
});

test('an emulator that refuses to read says why', async () => {
  const { address } = await serve('nwa', { ram: new Uint8Array(0), refusal: 'not_allowed' });
  const error = await errorOf(() => follow(address, 5));
  expect([error.code, error.details.found]).toEqual(['E_LIVE_REPLY', 'not_allowed no game']);
});

test.each(['http://localhost', 'ws://', 'ws://host:99999', 'nwa://a b', 'ws://host/path'])(
  '%s is refused as an address',
  async (address) => {
    expect((await errorOf(() => connectLive(address))).code).toBe('E_LIVE_ADDRESS');
  },
);

/** A console whose program shows no signature, as a game: the log's first 90 frames use none of the test ROM's own tables. */
function startGame(): Console {
  const game = startConsole(LOG);
  game.play(30);
  game.ram.fill(0, 0x1e0c, 0x1e10);
  return game;
}

describe.each(KINDS)('a game over %s', (kind) => {
  test('every frame that follows the one before is compared by the cells of the table', async () => {
    const game = startGame();
    const { address, server } = await serve(kind, {
      ram: game.ram,
      beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : 1)),
    });
    const report = await follow(address, 50);
    expect(report).toMatchObject({ kind: 'unknown-image', rows: 50, different: 0, torn: 0, unseenFrames: 0 });
    expect(report.equal + report.still).toBe(50);
    expect(report.equal).toBeGreaterThan(25);
    const log = await verifyLog(join(scratch, `${names}.jsonl`), { systems: [LIVE_A_LIVE] });
    expect([log.kind, log.equal, log.first]).toEqual(['unknown-image', 50, undefined]);
    expect(new Set(server.asked)).toEqual(
      new Set(kind === 'nwa' ? ['EMULATOR_INFO', 'CORE_READ'] : ['DeviceList', 'Attach', 'Name', 'Info', 'GetAddress']),
    );
  });

  test('a wrong value in one cell is reported, and later frames are compared again', async () => {
    const game = startGame();
    const { address } = await serve(kind, {
      ram: game.ram,
      beforeRange: (_address, _length, number) => {
        if (number % RANGES !== 0) return;
        game.play(number === 0 ? 0 : 1);
        if (number === RANGES * 10) game.ram[0x3ae] = (game.ram[0x3ae] as number) ^ 0x40;
      },
    });
    const report = await follow(address, 40);
    expect(report.first).toMatchObject({ frame: 10, cells: [{ cell: 'actionPoints', address: '7E03AE' }] });
    expect(report.different).toBeLessThanOrEqual(2);
    expect(report.equal).toBeGreaterThan(20);
  });

  test('a connection that breaks is made again', async () => {
    const game = startGame();
    const { address } = await serve(kind, {
      ram: game.ram,
      closeAt: RANGES * 20 + 1,
      beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : 1)),
    });
    expect(await follow(address, 40)).toMatchObject({ rows: 40, reconnects: 1, different: 0, end: 'rows' });
  });
});

test('a program in which only the battle timer runs: nothing is called equal', async () => {
  const ram = new Uint8Array(0x20000);
  const { address } = await serve('nwa', {
    ram,
    beforeRange: (_address, _length, number) => {
      if (number % RANGES === 0) ram[0xfef0] = (ram[0xfef0] as number) - 1;
    },
  });
  const report = await follow(address, 20);
  expect(report).toMatchObject({ kind: 'unknown-image', rows: 20, equal: 0 });
});

test('plan --from takes the battle of a running game into a dump beside the plan, and refuses a moment without one', async () => {
  const game = startConsole('traces/logs/duel-00.jsonl.gz');
  game.play(400);
  const { address } = await serve('usb2snes', { ram: game.ram });
  const plan = join(scratch, 'live.toml');
  const taken = await cli(['plan', '--from', address, '-o', plan], { systems: SYSTEMS });
  expect([taken.code, taken.err]).toEqual([0, '']);
  expect(readdirSync(scratch)).toContain('live.ram');
  expect((await cli(['run', plan], { systems: SYSTEMS })).code).toBe(0);
  const waits = await cli(['run', '--from', address], { systems: SYSTEMS });
  expect([waits.code, waits.err]).toEqual([2, expect.stringMatching(/^E_OPTION: a running game does not wait/)]);
  const empty = await serve('nwa', { ram: new Uint8Array(131_072) });
  const none = await cli(['plan', '--from', empty.address, '-o', join(scratch, 'none.toml')], { systems: SYSTEMS });
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/^E_STATE_BATTLE .*no battle is in this memory/)]);
  expect(readdirSync(scratch)).not.toContain('none.ram');
});

test('record --live writes the rows and prints what was compared; it refuses a ROM, and neither of both', async () => {
  const game = startConsole(LOG);
  game.play(30);
  const { address } = await serve('nwa', {
    ram: game.ram,
    beforeRange: playBefore(game, (sample) => (sample === 0 ? 0 : 1)),
  });
  const out = join(scratch, 'cli.jsonl.gz');
  const run = await cli(['record', '--live', address, '--frames', '10', '-o', out]);
  expect(run.err).toBe('');
  expect(run.code).toBe(0);
  expect(run.out).toContain('10 rows of testemu 1.0 (homebrew), sampled without frame sync');
  expect(run.out).toContain('compared one frame apart: 10 equal, 0 different');
  expect((await cli(['record', 'a.sfc', '--live', address, '-o', out])).err).toMatch(/^E_OPTION/);
  expect((await cli(['record', '-o', out])).err).toMatch(/^E_OPTION/);
});
