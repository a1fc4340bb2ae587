/**
 * `lockstep record`: runs a ROM on our own console or a libretro core with a pad script and writes
 * a trace.
 */

import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { formatPadScript, LockstepError, makeScratchFolder, withFrameLimits } from '../../base/index.js';

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
} from '../../capture/index.js';

import { type PadInput, readPadInput } from '../../files/index.js';
import type { Note } from '../../original/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { parseNumber, wordOption } from '../base/options.js';

// `lockstep record --live`: follows a running game over usb2snes or emulator network access.

interface LiveOptions {
  readonly live: string;
  readonly device?: string;
  readonly frames?: string;
  readonly input?: string;
  readonly output: string;
  readonly json?: boolean;
}

const MAX_ROWS = 100_000_000;

function textOf(report: FollowReport, output: string): string {
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

async function recordLive(rom: string | undefined, options: LiveOptions, context: CliContext): Promise<void> {
  if (rom !== undefined || options.input !== undefined) {
    throw new LockstepError('E_OPTION', 'a running game takes neither a ROM nor input', {
      found: rom ?? `--input ${options.input}`,
      remedy: 'Leave it out, or leave out --live',
    });
  }
  const rows = options.frames === undefined ? MAX_ROWS : parseNumber(options.frames, 'frames', MAX_ROWS);
  const report = await followLive({
    open: () => connectLive(options.live, options.device),
    out: options.output,
    rows,
    signal: context.signal(),
    onProgress: (counts) => {
      if (context.showProgress)
        context.err(
          `\r${countText(counts.rows, 'row')}, ${counts.torn} torn, ${countText(counts.unseenFrames, 'frame')} unseen, ${counts.different} different `,
        );
    },
  });
  if (context.showProgress) context.err('\n');
  if (options.json === true) printJson(context, { trace: options.output, ...report });
  else context.out(textOf(report, options.output));
  context.exit(report.end === 'interrupted' ? 130 : report.different > 0 ? 1 : 0);
}

interface Options {
  readonly core?: string;
  readonly input?: string;
  readonly frames?: string;
  readonly output: string;
  readonly dump?: string;
  readonly option: readonly string[];
  readonly allowOpposite?: boolean;
  readonly json?: boolean;
}

const MAX_FRAMES = 100_000_000;
const DEFAULT_FRAMES = 600;

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

/** Frames per second and the time left, on one line of a terminal. */
function progressLine(context: CliContext, started: number): (done: number, total: number) => void {
  return (done, total) => {
    if (!context.showProgress || done === 0) return;
    const rate = done / Math.max(0.001, (Date.now() - started) / 1000);
    const left = Math.ceil((total - done) / rate);
    context.err(
      `\r${done} of ${countText(total, 'frame')}, ${countText(Math.round(rate), 'frame')}/s, ${left} s left `,
    );
    if (done === total) context.err('\n');
  };
}

const WITHOUT_CORE =
  'no emulator core is installed: our own console ran the ROM, and verify counts its frames apart (--core NAME says how to get one)\n';

function noteLine({ text, count, last }: Note): string {
  return `our console, ${countText(count, 'time')}, last at ${last.toString(16).toUpperCase().padStart(6, '0')}: ${text}\n`;
}

async function orderOf(rom: string, options: Options, out: string, context: CliContext): Promise<RecordingOrder> {
  const input: PadInput =
    options.input === undefined ? { events: [] } : readPadInput(options.input, options.allowOpposite === true);
  return {
    core: options.core ?? defaultCore(),
    rom,
    frames: parseNumber(options.frames ?? String(input.frames ?? DEFAULT_FRAMES), 'frames', MAX_FRAMES),
    windows: await windowsToRecord(rom),
    out,
    padScript: input.events,
    allowOpposite: options.allowOpposite === true,
    options: coreOptions(options.option),
    onProgress: progressLine(context, Date.now()),
    signal: context.signal(),
  };
}

/** Replaces the recording's temporary name in errors by that of the ROM. */
function ofRom(error: unknown, recording: string, rom: string): unknown {
  if (!(error instanceof LockstepError) || error.details.file !== recording) return error;
  return new LockstepError(error.code, error.sentence, { ...error.details, file: rom }, { cause: error });
}

async function recordTrace(rom: string, options: Options, context: CliContext): Promise<void> {
  const scratch = makeScratchFolder();
  try {
    const order = await orderOf(rom, options, join(scratch.path, 'recording.bin'), context);
    if (options.dump !== undefined) checkDump(order.frames);
    const report = await withFrameLimits(() => recordFrames(order));
    const inputSha256 =
      options.input === undefined
        ? null
        : createHash('sha256')
            .update(formatPadScript(order.padScript ?? [], { allowOpposite: true }))
            .digest('hex');
    const provenance = { report, romTitle: basename(rom), inputSha256 };
    const summary = await recordingToTrace(order.out, options.output, provenance).catch((error: unknown) => {
      throw ofRom(error, order.out, rom);
    });
    if (options.dump !== undefined) await withFrameLimits(() => dumpWorkRam(order, options.dump ?? ''));
    const result = { trace: options.output, ...summary, core: report.core, rom: report.rom, recorder: report.recorder };
    if (options.json === true) printJson(context, result);
    else {
      context.out(
        `${options.output}: ${countText(summary.frames, 'frame')}, ${countText(summary.cells, 'cell')}, ${summary.kind}, ` +
          `${report.core.name} ${report.core.version}, ${report.recorder.kind} recorder\n`,
      );
    }
    if (summary.kind === 'unknown-image') {
      context.err(
        'the ROM is none of the published images: verify counts its frames apart (`lockstep rom info` compares it)\n',
      );
    }
    if (options.core === undefined && report.core.path === BUILTIN_CORE) context.err(WITHOUT_CORE);
    for (const note of report.consoleNotes ?? []) context.err(noteLine(note));
  } finally {
    scratch.remove();
  }
}

export function register(program: Command, context: CliContext): void {
  program
    .command('record')
    .description(
      'run a ROM on our own console or an emulator core and write a trace, with its draws where the image records them',
    )
    .argument('[rom]', 'cartridge image (a copier header is removed)')
    .addOption(
      wordOption(
        '--core <name>',
        'builtin (our own console), balanced, accuracy, performance, snes9x, or the path of a libretro core (default: balanced where it is installed, else builtin)',
        ['builtin', 'balanced', 'accuracy', 'performance', 'snes9x'],
      ),
    )
    .option('--input <file>', 'pad script (lines of frame and mask) or movie (.bk2, .tasproj, .lsmv, .smv, .mmo)')
    .option('--allow-opposite', 'allow opposite directions, which cores treat differently')
    .option('--frames <number>', 'frames to run (default: those of the movie, or 600)')
    .requiredOption('-o, --output <file>', 'trace to write (.jsonl or .jsonl.gz)')
    .option('--option <key=value>', 'core option; may be repeated', (pair: string, all: string[]) => [...all, pair], [])
    .option('--dump <file>', 'write the work RAM after the last frame as well (128 KiB): a plan may begin with it')
    .option('--live <address>', 'follow a running game instead: ws://HOST:PORT (usb2snes) or nwa://HOST:PORT')
    .option('--device <name>', 'device of the usb2snes server, when it has several')
    .option('--json', 'print the provenance as JSON')
    .addHelpText(
      'after',
      example(
        'record traces/homebrew/drill.sfc --input traces/homebrew/scripts/worked-example.txt --frames 420 -o mine.jsonl.gz',
        'record traces/homebrew/drill.sfc --core builtin --input traces/homebrew/scripts/worked-example.txt --frames 420 -o ours.jsonl.gz',
      ),
    )
    .action((rom: string | undefined, options: Options & Partial<LiveOptions>) => {
      const { live } = options;
      if (live !== undefined) return recordLive(rom, { ...options, live }, context);
      if (rom !== undefined) return recordTrace(rom, options, context);
      throw new LockstepError('E_OPTION', 'there is nothing to record', {
        expected: 'a ROM, or --live ADDRESS',
        remedy: '`lockstep record --help` shows both',
      });
    });
}
