/**
 * `lockstep record`: runs a ROM on our own console or a libretro core with a pad script and writes
 * a trace.
 */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { asideOf, type Progress, type RecordOptions, record } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { parseNumber, wordOption } from '../base/options.js';

interface Options {
  readonly core?: string;
  readonly input?: string;
  readonly frames?: string;
  readonly output: string;
  readonly dump?: string;
  readonly option: readonly string[];
  readonly allowOpposite?: boolean;
  readonly live?: string;
  readonly device?: string;
  readonly json?: boolean;
}

const MAX_FRAMES = 100_000_000;

/** Frames per second and the time left, on one line of a terminal. */
function progressLine({ err, showProgress }: CliContext): (progress: Progress) => void {
  return ({ done, all, rate, left }) => {
    if (!showProgress || done === 0) return;
    err(
      `\r${done} of ${countText(all, 'frame')}, ${countText(Math.round(rate), 'frame')}/s, ${Math.ceil(left)} s left `,
    );
    if (done === all) err('\n');
  };
}

/** What was sampled of a running game, on one line of a terminal. */
function followLine({ err, showProgress }: CliContext): NonNullable<RecordOptions['onFollow']> {
  return ({ rows, torn, unseenFrames, different }) => {
    if (!showProgress) return;
    err(
      `\r${countText(rows, 'row')}, ${torn} torn, ${countText(unseenFrames, 'frame')} unseen, ${different} different `,
    );
  };
}

async function recordTrace(rom: string | undefined, options: Options, context: CliContext): Promise<void> {
  const { output, core, input, allowOpposite, dump, live, device, option: coreOptions } = options;
  const frames = options.frames === undefined ? undefined : parseNumber(options.frames, 'frames', MAX_FRAMES);
  const call = record({
    ...{ rom, output, core, input, allowOpposite, frames, coreOptions, dump, live, device },
    onProgress: progressLine(context),
    onFollow: followLine(context),
    signal: context.signal(),
  });
  const answer = await answered(call);
  if (live !== undefined && context.showProgress) context.err('\n');
  show(context, 'record', answer, options);
  context.err(asideOf(answer));
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
    .action((rom: string | undefined, options: Options) => recordTrace(rom, options, context));
}
