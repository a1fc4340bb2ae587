/**
 * `lockstep symbols`: watch and label files from the table of cells, and a user's file against it.
 */
import type { Command } from 'commander';
import { LockstepError } from '../../base/index.js';
import {
  asideOf,
  compareSymbols,
  RECORDER_EMULATORS,
  recorderScript,
  symbols,
  WATCH_FORMATS,
} from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { wordOption } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';

interface Options {
  readonly format?: string;
  readonly import?: string;
  readonly list?: boolean;
  readonly emulator?: string;
  readonly cells?: string;
  readonly routines?: boolean;
  readonly drill?: boolean;
  readonly overlay?: boolean;
  readonly plan?: string;
  readonly json?: boolean;
}

/** A whole recorder script with all cells that `verify` compares. */
async function printScript(options: Options, context: CliContext): Promise<void> {
  const { emulator = '', cells, routines, json, drill, overlay, plan } = options;
  if (emulator !== '' && (cells !== undefined || routines === true || json === true)) {
    throw new LockstepError('E_USAGE', 'a recorder takes neither --cells nor --routines nor --json', {
      remedy: 'Leave them out: it records every cell that verify compares',
    });
  }
  const onPlanFailures = (sentences: readonly string[]): void => sayFailures(context, sentences);
  const given = { emulator, drill, overlay, plan, onPlanFailures, systems: context.systems };
  show(context, 'symbols', await recorderScript(given), {});
}

async function print(options: Options, context: CliContext): Promise<void> {
  const { format, cells, routines, drill, json } = options;
  const patterns = cells?.split(',').map((pattern) => pattern.trim());
  if (format === undefined && json !== true) {
    throw new LockstepError('E_USAGE', 'symbols needs --format or --import', { expected: WATCH_FORMATS.join(', ') });
  }
  const answer = await symbols({ format, cells: patterns, routines, drill });
  show(context, 'symbols', answer, options);
  if (json !== true) context.err(asideOf(answer));
}

async function compare(file: string, options: Options, context: CliContext): Promise<void> {
  const { format, drill, list } = options;
  const answer = await compareSymbols({ file, format, drill, list });
  show(context, 'symbols', answer, { ...options, ...(answer.verdict === 'incomplete' ? { exit: 2 } : {}) });
}

export function register(program: Command, context: CliContext): void {
  program
    .command('symbols')
    .description('write watch and label files from the table of cells, or compare a file with it')
    .addOption(
      wordOption('--format <form>', `${WATCH_FORMATS.join(', ')}, or lua: a recorder script for an emulator`, [
        ...WATCH_FORMATS,
        'lua',
      ]),
    )
    .addOption(
      wordOption('--emulator <name>', `with --format lua: ${RECORDER_EMULATORS.join(', ')}`, RECORDER_EMULATORS),
    )
    .option('--import <file>', 'compare this file with the table (default form: by its content)')
    .option('--list', 'with --import: every row that is not simply equal, not the summary alone')
    .option('--cells <names>', 'only these cells, separated by commas; * matches anything: enemy[0].*,actionPoints')
    .option('--routines', 'include the original routines (mlb, msl, sym, nocash, diztinguish)')
    .option('--drill', 'include the cells of the test ROM')
    .option('--overlay', 'with --format lua: a script that draws turn, points and draws in the game’s window')
    .option('--plan <file>', 'with --overlay: what this plan says next, with a mark where the game leaves it')
    .option('--json', 'print the symbols or the comparison as JSON')
    .addHelpText(
      'after',
      example(
        'symbols --format mlb --routines',
        'symbols --format lua --emulator bizhawk',
        'symbols --format lua --emulator mesen --overlay --plan traces/live-a-live/takahara-namcat.toml',
        'symbols --format wch --cells enemy[0].*,actionPoints',
      ),
    )
    .action(async (options: Options) => {
      if (options.import !== undefined) await compare(options.import, options, context);
      else if (options.format === 'lua') await printScript(options, context);
      else await print(options, context);
    });
}
