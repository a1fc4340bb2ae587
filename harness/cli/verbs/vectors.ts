/** `lockstep vectors`: routine vectors and sequences against our functions. */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { readRomImage } from '../../files/index.js';
import {
  chooseImageProof as chooseImage,
  type ImageTables,
  loadProfile,
  PROFILE_NAMES,
  runVectorsUntil,
  shortName,
  tableBytesOf,
  type VectorFileResult,
  type VectorReport,
  type VectorTotals,
} from '../../original/index.js';

import { shellWord } from '../../play/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { wordOption } from '../base/options.js';
import { slowProgress } from '../base/progress.js';

function line(result: VectorFileResult): string {
  const state = result.notImplemented > 0 ? 'missing' : result.failed > 0 ? 'FAILED' : 'passed';
  const note = result.inferred > 0 ? ' (deduced bytes)' : '';
  const count = `${result.passed}/${result.cases}`.padStart(13);
  return `${state.padEnd(8)}${count}  ${shortName(result.file)}${note}`;
}

function totals(what: string, sum: VectorTotals): string {
  return (
    `${what}: ${countText(sum.files, 'file')}, ${sum.cases} in all, ${sum.passed} passed, ${sum.failed} failed, ` +
    `${sum.notImplemented} not implemented, ${sum.inferred} of them through deduced bytes`
  );
}

/** What the files hold that the comparison leaves out. */
function notCompared({ list, registers, instructions }: VectorReport): string[] {
  const open = list.filter((one) => one.notCompared.length > 0);
  const names = open.map((one) => `${one.routine} ${one.name} ${one.notCompared.join(' ')}`);
  const scratch = Math.max(0, ...list.map((one) => one.scratch));
  return [
    `of these ${instructions} are single instructions, no routine of the game`,
    `registers at the exit: ${registers.compared} of ${registers.recorded} recorded values compared, those that are results`,
    `named outputs that nothing compares: ${names.length === 0 ? 'none' : names.join('; ')}`,
    `scratch, not compared: at most ${countText(scratch, 'byte')} of a file`,
  ];
}

/** The report as text. @param words options that the cases were run with */
function vectorText(report: VectorReport, all: boolean, words: readonly string[] = []): string {
  const lines: string[] = [];
  for (const result of report.list) {
    const agrees = result.passed === result.cases;
    if (all || !agrees) lines.push(line(result));
    if (result.first !== undefined && result.failed > 0) {
      lines.push(`         line ${result.first.line}: ${result.first.difference}`);
      lines.push(`         ${['lockstep vectors', shellWord(result.file), ...words].join(' ')}`);
    }
  }
  if (report.files > 0) lines.push(totals('routine cases', report), ...notCompared(report));
  if (report.sequences.files > 0) lines.push(totals('sequence steps', report.sequences));
  return `${lines.join('\n')}\n`;
}

/** True when everything was mirrored and agreed. */
function vectorsHold(report: VectorReport): boolean {
  const { sequences } = report;
  return report.failed + report.notImplemented + sequences.failed + sequences.notImplemented === 0;
}

interface Options {
  readonly routine?: string;
  readonly area?: string;
  readonly rom?: string;
  readonly as?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

function givenTables({ rom, as }: Options): ImageTables | undefined {
  if (rom === undefined) return undefined;
  const image = chooseImage(readRomImage(rom), PROFILE_NAMES.map(loadProfile), as);
  return { sha256: image.sha256, bytes: tableBytesOf(image) };
}

/** Words that name the same image again. */
function imageWords({ rom, as }: Options): string[] {
  return [...(rom === undefined ? [] : ['--rom', shellWord(rom)]), ...(as === undefined ? [] : ['--as', as])];
}

export function register(program: Command, context: CliContext): void {
  program
    .command('vectors')
    .description('run routine vectors and sequences against our functions: passed, failed, not implemented')
    .argument('<paths...>', 'vector files or folders (.jsonl, .jsonl.gz)')
    .option('--routine <address>', 'only this routine (C1:1C02) or name (order-points-idle)')
    .addOption(
      wordOption('--area <area>', 'only this area: turn, combat, ai or sequence', ['turn', 'combat', 'ai', 'sequence']),
    )
    .option('--rom <image>', 'table bytes for cases that name them without values (`rom prove -o`)')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as: live-a-live, drill, drill-battle', [
        'live-a-live',
        'drill',
        'drill-battle',
      ]),
    )
    .option('--all', 'list every file, passed ones too')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      example('vectors traces/vectors --area turn', 'vectors traces/vectors --routine order-points-idle'),
    )
    .action(async (paths: string[], options: Options) => {
      // nothing is kept at Ctrl-C: the signal ends the process at once, in the middle of a file too
      const { signal } = new AbortController();
      const progress = slowProgress(context, 'vector files run');
      const report = await runVectorsUntil(paths, { ...options, tables: givenTables(options) }, signal, progress);
      if (options.json === true) printJson(context, report);
      else context.out(vectorText(report, options.all === true, imageWords(options)));
      context.exit(vectorsHold(report) ? 0 : 1);
    });
}
