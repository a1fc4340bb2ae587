/** `lockstep holes TRACE`: what a CPU trace shows about the stretches that no listing prints. */
import type { Command } from 'commander';
import { type ImageOptions, traceHoles } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
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
    .action(async (trace: string, { json, ...options }: Options) => {
      const signal = context.signal();
      const answer = await answered(traceHoles({ trace, ...options, signal, systems: context.systems }));
      // nothing was seen: no evidence for or against anything
      show(context, 'holes', answer, { json, ...(answer.verdict === 'none' ? { exit: 2 } : {}) });
    });
}
