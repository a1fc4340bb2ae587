/**
 * The koffi recorder: a child process that takes the flags of harness/capture/native/recorder.c and
 * writes the same bytes (apart from what FORMAT.md names: a process cannot give a constant time()
 * to a core from inside Node). It is for machines without a C compiler and two to three times
 * slower. Exit codes and messages are those of the C recorder.
 */

import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { crc32 } from '../../base/crc32.js';
import { LockstepError } from '../../base/errors.js';
import { parsePadScript } from '../../base/pad-script.js';
import { loadRom } from '../../rom/rom-file.js';
import { encodeHeader, encodeTrailer, RECORDING_FLAGS, recordLength } from './binary-header.js';
import { type KoffiArguments, parseKoffiArguments } from './koffi-arguments.js';
import { openKoffiCore } from './koffi-core.js';
import { parsePokeScript } from './poke-script.js';
import { openRecordingOutput } from './recording-output.js';
import { parseWindows } from './windows.js';

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
  if (removeOnFailure !== undefined) rmSync(removeOnFailure, { force: true });
  const known = error instanceof LockstepError ? error : new LockstepError('E_RECORDER_INTERNAL', String(error));
  const { found, expected } = known.details;
  const parts = [known.message, found && `found ${found}`, expected && `expected ${expected}`];
  say(`error ${known.code} ${parts.filter(Boolean).join('; ')}`);
  process.exit(EXIT_CODES[known.code] ?? 2);
}

/**
 * Kills this process when the core stops answering: its thread cannot be stopped, and would hold up
 * a normal exit.
 */
function startWatchdog(seconds: number): (phase: string) => void {
  let phase = 'start';
  let last = Date.now();
  setInterval(() => {
    if (Date.now() - last < seconds * 1000) return;
    if (removeOnFailure !== undefined) rmSync(removeOnFailure, { force: true });
    say(`error E_CORE_STALLED nothing happened for ${seconds} s (${phase})`);
    process.kill(process.pid, 'SIGKILL');
  }, 500).unref();
  return (now) => {
    phase = now;
    last = Date.now();
  };
}

/** The cores' coroutines keep state for each thread. */
function requireOneThread(): void {
  const environment: { UV_THREADPOOL_SIZE?: string } = process.env;
  if (environment.UV_THREADPOOL_SIZE === '1') return;
  throw new LockstepError('E_RECORDER_USE', 'the koffi recorder needs UV_THREADPOOL_SIZE=1 in its environment');
}

function flagsOf({ stateLoad, allowOpposite }: KoffiArguments, pokes: boolean): number {
  return (
    RECORDING_FLAGS.koffi |
    (stateLoad === undefined ? 0 : RECORDING_FLAGS.stateLoaded) |
    (pokes ? RECORDING_FLAGS.pokes : 0) |
    (allowOpposite ? RECORDING_FLAGS.opposite : 0)
  );
}

async function record(order: KoffiArguments): Promise<'done' | 'interrupted'> {
  requireOneThread();
  const alive = startWatchdog(order.stallSeconds);
  const windows = parseWindows(order.windows);
  const padChoices = { allowOpposite: order.allowOpposite };
  const pad =
    order.input === undefined ? [] : parsePadScript(readText(order.input), { ...padChoices, file: order.input });
  const pokes = order.pokes === undefined ? [] : parsePokeScript(readText(order.pokes), order.pokes);
  const rom = await loadRom(order.rom);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = true;
    });
  }
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
  if (out.isFile) removeOnFailure = order.out;
  const flags = flagsOf(order, pokes.length > 0);
  const options = order.options.map(([key, value]) => `${key}=${value}`);
  const { name: coreName, version: coreVersion, framesPerSecond } = core;
  const framesAsked = order.frames;
  out.add(encodeHeader({ flags, framesAsked, framesPerSecond, windows, coreName, coreVersion, options }));
  const row = Buffer.alloc(recordLength(windows));
  let mask = 0;
  let nextPad = 0;
  let nextPoke = 0;
  let done = 0;
  let shown = Date.now();
  for (; done < order.frames && !stopping && !core.stopAsked(); done++) {
    for (let event = pad[nextPad]; event !== undefined && event.frame <= done; event = pad[++nextPad])
      mask = event.mask;
    for (let poke = pokes[nextPoke]; poke !== undefined && poke.frame <= done; poke = pokes[++nextPoke]) {
      core.ram.set(poke.bytes, poke.address);
    }
    await core.runFrame(mask);
    alive(`retro_run, frame ${done}`);
    row.writeUInt32LE(done, 0);
    let at = row.writeUInt16LE(mask, 4);
    for (const window of windows) {
      row.set(core.ram.subarray(window.address, window.address + window.length), at);
      at += window.length;
    }
    out.add(row);
    if (order.progress && Date.now() - shown >= PROGRESS_MILLISECONDS) {
      say(`progress ${done + 1} ${order.frames}`);
      shown = Date.now();
    }
  }
  const complete = done === order.frames;
  if (!complete && !stopping) throw new LockstepError('E_CORE_STOPPED', 'the core asked to be shut down');
  if (complete && order.stateSave !== undefined) writeFileSync(order.stateSave, await core.saveState());
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
