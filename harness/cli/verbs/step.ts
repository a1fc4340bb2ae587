/**
 * `lockstep step FILE`: the terminal stepper; with --print or --json one entry, without a terminal.
 */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import { type GivenOptions, openLineAt, readEntry, type Timeline } from '../../library/index.js';
import { createStepper, loadWatches, runTerminal } from '../../views/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addGivenOptions, romOption } from '../base/given.js';
import { wholeNumber } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';
import { slowProgress } from '../base/progress.js';

interface Options extends GivenOptions {
  readonly at?: string;
  readonly frame?: number;
  readonly until?: string;
  readonly back?: string;
  readonly why?: string;
  readonly watch?: string;
  readonly branches?: string;
  readonly against?: string;
  readonly all?: boolean;
  readonly draws?: boolean;
  readonly print?: boolean;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('step')
    .description('step through a log or a plan, both ways, on the terminal')
    .argument('<file>', 'a trace, a plan (.toml), a branch file (.toml), or a branch as FILE#NAME')
    .option('--at <place>', 'begin after this command: its number or label; 12.5 is frame 5 inside command 12')
    .option('--frame <number>', 'begin at this frame; of a battle by commands: the frame of the battle', wholeNumber)
    .option(
      '--until <condition>',
      'then run forwards to a condition, such as draw, "enemy turn", "enemy action", difference, "actionPoints >= 256"',
    )
    .option('--back <condition>', 'then run backwards to a condition')
    .option('--why <cell>', 'explain where the value of a cell comes from (with --print or --json)')
    .option('--watch <file>', 'a watch file of an emulator (.wch, .mlb, .sym, .json, .md)')
    .option('--branches <file>', 'keep branches in this file (.toml), new or existing')
    .option('--against <log>', 'compare a plan with a recording: the first difference is marked')
    .addOption(romOption())
    .option('--all', 'show working cells and timers too')
    .option('--draws', 'with --print: every draw below the sentence that it belongs to; --json has them')
    .option('--print', 'print the entry as text and end; needs no terminal')
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the entry as JSON and end')
    .addHelpText(
      'after',
      example(
        'step traces/srpg-movement/guide.toml --until action --print',
        'step traces/logs/overflow.jsonl.gz --frame 2406 --why actionPoints --print',
      ),
    );
  addGivenOptions(command).action(async (file: string, options: Options) => {
    const { watch, print, json, why, all, draws, ...place } = options;
    const isPrinting = print === true || json === true;
    const { terminal } = context;
    const given = {
      ...{ file, ...place, systems: context.systems, onProgress: slowProgress(context, 'entries read') },
      onPlanFailures: (sentences: readonly string[]): void => sayFailures(context, sentences),
    };
    if (isPrinting) {
      const call = readEntry({ ...given, watch, why, all, draws, signal: context.signal() });
      show(context, 'step', await answered(call), { json });
      return;
    }
    if (terminal === undefined) {
      throw new LockstepError('E_TERMINAL', 'step needs a terminal for its keys and its screen', {
        remedy: 'Run it in a terminal, or give --print or --json',
      });
    }
    const { opened, start } = await openLineAt(given);
    const watches = watch === undefined ? undefined : loadWatches(watch, opened.timeline);
    const [failure] = context.planFailures;
    const note = failure ?? noteOf(opened.timeline, watches?.left ?? 0);
    const stepper = createStepper(opened.book, start, watches?.watches, note);
    context.exit(await runTerminal(stepper, terminal, context.color));
  });
}

function noteOf(timeline: Timeline, left: number): string {
  if (!timeline.end.whole) return `ends early: ${timeline.end.reason}`;
  if (left > 0) return `${countText(left, 'entry', 'entries')} of the watch file lie outside the memory windows`;
  return 'h shows the keys';
}
