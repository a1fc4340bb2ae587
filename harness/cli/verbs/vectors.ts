/** `lockstep vectors`: routine vectors and sequences against our functions. */

import type { Command } from 'commander';
import { runVectors } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { wordOption } from '../base/options.js';
import { slowProgress } from '../base/progress.js';

interface Options {
  readonly routine?: string;
  readonly area?: string;
  readonly rom?: string;
  readonly as?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('vectors')
    .description('run routine vectors and sequences against our functions: equal, different, not compared')
    .argument('<paths...>', 'vector files or folders (.jsonl, .jsonl.gz)')
    .option('--routine <address>', 'only this routine (C1:1C02) or name (order-points-idle)')
    .addOption(
      wordOption('--area <area>', 'only this area: turn, combat, ai or sequence', ['turn', 'combat', 'ai', 'sequence']),
    )
    .option('--rom <image>', 'table bytes for cases that name them without values (`rom prove -o`)')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as: live-a-live, drill, drill-battle', [
        'live-a-live',
        'drill',
        'drill-battle',
      ]),
    )
    .option('--all', 'list every file, equal ones too')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      example('vectors traces/vectors --area turn', 'vectors traces/vectors --routine order-points-idle'),
    )
    .action(async (files: string[], { routine, area, rom, as, all, json }: Options) => {
      // nothing is kept at Ctrl-C: the signal ends the process at once, in the middle of a file too
      const onFiles = slowProgress(context, 'vector files run');
      show(context, 'vectors', await runVectors({ files, routine, area, rom, as, all, onFiles }), { json });
    });
}
