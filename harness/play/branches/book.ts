/**
 * Branches with their history: every change is an edit that can be undone and redone, without
 * limit. With a branch file every change is written at once.
 */
import { LockstepError } from '../../base/errors.js';
import { sha256OfFile } from '../../base/file-hash.js';
import { checkOutput } from '../../base/output-file.js';
import { writeFile } from '../../base/write-file.js';
import { type BranchSet, openTimeline, RECORDING, RECORDING_NAME, type Timeline } from '../timeline/index.js';
import type { LoadOptions } from '../timeline/loaded-line.js';
import { applyEdit, lineOfName } from './apply-edit.js';
import type { Edit } from './edit.js';
import { type BranchFile, branchFileText, isBranchText, parseBranchFile, readText } from './file.js';

export interface BranchBook {
  readonly timeline: Timeline;
  /** Undefined: the branches are in memory only. */
  readonly file: string | undefined;
  /** Edits that hold. */
  done(): readonly Edit[];
  /** Edits that were undone, the next one to redo first. */
  undone(): readonly Edit[];
  /**
   * @returns change of the branch's length.
   * @throws LockstepError with nothing changed
   */
  apply(edit: Edit): number;
  /**
   * Undoes the last edit.
   * @returns it, or undefined when there is none
   */
  undo(): Edit | undefined;
  redo(): Edit | undefined;
  /** @throws LockstepError `E_BRANCH` with the nearest name */
  lineOf(name: string): number;
  nameOf(line: number): string;
  /** `branch 3`: a name that no branch has. */
  freeName(): string;
}

/** First position with other states after an edit. */
function firstChanged({ edit, at = 0 }: Edit): number {
  return edit === 'fork' || edit === 'remove' || edit === 'rename' ? 0 : at;
}

interface Stored {
  readonly file: string;
  readonly sha256: string;
  /** Text of the file; undefined: it does not exist yet. */
  text: string | undefined;
}

interface Book {
  readonly timeline: Timeline;
  readonly stored: Stored | undefined;
  /** Those that hold, then those that were undone. */
  readonly edits: Edit[];
  /** Branches before each of the edits that hold. */
  readonly before: BranchSet[];
}

/** @throws LockstepError `E_BRANCH_FILE` when another program wrote the file */
function save({ timeline, stored, edits, before }: Book): void {
  if (stored === undefined) return;
  const now = readText(stored.file);
  if (now !== undefined && now !== stored.text) {
    throw new LockstepError('E_BRANCH_FILE', 'another program changed the branch file', {
      file: stored.file,
      remedy: 'Open it again',
    });
  }
  const { file: parent } = timeline;
  const text = branchFileText(stored.file, { parent, sha256: stored.sha256, done: before.length, edits });
  writeFile(stored.file, text, 'branch file', { isUpdate: true });
  stored.text = text;
}

/** Applies an edit. A failure, also of writing the file, restores everything. */
function perform({ timeline, edits, before }: Book, edit: Edit, finish: () => void): number {
  const set = timeline.branchSet();
  const last = edits.slice();
  before.push(set);
  try {
    const added = applyEdit(timeline, edit);
    finish();
    return added;
  } catch (error) {
    before.pop();
    edits.splice(0, edits.length, ...last);
    timeline.restoreBranches(set, firstChanged(edit));
    throw error;
  }
}

/**
 * Applies the edits of a file.
 * @throws LockstepError `E_BRANCH_FILE` with the line of the edit that fails
 */
function replay(book: Book, { done, lineOf }: BranchFile): void {
  for (let index = 0; index < done; index++) {
    try {
      perform(book, book.edits[index] as Edit, () => undefined);
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      const details = { ...error.details, file: book.stored?.file ?? '', line: lineOf(index) };
      throw new LockstepError('E_BRANCH_FILE', `edit ${index + 1} cannot be done: ${error.message}`, details);
    }
  }
}

function undo(book: Book): Edit | undefined {
  const { timeline, edits, before } = book;
  const set = before.at(-1);
  const edit = edits[before.length - 1];
  if (set === undefined || edit === undefined) return undefined;
  const after = timeline.branchSet();
  before.pop();
  timeline.restoreBranches(set, firstChanged(edit));
  try {
    save(book);
  } catch (error) {
    before.push(set);
    timeline.restoreBranches(after, firstChanged(edit));
    throw error;
  }
  return edit;
}

function redo(book: Book): Edit | undefined {
  const edit = book.edits[book.before.length];
  if (edit !== undefined) perform(book, edit, () => save(book));
  return edit;
}

function freeName(timeline: Timeline): string {
  const names = new Set(timeline.lines().map((info) => info.name));
  let number = 1;
  while (names.has(`branch ${number}`)) number++;
  return `branch ${number}`;
}

function createBook(timeline: Timeline, stored: Stored | undefined, given: BranchFile | undefined): BranchBook {
  const book: Book = { timeline, stored, edits: [...(given?.edits ?? [])], before: [] };
  const { edits, before } = book;
  if (given !== undefined) replay(book, given);
  return {
    timeline,
    file: stored?.file,
    done: () => edits.slice(0, before.length),
    undone: () => edits.slice(before.length),
    apply(edit) {
      return perform(book, edit, () => {
        edits.splice(before.length - 1, edits.length, edit);
        save(book);
      });
    },
    undo: () => undo(book),
    redo: () => redo(book),
    lineOf: (name) => (name === RECORDING_NAME ? RECORDING : lineOfName(timeline, name)),
    nameOf: (line) => timeline.lines().find((info) => info.line === line)?.name ?? '',
    freeName: () => freeName(timeline),
  };
}

/** Branches in memory only. */
export function bookInMemory(timeline: Timeline): BranchBook {
  return createBook(timeline, undefined, undefined);
}

/**
 * Opens an existing branch file.
 * @throws LockstepError `E_BRANCH_FILE`
 */
export async function openBook(file: string, text: string, options: LoadOptions): Promise<BranchBook> {
  const given = parseBranchFile(text, file);
  const sha256 = await sha256OfFile(given.parent);
  if (sha256 !== given.sha256) {
    throw new LockstepError('E_BRANCH_FILE', 'the log or plan of the branches was changed after they were made', {
      file,
      found: `${given.parent}: ${sha256}`,
      expected: given.sha256,
      remedy: 'Restore that file, or make the branches again',
    });
  }
  return createBook(await openTimeline(given.parent, options), { file, sha256, text }, given);
}

/**
 * Keeps the branches of a timeline in a file. An existing one must belong to the same log or plan.
 */
export async function bookAt(timeline: Timeline, file: string): Promise<BranchBook> {
  checkOutput(file, 'branch file', { inputs: [timeline.file], isUpdate: true });
  const sha256 = await sha256OfFile(timeline.file);
  const text = readText(file);
  if (text === undefined) return createBook(timeline, { file, sha256, text }, undefined);
  if (!isBranchText(text)) {
    throw new LockstepError('E_BRANCH_FILE', 'this is not a branch file', { file, remedy: 'Give another name' });
  }
  const given = parseBranchFile(text, file);
  if (given.sha256 !== sha256) {
    throw new LockstepError(
      'E_BRANCH_FILE',
      'the branch file belongs to another log or plan, or to an older version of it',
      {
        file,
        found: given.parent,
        expected: timeline.file,
        remedy: 'Give another name',
      },
    );
  }
  return createBook(timeline, { file, sha256, text }, given);
}
