/** `lockstep route branch change`: one change of the inputs or the memory of a branch. */
import type { Command } from 'commander';
import { changeBranch, forkBranch } from '../../../../library/index.js';
import { answered, show } from '../../../base/answered.js';
import { type CliContext, example } from '../../../base/context.js';
import { wholeNumber } from '../../../base/options.js';
import { BOOK, besideBranch, type CommonOptions } from './shared.js';

// `lockstep route branch fork`: a new branch off a log, a plan or another branch.

interface ForkOptions extends CommonOptions {
  readonly name?: string;
  readonly at?: number;
  readonly action?: number;
  readonly label?: string;
  readonly output?: string;
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
    .action(async (line: string, options: ForkOptions) => {
      const { name, at, action, label, output } = options;
      const call = forkBranch({ line, name, at, action, label, output, ...besideBranch(context, options) });
      show(context, 'route branch fork', await answered(call), options);
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
    .action(async (branch: string, options: CommonOptions) => {
      const call = changeBranch({ branch, remove: true, ...besideBranch(context, options) });
      show(context, 'route branch remove', await answered(call), options);
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
    .action(async (branch: string, { json, forceRuleset, names, ...edit }: ChangeOptions) => {
      const call = changeBranch({ branch, ...edit, ...besideBranch(context, { forceRuleset, names }) });
      show(context, 'route branch change', await answered(call), { json });
    });
}
