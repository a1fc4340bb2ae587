/** Words of the debug console that make, change, compare and undo branches. */

import { LockstepError } from '../../base/errors.js';
import { compareLines, comparisonText, type Edit, editText, inputKeys } from '../../play/branches/index.js';
import { branchLines } from '../../play/entry-view/index.js';
import { RECORDING } from '../../play/timeline/index.js';
import type { Session } from './session.js';
import { type DebugState, moveTo } from './state.js';

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
export function branchCommand(state: DebugState, word: string, argument: string, session: Session): string | undefined {
  if (!Object.hasOwn(COMMANDS, word) || (WITH_ARGUMENT.has(word) && argument === '')) return undefined;
  return COMMANDS[word]?.(state, argument, session);
}
