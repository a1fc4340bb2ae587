/**
 * `lockstep discover DUMP`: the addresses of a RAM recording whose values follow the model's
 * prediction.
 */
import type { Command } from 'commander';
import { discover, WORK_RAM_BYTES } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { wholeNumber } from '../base/options.js';

interface Options {
  readonly from: string;
  readonly output?: string;
  readonly size: number;
  readonly skip: number;
  readonly base: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('discover')
    .description('find the addresses of a RAM recording whose values follow the model’s prediction')
    .argument('<dump>', 'frames of RAM, one after the other (perhaps gzip), or a folder with one numbered file a frame')
    .requiredOption('--from <file>', 'plan (.toml) or log of the recorded battle')
    .option('-o, --output <file>', 'write the profile (JSON): cell, address, evidence')
    .option('--size <bytes>', 'bytes of a frame', wholeNumber, WORK_RAM_BYTES)
    .option('--skip <frames>', 'frames of the dump before the one after the first predicted step', wholeNumber, 0)
    .option('--base <address>', 'address of the first byte of a frame (hex)', '7E0000')
    .option('--json', 'print the profile as JSON')
    .addHelpText(
      'after',
      example(
        'discover ram.bin.gz --from mine.jsonl.gz -o profile.json',
        'discover ram.bin.gz --from plan.toml --skip 60 -o profile.json',
      ),
    )
    .action(async (dump: string, options: Options) => {
      const { from, output, size, skip, base } = options;
      const signal = context.signal();
      const call = discover({ dump, from, output, size, skip, base, signal, systems: context.systems });
      show(context, 'discover', await answered(call), options);
    });
}
