/**
 * Records frames of a ROM, on an emulator core or on our own console, into a binary recording. The
 * file gets its name when it is complete; a partial one is removed.
 */

import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  beginFile,
  checkOutput,
  crc32,
  formatPadScript,
  LockstepError,
  MAX_FRAME,
  makeScratchFolder,
  type PadEvent,
  padWordOfMask,
  sha256OfFile,
  writeFile,
} from '../../base/index.js';

import { identify, loadRom, type RomFile } from '../../files/index.js';
import { type Console, createConsole, FRAMES_PER_SECOND, type Note } from '../../original/index.js';

import { type TraceImage, traceImage } from '../../play/index.js';

import {
  encodeHeader,
  encodeTrailer,
  openRecordingOutput,
  RECORDING_FLAGS,
  type RecordingHeader,
  recordLength,
} from './binary-header.js';
import { BUILTIN_CORE, findCore } from './find-core.js';
import { formatPokeScript, type Poke } from './poke-script.js';
import { checkWindows, formatWindows, type MemoryWindow } from './recorded-windows.js';
import { readRecordingHeader } from './recording-reader.js';
import { installedRecorder, interrupted, type RecorderProgram, runRecorder } from './run-recorder.js';

// The builtin recorder: runs a ROM on the console of `harness/original/console`. It needs no
// emulator and no child process. A flag in its recordings keeps them apart from an emulator's.

/** The console's name in recordings and traces, and the version of its behaviour. */
const BUILTIN_NAME = 'lockstep console';
const BUILTIN_VERSION = '1';

