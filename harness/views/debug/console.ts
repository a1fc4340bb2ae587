/** Words of the debug console besides expressions: why, told, facts, frame, branches. */
import { LockstepError, plainText } from '../../base/index.js';
import {
  branchLines,
  compareLines,
  comparisonText,
  type Edit,
  editText,
  factsText,
  headText,
  inputKeys,
  placeOf,
  placeOfFrame,
  RECORDING,
  stepFrames,
  why,
  whyText,
} from '../../play/index.js';

import type { Session } from './session.js';
import { type DebugState, moveTo, moveToPlace, shownFacts } from './state.js';

// Words of the debug console that make, change, compare and undo branches.

/** Changes the line; positions past its end become its end. */
function changeLine(state: DebugState, line: number, at: number, session: Session): void {
  state.line = line;
  moveTo(state, Math.max(0, Math.min(at, state.timeline.length(line))));
  session.later(() => session.stopped('goto', line === RECORDING ? 'On the recording' : 'On the branch'));
}

/** Updates the view after a change of branches; the shown line may no longer exist. */
function changed(state: DebugState, at: number, session: Session): void {
  const { timeline, line } = state;
  state.sources.clear();
  const isThere = timeline.lines().some((info) => info.line === line);
  changeLine(state, isThere ? line : RECORDING, at, session);
  session.later(() => session.invalidated());
}

function ownBranch({ book, line }: DebugState): string {
  if (line !== RECORDING) return book.nameOf(line);
  throw new LockstepError('E_BRANCH', 'the recording is never written', {
    remedy: 'Make a branch with `branch` first',
  });
}

/** By number, else by name. @throws LockstepError `E_BRANCH` */
function lineNamed({ timeline, book }: DebugState, given: string): number {
  const number = /^[0-9]{1,9}$/u.test(given) ? Number(given) : -1;
  return timeline.lines().some(({ line }) => line === number) ? number : book.lineOf(given);
}

function compareText(state: DebugState, given: string): string {
  const { timeline, line, book } = state;
  const parent = timeline.lines().find((info) => info.line === line)?.parent ?? -1;
  const other = given === '' ? parent : lineNamed(state, given);
  if (other < 0) {
    throw new LockstepError('E_BRANCH', 'the recording needs a branch to be compared with', {
      remedy: '`compare NAME`',
    });
  }
  const names = [book.nameOf(line), book.nameOf(other)] as const;
  return comparisonText(compareLines({ timeline, line }, { timeline, line: other }), names).join('\n');
}

type BranchCommand = (state: DebugState, argument: string, session: Session) => string;

/** Applies an edit and shows a place of the same branch. */
function applied(state: DebugState, edit: Edit, at: number, session: Session): string {
  state.book.apply(edit);
  changed(state, at, session);
  return editText(edit, state.timeline);
}

function moved(state: DebugState, edit: Edit | undefined, verb: string, session: Session): string {
  if (edit === undefined) throw new LockstepError('E_BRANCH', `there is nothing to ${verb}`);
  changed(state, state.at, session);
  return `${verb}: ${editText(edit, state.timeline)}`;
}

const COMMANDS: Readonly<Record<string, BranchCommand>> = {
  branches: (state) => branchLines(state.timeline, state.line).join('\n'),
  branch(state, argument, session) {
    const { book } = state;
    const branch = argument === '' ? book.freeName() : argument;
    book.apply({ edit: 'fork', branch, parent: book.nameOf(state.line), at: state.at });
    changeLine(state, book.lineOf(branch), state.at, session);
    return branchLines(state.timeline, state.line).join('\n');
  },
  line(state, argument, session) {
    changeLine(state, lineNamed(state, argument), state.at, session);
    return branchLines(state.timeline, state.line).join('\n');
  },
  input(state, argument, session) {
    const edit: Edit = { edit: 'input', branch: ownBranch(state), at: state.at, ...inputKeys(argument) };
    return applied(state, edit, state.at, session);
  },
  insert(state, argument, session) {
    const branch = ownBranch(state);
    const added = state.book.apply({ edit: 'insert', branch, at: state.at + 1, ...inputKeys(argument) });
    changed(state, state.at + added, session);
    return `${added} inserted`;
  },
  delete(state, argument, session) {
    const count = argument === '' ? 1 : Number(argument);
    const branch = ownBranch(state);
    if (!Number.isInteger(count) || count < 1) {
      throw new LockstepError('E_REQUEST', 'this is not a number of entries', { found: argument.slice(0, 80) });
    }
    return applied(state, { edit: 'delete', branch, at: state.at, count }, state.at - 1, session);
  },
  rename: (state, argument, session) =>
    applied(state, { edit: 'rename', branch: ownBranch(state), name: argument }, state.at, session),
  compare: compareText,
  undo: (state, _argument, session) => moved(state, state.book.undo(), 'undo', session),
  redo: (state, _argument, session) => moved(state, state.book.redo(), 'redo', session),
};

