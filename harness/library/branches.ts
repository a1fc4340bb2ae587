/** The branches of a log or a plan: a file of them, and edits one by one. */
import { LockstepError, languageOf, SYSTEMS } from '../base/index.js';
import {
  branchLines,
  compileCondition,
  type Edit,
  editText,
  inputKeys,
  type LineInfo,
  type LoadOptions,
  lineOr,
  lineReference,
  type OpenedLine,
  openLine,
  placeOf,
  RECORDING,
  runForward,
  type Timeline,
  type WrittenPlan,
  writeBranchPlan,
  writeKeys,
} from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { restsOn } from './given.js';
import { type OwnFailures, type PlanListener, tellFailures } from './luck.js';
import { type CallOptions, checkParameters } from './parameters.js';

/** What every call about branches may be given. */
export interface BranchOptions extends CallOptions, PlanListener {
  /** Opens a log that was made under other rules. */
  readonly forceRuleset?: boolean | undefined;
  /** Language of names: `en`, `ja` or `id`. */
  readonly names?: string | undefined;
}

const OPEN = { forceRuleset: 'flag', names: 'text', onPlanFailures: 'function' } as const;

/** A line as it was opened, and what its plan does not hold. */
interface OpenedBranches extends OwnFailures {
  readonly opened: OpenedLine;
}

async function openedLine(call: string, given: string, options: BranchOptions, file?: string): Promise<OpenedBranches> {
  const { signal, systems = SYSTEMS, forceRuleset, names } = options;
  endAborted(signal, call);
  let failures: OwnFailures = tellFailures({}, []);
  const load: LoadOptions = {
    ...{ systems, forceRuleset: forceRuleset === true, language: languageOf(names) },
    ...(signal === undefined ? {} : { signal }),
    onFailures: (sentences) => {
      failures = tellFailures(options, sentences);
    },
  };
  return { opened: await unlessAborted(call, () => openLine(given, load, file)), ...failures };
}

function restsOnLine({ timeline }: OpenedLine): string[] {
  return restsOn({}, { switches: timeline.switches.switches });
}

async function openBook(call: string, file: string, options: BranchOptions): Promise<OpenedBranches> {
  const line = await openedLine(call, file, options);
  if (line.opened.book.file !== undefined) return line;
  throw new LockstepError('E_BRANCH_FILE', 'this is not a branch file', {
    file,
    remedy: 'Make one with `lockstep route branch fork`',
  });
}

/** The branch of `FILE#NAME`; a file with one branch needs no name. */
async function openBranch(call: string, given: string, options: BranchOptions) {
  const { file, name } = lineReference(given);
  const line = await openBook(call, file, options);
  const { book } = line.opened;
  const names = book.timeline.lines().flatMap((info) => (info.line === RECORDING ? [] : [info.name]));
  const [only] = names;
  if (name === undefined && (only === undefined || names.length > 1)) {
    throw new LockstepError('E_BRANCH', 'the branch is not named', {
      file,
      found: names.length === 0 ? 'no branch' : names.join(', '),
      remedy: `Name it: ${file}#NAME`,
    });
  }
  const branch = name ?? only ?? '';
  return { ...line, branch, at: book.lineOf(branch) };
}

interface EditedBranches extends OwnFailures {
  /** The branch file. */
  readonly file: string;
  readonly edit: Edit;
  /** All lines of it, the recording or plan first. */
  readonly lines: readonly LineInfo[];
}

export type EditBranchAnswer = Answer<'answered'> & Plain<EditedBranches>;

/** Does one edit; the branch file is written. */
function edited({ opened, planFailures }: OpenedBranches, edit: Edit): EditBranchAnswer {
  const { book } = opened;
  book.apply(edit);
  const data: EditedBranches = {
    ...{ file: book.file ?? '', edit, lines: book.timeline.lines() },
    ...(planFailures === undefined ? {} : { planFailures }),
  };
  return answerOf('answered', restsOnLine(opened), data, () => `${book.file}: ${editText(edit, book.timeline)}\n`);
}

export interface ForkBranchOptions extends BranchOptions {
  /** A log, a plan, a branch file, or a branch as `FILE#NAME`. */
  readonly line: string;
  /** Name of the branch; left out: `branch 1`, `branch 2` ... */
  readonly name?: string | undefined;
  /** The last frame, command or step that both share; command 0 is the start; left out: all. */
  readonly at?: number | undefined;
  /** Number of actions to share: commands of a plan, or actions of a log. */
  readonly action?: number | undefined;
  /** Shares the plan up to this label. */
  readonly label?: string | undefined;
  /** The branch file for branches of a log or a plan. */
  readonly output?: string | undefined;
}

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

