/**
 * The builtin recorder: runs a ROM on the console of `harness/original/console` and writes the
 * recording of
 * the other recorders. It needs no emulator, compiler or child process. A flag in its recordings
 * keeps them apart from an emulator's.
 */
import { setImmediate } from 'node:timers/promises';
import { crc32 } from '../../base/crc32.js';
import { LockstepError } from '../../base/errors.js';
import { type PadEvent, padWordOfMask } from '../../base/pad-script.js';
import { type Console, createConsole, FRAMES_PER_SECOND, type Note } from '../../original/console/index.js';
import { encodeHeader, encodeTrailer, RECORDING_FLAGS, recordLength } from './binary-header.js';
import type { Poke } from './poke-script.js';
import { openRecordingOutput } from './recording-output.js';
import { checkWindows, type MemoryWindow } from './windows.js';

/** The console's name in recordings and traces, and the version of its behaviour. */
export const BUILTIN_NAME = 'lockstep console';
export const BUILTIN_VERSION = '1';

export interface BuiltinOrder {
  /** Without a copier header. */
  readonly image: Uint8Array;
  /** Named in errors. */
  readonly rom: string;
  readonly frames: number;
  readonly windows: readonly MemoryWindow[];
  readonly padScript: readonly PadEvent[];
  readonly allowOpposite: boolean;
  readonly pokes: readonly Poke[];
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Frames between two checks for progress and interruption. */
const FRAMES_AT_ONCE = 500;

function open(image: Uint8Array, rom: string): Console {
  try {
    return createConsole(image);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new LockstepError('E_CONSOLE_IMAGE', 'our own console cannot take this image', {
      file: rom,
      found: error.message,
      expected: 'an image of a LoROM or HiROM board, up to 4 MiB',
      remedy: 'Record it with an emulator core (--core)',
    });
  }
}

/** Calls `run` with the pad of each frame, after its pokes. */
function frameLoop(console: Console, order: BuiltinOrder): (frame: number) => number {
  const { padScript, pokes } = order;
  let mask = 0;
  let nextPad = 0;
  let nextPoke = 0;
  return (frame) => {
    for (let event = padScript[nextPad]; event !== undefined && event.frame <= frame; event = padScript[++nextPad]) {
      mask = event.mask;
    }
    for (let poke = pokes[nextPoke]; poke !== undefined && poke.frame <= frame; poke = pokes[++nextPoke]) {
      console.workRam.set(poke.bytes, poke.address);
    }
    console.runFrame(padWordOfMask(mask));
    return mask;
  };
}

function flagsOf(order: BuiltinOrder): number {
  return (
    RECORDING_FLAGS.builtin |
    (order.pokes.length > 0 ? RECORDING_FLAGS.pokes : 0) |
    (order.allowOpposite ? RECORDING_FLAGS.opposite : 0)
  );
}

/**
 * Writes the recording, up to its end or the signal.
 * @returns unsupported requests of the image
 * @throws LockstepError `E_CONSOLE_IMAGE`, `E_OUTPUT_WRITE`
 */
export async function recordBuiltin(order: BuiltinOrder, path: string): Promise<readonly Note[]> {
  const { windows, frames } = order;
  checkWindows(windows);
  const console = open(order.image, order.rom);
  const runFrame = frameLoop(console, order);
  const out = openRecordingOutput(path);
  out.add(
    encodeHeader({
      flags: flagsOf(order),
      framesAsked: frames,
      framesPerSecond: FRAMES_PER_SECOND,
      windows,
      coreName: BUILTIN_NAME,
      coreVersion: BUILTIN_VERSION,
      options: [],
    }),
  );
  const row = Buffer.alloc(recordLength(windows));
  let done = 0;
  for (; done < frames && order.signal?.aborted !== true; done++) {
    row.writeUInt32LE(done, 0);
    let at = row.writeUInt16LE(runFrame(done), 4);
    for (const { address, length } of windows) {
      row.set(console.workRam.subarray(address, address + length), at);
      at += length;
    }
    out.add(row);
    if (done % FRAMES_AT_ONCE === FRAMES_AT_ONCE - 1) {
      order.onProgress?.(done + 1, frames);
      await setImmediate();
    }
  }
  out.add(encodeTrailer(done, done === frames, (start) => crc32(start, out.checksum())));
  out.close();
  order.onProgress?.(done, frames);
  return console.notes();
}
