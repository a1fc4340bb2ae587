/** `lockstep route branch`: branches off a log or a plan, in a file: list, fork, change, compare, undo and redo without end. */
import type { Command } from 'commander';
import { LockstepError } from '../../../base/errors.js';
import {
  type BranchBook,
  compareLines,
  comparisonText,
  type Edit,
  editText,
  inputKeys,
  lineOr,
  lineReference,
  openLine,
  writeKeys,
} from '../../../timeline/branches/index.js';
import { branchLines } from '../../../timeline/entry-view/index.js';
import { compileCondition, RECORDING, runForward, type Timeline } from '../../../timeline/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { wholeNumber } from '../../base/number-option.js';
import { exportBranch } from './branch-export.js';

interface Common {
  readonly json?: boolean;
  readonly forceRuleset?: boolean;
}

const BOOK = 'a branch file (.toml)';

function optionsOf(context: CliContext, { forceRuleset }: Common) {
  return { systems: context.systems, forceRuleset: forceRuleset === true, signal: context.signal() };
}

async function openBookOf(context: CliContext, file: string, options: Common): Promise<BranchBook> {
  const { book } = await openLine(file, optionsOf(context, options));
  if (book.file !== undefined) return book;
  throw new LockstepError('E_BRANCH_FILE', 'this is no branch file', {
    file,
    remedy: 'Make one with `lockstep route branch fork`',
  });
}

/** The branch of `FILE#NAME`; a file with one branch needs no name. */
async function openBranch(context: CliContext, given: string, options: Common) {
  const { file, name } = lineReference(given);
  const book = await openBookOf(context, file, options);
  const names = book.timeline.lines().flatMap((info) => (info.line === RECORDING ? [] : [info.name]));
  const [only] = names;
  if (name === undefined && (only === undefined || names.length > 1)) {
    throw new LockstepError('E_BRANCH', 'it is not said which branch is meant', {
      file,
      found: names.length === 0 ? 'no branch' : names.join(', '),
      remedy: `Name it: ${file}#NAME`,
    });
  }
  const branch = name ?? only ?? '';
  return { book, branch, line: book.lineOf(branch) };
}

/** The position after the n-th action of a line: a command of the plan, or where a log shows one. */
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

interface ForkOptions extends Common {
  readonly name?: string;
  readonly at?: number;
  readonly action?: number;
  readonly label?: string;
  readonly output?: string;
}

async function forkPoint(timeline: Timeline, line: number, options: ForkOptions): Promise<number> {
  const { at, action, label } = options;
  if ([at, action, label].filter((way) => way !== undefined).length > 1) {
    throw new LockstepError('E_OPTION', 'give one of --at, --action and --label', { remedy: 'They name one place' });
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
  return at === undefined ? timeline.length(line) : timeline.entryOf(at, line);
}

/** What a change came to, and where the branch file is. */
function tell(context: CliContext, verb: string, book: BranchBook, edit: Edit, json: boolean | undefined): void {
  const { timeline } = book;
  if (json === true) {
    printJson(context, { verb: `route branch ${verb}`, exit: 0, file: book.file, edit, lines: timeline.lines() });
  } else context.out(`${book.file}: ${editText(edit, timeline)}\n`);
}

function registerFork(branch: Command, context: CliContext): void {
  branch
    .command('fork')
    .description('a new branch off a log, a plan or another branch')
    .argument('<line>', 'a log, a plan, a branch file, or a branch as FILE#NAME')
    .option('--name <name>', 'name of the branch (default: branch 1, branch 2 ...)')
    .option('--at <number>', 'the last frame, command or step that both share (default: all of them)', wholeNumber)
    .option('--action <count>', 'share so many actions: commands of a plan, or actions that a log shows', wholeNumber)
    .option('--label <label>', 'share what a plan has up to this label')
    .option('-o, --output <file>', 'the branch file (.toml) for branches of a log or a plan')
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example('route branch fork traces/live-a-live/overflow.toml --action 1 --name early -o fork.toml'),
    )
    .action(async (given: string, options: ForkOptions) => {
      const opened = await openLine(given, optionsOf(context, options), options.output);
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
      tell(context, 'fork', book, edit, options.json);
    });
}

