/**
 * `lockstep discover DUMP`: the addresses of a RAM recording whose values follow the model's
 * prediction.
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import { discover, discoveryText, profileOf, writeProfile } from '../../play/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { wholeNumber } from '../base/options.js';

interface Options {
  readonly from: string;
  readonly output?: string;
  readonly size: number;
  readonly skip: number;
  readonly base: string;
  readonly json?: boolean;
}

const MAX_FRAME_BYTES = 16 * 1024 * 1024;

function checked(dump: string, options: Options): number {
  if (options.size < 4 || options.size > MAX_FRAME_BYTES) {
    throw new LockstepError('E_USAGE', 'this is not a valid frame size', {
      found: `${options.size}`,
      expected: `4 to ${MAX_FRAME_BYTES} bytes`,
    });
  }
  if (!/^[0-9a-f]{1,6}$/i.test(options.base)) {
    throw new LockstepError('E_USAGE', '--base is not an address', {
      found: options.base,
      expected: 'up to six hex digits',
    });
  }
  for (const file of [dump, options.from]) {
    if (!existsSync(file)) {
      throw new LockstepError('E_FILE', 'there is no such file or folder', { file, remedy: 'Check the name' });
    }
  }
  return Number.parseInt(options.base, 16);
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
      const base = checked(dump, options);
      const { systems } = context;
      const { from, size, skip } = options;
      const found = await discover({ systems, path: dump, from, size, skip, base });
      if (options.output !== undefined) writeProfile(options.output, found);
      context.exit(found.cells.some(({ status }) => status === 'found' || status === 'nearly') ? 0 : 1);
      if (options.json === true) printJson(context, profileOf(found));
      else context.out(discoveryText(found));
    });
}