interface BuiltinOrder {
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
async function recordBuiltin(order: BuiltinOrder, path: string): Promise<readonly Note[]> {
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

export interface RecordingOrder {
  /** A name (`builtin`: our own console; `balanced`), or a path. */
  readonly core: string;
  readonly rom: string;
  readonly frames: number;
  readonly windows: readonly MemoryWindow[];
  readonly out: string;
  readonly padScript?: readonly PadEvent[];
  readonly allowOpposite?: boolean;
  readonly pokes?: readonly Poke[];
  /** Core options. */
  readonly options?: Readonly<Record<string, string>>;
  readonly stateLoad?: string;
  readonly stateSave?: string;
  /** Seconds without a frame after which the core counts as hung. */
  readonly stallSeconds?: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface RecordingReport {
  readonly out: string;
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly core: {
    /** `builtin` for our own console, which is no file: it has no hash either. */
    readonly path: string;
    readonly name: string;
    readonly version: string;
    readonly sha256: string | null;
  };
  readonly rom: {
    readonly sha256: string;
    readonly bytes: number;
    readonly copierHeader: boolean;
    /** Undefined for an unpublished image. */
    readonly image: TraceImage | undefined;
  };
  readonly recorder: {
    readonly kind: 'koffi' | 'builtin';
    readonly sha256: string | null;
    readonly fixedTime: boolean;
  };
  /** Unsupported requests of the ROM to our own console; other cores do not report them. */
  readonly consoleNotes?: readonly Note[];
}

const DEFAULT_STALL_SECONDS = 30;
/** Start-up of the child on top of its own limit. */
const EXTRA_SILENCE_SECONDS = 15;

export async function recordFrames(order: RecordingOrder): Promise<RecordingReport> {
  if (!Number.isInteger(order.frames) || order.frames < 1 || order.frames > MAX_FRAME) {
    throw new LockstepError('E_RECORDER_USE', 'the number of frames is not valid', {
      found: String(order.frames),
      expected: `1 to ${MAX_FRAME}`,
      remedy: 'Give --frames with a number among these',
    });
  }
  const rom = await loadRom(order.rom);
  const made = order.core === BUILTIN_CORE ? await recordHere(order, rom) : await recordOutside(order);
  const { header } = made;
  return {
    out: resolve(order.out),
    frames: order.frames,
    framesPerSecond: header.framesPerSecond,
    core: { path: made.core, name: header.coreName, version: header.coreVersion, sha256: made.coreSha256 },
    rom: {
      sha256: rom.sha256,
      bytes: rom.image.length,
      copierHeader: rom.copierHeader,
      image: traceImage(identify(rom.image), 'recorder'),
    },
    recorder: {
      kind: made.kind,
      sha256: made.recorderSha256,
      fixedTime: (header.flags & (RECORDING_FLAGS.fixedTime | RECORDING_FLAGS.builtin)) !== 0,
    },
    ...(made.consoleNotes === undefined ? {} : { consoleNotes: made.consoleNotes }),
  };
}

/** A recording that has its name. */
interface MadeRecording extends Pick<RecordingReport, 'consoleNotes'> {
  readonly header: RecordingHeader;
  readonly core: string;
  readonly coreSha256: string | null;
  readonly kind: RecordingReport['recorder']['kind'];
  readonly recorderSha256: string | null;
}

/** On our own console, in this process. */
async function recordHere(order: RecordingOrder, rom: RomFile): Promise<MadeRecording> {
  refuseCoreChoices(order);
  const out = resolve(order.out);
  // the two texts are made for their checks: every recorder refuses the same input
  formatPadScript(order.padScript ?? [], { allowOpposite: order.allowOpposite === true });
  formatPokeScript(order.pokes ?? []);
  let consoleNotes: readonly Note[] = [];
  const header = await writeWhole(order, out, [order.rom], async (unfinished) => {
    consoleNotes = await recordBuiltin(
      {
        image: rom.image,
        rom: order.rom,
        frames: order.frames,
        windows: order.windows,
        padScript: order.padScript ?? [],
        allowOpposite: order.allowOpposite === true,
        pokes: order.pokes ?? [],
        ...(order.onProgress === undefined ? {} : { onProgress: order.onProgress }),
        ...(order.signal === undefined ? {} : { signal: order.signal }),
      },
      unfinished,
    );
  });
  return { header, core: BUILTIN_CORE, coreSha256: null, kind: 'builtin', recorderSha256: null, consoleNotes };
}

/** On an emulator core, in a child process. */
async function recordOutside(order: RecordingOrder): Promise<MadeRecording> {
  const core = findCore(order.core);
  const coreSha256 = await sha256OfFile(core);
  const scripts = {
    pad: formatPadScript(order.padScript ?? [], { allowOpposite: order.allowOpposite === true }),
    pokes: formatPokeScript(order.pokes ?? []),
    windows: formatWindows(order.windows),
  };
  const out = resolve(order.out);
  const inputs = [core, order.rom, ...(order.stateLoad === undefined ? [] : [order.stateLoad])];
  checkOutput(out, 'recording', { inputs });
  const recorder = installedRecorder();
  const header = await writeWhole(order, out, inputs, (unfinished) =>
    runChild(order, core, unfinished, recorder, scripts),
  );
  return { header, core, coreSha256, kind: 'koffi', recorderSha256: recorder.sha256 };
}

/** Refuses core options and savestates for our own console, which has none. */
function refuseCoreChoices(order: RecordingOrder): void {
  const { options, stateLoad, stateSave } = order;
  const [option] = Object.keys(options ?? {});
  const found = option ?? (stateLoad === undefined && stateSave === undefined ? undefined : 'a savestate');
  if (found === undefined) return;
  throw new LockstepError('E_RECORDER_USE', 'our own console takes neither core options nor savestates', {
    found,
    remedy: 'Leave it out, or name an emulator core (--core)',
  });
}

interface Scripts {
  readonly pad: string;
  readonly pokes: string;
  readonly windows: string;
}

/** Writes the file under a temporary name, and gives it its name when it is complete. */
async function writeWhole(
  order: RecordingOrder,
  out: string,
  inputs: readonly string[],
  write: (unfinished: string) => Promise<void>,
): Promise<RecordingHeader> {
  const file = beginFile(out, 'recording', { inputs });
  try {
    await write(file.temporary);
    const header = await readRecordingHeader(file.temporary);
    if (order.signal?.aborted === true) throw interrupted();
    file.finish();
    return header;
  } catch (error) {
    throw nameTheFile(error, file.temporary, out);
  } finally {
    file.abort();
  }
}

/** Runs the child with temporary files. */
async function runChild(
  order: RecordingOrder,
  core: string,
  unfinished: string,
  recorder: RecorderProgram,
  scripts: Scripts,
): Promise<void> {
  const scratch = makeScratchFolder();
  const state = order.stateSave === undefined ? undefined : beginFile(order.stateSave, 'savestate');
  try {
    const padFile = join(scratch.path, 'pad.txt');
    const pokeFile = join(scratch.path, 'pokes.txt');
    writeFile(padFile, scripts.pad, 'pad script');
    writeFile(pokeFile, scripts.pokes, 'poke script');
    const stallSeconds = order.stallSeconds ?? DEFAULT_STALL_SECONDS;
    await runRecorder({
      command: recorder.command,
      arguments: [
        ...recorder.arguments,
        ...[core, resolve(order.rom), '--frames', String(order.frames), '--windows', scripts.windows],
        ...['--input', padFile, '--pokes', pokeFile, '--out', unfinished],
        ...['--stall', String(stallSeconds), '--progress'],
        ...Object.entries(order.options ?? {}).flatMap(([key, value]) => ['--option', `${key}=${value}`]),
        ...(order.stateLoad === undefined ? [] : ['--state-load', resolve(order.stateLoad)]),
        ...(state === undefined ? [] : ['--state-save', state.temporary]),
        ...(order.allowOpposite === true ? ['--allow-opposite'] : []),
      ],
      environment: { ...process.env, ...recorder.environment },
      silenceSeconds: stallSeconds + EXTRA_SILENCE_SECONDS,
      ...(order.onProgress === undefined ? {} : { onProgress: order.onProgress }),
      ...(order.signal === undefined ? {} : { signal: order.signal }),
    });
    state?.finish();
  } finally {
    state?.abort();
    scratch.remove();
  }
}

/** Replaces the temporary name in an error: users never see it. */
function nameTheFile(error: unknown, unfinished: string, out: string): unknown {
  if (!(error instanceof LockstepError)) return error;
  const { sentence: message, details } = error;
  if (details.file !== unfinished && !message.includes(unfinished)) return error;
  const file = details.file === undefined ? {} : { file: details.file.replaceAll(unfinished, out) };
  return new LockstepError(error.code, message.replaceAll(unfinished, out), { ...details, ...file });
}
