/** `lockstep locate PLAN`: which generator states fit what a player saw, and what comes next. */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError, withSearchLimits } from '../../base/index.js';

import { findPlanSystem, loadPlan, startBattle } from '../../play/index.js';

import { drawnSystem, locate, locateText, readObservations } from '../../solve/index.js';

import { type CliContext, type ExitCode, example, printJson } from '../base/context.js';
import { addWord } from '../base/options.js';
import { checkOwn } from '../base/plan-check.js';

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
      const plan = loadPlan(file);
      const drawn = drawnSystem(await findPlanSystem(context.systems, plan), file);
      const battle = await startBattle(drawn.system, plan);
      if (options.saw.length === 0) {
        throw new LockstepError('E_OPTION', 'nothing was seen', { remedy: 'Give --saw, once for each observation' });
      }
      checkOwn(context, drawn.system, plan, battle);
      const observations = options.saw.flatMap((text) => readObservations(drawn.system, battle, plan, text));
      const progress = (command: number, fit: number): void => {
        if (context.showProgress)
          context.err(`after ${countText(command, 'command')} ${countText(fit, 'state')} fit\n`);
      };
      const located = await withSearchLimits(async () => locate(drawn, battle, plan, observations, progress));
      const exit: ExitCode = located.contradiction === undefined ? 0 : 1;
      context.exit(exit);
      if (options.json === true) printJson(context, { verb: 'locate', exit, file, ...located });
      else context.out(locateText(file, located));
    });
}
