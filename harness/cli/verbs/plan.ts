/**
 * `lockstep plan PLAN -o page.html`: one page on which the plan is made.
 * `lockstep plan --from STATE -o plan.toml`: a plan that begins with a state of the game.
 */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { readTextFile } from '../../base/read-text.js';
import { writeFile } from '../../base/write-file.js';
import { begunState } from '../../plan/begun-state.js';
import { originLines, planFromState, systemOfStates } from '../../plan/from-state.js';
import { MAX_PLAN_BYTES, readPlan } from '../../plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../plan/start.js';
import { openSession, workbenchPage } from '../../views/workbench/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addNamesOption, givenNames, type NamesOptions } from '../base/names-option.js';
import { addFromOptions, type FromOptions, givenStart } from './from-options.js';

interface Options extends NamesOptions, FromOptions {
  readonly output: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('plan')
    .description(
      'write one self-contained page on which the plan is made: board, choices, forecast, what happened; or a plan from a state',
    )
    .argument('[plan]', 'a plan (TOML) of any system; left out with --from')
    .requiredOption('-o, --output <file>', 'the page to write (.html), with --from the plan (.toml)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'plan traces/live-a-live/takahara-namcat.toml -o takahara.html',
        'plan traces/srpg-movement/guide.toml -o srpg.html',
      ),
    );
  addNamesOption(addFromOptions(command)).action(async (plan: string | undefined, options: Options) => {
    if (options.from !== undefined || options.at !== undefined) return writeFromState(plan, options, context);
    if (plan === undefined)
      throw new LockstepError('E_USAGE', 'plan needs a plan', { expected: 'PLAN, or --from STATE' });
    if (!plan.toLowerCase().endsWith('.toml')) {
      throw new LockstepError('E_OPTION', 'the page opens plans', {
        found: plan,
        expected: 'a plan (.toml)',
        remedy: 'For a log: `lockstep report LOG -o PAGE` shows it, `lockstep route branch` makes a plan of it',
      });
    }
    const language = givenNames(options);
    const text = readTextFile(plan, MAX_PLAN_BYTES);
    const written = readPlan(Buffer.from(text), plan);
    const battle = await startBattle(await findPlanSystem(context.systems, written), written);
    const begun = begunState(written, battle);
    const session = openSession(context.systems, text, plan, language, begun);
    const { holds, text: verdict } = session.verdict();
    const image = begun && Buffer.from(begun.image).toString('base64');
    const data = { file: basename(plan), text, language, ...(begun && image && { begun: { key: begun.key, image } }) };
    writeFile(options.output, workbenchPage(data), 'page', { inputs: [plan] });
    const commands = session.rows().length;
    if (options.json === true) {
      printJson(context, { page: options.output, system: session.system.id, commands, holds, verdict });
    } else context.out(`${options.output}: ${session.title()}; ${verdict}. Open it in a browser.\n`);
  });
}

/** @throws LockstepError `E_OPTION`, and as `planFromState`; nothing is written then */
async function writeFromState(plan: string | undefined, options: Options, context: CliContext): Promise<void> {
  if (plan !== undefined) {
    throw new LockstepError('E_OPTION', '--from writes a plan and reads none', {
      found: plan,
      remedy: 'Leave the plan out; `lockstep run PLAN --from STATE` plays one from a state',
    });
  }
  const { output } = options;
  if (!output.toLowerCase().endsWith('.toml')) {
    throw new LockstepError('E_OPTION', '--from writes a plan', {
      found: output,
      expected: 'a name that ends in .toml',
    });
  }
  const start = await givenStart(options);
  if (start === undefined) return;
  const system = systemOfStates(context.systems);
  const { text, origin, units } = await planFromState(system, start, output);
  writeFile(output, text, 'plan', { inputs: [options.from ?? ''] });
  if (options.json === true) printJson(context, { plan: output, system: system.id, start: origin ?? null, units });
  else {
    const lines = [...(origin === undefined ? [] : originLines(origin)), 'units:', ...units.map((line) => `  ${line}`)];
    context.out(`${output}: a plan of ${system.id} without commands yet\n${lines.join('\n')}\n`);
  }
}
