/** `lockstep route branch change`: one change of the inputs or the memory of a branch. */
import type { Command } from 'commander';
import { LockstepError } from '../../../../base/errors.js';
import { type Edit, inputKeys, writeKeys } from '../../../../play/branches/index.js';
import type { Timeline } from '../../../../play/timeline/index.js';
import { type CliContext, example } from '../../../base/context.js';
import { wholeNumber } from '../../../base/number-option.js';
import { BOOK, type CommonOptions, openBranch, printEdit } from './shared.js';

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