interface ChangeOptions extends Common {
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
      remedy: 'One change at a time: each can be undone alone',
    });
  }
  if (rename !== undefined) return { edit: 'rename', branch, name: rename };
  const length = timeline.length(line);
  const times = count === undefined ? {} : { count };
  const at = options.at === undefined ? length + 1 : timeline.entryOf(options.at, line);
  if (insert !== undefined) return { edit: 'insert', branch, at, ...times, ...inputKeys(insert) };
  if (input !== undefined) return { edit: 'input', branch, at, ...times, ...inputKeys(input) };
  if (options.at === undefined) throw new LockstepError('E_OPTION', 'it is not said where', { remedy: 'Give --at' });
  if (write !== undefined) return { edit: 'write', branch, at, ...writeKeys(timeline, write) };
  return { edit: 'delete', branch, at, count: typeof removed === 'number' ? removed : length + 1 - at };
}

function registerChange(branch: Command, context: CliContext): void {
  branch
    .command('change')
    .description('change the inputs or the memory of a branch; every change can be undone')
    .argument('<branch>', `${BOOK}, with #NAME where it holds several branches`)
    .option('--at <number>', 'frame, command or step (default: behind the end)', wholeNumber)
    .option('--input <input>', 'another input there: a pad word such as 0200, or a command as JSON')
    .option('--insert <input>', 'new entries before it: a pad word, a command, or an action as JSON')
    .option('--count <times>', 'with --input and --insert: so many times', wholeNumber)
    .option('--delete [count]', 'take entries out from there on (default: all)', wholeNumber)
    .option('--write <cell=value>', 'write a cell or raw bytes ($7E03AE.2=255) after it')
    .option('--rename <name>', 'another name for the branch')
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
      tell(context, 'change', book, edit, options.json);
    });
}

function registerHistory(branch: Command, context: CliContext): void {
  const move = (verb: 'undo' | 'redo', description: string): void => {
    branch
      .command(verb)
      .description(description)
      .argument('<file>', BOOK)
      .option('--count <number>', 'so many edits', wholeNumber, 1)
      .option('--force-ruleset', 'open a log that was made under other rules')
      .option('--json', 'print the result as JSON')
      .addHelpText(
        'after',
        example(
          `route branch fork traces/live-a-live/overflow.toml --name early -o ${verb}.toml`,
          ...(verb === 'redo' ? ['route branch undo redo.toml'] : []),
          `route branch ${verb} ${verb}.toml`,
        ),
      )
      .action(async (file: string, options: Common & { readonly count: number }) => {
        const book = await openBookOf(context, file, options);
        const edits: Edit[] = [];
        while (edits.length < options.count) {
          const edit = verb === 'undo' ? book.undo() : book.redo();
          if (edit === undefined) break;
          edits.push(edit);
        }
        if (edits.length === 0) {
          throw new LockstepError('E_BRANCH', `there is nothing to ${verb}`, {
            file,
            remedy: verb === 'undo' ? 'All edits are undone' : 'No edit is undone',
          });
        }
        const left = verb === 'undo' ? book.done().length : book.undone().length;
        if (options.json === true) printJson(context, { verb: `route branch ${verb}`, exit: 0, file, edits, left });
        else
          context.out(`${edits.map((edit) => `${verb}: ${editText(edit, book.timeline)}\n`).join('')}${left} more\n`);
      });
  };
  move('undo', 'take the last edit back, as often as there are edits');
  move('redo', 'do an edit again that was undone');
}

function registerCompare(branch: Command, context: CliContext): void {
  branch
    .command('compare')
    .description('two branches: first different input and state, what each costs from there on, how they end')
    .argument('<a>', 'a branch as FILE#NAME, a branch file, a log or a plan')
    .argument('[b]', 'another one (default: the line that the branch leaves)')
    .option('--force-ruleset', 'open logs that were made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o compare.toml',
        'route branch compare compare.toml#early',
      ),
    )
    .action((a: string, b: string | undefined, options: Common) => compareBranches(context, a, b, options));
}

