/**
 * What a user gives beside a file: a cartridge image, what it has settled, the language of names.
 * Verbs that play declare it, read it and say what their result rests on here.
 */

import { type Command, Option } from 'commander';
import type { GivenOptions } from '../../library/index.js';
import { addNamesOption, wholeNumber, wordOption } from './options.js';

// `--from` and `--at`: the savestate, dump or frame of a log with which a battle begins.

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

// Options that every verb with a cartridge image has.

export function addImageOptions(command: Command): Command {
  return command
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as live-a-live; every output says so', [
        'live-a-live',
      ]),
    )
    .option('--force-rom', 'accept any image, without a look at its header; every output says so');
}

// `--profile`: what an owner's image has settled, for the verbs that name unpublished stretches.

export function addProfileOption(command: Command): Command {
  return command.option(
    '--profile <file>',
    'what your cartridge has settled (`lockstep rom settle -o`); else IMAGE.profile.json beside --rom',
  );
}

// `--timing`: how long the console shows what a plan does.

export function addTimingOption(command: Command): Command {
  return command.option(
    '--timing <profile>',
    'count the frames that the console shows things for (`lockstep timing learn`): which are learned, assumed, unknown',
  );
}

/** `--rom`, where the verb lists it. */
export function romOption(): Option {
  return new Option(
    '--rom <image>',
    "read the game's tables from your own cartridge image; its code fills holes of ours",
  );
}

/** What goes with `--rom`: patch, doubt, profile. */
export function addGivenImage(command: Command): Command {
  return addProfileOption(addImageOptions(command));
}

/** The same, and the language of names. */
export function addGivenOptions(command: Command): Command {
  return addNamesOption(addGivenImage(command));
}

/** What of the options goes to a call of the library. */
export function givenIn({ rom, patch, as, forceRom, profile, names }: GivenOptions): GivenOptions {
  return { rom, patch, as, forceRom, profile, names };
}
