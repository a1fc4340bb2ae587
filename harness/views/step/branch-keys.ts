/**
 * Branches in the stepper. Every change is an edit of the branch book, so that it can be undone.
 */
import { LockstepError } from '../../base/errors.js';
import { compareLines, comparisonText, type Edit, editText, inputKeys, writeKeys } from '../../play/branches/index.js';
import { RECORDING } from '../../play/timeline/index.js';
import { moveTo, type Stepper, shownEntry, showView } from './stepper.js';

/** Shows a place of a line, its end when it became shorter, the recording when the line is gone. */
function showPlace(stepper: Stepper, line: number, at: number, message: string): void {
  const { timeline } = stepper;
  const isThere = timeline.lines().some((info) => info.line === line);
  const to = isThere ? line : RECORDING;
  // A comparison speaks of branches as they were.
  if (stepper.view === 'compare') stepper.view = 'facts';
  moveTo(stepper, { line: to, at: Math.min(at, timeline.length(to)), call: 0 }, message);
}

function applyEdit(stepper: Stepper, edit: Edit, at = stepper.position.at): void {
  const { book, timeline, position } = stepper;
  book.apply(edit);
  showPlace(stepper, position.line, at, editText(edit, timeline));
}

/** @throws LockstepError `E_BRANCH` on the recording */
function shownBranch({ book, position: { line, inner = 0 } }: Stepper): string {
  if (inner > 0) {
    throw new LockstepError('E_BRANCH', 'a branch changes whole commands, not a frame inside one', {
      remedy: 'Press f or b to go to the end of a command first',
    });
  }
  if (line !== RECORDING) return book.nameOf(line);
  throw new LockstepError('E_BRANCH', 'the recording is never written', { remedy: 'Press B for a branch first' });
}

/** A branch off the entry that is shown. @param name empty: the next number */
export function forkBranch(stepper: Stepper, name: string): void {
  const { book, position } = stepper;
  const at = shownEntry(stepper);
  const branch = name.trim() === '' ? book.freeName() : name.trim();
  book.apply({ edit: 'fork', branch, parent: book.nameOf(position.line), at });
  const unsaved = book.file === undefined ? '; not kept in a file' : '';
  showPlace(stepper, book.lineOf(branch), at, `${branch} begins here${unsaved}`);
}

export function renameBranch(stepper: Stepper, name: string): void {
  applyEdit(stepper, { edit: 'rename', branch: shownBranch(stepper), name: name.trim() });
}

/** Writes a cell or bytes. @param text `CELL = VALUE` */
export function writeMemory(stepper: Stepper, text: string): void {
  const { at } = stepper.position;
  applyEdit(stepper, { edit: 'write', branch: shownBranch(stepper), at, ...writeKeys(stepper.timeline, text) });
}

export function changeInput(stepper: Stepper, text: string): void {
  const at = Math.max(1, stepper.position.at);
  applyEdit(stepper, { edit: 'input', branch: shownBranch(stepper), at, ...inputKeys(text) }, at);
}

/** Inserts entries after the one that is shown, and shows the last of them. */
export function insertInput(stepper: Stepper, text: string): void {
  const { timeline, book, position } = stepper;
  const { line, at } = position;
  const edit: Edit = { edit: 'insert', branch: shownBranch(stepper), at: at + 1, ...inputKeys(text) };
  const before = timeline.length(line);
  book.apply(edit);
  showPlace(stepper, line, at + timeline.length(line) - before, editText(edit, timeline));
}

export function deleteEntry(stepper: Stepper): void {
  const { at } = stepper.position;
  applyEdit(stepper, { edit: 'delete', branch: shownBranch(stepper), at, count: 1 }, at - 1);
}

function showUndone(stepper: Stepper, edit: Edit | undefined, verb: string): void {
  const { line, at } = stepper.position;
  if (edit === undefined) stepper.message = `nothing to ${verb}`;
  else showPlace(stepper, line, at, `${verb}: ${editText(edit, stepper.timeline)}`);
}

export function undoEdit(stepper: Stepper): void {
  showUndone(stepper, stepper.book.undo(), 'undo');
}

export function redoEdit(stepper: Stepper): void {
  showUndone(stepper, stepper.book.redo(), 'redo');
}

/** Shows the same entry of the next line. */
export function showNextLine(stepper: Stepper): void {
  const { position } = stepper;
  const lines = stepper.timeline.lines();
  const index = lines.findIndex((info) => info.line === position.line);
  const next = lines[(index + 1) % lines.length];
  if (next !== undefined) showPlace(stepper, next.line, position.at, next.name);
}

/** Compares the branch with its parent. @throws LockstepError `E_BRANCH` on the recording */
export function compareWithParent(stepper: Stepper): void {
  const { timeline, book, position } = stepper;
  const info = timeline.lines().find((one) => one.line === position.line);
  if (info === undefined || info.parent < 0) {
    throw new LockstepError('E_BRANCH', 'the recording has no parent to be compared with', {
      remedy: 'Go to a branch with Tab first',
    });
  }
  stepper.announce(`comparing ${info.name} with ${book.nameOf(info.parent)}`);
  const comparison = compareLines({ timeline, line: info.line }, { timeline, line: info.parent });
  stepper.comparison = comparisonText(comparison, [info.name, book.nameOf(info.parent)]);
  showView(stepper, 'compare');
  stepper.message = '';
}
