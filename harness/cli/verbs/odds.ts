/** `lockstep odds FILE`: what each skill can do from a place of a plan or log, and how likely. */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError, withSearchLimits } from '../../base/index.js';

import { type Horizon, oddsJson, oddsTable, oddsText, positionOf } from '../../solve/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import { wholeNumber, wordOption } from '../base/options.js';

import { sayFailures } from '../base/plan-check.js';

interface Options {
  readonly at?: string;
  readonly skill?: string;
  readonly target?: string;
  readonly until: string;
  readonly limit: number;
  readonly json?: boolean;
}

const LONGEST = 1024;
const PLAYS = 100_000;

function horizonOf(text: string): Horizon {
  if (text === 'effect' || text === 'turn') return text;
  const frames = Number(text);
  if (/^\d+$/.test(text) && frames >= 1 && frames <= LONGEST) return frames;
  throw new LockstepError('E_OPTION', '--until names no horizon', {
    found: text,
    expected: `effect, turn, or 1 to ${LONGEST} frames`,
    remedy: 'Leave it out for: the skill has taken effect',
  });
}

function horizonText(horizon: Horizon): string {
  if (horizon === 'effect') return 'until the skill has taken effect (answers and fields included)';
  return horizon === 'turn' ? "until the enemies' turn is over" : countText(horizon, 'frame');
}

export function register(program: Command, context: CliContext): void {
  program
    .command('odds')
    .description('what each skill can do from a place of a plan or log, and how likely it is, exactly')
    .argument('<file>', 'a plan (TOML) of battles by commands, or a log')
    .option('--at <place>', 'of a plan a label or number of commands (left out: its start); of a log a frame')
    .option('--skill <id>', 'only this skill or item')
    .option('--target <unit>', 'only what happens to this unit: a name, or enemy[0]')
    .addOption(
      wordOption(
        '--until <horizon>',
        "effect: it has taken effect; turn: the enemies' turn is over; or a number of frames",
        ['effect', 'turn'],
        'effect',
      ),
    )
    .option('--limit <frames>', 'frames played for a row at most; what is left then is said', wholeNumber, PLAYS)
    .option('--json', 'print the table as JSON')
    .addHelpText(
      'after',
      example(
        'odds traces/live-a-live/takahara-namcat.toml --at 4',
        'odds traces/live-a-live/takahara-namcat.toml --at 4 --target namcat --until turn',
      ),
    )
    .action(async (file: string, options: Options) => {
      const horizon = horizonOf(options.until);
      const position = await positionOf(context.systems, file, options.at);
      sayFailures(context, position.planFailures);
      const progress = (done: number, all: number): void => {
        if (context.showProgress) context.err(`\r${done} of ${countText(all, 'choice')}${done === all ? '\n' : ''}`);
      };
      const { skill, target, limit: plays } = options;
      const question = { skill, target, horizon, plays, progress };
      const table = await withSearchLimits(async () => oddsTable(position, question));
      context.exit(0);
      if (options.json === true) {
        printJson(context, { verb: 'odds', exit: 0, file, at: position.at, horizon, ...oddsJson(table) });
      } else context.out(oddsText(file, position.at, horizonText(horizon), table));
    });
}
