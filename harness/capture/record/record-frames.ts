/**
 * Records frames of a ROM on an emulator core into a binary recording. The file gets its name when it is complete
 * and not before; whatever happens, nothing half-written stays.
 */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { sha256OfFile } from '../../base/file-hash.js';
import { formatPadScript, LARGEST_FRAME, type PadEvent } from '../../base/pad-script.js';
import { identify } from '../../rom/identity.js';
import { traceImage } from '../../rom/log-image.js';
import { loadRom } from '../../rom/rom-file.js';
import type { TraceImage } from '../../trace/types.js';
import { RECORDING_FLAGS } from './binary-header.js';
import { type ChosenRecorder, chooseRecorder, type RecorderChoice } from './choose-recorder.js';
import { findCore } from './find-core.js';
import { formatPokeScript, type Poke } from './poke-script.js';
import { readRecordingHeader } from './recording-reader.js';
import { interrupted, runRecorder } from './run-recorder.js';
import { formatWindows, type MemoryWindow } from './windows.js';

export interface RecordingOrder {
  /** A name (`balanced`) or a path. */
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
  readonly recorder?: RecorderChoice;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface RecordingReport {
  readonly out: string;
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly core: { readonly path: string; readonly name: string; readonly version: string; readonly sha256: string };
  readonly rom: {
    readonly sha256: string;
    readonly bytes: number;
    readonly copierHeader: boolean;
    /** Undefined: none of the published images. */
    readonly image: TraceImage | undefined;
  };
  readonly recorder: { readonly kind: 'native' | 'koffi'; readonly sha256: string; readonly fixedTime: boolean };
  /** Why the koffi recorder was taken, when nobody asked for it. */
  readonly note?: string;
}

const DEFAULT_STALL_SECONDS = 30;
/** Start-up of the child on top of its own limit. */
const EXTRA_SILENCE_SECONDS = 15;

export async function recordFrames(order: RecordingOrder): Promise<RecordingReport> {
  if (!Number.isInteger(order.frames) || order.frames < 1 || order.frames > LARGEST_FRAME) {
    throw new LockstepError('E_RECORDER_USE', 'the number of frames is none', { found: String(order.frames) });
  }
  const core = findCore(order.core);
  const rom = await loadRom(order.rom);
  const coreSha256 = await sha256OfFile(core);
  const scripts = {
    pad: formatPadScript(order.padScript ?? [], { allowOpposite: order.allowOpposite === true }),
    pokes: formatPokeScript(order.pokes ?? []),
    windows: formatWindows(order.windows),
  };
  const out = resolve(order.out);
  refuseToOverwriteInputs(out, [core, order.rom, order.stateLoad]);
  const recorder = await chooseRecorder(order.recorder ?? 'auto');
  const header = await record(order, core, out, recorder, scripts);
  return {
    out,
    frames: order.frames,
    framesPerSecond: header.framesPerSecond,
    core: { path: core, name: header.coreName, version: header.coreVersion, sha256: coreSha256 },
    rom: {
      sha256: rom.sha256,
      bytes: rom.image.length,
      copierHeader: rom.copierHeader,
      image: traceImage(identify(rom.image), 'recorder'),
    },
    recorder: {
      kind: recorder.kind,
      sha256: recorder.sourceSha256,
      fixedTime: (header.flags & RECORDING_FLAGS.fixedTime) !== 0,
    },
    ...(recorder.note === undefined ? {} : { note: recorder.note }),
  };
}

interface Scripts {
  readonly pad: string;
  readonly pokes: string;
  readonly windows: string;
}

/** Runs the child with everything temporary around it, and gives the file its name. */
async function record(
  order: RecordingOrder,
  core: string,
  out: string,
  recorder: ChosenRecorder,
  scripts: Scripts,
): Promise<Awaited<ReturnType<typeof readRecordingHeader>>> {
  const direct = isDevice(out);
  const unfinished = direct ? out : join(dirname(out), `.${basename(out)}.${randomBytes(6).toString('hex')}.part`);
  const scratch = mkdtempSync(join(tmpdir(), 'lockstep-record-'));
  const cleanUp = (): void => {
    if (!direct) rmSync(unfinished, { force: true });
    rmSync(scratch, { recursive: true, force: true });
  };
  process.once('exit', cleanUp);
  try {
    const padFile = join(scratch, 'pad.txt');
    const pokeFile = join(scratch, 'pokes.txt');
    await writeFile(padFile, scripts.pad);
    await writeFile(pokeFile, scripts.pokes);
    const stallSeconds = order.stallSeconds ?? DEFAULT_STALL_SECONDS;
    await runRecorder({
      command: recorder.command,
      arguments: [
        ...recorder.arguments,
        ...[core, resolve(order.rom), '--frames', String(order.frames), '--windows', scripts.windows],
        ...[
          '--input',
          padFile,
          '--pokes',
          pokeFile,
          '--out',
          unfinished,
          '--stall',
          String(stallSeconds),
          '--progress',
        ],
        ...Object.entries(order.options ?? {}).flatMap(([key, value]) => ['--option', `${key}=${value}`]),
        ...(order.stateLoad === undefined ? [] : ['--state-load', resolve(order.stateLoad)]),
        ...(order.stateSave === undefined ? [] : ['--state-save', resolve(order.stateSave)]),
        ...(order.allowOpposite === true ? ['--allow-opposite'] : []),
      ],
      environment: { ...process.env, ...recorder.environment },
      silenceSeconds: stallSeconds + EXTRA_SILENCE_SECONDS,
      ...(order.onProgress === undefined ? {} : { onProgress: order.onProgress }),
      ...(order.signal === undefined ? {} : { signal: order.signal }),
    });
    const header = await readRecordingHeader(unfinished);
    if (order.signal?.aborted === true) throw interrupted();
    if (!direct) await rename(unfinished, out);
    return header;
  } catch (error) {
    throw nameTheFile(error, unfinished, out);
  } finally {
    process.removeListener('exit', cleanUp);
    cleanUp();
  }
}

/** A device or a pipe is written to directly: there is nothing to rename and nothing to remove. */
function isDevice(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) {
    throw new LockstepError('E_OUTPUT_WRITE', 'the recording cannot be written', {
      file: path,
      found: 'a folder',
      expected: 'a file name',
    });
  }
  return status !== undefined && !status.isFile();
}

function refuseToOverwriteInputs(out: string, inputs: readonly (string | undefined)[]): void {
  const target = statSync(out, { throwIfNoEntry: false });
  if (target === undefined) return;
  for (const input of inputs) {
    const source = input === undefined ? undefined : statSync(input, { throwIfNoEntry: false });
    if (source !== undefined && source.dev === target.dev && source.ino === target.ino) {
      throw new LockstepError('E_OUTPUT_IS_INPUT', 'the recording would overwrite one of its inputs', { file: out });
    }
  }
}

/** Users never see the temporary name. */
function nameTheFile(error: unknown, unfinished: string, out: string): unknown {
  if (!(error instanceof LockstepError) || !error.message.includes(unfinished)) return error;
  return new LockstepError(error.code, error.message.replaceAll(unfinished, out), error.details);
}
