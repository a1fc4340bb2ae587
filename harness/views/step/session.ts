/** The stepper without its terminal: a state that keys change, and what it shows. */

import { formatError, LockstepError } from '../../base/errors.js';
import { type BranchBook, cellOf } from '../../timeline/branches/index.js';
import { type EntryFacts, factsOf, whyText } from '../../timeline/entry-view/index.js';
import {
  ExpressionError,
  type Position,
  stepCall,
  stepCallBack,
  stepEntries,
  stepTo,
  type Timeline,
  why,
} from '../../timeline/index.js';
import { createBranchKeys } from './branch-keys.js';
import type { ViewName } from './views.js';
import { type Watch, watchOf } from './watches.js';

/** A question at the bottom line, and what is done with the answer. */
interface Prompt {
  readonly question: string;
  text: string;
  readonly answer: (text: string) => Promise<void>;
}

export interface Session {
  readonly timeline: Timeline;
  position(): Position;
  facts(): EntryFacts;
  /** States before and after the entry that is shown. */
  images(): readonly [before: Uint8Array, after: Uint8Array];
  view(): ViewName;
  scroll(): number;
  all(): boolean;
  message(): string;
  prompt(): { readonly question: string; readonly text: string } | undefined;
  running(): boolean;
  watches(): readonly Watch[];
  whyLines(): readonly string[];
  /** Lines of the last comparison. */
  compareLines(): readonly string[];
  /** @returns false when the session is over */
  key(name: string, text: string, control: boolean): Promise<boolean>;
  /** Ends a search that is under way. */
  interrupt(): void;
  /** One frame on while it runs by itself. */
  tick(): void;
}

const PAGE = 60;

