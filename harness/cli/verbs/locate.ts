/** `lockstep locate PLAN`: which generator states fit what a player saw, and what comes next. */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { locate } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addWord } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';

interface Options {
  readonly saw: readonly string[];
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('locate')
    .description('which states of the generator fit what was seen, and what comes next from each')
    .argument('<plan>', 'a plan (TOML) of battles by commands: what was played')
    .option(
      '--saw <observation>',
      "PLACE: CONDITION, may be repeated; PLACE is a label or number of commands, CONDITION an expression over cells, or words with commas between them: 'UNIT damage 96', 'UNIT heal 30', 'UNIT miss' as the screen shows it, 'UNIT lost 26', 'UNIT lost 20..25', 'UNIT unhurt', 'UNIT used SKILL'",
      addWord,
      [],
    )
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      example(
        'locate traces/live-a-live/takahara-namcat.toml --saw 4:record[5].hp=276 --saw 5:enemy[0].hp=233',
        'locate traces/live-a-live/takahara-namcat.toml --saw 4:record[5].hp=276',
        'locate traces/live-a-live/takahara-namcat.toml --saw "5: namcat damage 23, takahara damage 48..57"',
      ),
    )
    .action(async (file: string, options: Options) => {
      const call = locate({
        plan: file,
        saw: options.saw,
        onStep: (command, fit) => {
          if (!context.showProgress) return;
          context.err(`after ${countText(command, 'command')} ${countText(fit, 'state')} fit\n`);
        },
        onPlanFailures: (sentences) => sayFailures(context, sentences),
        systems: context.systems,
      });
      show(context, 'locate', await answered(call), options);
    });
}
