/** `lockstep route branch fork`: a new branch off a log, a plan or another branch. */
import type { Command } from 'commander';
import { LockstepError } from '../../../../base/errors.js';
import { type Edit, lineOr } from '../../../../play/branches/index.js';
import { compileCondition, placeOf, RECORDING, runForward, type Timeline } from '../../../../play/timeline/index.js';
import { type CliContext, example } from '../../../base/context.js';
import { wholeNumber } from '../../../base/number-option.js';
import { openChecked } from '../../../base/plan-check.js';
import { type CommonOptions, optionsOf, printEdit } from './shared.js';

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
