/** `lockstep rom call`: one routine of the image's own code, from a state that the user gives. */
import type { Command } from 'commander';
import { openImage, type SettledOptions } from '../../../library/index.js';
import { answered, sayError, show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { addProfileOption } from '../../base/given.js';
import { addWord, wholeNumber } from '../../base/options.js';
import { sayFailures } from '../../base/plan-check.js';
import { addCodeOptions, type CodeOptions, widthsIn } from './disassemble.js';

interface Options extends CodeOptions, SettledOptions {
  readonly cell: readonly string[];
  readonly register: readonly string[];
  readonly table: readonly string[];
  readonly draws?: string;
  readonly from?: string;
  readonly frame?: number;
  readonly hole?: number;
  readonly case?: string;
  readonly plan?: string;
  readonly at?: string;
  readonly limit: number;
  readonly trace?: boolean;
  readonly json?: boolean;
}

async function call(file: string, place: string, options: Options, context: CliContext): Promise<void> {
  const { patch, as, forceRom, profile, cell: cells, register: registers, table } = options;
  const { draws, from, frame, hole, case: published, plan, at, limit, trace, json } = options;
  const image = openImage(file, { patch, as, forceRom, profile, systems: context.systems });
  const asked = { cells, registers, table, draws, from, frame, hole, case: published, plan, at, limit, trace };
  const answer = await answered(
    image.call({
      place,
      ...widthsIn(options),
      ...asked,
      // a trace may be longer than what memory holds
      onText: json === true ? undefined : context.out,
      onPlanFailures: (sentences) => sayFailures(context, sentences),
    }),
  );
  show(context, 'rom call', answer, { json });
  sayError(context, answer);
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('call')
    .description("run one routine of the image's own code: exit, registers, cells read and written, draws, cycles")
    .argument('<rom>', 'a cartridge image, with or without a copier header')
    .argument('<place>', 'a bus address (C1:1C02), or a routine by its name')
    .option('--cell <name=value>', 'set a cell (enemy[3].orderPoints=500, 7E03AE=18); may be repeated', addWord, [])
    .option('--register <name=value>', 'set A, X, Y, P, D or DB; may be repeated', addWord, [])
    .option('--table <address=value>', "set a byte of the cartridge's tables (D50068=8)", addWord, [])
    .option('--draws <list>', 'what the battle generator gives, such as 12,0,255; then 0')
    .option('--from <log>', 'begin with the cells of a log, with --frame or --at')
    .option('--frame <n>', 'with --from: at the end of this frame', wholeNumber)
    .option(
      '--hole <k>',
      "with --from, a log or plan: at the k-th call of the image's code in that frame or command, as `lockstep step` names it",
      wholeNumber,
    )
    .option('--case <file:line>', 'begin with a case of a vector file, and compare with its published outcome')
    .option('--plan <file>', 'begin with the battle of a plan, at its end or with --at')
    .option(
      '--at <step>',
      'with --plan: after the step with this label, or after this number of commands; with --from: at the end of this command',
    );
  addProfileOption(addCodeOptions(command))
    .option('--limit <n>', 'instructions at most', wholeNumber, 1_000_000)
    .option('--trace', 'print every instruction before it runs')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'rom call traces/homebrew/drill.sfc enemy-move-cost --cell actingEnemy=0x1B00 --cell enemy[0].speed=100',
        'rom call traces/homebrew/drill.sfc enemy-move-cost --cell actingEnemy=0x1B00 --cell enemy[0].speed=100 --trace',
      ),
    )
    .action((file: string, text: string, options: Options) => call(file, text, options, context));
}
