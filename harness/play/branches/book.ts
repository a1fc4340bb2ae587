/**
 * Branches with their history: every change is an edit that can be undone and redone, without
 * limit. With a branch file every change is written at once.
 */
import { ruleErrorOf } from '../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../core/system/system.js';
import { parseAddress } from '../../../rom-map/windows.js';
import { checkOutput, LockstepError, nearest, sha256OfFile, writeFile } from '../../base/index.js';

import { createPlayer, encodeMove, moveNames, moveShape, remedyFor } from '../plan/moves.js';
import { MAX_ENTRIES } from '../timeline/branch-edits.js';
import { type BranchSet, RECORDING, RECORDING_NAME } from '../timeline/branch-store.js';
import { openTimeline } from '../timeline/create-timeline.js';
import { commandOf, type LoadOptions } from '../timeline/recorded-line.js';
import type { Timeline } from '../timeline/timeline.js';
import { frameCommand } from '../trace/bind.js';
import type { RowCommand } from '../trace/types.js';
import { branchFileText, parseBranchFile, readText } from './file.js';
import { type BranchFile, type Edit, isBranchText } from './form.js';

// Does one edit to the branches of a timeline.

/** @throws LockstepError `E_BRANCH` with the nearest name */
function lineOfName(timeline: Timeline, name: string): number {
  const lines = timeline.lines();
  const found = lines.find((info) => info.name === name);
  if (found !== undefined) return found.line;
  throw new LockstepError('E_BRANCH', `there is no branch ${name}`, {
    remedy: nearest(
      name,
      lines.map((info) => info.name),
    ),
  });
}

function checkNewName(timeline: Timeline, name: string): void {
  if (!/^[^#\p{Cc}]{1,80}$/u.test(name)) {
    throw new LockstepError('E_BRANCH', 'this is not a branch name', {
      found: JSON.stringify(name).slice(0, 100),
      expected: '1 to 80 characters without # and control characters',
    });
  }
  if (!timeline.lines().some((info) => info.name === name)) return;
  throw new LockstepError('E_BRANCH', `a branch ${name} exists already`, { remedy: 'Give another name' });
}

/** Inputs in a row that are equal. */
interface Run {
  readonly pad: number;
  readonly plain: RowCommand | undefined;
  count: number;
}

/**
 * Plays an action in a state.
 * @returns its pad words and commands.
 * @throws LockstepError `E_BRANCH` for a refusal
 */
function playedRuns(timeline: Timeline, battle: Battle, plain: RowCommand): Run[] {
  const { system } = timeline;
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  let move: ReturnType<typeof encodeMove>;
  try {
    move = encodeMove(system, battle, plain);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const remedy = remedyFor(system, { command: plain }, error);
    throw new LockstepError('E_BRANCH', `${error.code}: ${error.message}`, { remedy }, { cause: error });
  }
  const runs: Run[] = [];
  const number = createPlayer(system, battle).play(move, undefined, (command, error) => {
    if (error !== 0) return;
    const isPad = frameCode !== 0 && command[0] === frameCode;
    const pad = isPad ? (command[1] as number) : -1;
    const last = runs.at(-1);
    if (last !== undefined && isPad && last.pad === pad) last.count++;
    else runs.push({ pad, plain: isPad ? undefined : plain, count: 1 });
  });
  if (number === 0) return runs;
  const shape = ruleErrorOf(system, number);
  throw new LockstepError('E_BRANCH', `${plain.command} is refused here: ${shape?.code ?? 'E_INTERNAL'}`, {
    found: shape?.meaning ?? 'no reason',
    ...(shape?.remedy === undefined ? {} : { remedy: shape.remedy }),
  });
}

/**
 * Inserts a command or an action into a branch.
 * @returns number of new entries
 */
function insertMoves(timeline: Timeline, line: number, at: number, plain: RowCommand, times: number): number {
  timeline.checkOwnEntry(at, line);
  const battle = timeline.createTrial(timeline.state(at - 1, line));
  let inserted = 0;
  for (let time = 0; time < times; time++) {
    for (const { pad, plain: command, count } of playedRuns(timeline, battle, plain)) {
      const script = command && commandOf(timeline.system, timeline.battle, timeline.script, command);
      timeline.insertInput(line, at + inserted, pad, script, count);
      inserted += count;
    }
    if (inserted > MAX_ENTRIES) break;
  }
  return inserted;
}

/** A command as an input of a branch; it may be refused when it is played. */
function plainCommand(timeline: Timeline, plain: RowCommand): ReturnType<typeof commandOf> {
  const { system, battle } = timeline;
  const isCommand = system.commands.some((shape) => shape.name === plain.command);
  if (isCommand) return commandOf(system, battle, timeline.script, plain);
  const isAction = moveShape(system, plain.command) !== undefined;
  throw new LockstepError('E_BRANCH', `there is no command ${plain.command}`, {
    remedy: isAction ? 'Insert an action instead of replacing a command' : nearest(plain.command, moveNames(system)),
  });
}

function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function write(timeline: Timeline, line: number, at: number, address: string, bytes: Uint8Array): void {
  // A branch file does not name its layout: an address that moved since the first one is no address
  // of today.
  const first = timeline.system.layout?.addressToday(1, parseAddress(address)) ?? parseAddress(address);
  const offset = timeline.cells.offsetOf(first);
  if (offset < 0 || timeline.cells.offsetOf(first + bytes.length - 1) !== offset + bytes.length - 1) {
    throw new LockstepError('E_BRANCH', 'the bytes do not lie in one memory window', { found: address });
  }
  timeline.poke(line, at, offset, bytes);
}

/**
 * Applies an edit.
 * @returns change of the branch's length.
 * @throws LockstepError, with the branches partly changed
 */
export function applyEdit(timeline: Timeline, edit: Edit): number {
  const { at = 0, count = 1, pad = -1 } = edit;
  if (edit.edit === 'fork') {
    checkNewName(timeline, edit.branch);
    const parent = edit.parent === RECORDING_NAME ? RECORDING : lineOfName(timeline, edit.parent ?? '');
    timeline.branch(at, parent, edit.branch);
    return 0;
  }
  const line = lineOfName(timeline, edit.branch);
  const length = timeline.length(line);
  if (edit.edit === 'rename') {
    checkNewName(timeline, edit.name ?? '');
    timeline.renameBranch(line, edit.name ?? '');
  } else if (edit.edit === 'remove') timeline.removeBranch(line);
  else if (edit.edit === 'delete') timeline.deleteInputs(line, at, count);
  else if (edit.edit === 'write') write(timeline, line, at, edit.address ?? '', hexBytes(edit.bytes ?? ''));
  else if (edit.edit === 'input') {
    const command = edit.do && plainCommand(timeline, edit.do);
    timeline.setInput(line, at, pad, command, count);
  } else if (edit.do !== undefined) insertMoves(timeline, line, at, edit.do, count);
  else timeline.insertInput(line, at, pad, undefined, count);
  return edit.edit === 'remove' ? 0 : timeline.length(line) - length;
}

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
      const message = `edit ${index + 1} cannot be done: ${error.sentence}`;
      throw new LockstepError('E_BRANCH_FILE', message, details, { cause: error });
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
