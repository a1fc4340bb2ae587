/** `--from` and `--at`: the savestate, dump or frame of a log with which a battle begins. */
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { startOf } from '../../plan/from-state.js';
import type { PlanStart } from '../../plan/types.js';
import { wholeNumber } from '../base/number-option.js';

export interface FromOptions {
  readonly from?: string;
  readonly at?: number;
}

export function addFromOptions(command: Command): Command {
  return command
    .option(
      '--from <state>',
      'begin with the battle of a savestate (BizHawk, Mesen 2, Snes9x, bsnes), of 128 KiB of work RAM or, with --at, of a log',
    )
    .option('--at <frame>', 'of a log: the last frame before the plan', wholeNumber);
}

/**
 * The start that the options name, or undefined.
 * @throws LockstepError `E_OPTION` for --at alone, `E_FILE`
 */
export async function givenStart({ from, at }: FromOptions): Promise<PlanStart | undefined> {
  if (from !== undefined) return startOf(from, at);
  if (at === undefined) return undefined;
  throw new LockstepError('E_OPTION', '--at needs a log', { remedy: 'Name it with --from, or leave --at out' });
}
