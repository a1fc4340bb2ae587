/**
 * The keys of the stepper. A letter in upper case is another key than the same letter in lower
 * case.
 */
import { formatError, LockstepError } from '../../base/index.js';
import {
  cellOf,
  compareLines,
  comparisonText,
  type Edit,
  ExpressionError,
  editText,
  inputKeys,
  placeOf,
  placeOfFrame,
  RECORDING,
  stepCall,
  stepCallBack,
  stepEntries,
  stepFrames,
  stepTo,
  why,
  whyText,
  writeKeys,
} from '../../play/index.js';

import { holeTraceLines, moveTo, type Prompt, type Stepper, shownEntry, showView } from './stepper.js';
import type { ViewName } from './views.js';
import { watchOf } from './watches.js';

// Branches in the stepper. Every change is an edit of the branch book, so that it can be undone.

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
function forkBranch(stepper: Stepper, name: string): void {
  const { book, position } = stepper;
  const at = shownEntry(stepper);
  const branch = name.trim() === '' ? book.freeName() : name.trim();
  book.apply({ edit: 'fork', branch, parent: book.nameOf(position.line), at });
  const unsaved = book.file === undefined ? '; not kept in a file' : '';
  showPlace(stepper, book.lineOf(branch), at, `${branch} begins here${unsaved}`);
}

function renameBranch(stepper: Stepper, name: string): void {
  applyEdit(stepper, { edit: 'rename', branch: shownBranch(stepper), name: name.trim() });
}

/** Writes a cell or bytes. @param text `CELL = VALUE` */
function writeMemory(stepper: Stepper, text: string): void {
  const { at } = stepper.position;
  applyEdit(stepper, { edit: 'write', branch: shownBranch(stepper), at, ...writeKeys(stepper.timeline, text) });
}

function changeInput(stepper: Stepper, text: string): void {
  const at = Math.max(1, stepper.position.at);
  applyEdit(stepper, { edit: 'input', branch: shownBranch(stepper), at, ...inputKeys(text) }, at);
}

/** Inserts entries after the one that is shown, and shows the last of them. */
function insertInput(stepper: Stepper, text: string): void {
  const { timeline, book, position } = stepper;
  const { line, at } = position;
  const edit: Edit = { edit: 'insert', branch: shownBranch(stepper), at: at + 1, ...inputKeys(text) };
  const before = timeline.length(line);
  book.apply(edit);
  showPlace(stepper, line, at + timeline.length(line) - before, editText(edit, timeline));
}

function deleteEntry(stepper: Stepper): void {
  const { at } = stepper.position;
  applyEdit(stepper, { edit: 'delete', branch: shownBranch(stepper), at, count: 1 }, at - 1);
}

function showUndone(stepper: Stepper, edit: Edit | undefined, verb: string): void {
  const { line, at } = stepper.position;
  if (edit === undefined) stepper.message = `nothing to ${verb}`;
  else showPlace(stepper, line, at, `${verb}: ${editText(edit, stepper.timeline)}`);
}

function undoEdit(stepper: Stepper): void {
  showUndone(stepper, stepper.book.undo(), 'undo');
}

function redoEdit(stepper: Stepper): void {
  showUndone(stepper, stepper.book.redo(), 'redo');
}

/** Shows the same entry of the next line. */
function showNextLine(stepper: Stepper): void {
  const { position } = stepper;
  const lines = stepper.timeline.lines();
  const index = lines.findIndex((info) => info.line === position.line);
  const next = lines[(index + 1) % lines.length];
  if (next !== undefined) showPlace(stepper, next.line, position.at, next.name);
}