export function createSession(book: BranchBook, start: Position, watches: Watch[] = [], note = ''): Session {
  const { timeline } = book;
  let position = start;
  let view: ViewName = 'facts';
  let scroll = 0;
  let all = false;
  let message = note;
  let prompt: Prompt | undefined;
  let running = false;
  let lastCondition = '';
  let whyLines: readonly string[] = ['Press y and name a cell.'];
  let comparison: readonly string[] = ['Press c on a branch.'];
  let known: { readonly position: Position; readonly facts: EntryFacts } | undefined;
  let stop: AbortController | undefined;

  const shownAt = (): number => (position.call > 0 ? position.at + 1 : position.at);

  function facts(): EntryFacts {
    if (known?.position !== position) known = { position, facts: factsOf(timeline, shownAt(), position.line) };
    return known.facts;
  }

  function go(to: Position, said = ''): void {
    position = to;
    scroll = view === 'memory' ? scroll : 0;
    message = said;
  }

  function say(error: unknown): void {
    if (!(error instanceof LockstepError)) throw error;
    message =
      error instanceof ExpressionError ? `${error.message}; found ${error.details.found ?? ''}` : formatError(error);
  }

  async function search(condition: string, direction: 1 | -1): Promise<void> {
    if (condition.trim() === '') return;
    stop = new AbortController();
    const { signal } = stop;
    const found = await stepTo(timeline, position, condition, direction, signal);
    stop = undefined;
    if (signal.aborted) message = `${condition}: interrupted`;
    else if (found !== undefined) go(found, condition);
    else message = `${condition}: not ${direction > 0 ? 'after' : 'before'} here`;
  }

  function ask(question: string, answer: Prompt['answer']): void {
    prompt = { question, text: '', answer };
  }

  const branches = createBranchKeys(book, () => position, {
    go(to, said) {
      // A comparison speaks of branches as they were.
      if (view === 'compare') view = 'facts';
      go(to, said);
    },
    say(text) {
      message = text;
    },
  });

  function compare(): void {
    comparison = branches.comparison();
    view = 'compare';
    scroll = 0;
    message = '';
  }

  async function explain(name: string): Promise<void> {
    const cell = cellOf(timeline, name.trim());
    whyLines = whyText(await why(timeline, cell, shownAt(), { line: position.line }), timeline.system.unit);
    view = 'why';
    scroll = 0;
    message = '';
  }

  const last = (): Position => ({ line: position.line, at: timeline.length(position.line), call: 0 });
  const advance = (count: number): void => go(stepEntries(timeline, position, count));

  /** Actions by key; a letter in upper case is another key. */
  const KEYS: Readonly<Record<string, () => void | Promise<void>>> = {
    right: () => advance(1),
    f: () => advance(1),
    left: () => advance(-1),
    b: () => advance(-1),
    down: () => search('action', 1),
    n: () => search('action', 1),
    up: () => search('action', -1),
    p: () => search('action', -1),
    ']': () => go(stepCall(timeline, position)),
    '[': () => go(stepCallBack(timeline, position)),
    pagedown: () => advance(PAGE),
    pageup: () => advance(-PAGE),
    home: () => go({ line: position.line, at: 0, call: 0 }),
    end: () => go(last()),
    space: () => {
      running = !running;
    },
    d: () => search('draw', 1),
    D: () => search('draw', -1),
    e: () => search('enemy turn', 1),
    E: () => search('enemy turn', -1),
    t: () => search('next turn', 1),
    T: () => search('next turn', -1),
    x: () => search('difference', 1),
    X: () => search('difference', -1),
    '/': () => ask('run forwards to', (text) => remember(text, 1)),
    '\\': () => ask('run backwards to', (text) => remember(text, -1)),
    r: () => search(lastCondition, 1),
    R: () => search(lastCondition, -1),
    g: () =>
      ask(`go to ${timeline.system.unit}`, async (text) => {
        if (!/^\s*[0-9]+\s*$/.test(text)) throw new LockstepError('E_FRAME', 'this is no number', { found: text });
        go({ line: position.line, at: timeline.entryOf(Number(text), position.line), call: 0 });
      }),
    v: () => {
      view = view === 'facts' ? 'board' : view === 'board' ? 'memory' : 'facts';
      scroll = 0;
    },
    j: () => {
      scroll++;
    },
    k: () => {
      scroll = Math.max(0, scroll - 1);
    },
    a: () => {
      all = !all;
    },
    w: () =>
      ask('watch cell', async (text) => {
        watches.push(watchOf(cellOf(timeline, text.trim())));
      }),
    W: () => {
      message = watches.length === 0 ? 'nothing is watched' : `no longer watched: ${watches.pop()?.name}`;
    },
    y: () => ask('why has cell', explain),
    B: () => ask('name of the new branch (Enter: the next number)', async (text) => branches.fork(text)),
    N: () => ask('new name of this branch', async (text) => branches.rename(text)),
    c: compare,
    u: branches.undo,
    U: branches.redo,
    I: () => ask('insert behind this entry', async (text) => branches.insertInput(text)),
    '-': branches.deleteEntry,
    delete: branches.deleteEntry,
    tab: branches.next,
    l: () => show('branches'),
    s: () => ask('set cell', async (text) => branches.setCell(text)),
    i: () => ask('input', async (text) => branches.setInput(text)),
    h: () => show('help'),
    '?': () => show('help'),
    escape: () => show('facts'),
  };

  async function remember(text: string, direction: 1 | -1): Promise<void> {
    lastCondition = text;
    await search(text, direction);
  }

  function show(name: ViewName): void {
    view = view === name ? 'facts' : name;
    scroll = 0;
  }

  async function guarded(action: () => void | Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      say(error);
    }
  }

  async function promptKey(open: Prompt, name: string, text: string): Promise<void> {
    if (name === 'escape') prompt = undefined;
    else if (name === 'return' || name === 'enter') {
      prompt = undefined;
      await guarded(() => open.answer(open.text));
    } else if (name === 'backspace') open.text = [...open.text].slice(0, -1).join('');
    else if (text !== '' && !/[\p{Cc}]/u.test(text)) open.text += text;
  }

  return {
    timeline,
    position: () => position,
    facts,
    images() {
      const { line } = position;
      const before = timeline.state(Math.max(0, shownAt() - 1), line).slice();
      return [before, timeline.stateAt(position).slice()];
    },
    view: () => view,
    scroll: () => scroll,
    all: () => all,
    message: () => message,
    prompt: () => prompt,
    running: () => running,
    watches: () => watches,
    whyLines: () => whyLines,
    compareLines: () => comparison,
    async key(name, text, control) {
      if (control && name === 'c') return false;
      if (prompt !== undefined) {
        await promptKey(prompt, name, text);
        return true;
      }
      if (running && name !== 'space') running = false;
      if (text === 'q') return false;
      const action = KEYS[text] ?? KEYS[name];
      if (action !== undefined && !control) await guarded(action);
      return true;
    },
    interrupt: () => stop?.abort(),
    tick() {
      if (!running) return;
      const next = stepEntries(timeline, position, 1);
      if (next.at === position.at) running = false;
      else go(next);
    },
  };
}