/** Words that need an argument. */
const WITH_ARGUMENT = new Set(['line', 'input', 'insert', 'rename']);

/** @returns what the console shows, or undefined when the word is none of these */
function branchCommand(state: DebugState, word: string, argument: string, session: Session): string | undefined {
  if (!Object.hasOwn(COMMANDS, word) || (WITH_ARGUMENT.has(word) && argument === '')) return undefined;
  return COMMANDS[word]?.(state, argument, session);
}

const HELP = [
  'EXPRESSION       value of an expression over cells: actionPoints, enemy[0].hp < 100, changed(time.code)',
  'why CELL         who wrote the cell last, and from what',
  'told             what happened in this entry, a sentence for each thing',
  'facts            everything this entry did',
  'frame N          goes there; in a battle by commands to that frame of it, inside its command',
  'frame next, back one frame on or back, inside commands too',
  'at PLACE         goes to a command by number or label; 12.5 is frame 5 inside command 12',
  'branch [NAME]    a branch from here; writes go to it',
  'branches         the recording and its branches',
  'line N           goes to a branch, by number or name; 0 is the recording',
  'input INPUT      on a branch: another input for this entry, a pad word such as 0200 or a command as JSON',
  'insert INPUT     on a branch: a new entry after this one; an action becomes its frames',
  'delete [N]       on a branch: deletes this entry, or N from here on',
  'rename NAME      another name for this branch',
  'compare [LINE]   compares this branch with its parent, or with another one',
  'undo, redo       undoes the last change of branches, does it again; without limit',
].join('\n');

function numberOf(word: string): number {
  if (/^[0-9]{1,15}$/u.test(word)) return Number(word);
  throw new LockstepError('E_REQUEST', 'a number is missing', { found: word === '' ? 'nothing' : word });
}

async function whyOf(state: DebugState, name: string, signal: AbortSignal): Promise<string> {
  const { timeline, at, line } = state;
  const cell = timeline.cells.get(name);
  return whyText(await why(timeline, cell, at, { line, signal }), timeline.system.unit).join('\n');
}

/** @returns what the console shows, or undefined when the text is no command */
export async function consoleCommand(state: DebugState, given: string, session: Session): Promise<string | undefined> {
  const { timeline } = state;
  const [word = '', ...rest] = given.split(/\s+/u);
  const argument = rest.join(' ');
  // A system may have a cell of that name: a word alone is then the cell.
  if (argument === '' && timeline.cells.find(word) !== undefined) return undefined;
  if (word === 'help') return HELP;
  if (word === 'facts') return factsText(shownFacts(state)).join('\n');
  if (word === 'told') return shownFacts(state).told.map(plainText).join('\n') || 'nothing happened';
  if (word === 'why') return whyOf(state, argument, session.signal());
  const onBranches = branchCommand(state, word, argument, session);
  if (onBranches !== undefined) return onBranches;
  const place = placeGiven(state, word, argument);
  if (place === undefined) return undefined;
  moveToPlace(state, place);
  session.later(() => session.stopped('goto', ''));
  return headText(shownFacts(state));
}

/** Where `frame N`, `frame next`, `frame back`, `at PLACE` lead; undefined: none of them. */
function placeGiven({ timeline, line, at, call, inner }: DebugState, word: string, argument: string) {
  if (word === 'at' && argument !== '') return placeOf(timeline, argument, line);
  if (word !== 'frame') return undefined;
  const here = { line, at, call, inner };
  if (argument === 'next') return stepFrames(timeline, here, 1);
  if (argument === 'back') return stepFrames(timeline, here, -1);
  return /^[0-9]+$/u.test(argument) ? placeOfFrame(timeline, numberOf(argument), line) : undefined;
}