/** Compares the branch with its parent. @throws LockstepError `E_BRANCH` on the recording */
function compareWithParent(stepper: Stepper): void {
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

// Searches of the stepper: to the next or the last entry of which a condition is true.

/** @throws LockstepError for a wrong condition */
async function runTo(stepper: Stepper, condition: string, direction: 1 | -1): Promise<void> {
  if (condition.trim() === '') return;
  const { timeline, position } = stepper;
  const search = new AbortController();
  stepper.search = search;
  stepper.announce(`${condition}: looking for it; Esc ends that`);
  const found = await stepTo(timeline, position, condition, direction, search.signal);
  stepper.search = undefined;
  if (search.signal.aborted) stepper.message = `${condition}: interrupted`;
  else if (found !== undefined) moveTo(stepper, found, condition);
  else stepper.message = `${condition}: not ${direction > 0 ? 'after' : 'before'} here`;
}

/** Runs to a condition that the keys `r` and `R` repeat. */
async function runToNew(stepper: Stepper, condition: string, direction: 1 | -1): Promise<void> {
  stepper.lastCondition = condition;
  await runTo(stepper, condition, direction);
}

type Action = (stepper: Stepper) => void | Promise<void>;

const PAGE_ENTRIES = 60;

function advance(stepper: Stepper, count: number): void {
  moveTo(stepper, stepEntries(stepper.timeline, stepper.position, count));
}

function goToPlace(stepper: Stepper, text: string): void {
  moveTo(stepper, placeOf(stepper.timeline, text, stepper.position.line));
}

function goToFrame(stepper: Stepper, text: string): void {
  const { timeline, position } = stepper;
  if (!/^\s*[0-9]+\s*$/.test(text)) throw new LockstepError('E_FRAME', 'this is not a number', { found: text });
  moveTo(stepper, placeOfFrame(timeline, Number(text), position.line));
}

async function explainCell(stepper: Stepper, name: string): Promise<void> {
  const { timeline, position } = stepper;
  const cell = cellOf(timeline, name.trim());
  const search = new AbortController();
  stepper.search = search;
  stepper.announce(`why ${cell.name}: looking for causes; Esc ends that`);
  const cause = await why(timeline, cell, shownEntry(stepper), { line: position.line, signal: search.signal });
  stepper.search = undefined;
  if (search.signal.aborted) {
    stepper.message = `why ${cell.name}: interrupted`;
    return;
  }
  stepper.whyLines = whyText(cause, timeline.system.unit);
  showView(stepper, 'why');
  stepper.message = '';
}

function enterCode(stepper: Stepper): void {
  const { timeline, position, view, code } = stepper;
  if (view === 'code' && code?.position === position) {
    showView(stepper, 'facts');
    return;
  }
  stepper.code = { position, lines: holeTraceLines(timeline, shownEntry(stepper), position.line) };
  showView(stepper, 'code');
}

function unwatch(stepper: Stepper): void {
  const { watches } = stepper;
  stepper.message = watches.length === 0 ? 'nothing is watched' : `no longer watched: ${watches.pop()?.name}`;
}

function nextView(stepper: Stepper): void {
  const { view } = stepper;
  showView(stepper, view === 'facts' ? 'board' : view === 'board' ? 'memory' : 'facts');
}

function toggleView(stepper: Stepper, name: ViewName): void {
  showView(stepper, stepper.view === name ? 'facts' : name);
}

const by =
  (count: number): Action =>
  (stepper) =>
    advance(stepper, count);
const run =
  (condition: string, direction: 1 | -1): Action =>
  (stepper) =>
    runTo(stepper, condition, direction);
const toggle =
  (name: ViewName): Action =>
  (stepper) =>
    toggleView(stepper, name);

/** A key that asks a question first. */
function ask(question: string, answer: (stepper: Stepper, text: string) => void | Promise<void>): Action {
  return (stepper) => {
    stepper.prompt = { question, text: '', answer: (text) => answer(stepper, text) };
  };
}

const MOTION: Readonly<Record<string, Action>> = {
  right: by(1),
  f: by(1),
  left: by(-1),
  b: by(-1),
  down: run('action', 1),
  n: run('action', 1),
  up: run('action', -1),
  p: run('action', -1),
  '.': (stepper) => moveTo(stepper, stepFrames(stepper.timeline, stepper.position, 1)),
  ',': (stepper) => moveTo(stepper, stepFrames(stepper.timeline, stepper.position, -1)),
  ']': (stepper) => moveTo(stepper, stepCall(stepper.timeline, stepper.position)),
  '[': (stepper) => moveTo(stepper, stepCallBack(stepper.timeline, stepper.position)),
  pagedown: by(PAGE_ENTRIES),
  pageup: by(-PAGE_ENTRIES),
  home: (stepper) => moveTo(stepper, { line: stepper.position.line, at: 0, call: 0 }),
  end: (stepper) => {
    const { line } = stepper.position;
    moveTo(stepper, { line, at: stepper.timeline.length(line), call: 0 });
  },
  space: (stepper) => {
    stepper.isRunning = !stepper.isRunning;
  },
  g: (stepper) => ask(`go to ${stepper.timeline.system.unit} (number, 12.5, label)`, goToPlace)(stepper),
  G: ask('go to frame', goToFrame),
};

const CONDITIONS: Readonly<Record<string, Action>> = {
  d: run('draw', 1),
  D: run('draw', -1),
  m: run('enemy action', 1),
  M: run('enemy action', -1),
  e: run('enemy turn', 1),
  E: run('enemy turn', -1),
  t: run('next turn', 1),
  T: run('next turn', -1),
  x: run('difference', 1),
  X: run('difference', -1),
  '/': ask('run forwards to', (stepper, text) => runToNew(stepper, text, 1)),
  '\\': ask('run backwards to', (stepper, text) => runToNew(stepper, text, -1)),
  r: (stepper) => runTo(stepper, stepper.lastCondition, 1),
  R: (stepper) => runTo(stepper, stepper.lastCondition, -1),
};

const SHOW: Readonly<Record<string, Action>> = {
  v: nextView,
  j: (stepper) => {
    stepper.scroll++;
  },
  k: (stepper) => {
    stepper.scroll = Math.max(0, stepper.scroll - 1);
  },
  a: (stepper) => {
    stepper.showsAll = !stepper.showsAll;
  },
  w: ask('watch cell', ({ timeline, watches }, text) => {
    watches.push(watchOf(cellOf(timeline, text.trim())));
  }),
  W: unwatch,
  y: ask('why has cell', explainCell),
  o: enterCode,
  l: toggle('branches'),
  h: toggle('help'),
  '?': toggle('help'),
  escape: toggle('facts'),
};

const BRANCHES: Readonly<Record<string, Action>> = {
  B: ask('name of the new branch (Enter: the next number)', forkBranch),
  N: ask('new name of this branch', renameBranch),
  s: ask('set cell', writeMemory),
  i: ask('input', changeInput),
  I: ask('insert after this entry', insertInput),
  '-': deleteEntry,
  delete: deleteEntry,
  u: undoEdit,
  U: redoEdit,
  tab: showNextLine,
  c: compareWithParent,
};

const ACTIONS: Readonly<Record<string, Action>> = { ...MOTION, ...CONDITIONS, ...SHOW, ...BRANCHES };

/** Runs an action; an error of the user's becomes the message. */
async function attempt(stepper: Stepper, action: () => void | Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    const isExpression = error instanceof ExpressionError;
    stepper.message = isExpression ? `${error.sentence}; found ${error.details.found ?? ''}` : formatError(error);
  }
}

async function typeInto(stepper: Stepper, prompt: Prompt, name: string, text: string): Promise<void> {
  if (name === 'escape') stepper.prompt = undefined;
  else if (name === 'return' || name === 'enter') {
    stepper.prompt = undefined;
    await attempt(stepper, () => prompt.answer(prompt.text));
  } else if (name === 'backspace') prompt.text = [...prompt.text].slice(0, -1).join('');
  else if (text !== '' && !/[\p{Cc}]/u.test(text)) prompt.text += text;
}

/**
 * @param name of a key without a letter, `space` or `f` @param text what it types
 * @returns false when the session is over
 */
export async function pressKey(stepper: Stepper, name: string, text: string, control: boolean): Promise<boolean> {
  if (control && name === 'c') return false;
  if (stepper.prompt !== undefined) {
    await typeInto(stepper, stepper.prompt, name, text);
    return true;
  }
  if (stepper.isRunning && name !== 'space') stepper.isRunning = false;
  if (text === 'q') return false;
  const action = ACTIONS[text] ?? ACTIONS[name];
  if (action !== undefined && !control) await attempt(stepper, () => action(stepper));
  return true;
}