async function forkPoint(timeline: Timeline, line: number, options: ForkBranchOptions): Promise<number> {
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

/**
 * Forks a new branch off a log, a plan or another branch, and writes the branch file.
 * @throws LockstepError for a line that cannot be opened, a place that it does not have, or a name
 *   that is taken
 */
export async function forkBranch(options: ForkBranchOptions): Promise<EditBranchAnswer> {
  const kinds = { line: 'file', name: 'text', at: 'count', action: 'count', label: 'text', output: 'update' } as const;
  checkParameters('forkBranch', options, { ...OPEN, ...kinds }, ['line']);
  const line = await openedLine('forkBranch', options.line, options, options.output);
  const { book } = line.opened;
  if (book.file === undefined) {
    throw new LockstepError('E_OPTION', 'branches of a log or a plan need a file', {
      remedy: 'Give its name with -o',
    });
  }
  const parent = lineOr(line.opened);
  const at = await forkPoint(book.timeline, parent, options);
  return edited(line, { edit: 'fork', branch: options.name ?? book.freeName(), parent: book.nameOf(parent), at });
}

export interface ChangeBranchOptions extends BranchOptions {
  /** A branch file, with `#NAME` where it holds several branches. */
  readonly branch: string;
  /** Frame, command or step; left out: after the end. */
  readonly at?: number | undefined;
  /** Changes the input there: a pad word such as `0200`, or a command as JSON. */
  readonly input?: string | undefined;
  /** Inserts entries before it: a pad word, a command, or an action as JSON. */
  readonly insert?: string | undefined;
  /** Of `input` and `insert`: number of times. */
  readonly count?: number | undefined;
  /** Deletes so many entries from there on; true: all. */
  readonly delete?: number | true | undefined;
  /** Writes a cell or raw bytes (`$7E03AE.2=255`) after it. */
  readonly write?: string | undefined;
  /** Renames the branch. */
  readonly rename?: string | undefined;
  /** Removes the branch, which has no branches of its own. */
  readonly remove?: boolean | undefined;
}

/** The one edit that the options ask for. */
function editOf(timeline: Timeline, branch: string, line: number, options: ChangeBranchOptions): Edit {
  const { input, insert, delete: removed, write, rename, count, remove } = options;
  if (remove === true) return { edit: 'remove', branch };
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

/**
 * Changes the inputs or the memory of a branch, its name, or removes it; the branch file is
 * written.
 * @throws LockstepError for a branch that there is none of, and a change that it does not take
 */
export async function changeBranch(options: ChangeBranchOptions): Promise<EditBranchAnswer> {
  const words = { input: 'text', insert: 'text', write: 'text', rename: 'text', remove: 'flag' } as const;
  const { delete: removed, ...others } = options;
  const kinds = { ...OPEN, ...words, branch: 'file', at: 'count', count: 'count', delete: 'count' } as const;
  checkParameters('changeBranch', { ...others, ...(removed === true ? {} : { delete: removed }) }, kinds, ['branch']);
  const line = await openBranch('changeBranch', options.branch, options);
  return edited(line, editOf(line.opened.timeline, line.branch, line.at, options));
}

export interface ListBranchesOptions extends BranchOptions {
  /** A branch file. */
  readonly file: string;
}

interface ListedBranches extends OwnFailures {
  readonly file: string;
  /** The log or plan that they are branches of. */
  readonly parent: string;
  readonly lines: readonly LineInfo[];
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

export type ListBranchesAnswer = Answer<'answered'> & Plain<ListedBranches>;

/**
 * The branches of a file and their edits.
 * @throws LockstepError for what is no branch file
 */
export async function listBranches(options: ListBranchesOptions): Promise<ListBranchesAnswer> {
  checkParameters('listBranches', options, { ...OPEN, file: 'file' }, ['file']);
  const { opened, ...failures } = await openBook('listBranches', options.file, options);
  const { book, timeline } = opened;
  const [done, undone] = [book.done(), book.undone()];
  const data = { ...{ file: options.file, parent: timeline.file, lines: timeline.lines(), done, undone }, ...failures };
  return answerOf('answered', restsOnLine(opened), data, () => {
    const edits = [
      ...done.map((edit) => `  ${editText(edit, timeline)}`),
      ...undone.map((edit) => `  (undone) ${editText(edit, timeline)}`),
    ];
    return `${timeline.file}\n${[...branchLines(timeline, RECORDING), 'edits:', ...edits].join('\n')}\n`;
  });
}

export interface ExportBranchOptions extends BranchOptions {
  /** A branch as `FILE#NAME`. */
  readonly branch: string;
  /** The plan to write (.toml). */
  readonly output: string;
}

interface ExportedBranch extends WrittenPlan, OwnFailures {
  readonly plan: string;
}

export type ExportBranchAnswer = Answer<'answered'> & Plain<ExportedBranch>;

/**
 * Writes a branch as a plan that `checkPlan`, `searchRoute` and `runPlan` take.
 * @throws LockstepError for a branch that no plan can say, or that is not named
 */
export async function exportBranch(options: ExportBranchOptions): Promise<ExportBranchAnswer> {
  checkParameters('exportBranch', options, { ...OPEN, branch: 'file', output: 'output' }, ['branch', 'output']);
  const { output } = options;
  const { opened, ...failures } = await openedLine('exportBranch', options.branch, options);
  const { book, timeline, named } = opened;
  if (named === undefined) {
    throw new LockstepError('E_BRANCH', 'the branch is not named', {
      file: options.branch,
      remedy: 'Name it: FILE#NAME',
    });
  }
  const written = writeBranchPlan(timeline, named, output, book.file ?? '');
  const data = { plan: output, ...written, ...failures };
  const text = (): string => `${output}: ${written.entries} ${timeline.system.unit}s behind ${written.start}\n`;
  return answerOf('answered', restsOnLine(opened), data, text);
}
