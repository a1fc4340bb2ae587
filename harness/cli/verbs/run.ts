/**
 * `lockstep run [SYSTEM] PLAN`: runs a plan, compares its checkpoints, writes a trace.
 */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import { asideOf, type FromOptions, type GivenOptions, runPlan, type TimingOptions } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addFromOptions, addGivenImage, addTimingOption, givenIn, romOption } from '../base/given.js';
import { addNamesOption } from '../base/options.js';

interface Options extends GivenOptions, FromOptions, TimingOptions {
  readonly output?: string;
  readonly print?: boolean;
  readonly odds?: boolean;
  readonly predict?: boolean;
  readonly draws?: boolean;
  readonly tell?: boolean;
  readonly judge?: boolean;
  readonly json?: boolean;
}

function declare(program: Command, context: CliContext): Command {
  const command = program
    .command('run')
    .description('run a plan of a system and compare its checkpoints')
    .usage('[options] [system] [plan]')
    .argument(
      '[plan...]',
      `a plan (TOML), left out with --from: no command; the id of a system before it wins over the plan's own: ${context.systems.map(({ id }) => id).join(', ')}`,
    )
    .addOption(romOption());
  return addTimingOption(addNamesOption(addFromOptions(addGivenImage(command))))
    .option('-o, --output <trace>', 'write the run as a trace (.jsonl, or .jsonl.gz)')
    .option('--print', 'print the battle at the end, where the system supports it')
    .option('--odds', 'answer the plan’s [query] with exact odds, where the system supports it')
    .option('--predict', 'print what comes next, where the system supports it')
    .option('--tell', 'print what happens, a sentence for each thing')
    .option('--draws', 'print every draw of the generator under what it decides; a trace then holds them too')
    .option('--judge', 'the same with who could act before each command and with what, where the system supports it')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example('run traces/srpg-movement/guide.toml --print', 'run traces/live-a-live/takahara-namcat.toml --tell'),
    );
}

export function register(program: Command, context: CliContext): void {
  declare(program, context).action(async (words: readonly string[], options: Options) => {
    const { from, at, timing, output, print, odds, predict, draws, tell, judge } = options;
    const call = runPlan({
      ...givenPlan(words),
      from,
      at,
      timing,
      output,
      print,
      odds,
      predict,
      draws,
      tell,
      judge,
      ...givenIn(options),
      signal: context.signal(),
      systems: context.systems,
    });
    const answer = await answered(call);
    show(context, 'run', answer, options);
    if (options.json !== true) context.err(asideOf(answer));
  });
}

/** @throws LockstepError `E_USAGE` for more than a system and a plan */
function givenPlan([first, second, ...more]: readonly string[]): { plan?: string | undefined; system?: string } {
  if (more.length > 0) {
    throw new LockstepError('E_USAGE', 'run plays one plan', {
      found: countText(more.length + 2, 'word'),
      expected: '[SYSTEM] PLAN',
      remedy: 'Name one plan, and before it the id of its system or nothing',
    });
  }
  return second === undefined || first === undefined ? { plan: first } : { plan: second, system: first };
}
