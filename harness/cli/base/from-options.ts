/** `--from` and `--at`: the savestate, dump or frame of a log with which a battle begins. */
import type { Command } from 'commander';
import type { System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { writeFile } from '../../base/write-file.js';
import { connectLive } from '../../capture/live/connect.js';
import { dumpLive } from '../../capture/live/dump-live.js';
import { battleError } from '../../files/states/state-error.js';
import { startOf } from '../../play/plan/from-state.js';
import type { PlanStart } from '../../play/plan/types.js';
import { wholeNumber } from './number-option.js';

export interface FromOptions {
  readonly from?: string;
  readonly at?: number;
}

/** @param live whether the verb writes a plan, beside which the dump of a running game can stand */
export function addFromOptions(command: Command, live = false): Command {
  const running = live ? ' of a running game (ws://HOST:PORT, nwa://HOST:PORT; the plan’s dump stands beside it)' : '';
  return command
    .option(
      '--from <state>',
      `begin with the battle of a savestate (BizHawk, Mesen 2, Snes9x, bsnes, RetroArch), of a movie that begins from one (.smv, .bk2, .lsmv, .mmo), of 128 KiB of work RAM,${running} or, with --at, of a log`,
    )
    .option('--at <frame>', 'of a log: the last frame before the plan', wholeNumber);
}

const LIVE = /^(?:ws|nwa):/u;

/** The plan that will be written; the dump of a running game stands beside it. */
export interface PlanWanted {
  readonly file: string;
  readonly system: System;
}

/**
 * Writes the work RAM of the running game beside a plan.
 * @throws LockstepError `E_OPTION` without a plan to write, and those of the connection
 */
async function takeLive(address: string, wanted: PlanWanted | undefined): Promise<PlanStart> {
  if (wanted === undefined) {
    throw new LockstepError('E_OPTION', 'a running game does not wait: its battle is taken into a file first', {
      found: `--from ${address}`,
      remedy: `\`lockstep plan --from ${address} -o plan.toml\` writes it, and \`run plan.toml\` plays it`,
    });
  }
  const source = await connectLive(address);
  try {
    const ram = await dumpLive(source);
    const { consoleState } = wanted.system.capabilities;
    const battle = wanted.system.create(null);
    const fault = consoleState?.take(battle, ram, 0);
    // a memory without a battle is of no use to anybody: it is not written
    if (fault !== undefined) throw battleError(address, fault);
    const file = wanted.file.replace(/\.toml$/iu, '.ram');
    writeFile(file, ram, 'dump');
    return await startOf(file, undefined);
  } finally {
    source.close();
  }
}

/**
 * The start that the options name, or undefined.
 * @param wanted left out: no plan is written
 * @throws LockstepError `E_OPTION` for --at alone, `E_FILE`, and those of a running game
 */
export async function givenStart({ from, at }: FromOptions, wanted?: PlanWanted): Promise<PlanStart | undefined> {
  if (from !== undefined && LIVE.test(from)) return takeLive(from, wanted);
  if (from !== undefined) return startOf(from, at);
  if (at === undefined) return undefined;
  throw new LockstepError('E_OPTION', '--at needs a log', { remedy: 'Name it with --from, or leave --at out' });
}
