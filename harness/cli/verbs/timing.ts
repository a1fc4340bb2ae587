/** `lockstep timing learn LOG...`: how long an image shows what, from recordings. */
import type { Command } from 'commander';
import { learnTiming } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';

interface Options {
  readonly menus: string;
  readonly output?: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const timing = program.command('timing').description('learn from recordings how long an image shows what');
  timing
    .command('learn')
    .description('learn the frames of windows, turns, skills, steps, start and end, with their spread')
    .argument('<log...>', 'logs of one image')
    .requiredOption('--menus <profile>', 'the menus of the image: which cells show that nothing is read')
    .option('-o, --output <profile>', 'timing profile to write')
    .option('--json', 'print the profile as JSON')
    .addHelpText(
      'after',
      example(
        'timing learn test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json',
        'timing learn test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json -o timing.json',
      ),
    )
    .action(async (logs: string[], { menus, output, json }: Options) => {
      show(context, 'timing learn', await learnTiming({ logs, menus, output }), { json });
    });
}
