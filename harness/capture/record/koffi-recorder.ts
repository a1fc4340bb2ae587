/**
 * The recorder of emulator cores: a child process, so that a core that hangs or crashes ends it and
 * nothing else. It says how far it is on stderr, in lines that begin with `@lockstep `, and writes
 * the form of FORMAT.md.
 */

import { readFileSync, writeSync } from 'node:fs';
import { crc32, LockstepError, type PadEvent, parsePadScript, removeHandedFile, writeFile } from '../../base/index.js';

import { loadRom } from '../../files/index.js';
import { encodeHeader, encodeTrailer, openRecordingOutput, RECORDING_FLAGS, recordLength } from './binary-header.js';
import { type KoffiArguments, parseKoffiArguments } from './koffi-arguments.js';
import { openKoffiCore } from './koffi-core.js';
import { type Poke, parsePokeScript } from './poke-script.js';
import { type MemoryWindow, parseWindows } from './recorded-windows.js';

const PROGRESS_MILLISECONDS = 100;
const EXIT_CODES: Readonly<Record<string, number>> = {
  E_CORE_STALLED: 3,
  E_ROM_REFUSED: 5,
  E_STATE_REFUSED: 5,
  E_CORE_NO_WRAM: 5,
  E_CORE_STOPPED: 5,
  E_OUTPUT_WRITE: 6,
};

let removeOnFailure: string | undefined;

function say(line: string): void {
  writeSync(2, `@lockstep ${line.replaceAll(/[\r\n]+/gu, ' ')}\n`);
}

function fail(error: unknown): never {
  if (removeOnFailure !== undefined) removeHandedFile(removeOnFailure);
  const known = error instanceof LockstepError ? error : new LockstepError('E_RECORDER_INTERNAL', String(error));
  const { file, found, expected } = known.details;
  const place = known.code === 'E_OUTPUT_WRITE' && file;
  const parts = [known.sentence, place, found && `found ${found}`, expected && `expected ${expected}`];
  say(`error ${known.code} ${parts.filter(Boolean).join('; ')}`);
  process.exit(EXIT_CODES[known.code] ?? 2);
}

/**
 * Kills this process when the core stops answering, because its thread would block a normal exit.
 */
function startWatchdog(seconds: number): (phase: string) => void {
  let phase = 'start';
  let last = Date.now();
  setInterval(() => {
    if (Date.now() - last < seconds * 1000) return;
    if (removeOnFailure !== undefined) removeHandedFile(removeOnFailure);
    say(`error E_CORE_STALLED nothing happened for ${seconds} s (${phase})`);
    process.kill(process.pid, 'SIGKILL');
  }, 500).unref();
  return (now) => {
    phase = now;
    last = Date.now();
  };
}

/** What is fed to the core, frame by frame. */
interface Feed {
  readonly pad: readonly PadEvent[];
  readonly pokes: readonly Poke[];
  nextPad: number;
  nextPoke: number;
  /** Buttons that are held. */
  mask: number;
}

function readFeed({ input, pokes, allowOpposite }: KoffiArguments): Feed {
  return {
    pad: input === undefined ? [] : parsePadScript(readText(input), { allowOpposite, file: input }),
    pokes: pokes === undefined ? [] : parsePokeScript(readText(pokes), pokes),
    nextPad: 0,
    nextPoke: 0,
    mask: 0,
  };
}

/** Sets the buttons and the pokes of a frame. */
function feedFrame(feed: Feed, frame: number, ram: Uint8Array): void {
  const { pad, pokes } = feed;
  for (let event = pad[feed.nextPad]; event !== undefined && event.frame <= frame; event = pad[++feed.nextPad]) {
    feed.mask = event.mask;
  }
  for (let poke = pokes[feed.nextPoke]; poke !== undefined && poke.frame <= frame; poke = pokes[++feed.nextPoke]) {
    ram.set(poke.bytes, poke.address);
  }
}

function flagsOf(order: KoffiArguments, { pokes }: Feed, fixedTime: boolean): number {
  return (
    RECORDING_FLAGS.koffi |
    (fixedTime ? RECORDING_FLAGS.fixedTime : 0) |
    (order.stateLoad === undefined ? 0 : RECORDING_FLAGS.stateLoaded) |
    (pokes.length > 0 ? RECORDING_FLAGS.pokes : 0) |
    (order.allowOpposite ? RECORDING_FLAGS.opposite : 0)
  );
}

function writeRow(row: Buffer, frame: number, mask: number, windows: readonly MemoryWindow[], ram: Uint8Array): void {
  row.writeUInt32LE(frame, 0);
  let at = row.writeUInt16LE(mask, 4);
  for (const { address, length } of windows) {
    row.set(ram.subarray(address, address + length), at);
    at += length;
  }
}

function checkThreads(): void {
  const environment: { UV_THREADPOOL_SIZE?: string } = process.env;
  if (environment.UV_THREADPOOL_SIZE === '1') return;
  throw new LockstepError('E_RECORDER_USE', 'the koffi recorder needs UV_THREADPOOL_SIZE=1 in its environment');
}

/** Says whether a signal asked this process to stop. */
function stopSignal(): () => boolean {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = true;
    });
  }
  return () => stopping;
}

async function record(order: KoffiArguments): Promise<'done' | 'interrupted'> {
  checkThreads();
  const alive = startWatchdog(order.stallSeconds);
  const windows = parseWindows(order.windows);
  const feed = readFeed(order);
  const rom = await loadRom(order.rom);
  const isStopped = stopSignal();
  const core = await openKoffiCore({
    core: order.core,
    romPath: order.rom,
    image: rom.image,
    copierHeader: rom.copierHeader,
    options: order.options,
    alive,
    ...(order.stateLoad === undefined ? {} : { state: readFileSync(order.stateLoad) }),
  });
  const out = openRecordingOutput(order.out);
  removeOnFailure = order.out;
  const flags = flagsOf(order, feed, core.fixedTime);
  const options = order.options.map(([key, value]) => `${key}=${value}`);
  const { name: coreName, version: coreVersion, framesPerSecond, ram } = core;
  const framesAsked = order.frames;
  out.add(encodeHeader({ flags, framesAsked, framesPerSecond, windows, coreName, coreVersion, options }));
  const row = Buffer.alloc(recordLength(windows));
  let done = 0;
  let shown = Date.now();
  for (; done < order.frames && !isStopped() && !core.stopAsked(); done++) {
    feedFrame(feed, done, ram);
    await core.runFrame(feed.mask);
    alive(`retro_run, frame ${done}`);
    writeRow(row, done, feed.mask, windows, ram);
    out.add(row);
    if (order.progress && Date.now() - shown >= PROGRESS_MILLISECONDS) {
      say(`progress ${done + 1} ${order.frames}`);
      shown = Date.now();
    }
  }
  const complete = done === order.frames;
  if (!complete && !isStopped()) throw new LockstepError('E_CORE_STOPPED', 'the core asked to be shut down');
  if (complete && order.stateSave !== undefined) writeFile(order.stateSave, await core.saveState(), 'savestate');
  out.add(encodeTrailer(done, complete, (start) => crc32(start, out.checksum())));
  out.close();
  removeOnFailure = undefined;
  if (order.progress) say(`progress ${done} ${order.frames}`);
  const end = complete ? 'done' : 'interrupted';
  say(`${end} ${done}`);
  return end;
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

try {
  const end = await record(parseKoffiArguments(process.argv.slice(2)));
  process.exit(end === 'done' ? 0 : 130);
} catch (error) {
  fail(error);
}
