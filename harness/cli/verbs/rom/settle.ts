/** `lockstep rom settle`: every unpublished stretch, settled by an image's own code. */

import type { Command } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { LockstepError } from '../../../base/index.js';
import { readRomImage } from '../../../files/index.js';
import {
  chooseImageProof as chooseImage,
  countVerdicts,
  loadProfile,
  PROFILE_NAMES,
  publishedCasesOf,
  settleImage,
  settleJson,
  settleText,
  writeSettled,
} from '../../../original/index.js';

import { type CliContext, example, printJson } from '../../base/context.js';
import { wordOption } from '../../base/options.js';

interface Options {
  readonly output?: string;
  readonly patch?: string;
  readonly as?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

function settle(file: string, options: Options, context: CliContext): void {
  const image = chooseImage(readRomImage(file, options.patch), PROFILE_NAMES.map(loadProfile), options.as);
  const result = settleImage(image, publishedCasesOf, (done, all, row) => {
    if (context.showProgress) context.err(`\r${done}/${all} ${row.name}          ${done === all ? '\n' : ''}`);
  });
  const { rows } = result;
  const reached = rows.length - countVerdicts(rows, 'not reached', 'not in this image');
  const exit = reached === 0 ? 2 : countVerdicts(rows, 'none') > 0 ? 1 : 0;
  if (options.json === true) printJson(context, { verb: 'rom settle', exit, ...settleJson(result) });
  else context.out(settleText(result, options.all === true));
  if (options.output !== undefined && reached > 0) {
    writeSettled(result, options.output);
    if (options.json !== true)
      context.out(`${options.output}: a profile of ${countText(reached, 'stretch', 'stretches')}\n`);
  }
  if (reached === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'no unpublished stretch was reached', {
      file,
      found: `${countText(rows.length, 'stretch', 'stretches')}, none of them in this image`,
      expected: "a cartridge image whose routines stand at the game's addresses",
      remedy: 'Name your own cartridge image',
    });
  }
  context.exit(exit);
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
