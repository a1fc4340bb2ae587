/** `lockstep holes TRACE`: what a CPU trace shows about the stretches that no listing prints. */
import type { Command } from 'commander';
import { UNPUBLISHED } from '../../../rom-map/index.js';
import { imageJson, imageLines } from '../../files/index.js';
import { givenImage, type ImageOptions } from '../../library/index.js';
import { evidenceCount, holesJson, holesOfTrace, holesText, loadProfile } from '../../original/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addImageOptions } from '../base/given.js';
import { wordOption } from '../base/options.js';

interface Options extends ImageOptions {
  readonly rom?: string;
  readonly profile: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('holes')
    .description('report what a CPU trace shows about unpublished stretches: calls, changed cells, switches')
    .argument('<trace>', 'CPU trace of BizHawk, bsnes-plus, Mesen 2 or Snes9x, plain or gzip')
    .addOption(
      wordOption(
        '--profile <name>',
        'layout of the routines: cartridge, drill or a file',
        ['cartridge', 'drill'],
        'cartridge',
      ),
    )
    .option('--rom <file>', 'the image that ran, for the values that the program reads from it');
  addImageOptions(command)
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'holes traces/homebrew/drill-snes9x.log.gz --profile drill',
        'holes traces/homebrew/drill-snes9x.log.gz --profile drill --rom traces/homebrew/drill.sfc --force-rom',
      ),
    )
    .action(async (file: string, options: Options) => {
      const image = givenImage(options);
      const signal = context.signal();
      const result = await holesOfTrace(file, loadProfile(options.profile), UNPUBLISHED, signal, image?.image);
      context.exit(signal.aborted ? 130 : evidenceCount(result) === 0 ? 2 : 0);
      if (options.json === true) {
        printJson(context, { image: image === undefined ? null : imageJson(image), ...holesJson(result) });
        return;
      }
      const lines = image === undefined ? [] : imageLines(image);
      context.out([...lines, holesText(result)].join('\n'));
    });
}
