/** `lockstep menu check LOG`: the declared menus of an image against a recording. */
import type { Command } from 'commander';
import { checkMenus } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';

interface Options {
  readonly menus: string;
  readonly timing?: string;
  readonly learn?: boolean;
  readonly output?: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('menu')
    .description('hold the declared menus of an image against a recording')
    .command('check')
    .description(
      'check each press, order and wait against the profiles; the first contradiction ends it with exit 1; says what the recording does not show',
    )
    .argument('<log>', 'a log of the image')
    .requiredOption('--menus <profile>', 'the menus of the image')
    .option('--timing <profile>', 'check the length of windows, animations and other waits, too')
    .option('--learn', 'take columns and rows of the lists from the recording, not from the profile')
    .option('-o, --output <profile>', 'write the profile with how often each press was seen')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'menu check test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json',
        'menu check test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json --learn -o menus.json',
      ),
    )
    .action(async (log: string, { menus, timing, learn, output, json }: Options) => {
      show(context, 'menu check', await checkMenus({ log, menus, timing, learn, output }), { json });
    });
}
