/** `--timing`: how long the console shows what a plan does. */
import type { Command } from 'commander';
import type { System } from '../../../core/system/system.js';
import { readTimingProfile } from '../../capture/menus/profile-files.js';
import { createWaitTally, type WaitTally } from '../../capture/menus/waits.js';

export interface TimingOptions {
  readonly timing?: string;
}

export function addTimingOption(command: Command): Command {
  return command.option(
    '--timing <profile>',
    'count the frames that the console shows things for (`lockstep timing learn`): which are learned, assumed, unknown',
  );
}

/** @throws LockstepError as `readTimingProfile` and `createWaitTally` */
export function givenTiming({ timing }: TimingOptions, system: System): WaitTally | undefined {
  return timing === undefined ? undefined : createWaitTally(system, readTimingProfile(timing), timing);
}
