/**
 * `lockstep rom routines`: which original routines are mirrored, and what stands in for unpublished
 * code.
 */

import type { Command } from 'commander';
import { routines } from '../../../library/index.js';
import { show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { slowProgress } from '../../base/progress.js';

interface Options {
  readonly list?: boolean;
  readonly vectors?: string;
  readonly json?: boolean;
}

export function register(rom: Command, context: CliContext): void {
  rom
    .command('routines')
    .description('list the original routines (verified, implemented, missing) and stand-ins for unpublished code')
    .option('--list', 'list every routine, verified ones too')
    .option('--vectors <path>', 'run these routine vectors (a file or folder) and list what they give now')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('rom routines --list', 'rom routines --vectors traces/vectors'))
    .action(async ({ list, vectors, json }: Options) => {
      const onFiles = slowProgress(context, 'vector files run');
      show(context, 'rom routines', await routines({ list, vectors, onFiles }), { json });
    });
}
