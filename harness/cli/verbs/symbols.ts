/**
 * `lockstep symbols`: watch and label files from the table of cells, and a user's file against it.
 */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { formatAddress } from '../../../rom-map/index.js';
import { LockstepError, nearest } from '../../base/index.js';

import { type OverlayPlan, overlayScript, RECORDER_EMULATORS, recorderScript } from '../../capture/index.js';

import {
  type ComparedEntry,
  chooseSymbols,
  compareWatchList,
  contradicts,
  loadWatchList,
  sameName,
  WATCH_FORMATS,
  type WatchComparison,
  type WatchFormat,
  type WatchList,
  writeSymbols,
} from '../../files/index.js';

import { findPlanSystem, loadPlan, startBattle } from '../../play/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import { wordOption } from '../base/options.js';

import { checkOwn } from '../base/plan-check.js';

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

function formatOf(name: string | undefined): WatchFormat | undefined {
  if (name === undefined) return undefined;
  const format = WATCH_FORMATS.find((known) => known === name);
  if (format !== undefined) return format;
  throw new LockstepError('E_SYMBOLS_FORMAT', `there is no form ${name}`, {
    expected: [...WATCH_FORMATS, 'lua'].join(', '),
    remedy: nearest(name, [...WATCH_FORMATS, 'lua']),
  });
}

/** A whole recorder script with all cells that `verify` compares. */
async function printScript(options: Options, context: CliContext): Promise<void> {
  const emulator = RECORDER_EMULATORS.find((name) => name === options.emulator);
  if (emulator === undefined) {
    throw new LockstepError('E_USAGE', '--format lua needs the name of an emulator', {
      ...(options.emulator === undefined ? {} : { found: options.emulator }),
      expected: `--emulator ${RECORDER_EMULATORS.join(', ')}`,
    });
  }
  if (options.cells !== undefined || options.routines === true || options.json === true) {
    throw new LockstepError('E_USAGE', 'a recorder takes neither --cells nor --routines nor --json', {
      remedy: 'Leave them out: it records every cell that verify compares',
    });
  }
  if (options.overlay !== true) {
    if (options.plan !== undefined) {
      throw new LockstepError('E_USAGE', '--plan goes with --overlay', { remedy: 'Add --overlay' });
    }
    context.out(recorderScript(emulator, options.drill === true));
    return;
  }
  if (options.drill === true) {
    throw new LockstepError('E_USAGE', '--overlay and --drill exclude each other', {
      remedy: 'Leave --drill out: an overlay reads the cells that both have',
    });
  }
  context.out(overlayScript(emulator, options.plan === undefined ? undefined : await followed(options.plan, context)));
}

/** @throws LockstepError for a plan that cannot begin */
async function followed(file: string, context: CliContext): Promise<OverlayPlan> {
  const plan = loadPlan(file);
  const system = await findPlanSystem(context.systems, plan);
  const battle = await startBattle(system, plan);
  checkOwn(context, system, plan, battle);
  return { system, plan, battle };
}

async function print(options: Options, context: CliContext): Promise<void> {
  if (options.format === 'lua') {
    await printScript(options, context);
    return;
  }

  const symbols = chooseSymbols({
    drill: options.drill === true,
    routines: options.routines === true,
    patterns: options.cells?.split(',').map((pattern) => pattern.trim()) ?? [],
  });
  if (options.json === true) {
    printJson(context, symbols);
    return;
  }
  const format = formatOf(options.format);
  if (format === undefined) {
    throw new LockstepError('E_USAGE', 'symbols needs --format or --import', { expected: WATCH_FORMATS.join(', ') });
  }
  const { text, leftOut } = writeSymbols(symbols, format);
  context.out(text);
  if (leftOut.length > 0) {
    context.err(`${leftOut.length} left out, ${format} has no place for them: ${leftOut.slice(0, 8).join(', ')}\n`);
  }
}

function line(file: string, { entry, verdict, ours, remark }: ComparedEntry): string {
  const place = `${formatAddress(entry.address)}${entry.bytes > 0 ? `+${entry.bytes}` : ''}`;
  const end = [ours.slice(0, 4).join(', '), remark].filter((part) => part !== '').join('; ');
  return `${verdict.padEnd(8)}${place.padEnd(11)}${entry.name}${end === '' ? '' : ` = ${end}`}  (${file}:${entry.line})\n`;
}

/** Contradictions that are shown without --list. */
const SHOWN = 5;

/** What was found, first; then what it rests on. */
function summary(file: string, list: WatchList, result: WatchComparison): string[] {
  const { owner, named, fitting, byChance, likelihood } = result.evidence;
  const differ = result.list.filter(contradicts).length;
  const count = (verdict: string): number => result.list.filter((one) => one.verdict === verdict).length;
  const lines = [
    `${list.format}: ${countText(result.list.length, 'entry', 'entries')}: ${count('same')} agree, ${differ} contradict, ` +
      `${count('unknown')} are no cell of ours, ${result.skipped.length} skipped; ` +
      `not in the file: ${countText(result.notInFile, 'cell')} of ours`,
  ];
  if (owner === "another game's") {
    lines.push(
      `this looks like another game's list: ${named === 0 ? 'no name of ours' : 'no name of ours that few games have'} in these places, and ${fitting} of ${result.list.length} fit where chance alone gives ${byChance.toFixed(1)} (so many or more: ${Math.round(100 * likelihood)} %)`,
    );
  }
  const [first] = result.unread;
  if (first !== undefined) {
    lines.push(
      `${countText(result.unread.length, 'row')} cannot be read, first: ${first.reason}  (${file}:${first.line})`,
    );
  }
  return lines;
}

function compare(file: string, options: Options, context: CliContext): void {
  const list = loadWatchList(file, formatOf(options.format));
  const result = compareWatchList(list, options.drill === true);
  const differ = result.list.filter(contradicts);
  if (options.json === true) printJson(context, { format: list.format, ...result });
  else {
    for (const text of summary(file, list, result)) context.out(`${text}\n`);
    const rows = result.list.filter((one) => one.verdict !== 'same' || !sameName(one));
    const shown = options.list === true ? rows : differ.slice(0, SHOWN);
    for (const one of shown) context.out(line(file, one));
    if (options.list === true) {
      for (const { line: at, reason } of result.skipped) context.out(`skipped ${reason}  (${file}:${at})\n`);
      for (const { line: at, reason } of result.unread) context.out(`unread ${reason}  (${file}:${at})\n`);
    } else if (rows.length + result.skipped.length + result.unread.length > shown.length) {
      context.out('--list shows every row\n');
    }
  }
  // another game's agreement is none, and a row that was not read was not compared
  if (result.evidence.owner !== 'ours') context.exit(2);
  else context.exit(differ.length > 0 ? 1 : result.unread.length > 0 ? 2 : 0);
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
      if (options.import === undefined) await print(options, context);
      else compare(options.import, options, context);
    });
}
