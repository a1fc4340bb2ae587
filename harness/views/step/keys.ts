/**
 * The keys of the stepper. A letter in upper case is another key than the same letter in lower
 * case.
 */
import { formatError, LockstepError } from '../../base/errors.js';
import { cellOf } from '../../play/branches/index.js';
import { whyText } from '../../play/entry-view/index.js';
import {
  ExpressionError,
  placeOf,
  placeOfFrame,
  stepCall,
  stepCallBack,
  stepEntries,
  stepFrames,
  why,
} from '../../play/timeline/index.js';
import {
  changeInput,
  compareWithParent,
  deleteEntry,
  forkBranch,
  insertInput,
  redoEdit,
  renameBranch,
  showNextLine,
  undoEdit,
  writeMemory,
} from './branch-keys.js';
import { holeTraceLines } from './hole-trace.js';
import { runTo, runToNew } from './run-to.js';
import { moveTo, type Prompt, type Stepper, shownEntry, showView } from './stepper.js';
import type { ViewName } from './views.js';
import { watchOf } from './watches.js';

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
    stepper.message = isExpression ? `${error.message}; found ${error.details.found ?? ''}` : formatError(error);
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
