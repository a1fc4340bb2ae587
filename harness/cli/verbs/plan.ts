/**
 * `lockstep plan PLAN -o page.html`: one page on which the plan is made, of a log as well.
 * `lockstep plan --from STATE -o plan.toml`: a plan that begins with a state of the game.
 */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { LockstepError, pathBeside, readTextFile, writeFile } from '../../base/index.js';
import { type FromOptions, givenStart } from '../../library/index.js';
import {
  begunState,
  findPlanSystem,
  isBranchText,
  MAX_PLAN_BYTES,
  openTrace,
  originLines,
  ownFailures,
  type PlanOfLog,
  parseBranchFile,
  planFromState,
  planOfLog,
  readPlan,
  startBattle,
  systemOfStates,
  type TraceReader,
} from '../../play/index.js';
import { openBranches, openSession, workbenchPage } from '../../views/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addFromOptions } from '../base/given.js';
import { addNamesOption, givenNames, type NamesOptions } from '../base/options.js';

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
    .argument('[plan]', 'a plan (TOML) of any system, a branch file of one, or a log; left out with --from')
    .requiredOption('-o, --output <file>', 'the page to write (.html), with --from the plan (.toml)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'plan traces/live-a-live/takahara-namcat.toml -o takahara.html',
        'plan traces/srpg-movement/guide.toml -o srpg.html',
        'plan traces/logs/overflow.jsonl.gz --at 61 -o overflow.html',
      ),
    );
  addNamesOption(addFromOptions(command, true)).action(async (plan: string | undefined, options: Options) => {
    if (options.from !== undefined || (options.at !== undefined && plan === undefined))
      return writeFromState(plan, options, context);
    if (plan === undefined)
      throw new LockstepError('E_USAGE', 'plan needs a plan', { expected: 'PLAN, LOG, or --from STATE' });
    await writePage(plan, options, context);
  });
}

/** @throws LockstepError for what cannot be read or begun; nothing is written then */
async function writePage(file: string, options: Options, context: CliContext): Promise<void> {
  const language = givenNames(options);
  const opened = await openedPlan(file, options, context);
  const { name, text, begun, branches, note } = opened;
  const session = openSession(context.systems, text, name, language, begun);
  if (branches !== undefined) await openBranches(session, branches.text, branches.file);
  const { holds, text: says } = session.verdict();
  const image = begun && Buffer.from(begun.image).toString('base64');
  const data = {
    ...{ file: basename(name), text, language },
    ...(begun && image && { begun: { key: begun.key, image } }),
    ...(branches === undefined ? {} : { branches }),
    ...(note === '' ? {} : { note }),
  };
  writeFile(options.output, workbenchPage(data), 'page', { inputs: opened.inputs });
  const commands = session.rows().length;
  if (options.json === true) {
    printJson(context, { page: options.output, system: session.system.id, commands, holds, says });
  } else context.out(`${options.output}: ${session.title()}; ${says}. Open it in a browser.\n`);
}

/** What the page opens with. */
interface OpenedPlan extends PlanOfLog {
  readonly name: string;
  readonly branches: { readonly file: string; readonly text: string } | undefined;
  readonly inputs: readonly string[];
}

/** The plan itself, that of a branch file, or one made of a log. */
async function openedPlan(file: string, options: Options, context: CliContext): Promise<OpenedPlan> {
  if (!file.toLowerCase().endsWith('.toml')) return openedLog(file, options, context);
  const text = readTextFile(file, MAX_PLAN_BYTES);
  if (!isBranchText(text)) return { ...(await begunPlan(file, context)), branches: undefined, inputs: [file] };
  const { parent } = parseBranchFile(text, file);
  if (!parent.toLowerCase().endsWith('.toml')) {
    throw new LockstepError('E_OPTION', 'the page opens branches of a plan; these are of a log', {
      file,
      found: parent,
      remedy: '`lockstep report FILE -o PAGE` shows them, `lockstep route branch export` makes a plan of one',
    });
  }
  const branches = { file: basename(file), text };
  return { ...(await begunPlan(parent, context)), branches, inputs: [file, parent] };
}

async function begunPlan(file: string, context: CliContext): Promise<PlanOfLog & { readonly name: string }> {
  const text = readTextFile(file, MAX_PLAN_BYTES);
  const written = readPlan(Buffer.from(text), file);
  const system = await findPlanSystem(context.systems, written);
  const battle = await startBattle(system, written);
  // the text says it in the verdict of the page
  context.planFailures.push(...ownFailures(system, written, battle));
  return { name: file, text, begun: begunState(written, battle), note: '' };
}

/** @param options `--at` names the frame after which the plan begins */
async function openedLog(file: string, { at, output }: Options, { systems }: CliContext): Promise<OpenedPlan> {
  const readers: TraceReader[] = [];
  const open = async (): Promise<TraceReader> => {
    const reader = await openTrace(file);
    readers.push(reader);
    return reader;
  };
  try {
    const start = at === undefined ? undefined : { trace: pathBeside(output, file), frame: at };
    const made = await planOfLog(systems, open, `From ${basename(file)}`, start);
    const name = `${basename(file).replace(/\.jsonl(?:\.gz)?$/iu, '')}.toml`;
    return { ...made, name, branches: undefined, inputs: [file] };
  } finally {
    for (const reader of readers) reader.close();
  }
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
  const system = systemOfStates(context.systems);
  const start = await givenStart(options, { file: output, system });
  if (start === undefined) return;
  const { text, origin, units } = await planFromState(system, start, output);
  writeFile(output, text, 'plan', { inputs: 'state' in start ? [start.state] : [start.trace] });
  if (options.json === true) printJson(context, { plan: output, system: system.id, start: origin ?? null, units });
  else {
    const lines = [...(origin === undefined ? [] : originLines(origin)), 'units:', ...units.map((line) => `  ${line}`)];
    context.out(`${output}: a plan of ${system.id} without commands yet\n${lines.join('\n')}\n`);
  }
}
