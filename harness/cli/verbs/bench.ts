/**
 * `lockstep bench [PART...]`: the benchmarks, with checksums. A time is never a failure; a checksum
 * that differs is.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { readTextFile, writeFile } from '../../base/index.js';

import { compareBuilds, comparisonText } from '../../tools/bench/compare.js';
import { withFigures } from '../../tools/bench/figures.js';
import { type BenchReport, PARTS, type Part, runBench } from '../../tools/bench/index.js';
import { benchText } from '../../tools/bench/text.js';
import { type CliContext, example, printJson } from '../base/context.js';

interface Options {
  readonly steps: number;
  readonly battles: number;
  readonly repeats: number;
  readonly compare?: string;
  readonly pairs: number;
  readonly into?: string;
  readonly machine: string;
  readonly json?: boolean;
}

function countFromOne(text: string): number {
  const value = Number(text);
  if (!/^[1-9][0-9]{0,8}$/u.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 999999999.');
  return value;
}

function partsOf(names: readonly string[]): readonly Part[] {
  if (names.length === 0 || names.includes('all')) return PARTS;
  return PARTS.filter((part) => names.includes(part));
}

const MOST_PAGE = 16 * 1024 * 1024;
const NOTHING: BenchReport = { node: '', platform: '' };

function pageWith(file: string, machine: string, report: BenchReport): string {
  return withFigures(readTextFile(file, MOST_PAGE), machine, report, file);
}

function checkedPart(text: string, before: readonly string[] = []): readonly string[] {
  if (text !== 'all' && !PARTS.some((part) => part === text)) {
    throw new InvalidArgumentError(`It must be one of ${PARTS.join(', ')}, all.`);
  }
  return [...before, text];
}

export function register(program: Command, context: CliContext): void {
  program
    .command('bench')
    .description(
      'turn engine against the same engine in C, instructions of the processor, verification, explained logs, a search in a RAM recording (writes 1.3 GB and removes it), snapshots, heap, jumps, cases of original code, waits of a party, whole commands',
    )
    .argument('[part...]', `${PARTS.join(', ')}, or all`, checkedPart)
    .option('--steps <count>', 'steps of a battle', countFromOne, 1_000_000)
    .option('--battles <count>', 'played battles of a repeat', countFromOne, 7000)
    .option('--repeats <count>', 'repeats, taken in turn', countFromOne, 15)
    .option(
      '--compare <file>',
      'another build of the command, `lockstep.js` of its clone: what became slower, by pairs',
    )
    .option('--pairs <count>', 'with --compare: runs of each build, taken in turn', countFromOne, 5)
    .option('--into <page>', 'write the figures with a goal into a Markdown page, in the place of this machine')
    .option('--machine <name>', 'with --into: name of the place, `<!-- figures: NAME -->`', 'idle')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('bench snapshot --repeats 3', 'bench cpu --repeats 3'))
    .action(async (names: readonly string[], options: Options) => {
      const { steps, battles, repeats } = options;
      if (options.compare !== undefined) {
        const sizes = ['--steps', `${steps}`, '--battles', `${battles}`, '--repeats', `${repeats}`];
        const comparison = await compareBuilds(options.compare, [...partsOf(names), ...sizes], options.pairs);
        if (options.json === true) printJson(context, comparison);
        else context.out(comparisonText(comparison));
        return;
      }
      // a page without the place is refused before the benchmark takes its minutes
      if (options.into !== undefined) pageWith(options.into, options.machine, NOTHING);
      const note = (part: Part): void => {
        if (context.showProgress) context.err(`${part} ...\n`);
      };
      const report = await runBench(
        { parts: partsOf(names), steps, battles, repeats, tracesFolder: context.tracesFolder },
        note,
      );
      if (options.into !== undefined) {
        writeFile(options.into, pageWith(options.into, options.machine, report), 'page', { isUpdate: true });
      }
      if (options.json === true) printJson(context, report);
      else context.out(benchText(report));
    });
}
