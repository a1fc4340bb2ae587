/** `lockstep rom settle`: every unpublished stretch, settled by an image's own code. */

import type { Command } from 'commander';
import { openImage } from '../../../library/index.js';
import { answered, sayError, show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { wordOption } from '../../base/options.js';

interface Options {
  readonly output?: string;
  readonly patch?: string;
  readonly as?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

async function settle(file: string, options: Options, context: CliContext): Promise<void> {
  const { patch, as, json, output, all } = options;
  const onProgress = (done: number, count: number, stretch: string): void =>
    context.err(`\r${done}/${count} ${stretch}          ${done === count ? '\n' : ''}`);
  const image = openImage(file, { patch, as });
  const call = image.settle({
    ...{ output, all, signal: context.signal() },
    onProgress: context.showProgress ? onProgress : undefined,
  });
  const answer = await answered(call);
  show(context, 'rom settle', answer, { json });
  sayError(context, answer);
}

export function register(rom: Command, context: CliContext): void {
  rom
    .command('settle')
    .description("settle every unpublished stretch and its switch by an image's own code")
    .argument('<rom>', 'a cartridge image, or traces/homebrew/drill.sfc, drill-battle.sfc')
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as live-a-live', ['live-a-live']),
    )
    .option('-o, --output <profile>', 'write what is settled: addresses, hashes and values, no byte of the image')
    .option('--all', "list every way into a stretch with what the image's code wrote")
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      example('rom settle traces/homebrew/drill.sfc', 'rom settle traces/homebrew/drill.sfc -o drill.profile.json'),
    )
    .action((file: string, options: Options) => settle(file, options, context));
}
