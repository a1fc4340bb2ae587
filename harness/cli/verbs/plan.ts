/** `lockstep plan PLAN -o page.html`: one page on which the plan is made. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { readTextFile } from '../../base/read-text.js';
import { writeFile } from '../../base/write-file.js';
import { MAX_PLAN_BYTES } from '../../plan/read-plan.js';
import { openSession, workbenchPage } from '../../views/workbench/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addNamesOption, givenNames, type NamesOptions } from '../base/names-option.js';

interface Options extends NamesOptions {
  readonly output: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('plan')
    .description('write one self-contained page on which the plan is made: board, choices, forecast, what happened')
    .argument('<plan>', 'a plan (TOML) of any system')
    .requiredOption('-o, --output <page>', 'the page to write (.html)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'plan traces/live-a-live/takahara-namcat.toml -o takahara.html',
        'plan traces/srpg-movement/guide.toml -o srpg.html',
      ),
    );
  addNamesOption(command).action((plan: string, options: Options) => {
    if (!plan.toLowerCase().endsWith('.toml')) {
      throw new LockstepError('E_OPTION', 'the page opens plans', {
        found: plan,
        expected: 'a plan (.toml)',
        remedy: 'For a log: `lockstep report LOG -o PAGE` shows it, `lockstep route branch` makes a plan of it',
      });
    }
    const language = givenNames(options);
    const text = readTextFile(plan, MAX_PLAN_BYTES);
    const session = openSession(context.systems, text, plan, language);
    const { holds, text: verdict } = session.verdict();
    writeFile(options.output, workbenchPage({ file: basename(plan), text, language }), 'page', { inputs: [plan] });
    const commands = session.rows().length;
    if (options.json === true) {
      printJson(context, { page: options.output, system: session.system.id, commands, holds, verdict });
    } else context.out(`${options.output}: ${session.title()}; ${verdict}. Open it in a browser.\n`);
  });
}
