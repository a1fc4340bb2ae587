/** `lockstep route branch change`: one change of the inputs or the memory of a branch. */
import type { Command } from 'commander';
import { LockstepError } from '../../../../base/index.js';
import {
  compileCondition,
  type Edit,
  inputKeys,
  lineOr,
  placeOf,
  RECORDING,
  runForward,
  type Timeline,
  writeKeys,
} from '../../../../play/index.js';

import { type CliContext, example } from '../../../base/context.js';
import { wholeNumber } from '../../../base/options.js';
import { openChecked } from '../../../base/plan-check.js';
import { BOOK, type CommonOptions, openBranch, optionsOf, printEdit } from './shared.js';

// `lockstep route branch fork`: a new branch off a log, a plan or another branch.

/** The position after the n-th action: a command of a plan, or an action in a log. */
async function actionEnd(timeline: Timeline, line: number, count: number): Promise<number> {
  const { moveEnds } = timeline;
  if (line === RECORDING && moveEnds !== undefined) {
    if (count <= moveEnds.length) return count === 0 ? 0 : (moveEnds[count - 1] as number);
  } else {
    const condition = compileCondition(timeline, 'action');
    let at = 0;
    for (let done = 0; done < count && at >= 0; done++)
      at = (await runForward(timeline, condition, at, { line })) || -1;
    if (at >= 0) return at;
  }
  throw new LockstepError('E_FRAME', `there are fewer actions than ${count}`, {
    file: timeline.file,
    ...(moveEnds === undefined ? {} : { expected: `0 to ${moveEnds.length}` }),
    remedy: 'Give a smaller number',
  });
}

interface ForkOptions extends CommonOptions {
  readonly name?: string;
  readonly at?: number;
  readonly action?: number;
  readonly label?: string;
  readonly output?: string;
}

async function forkPoint(timeline: Timeline, line: number, options: ForkOptions): Promise<number> {
  const { at, action, label } = options;
  if ([at, action, label].filter((way) => way !== undefined).length > 1) {
    throw new LockstepError('E_OPTION', 'give one of --at, --action and --label', { remedy: 'Give only one of them' });
  }
  if (action !== undefined) return actionEnd(timeline, line, action);
  if (label !== undefined) {
    const place = timeline.labels.get(label);
    if (place !== undefined) return place;
    throw new LockstepError('E_PLAN_LABEL', `no step has the label ${label}`, {
      file: timeline.file,
      found: [...timeline.labels.keys()].join(', ') || 'no label',
    });
  }
  return at === undefined ? timeline.length(line) : placeOf(timeline, String(at), line).at;
}

export function registerFork(branch: Command, context: CliContext): void {
  branch
    .command('fork')
    .description('fork a new branch off a log, a plan or another branch')
    .argument('<line>', 'a log, a plan, a branch file, or a branch as FILE#NAME')
    .option('--name <name>', 'name of the branch (default: branch 1, branch 2 ...)')
    .option(
      '--at <number>',
      'the last frame, command or step that both share; command 0 is the start (default: all)',
      wholeNumber,
    )
    .option('--action <count>', 'number of actions to share: commands of a plan, or actions of a log', wholeNumber)
    .option('--label <label>', 'share the plan up to this label')
    .option('-o, --output <file>', 'the branch file (.toml) for branches of a log or a plan')
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --action 1 --name early -o fork.toml',
        'route branch fork traces/live-a-live/overflow.toml --name late -o late.toml',
      ),
    )
    .action(async (given: string, options: ForkOptions) => {
      const opened = await openChecked(context, given, optionsOf(context, options), options.output);
      const { book } = opened;
      if (book.file === undefined) {
        throw new LockstepError('E_OPTION', 'branches of a log or a plan need a file', {
          remedy: 'Give its name with -o',
        });
      }
      const line = lineOr(opened);
      const at = await forkPoint(book.timeline, line, options);
      const edit: Edit = { edit: 'fork', branch: options.name ?? book.freeName(), parent: book.nameOf(line), at };
      book.apply(edit);
      printEdit(context, 'fork', book, edit, options.json);
    });
}

// `lockstep route branch remove`.

export function registerRemove(branch: Command, context: CliContext): void {
  branch
    .command('remove')
    .description('remove a branch that has no branches of its own')
    .argument('<branch>', `${BOOK}, with #NAME where it holds several branches`)
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o remove.toml',
        'route branch remove remove.toml#early',
      ),
    )
    .action(async (given: string, options: CommonOptions) => {
      const { book, branch: name } = await openBranch(context, given, options);
      const edit: Edit = { edit: 'remove', branch: name };
      book.apply(edit);
      printEdit(context, 'remove', book, edit, options.json);
    });
}

interface ChangeOptions extends CommonOptions {
  readonly at?: number;
  readonly input?: string;
  readonly insert?: string;
  readonly delete?: number | true;
  readonly write?: string;
  readonly rename?: string;
  readonly count?: number;
}

/** The one edit that the options ask for. */
function editOf(timeline: Timeline, branch: string, line: number, options: ChangeOptions): Edit {
  const { input, insert, delete: removed, write, rename, count } = options;
  const asked = [input, insert, removed, write, rename].filter((one) => one !== undefined);
  if (asked.length !== 1) {
    throw new LockstepError('E_OPTION', 'give one of --input, --insert, --delete, --write and --rename', {
      found: `${asked.length} of them`,
      remedy: 'Make one change at a time',
    });
  }
  if (rename !== undefined) return { edit: 'rename', branch, name: rename };
  const length = timeline.length(line);
  const times = count === undefined ? {} : { count };
  const at = options.at === undefined ? length + 1 : timeline.entryOf(options.at, line);
  if (insert !== undefined) return { edit: 'insert', branch, at, ...times, ...inputKeys(insert) };
  if (input !== undefined) return { edit: 'input', branch, at, ...times, ...inputKeys(input) };
  if (options.at === undefined)
    throw new LockstepError('E_OPTION', 'this change needs a position', { remedy: 'Give --at' });
  if (write !== undefined) return { edit: 'write', branch, at, ...writeKeys(timeline, write) };
  return { edit: 'delete', branch, at, count: typeof removed === 'number' ? removed : length + 1 - at };
}

export function registerChange(branch: Command, context: CliContext): void {
  branch
    .command('change')
    .description('change the inputs or the memory of a branch')
    .argument('<branch>', `${BOOK}, with #NAME where it holds several branches`)
    .option('--at <number>', 'frame, command or step (default: after the end)', wholeNumber)
    .option('--input <input>', 'change the input there: a pad word such as 0200, or a command as JSON')
    .option('--insert <input>', 'insert entries before it: a pad word, a command, or an action as JSON')
    .option('--count <times>', 'with --input and --insert: number of times', wholeNumber)
    .option('--delete [count]', 'delete entries from there on (default: all)', wholeNumber)
    .option('--write <cell=value>', 'write a cell or raw bytes ($7E03AE.2=255) after it')
    .option('--rename <name>', 'rename the branch')
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --action 1 --name early -o change.toml',
        'route branch change change.toml --insert 4000 --count 3',
      ),
    )
    .action(async (given: string, options: ChangeOptions) => {
      const { book, branch: name, line } = await openBranch(context, given, options);
      const edit = editOf(book.timeline, name, line, options);
      book.apply(edit);
      printEdit(context, 'change', book, edit, options.json);
    });
}