/** Compares two lines and prints the result. @param b undefined: the line that the branch leaves */
export async function compareBranches(
  context: CliContext,
  a: string,
  b: string | undefined,
  options: Common,
): Promise<void> {
  const first = await openLine(a, optionsOf(context, options));
  const line = first.named ?? onlyBranch(first.book) ?? RECORDING;
  const second = b === undefined ? undefined : await otherLine(context, first, b, options);
  const parent = first.timeline.lines().find((info) => info.line === line)?.parent ?? -1;
  if (second === undefined && parent < 0) {
    throw new LockstepError('E_OPTION', 'a log or a plan alone has nothing to be compared with', {
      file: a,
      remedy: 'Name a second one, or a branch as FILE#NAME',
    });
  }
  const one = { timeline: first.timeline, line };
  const other = second ?? { timeline: first.timeline, line: parent };
  const nameOf = (timeline: Timeline, number: number): string =>
    timeline.lines().find((info) => info.line === number)?.name ?? '';
  const names = [nameOf(one.timeline, one.line), nameOf(other.timeline, other.line)] as const;
  const shown = names[0] === names[1] ? ([a, b ?? ''] as const) : names;
  const comparison = compareLines(one, other);
  const exit = comparison.same ? 0 : 1;
  context.exit(exit);
  if (options.json === true) printJson(context, { verb: 'route branch compare', exit, names: shown, ...comparison });
  else context.out(`${comparisonText(comparison, shown).join('\n')}\n`);
}

function onlyBranch(book: BranchBook): number | undefined {
  const [, first, ...rest] = book.timeline.lines();
  return rest.length === 0 ? first?.line : undefined;
}

/** A line of the same file is taken from the same timeline. */
async function otherLine(
  context: CliContext,
  { book, timeline }: { readonly book: BranchBook; readonly timeline: Timeline },
  given: string,
  options: Common,
): Promise<{ readonly timeline: Timeline; readonly line: number }> {
  const { file, name } = lineReference(given);
  if (file === book.file) {
    return { timeline, line: name === undefined ? RECORDING : book.lineOf(name) };
  }
  const opened = await openLine(given, optionsOf(context, options));
  return { timeline: opened.timeline, line: opened.named ?? onlyBranch(opened.book) ?? RECORDING };
}

export function registerBranch(route: Command, context: CliContext): void {
  const branch = route.command('branch').description('branches off a log or a plan: fork, change, compare, undo');
  branch
    .command('list')
    .description('the branches of a file, and what was done to them')
    .argument('<file>', BOOK)
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o list.toml',
        'route branch list list.toml',
      ),
    )
    .action(async (file: string, options: Common) => {
      const book = await openBookOf(context, file, options);
      const { timeline } = book;
      if (options.json === true) {
        const [done, undone] = [book.done(), book.undone()];
        printJson(context, {
          verb: 'route branch list',
          exit: 0,
          file,
          parent: timeline.file,
          lines: timeline.lines(),
          done,
          undone,
        });
        return;
      }
      const edits = [
        ...book.done().map((edit) => `  ${editText(edit, timeline)}`),
        ...book.undone().map((edit) => `  (undone) ${editText(edit, timeline)}`),
      ];
      context.out(`${timeline.file}\n${[...branchLines(timeline, RECORDING), 'edits:', ...edits].join('\n')}\n`);
    });
  registerFork(branch, context);
  registerChange(branch, context);
  branch
    .command('remove')
    .description('remove a branch that has no branches of its own; undo brings it back')
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
    .action(async (given: string, options: Common) => {
      const { book, branch: name } = await openBranch(context, given, options);
      const edit: Edit = { edit: 'remove', branch: name };
      book.apply(edit);
      tell(context, 'remove', book, edit, options.json);
    });
  registerCompare(branch, context);
  registerHistory(branch, context);
  exportBranch(branch, context);
}
