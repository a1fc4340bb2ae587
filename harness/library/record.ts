/** A ROM that runs on our own console or an emulator core, or a running game, recorded as a log. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { countText } from '../../core/system/names.js';
import { formatPadScript, LockstepError, makeScratchFolder, withFrameLimits } from '../base/index.js';
import {
  BUILTIN_CORE,
  checkDump,
  connectLive,
  defaultCore,
  dumpWorkRam,
  type FollowReport,
  followLive,
  type RecordingOrder,
  recordFrames,
  recordingToTrace,
  windowsToRecord,
} from '../capture/index.js';
import { type PadInput, readPadInput } from '../files/index.js';
import type { Note } from '../original/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { checkParameters, type ProgressOptions, progressOf } from './parameters.js';

export interface RecordOptions extends ProgressOptions {
  /** A cartridge image; a copier header is removed. Left out with `live`. */
  readonly rom?: string | undefined;
  /** The log to write, `.jsonl` or `.jsonl.gz`. */
  readonly output: string;
  /** `builtin`, `balanced`, `accuracy`, `performance`, `snes9x`, or the path of a libretro core. */
  readonly core?: string | undefined;
  /** A pad script or movie. */
  readonly input?: string | undefined;
  /** Allows opposite directions, which cores treat differently. */
  readonly allowOpposite?: boolean | undefined;
  /** Frames to run, 0..100000000; left out: those of the movie, or 600; of `live` until it ends. */
  readonly frames?: number | undefined;
  /** Options of the core, `key=value`. */
  readonly coreOptions?: readonly string[] | undefined;
  /** Writes there the work RAM after the last frame (128 KiB): a plan may begin with it. */
  readonly dump?: string | undefined;
  /** Follows a running game instead: `ws://HOST:PORT` (usb2snes) or `nwa://HOST:PORT`. */
  readonly live?: string | undefined;
  /** Device of the usb2snes server, when it has several. */
  readonly device?: string | undefined;
  /** With `live`: hears what was sampled so far. */
  readonly onFollow?: ((counts: FollowCounts) => void) | undefined;
}

type FollowCounts = Pick<FollowReport, 'rows' | 'torn' | 'unseenFrames' | 'different'>;

type Recorded = Awaited<ReturnType<typeof recordingToTrace>> &
  Pick<Awaited<ReturnType<typeof recordFrames>>, 'core' | 'rom' | 'recorder'>;

export type RecordAnswer = Answer<'answered'> & Plain<Recorded & { readonly trace: string }>;

/** A running game that was followed: what was recorded, and how the model went along. */
export type FollowAnswer = Answer<'answered' | 'differs' | 'incomplete'> &
  Plain<FollowReport & { readonly trace: string }>;

const MAX_FRAMES = 100_000_000;
const DEFAULT_FRAMES = 600;

function followText(report: FollowReport, output: string): string {
  const lines = [
    `${output}: ${countText(report.rows, 'row')} of ${report.source} ${report.version} (${report.kind}), sampled without frame sync`,
    `${countText(report.samples, 'sample')}: ${report.torn} torn and thrown away, ${report.repeated} of a frame already seen`,
    `not seen: ${countText(report.unseenFrames, 'frame')}, of which the model bridges ${report.bridgedFrames}; ${report.reconnects} reconnects`,
  ];
  const still = report.still === 0 ? '' : `, ${report.still} in which nothing moved`;
  lines.push(`compared one frame apart: ${report.equal} equal, ${report.different} different${still}`);
  if (report.kind === 'unknown-image') lines.push('nothing identified the ROM: `lockstep convert --rom` names it');
  for (const { cell, address, mine, theirs } of report.first?.cells ?? []) {
    lines.push(`first difference, frame ${report.first?.frame}: ${cell} (${address}) mine ${mine}, theirs ${theirs}`);
  }
  if (report.end === 'closed') lines.push('the other end closed the connection; what was recorded until then is whole');
  return `${lines.join('\n')}\n`;
}

function coreOptions(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) {
        throw new LockstepError('E_OPTION', 'a core option is given as key=value', {
          found: pair,
          expected: 'key=value',
        });
      }
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

const UNKNOWN =
  'the ROM is none of the published images: verify counts its frames apart (`lockstep rom info` compares it)\n';
const WITHOUT_CORE =
  'no emulator core is installed: our own console ran the ROM, and verify counts its frames apart (--core NAME says how to get one)\n';

function noteLine({ text, count, last }: Note): string {
  return `our console, ${countText(count, 'time')}, last at ${last.toString(16).toUpperCase().padStart(6, '0')}: ${text}\n`;
}

const KINDS = {
  rom: 'file',
  output: 'output',
  core: 'text',
  input: 'file',
  allowOpposite: 'flag',
  frames: 'count',
  coreOptions: 'texts',
  dump: 'output',
  live: 'text',
  device: 'text',
  onProgress: 'function',
  onFollow: 'function',
} as const;

