/** What the keys of the stepper do with branches: every change is an edit of the branch book, so that it can be undone. */

import { LockstepError } from '../../base/errors.js';
import {
  type BranchBook,
  compareLines,
  comparisonText,
  type Edit,
  editText,
  inputKeys,
  writeKeys,
} from '../../timeline/branches/index.js';
import { type Position, RECORDING } from '../../timeline/index.js';

export interface BranchKeys {
  /** A branch off the place that is shown. @param name empty: the next number */
  fork(name: string): void;
  rename(name: string): void;
  /** Writes a cell or bytes: `CELL = VALUE`. */
  setCell(text: string): void;
  setInput(text: string): void;
  /** New entries behind the one that is shown; the last one of them is shown then. */
  insertInput(text: string): void;
  deleteEntry(): void;
  undo(): void;
  redo(): void;
  /** On to the next line. */
  next(): void;
  /** Lines of a comparison with the line that the branch leaves. */
  comparison(): readonly string[];
}

/** What is shown changes. */
export interface Stage {
  go(to: Position, said: string): void;
  say(text: string): void;
}

/** All of them @throws LockstepError with nothing changed */
export function createBranchKeys(book: BranchBook, position: () => Position, stage: Stage): BranchKeys {
  const { timeline } = book;

  /** To a place of a line, or to its end when the line is shorter by now; to the recording when it is gone. */
  function goOn(line: number, at: number, said: string): void {
    const info = timeline.lines().find((one) => one.line === line);
    const to = info === undefined ? RECORDING : line;
    stage.go({ line: to, at: Math.min(at, timeline.length(to)), call: 0 }, said);
  }

  /** Changes branches by an edit; what was shown may have changed with them. */
  function change(edit: Edit, at = position().at): void {
    book.apply(edit);
    goOn(position().line, at, editText(edit, timeline));
  }

  function own(): string {
    const { line } = position();
    if (line !== RECORDING) return book.nameOf(line);
    throw new LockstepError('E_BRANCH', 'the recording is never written', { remedy: 'Press B for a branch first' });
  }

  function move(edit: Edit | undefined, verb: string): void {
    const { line, at } = position();
    if (edit === undefined) stage.say(`nothing to ${verb}`);
    else goOn(line, at, `${verb}: ${editText(edit, timeline)}`);
  }

  return {
    fork(name) {
      const { line, at: before, call } = position();
      const at = call > 0 ? before + 1 : before;
      const branch = name.trim() === '' ? book.freeName() : name.trim();
      book.apply({ edit: 'fork', branch, parent: book.nameOf(line), at });
      const kept = book.file === undefined ? '; not kept in a file' : '';
      stage.go({ line: book.lineOf(branch), at, call: 0 }, `${branch} begins here${kept}`);
    },
    rename(name) {
      change({ edit: 'rename', branch: own(), name: name.trim() });
    },
    setCell(text) {
      change({ edit: 'write', branch: own(), at: position().at, ...writeKeys(timeline, text) });
    },
    setInput(text) {
      const at = Math.max(1, position().at);
      change({ edit: 'input', branch: own(), at, ...inputKeys(text) }, at);
    },
    insertInput(text) {
      const branch = own();
      const { line, at } = position();
      const before = timeline.length(line);
      const edit: Edit = { edit: 'insert', branch, at: at + 1, ...inputKeys(text) };
      book.apply(edit);
      goOn(line, at + timeline.length(line) - before, editText(edit, timeline));
    },
    deleteEntry() {
      const { at } = position();
      change({ edit: 'delete', branch: own(), at, count: 1 }, at - 1);
    },
    undo: () => move(book.undo(), 'undo'),
    redo: () => move(book.redo(), 'redo'),
    next() {
      const lines = timeline.lines();
      const index = lines.findIndex((info) => info.line === position().line);
      const next = lines[(index + 1) % lines.length];
      if (next !== undefined) goOn(next.line, position().at, next.name);
    },
    comparison() {
      const info = timeline.lines().find((one) => one.line === position().line);
      if (info === undefined || info.parent < 0) {
        throw new LockstepError('E_BRANCH', 'a branch is compared with the line that it leaves', {
          remedy: 'Go to a branch with Tab first',
        });
      }
      const both = compareLines({ timeline, line: info.line }, { timeline, line: info.parent });
      return comparisonText(both, [info.name, book.nameOf(info.parent)]);
    },
  };
}
