/** `lockstep seeds PLAN`: what becomes of a plan, or of a policy, from every start. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type Progress, type SeedsOptions, START_KINDS, seeds } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { parseNumber, threadCount, usualThreads, wholeNumber, wordOption } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';

interface Options {
  readonly starts: string;
  readonly frames?: number;
  readonly timer?: string;
  readonly want?: string;
  readonly policy?: string;
  readonly settings?: boolean;
  readonly workers?: number;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('seeds')
    .description('what becomes of a plan, or of a policy, from every start: wins, losses, breaks, frames, HP')
    .argument('<plan>', 'a plan (TOML) of battles by commands')
    .addOption(
      wordOption(
        '--starts <kind>',
        "timers: all seeds of a first battle; cycles: all states of the generator's cycles; waits: frames waited first; places: where the enemies may start",
        START_KINDS,
        'timers',
      ),
    )
    .option('--timer <value>', 'of timers: the battle timer at the start, 0..65535 (left out: the plan’s)')
    .option('--frames <count>', 'of waits: the most frames waited (left out: 600)', wholeNumber)
    .option(
      '--want <expression>',
      "starts that give this: cells, frames, won, lost, e.g. 'enemy[0].hp = 0 and frames <= 300'",
    )
    .addOption(
      wordOption('--policy <name>', "attack or random in the place of the plan's commands", ['attack', 'random']),
    )
    .option('--settings', 'play all starts under every other value of every switch (left out: up to 1024 starts)')
    .option('--workers <count>', 'threads; the answer is the same on any number', threadCount)
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      example(
        'seeds traces/live-a-live/present-day-namcat.toml --starts waits --want won',
        'seeds traces/live-a-live/present-day-namcat.toml --policy attack --starts waits --frames 60',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { starts, frames, want, policy } = options;
      const progress = ({ done, all }: Progress): void => context.err(`\r${done} of ${all} starts`);
      const call = seeds({
        plan: file,
        // what is none is refused by the call
        starts: starts as NonNullable<SeedsOptions['starts']>,
        frames,
        timer: options.timer === undefined ? undefined : parseNumber(options.timer, 'timer', 0xffff),
        want,
        policy,
        settings: options.settings,
        threads: options.workers ?? usualThreads(availableParallelism()),
        signal: context.signal(),
        onProgress: context.showProgress ? progress : undefined,
        onPlanFailures: (sentences) => sayFailures(context, sentences),
        systems: context.systems,
      });
      const answer = await answered(call);
      if (context.showProgress) context.err('\n');
      show(context, 'seeds', answer, options);
    });
}