/**
 * Runs a ROM on our own console or an emulator core, or follows a running game, and writes a log.
 * @throws LockstepError for what cannot be run or connected; AbortError, of `live` with what was
 * recorded until then, which is whole
 */
export async function record(options: RecordOptions): Promise<RecordAnswer | FollowAnswer> {
  checkParameters('record', options, KINDS, ['output']);
  const { rom, live, frames, signal } = options;
  if (frames !== undefined && frames > MAX_FRAMES) {
    throw new LockstepError('E_OPTION', '--frames is not a number in its range', {
      found: `${frames}`,
      expected: `an integer from 0 to ${MAX_FRAMES}`,
      remedy: 'Give a decimal or 0x number',
    });
  }
  endAborted(signal, 'record');
  if (live !== undefined) return recordLive(live, options);
  if (rom !== undefined) return unlessAborted('record', () => recordRom(rom, options));
  throw new LockstepError('E_OPTION', 'there is nothing to record', {
    expected: 'a ROM, or --live ADDRESS',
    remedy: '`lockstep record --help` shows both',
  });
}

async function recordLive(live: string, options: RecordOptions): Promise<FollowAnswer> {
  const { rom, input, output, frames = MAX_FRAMES, device, onFollow, signal } = options;
  if (rom !== undefined || input !== undefined) {
    throw new LockstepError('E_OPTION', 'a running game takes neither a ROM nor input', {
      found: rom ?? `--input ${input}`,
      remedy: 'Leave it out, or leave out --live',
    });
  }
  const report = await followLive({
    open: () => connectLive(live, device),
    out: output,
    rows: frames,
    signal: signal ?? new AbortController().signal,
    onProgress: (counts) => onFollow?.(counts),
  });
  const answered = (verdict: FollowAnswer['verdict']): FollowAnswer =>
    answerOf(verdict, [], { trace: output, ...report }, () => followText(report, output));
  if (report.end === 'interrupted') endAborted(signal, 'record', () => answered('incomplete'));
  return answered(report.different > 0 ? 'differs' : 'answered');
}

async function orderOf(rom: string, options: RecordOptions, out: string): Promise<RecordingOrder> {
  const { allowOpposite = false } = options;
  const input: PadInput = options.input === undefined ? { events: [] } : readPadInput(options.input, allowOpposite);
  return {
    core: options.core ?? defaultCore(),
    rom,
    frames: options.frames ?? input.frames ?? DEFAULT_FRAMES,
    windows: await windowsToRecord(rom),
    out,
    padScript: input.events,
    allowOpposite,
    options: coreOptions(options.coreOptions ?? []),
    onProgress: progressOf(options),
    signal: options.signal ?? new AbortController().signal,
  };
}

/** Replaces the recording's temporary name in errors by that of the ROM. */
function ofRom(error: unknown, recording: string, rom: string): unknown {
  if (!(error instanceof LockstepError) || error.details.file !== recording) return error;
  return new LockstepError(error.code, error.sentence, { ...error.details, file: rom }, { cause: error });
}

async function recordRom(rom: string, options: RecordOptions): Promise<RecordAnswer> {
  const { output, dump, input, core } = options;
  const scratch = makeScratchFolder();
  try {
    const order = await orderOf(rom, options, join(scratch.path, 'recording.bin'));
    if (dump !== undefined) checkDump(order.frames);
    const report = await withFrameLimits(() => recordFrames(order));
    const inputSha256 =
      input === undefined
        ? null
        : createHash('sha256')
            .update(formatPadScript(order.padScript ?? [], { allowOpposite: true }))
            .digest('hex');
    const provenance = { report, romTitle: basename(rom), inputSha256 };
    const summary = await recordingToTrace(order.out, output, provenance).catch((error: unknown) => {
      throw ofRom(error, order.out, rom);
    });
    if (dump !== undefined) await withFrameLimits(() => dumpWorkRam(order, dump));
    const data = { trace: output, ...summary, core: report.core, rom: report.rom, recorder: report.recorder };
    const text = (): string =>
      `${output}: ${countText(summary.frames, 'frame')}, ${countText(summary.cells, 'cell')}, ${summary.kind}, ` +
      `${report.core.name} ${report.core.version}, ${report.recorder.kind} recorder\n`;
    const aside = (): string =>
      [
        ...(summary.kind === 'unknown-image' ? [UNKNOWN] : []),
        ...(core === undefined && report.core.path === BUILTIN_CORE ? [WITHOUT_CORE] : []),
        ...(report.consoleNotes ?? []).map(noteLine),
      ].join('');
    return answerOf('answered', [], data, text, aside);
  } finally {
    scratch.remove();
  }
}
