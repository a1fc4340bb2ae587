/**
 * `lockstep route verify PLAN`: the ledger of a plan, its checkpoints, and the plan against a
 * recording.
 */
import type { Command } from 'commander';
import { checkPlan, type GivenOptions, type TimingOptions } from '../../../library/index.js';
import { answered, errorOf, show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { addGivenOptions, addTimingOption, givenIn, romOption } from '../../base/given.js';
import { wholeNumber } from '../../base/options.js';

interface Options extends GivenOptions, TimingOptions {
  readonly against?: string;
  readonly from?: number;
  readonly menus?: string;
  readonly tell?: boolean;
  readonly draws?: boolean;
  readonly neighbours?: number;
  readonly json?: boolean;
}

/** What the verb takes. */
function declare(route: Command): Command {
  const command = route
    .command('verify')
    .description('play a plan, print its ledger, stop at the first checkpoint that fails')
    .argument('<plan>', 'a plan (TOML)')
    .option('--against <log>', 'compare it with a recorded log as well')
    .option(
      '--from <frame>',
      'frame of the log whose state is the plan’s start (default: the first that equals it)',
      wholeNumber,
    )
    .option(
      '--menus <profile>',
      'the log was played through the menus of this profile: its pads and cursors are not compared',
    )
    .addOption(romOption())
    .option('--tell', 'print below every row what happens in it, a sentence for each thing')
    .option('--draws', 'print the sentences, and every draw under what it decides')
    .option(
      '--neighbours <count>',
      'play it from the states of the generator up to COUNT draws before and behind its own as well',
      wholeNumber,
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route verify traces/live-a-live/overflow.toml',
        'route verify traces/live-a-live/takahara-namcat.toml --tell --names ja',
      ),
    );
  return addTimingOption(addGivenOptions(command));
}

export function registerVerify(route: Command, context: CliContext): void {
  declare(route).action(async (file: string, options: Options) => {
    const { against, from, menus, tell, draws, neighbours, timing } = options;
    const given = { ...givenIn(options), systems: context.systems };
    const answer = await answered(
      checkPlan({ plan: file, against, from, menus, tell, draws, neighbours, timing, ...given }),
    );
    show(context, 'route verify', answer, options);
    if (answer.error !== undefined && options.json !== true) throw errorOf(answer.error);
  });
}
